// SPDX-License-Identifier: Apache-2.0
// A step of a scenario or a fragment.

package import Expectations
import Formats
import HTTP
package import Text

/// An action, with what is saved and expected of its answer. An object, since it is large and is handed on
/// with each run of it.
package final class Step: Sendable {
  /// As written, or the action in words if the step has no name.
  package let name: String
  package let about: String?
  package let covers: [Cover]
  /// The steps of the cookbook that it is: first the action, then what the answer shows.
  package let cookbookSteps: [CookbookStep]
  /// Where the ids of `covers` stand.
  let coverPositions: [Position]
  /// Whether what it sends breaks the application's part on purpose, to see how the service answers.
  package let isHostile: Bool
  /// The scenario's device that acts; nil for the scenario's own, or in a fragment for the one that
  /// its user acts on.
  package let device: String?
  package let conditions: [Condition]
  package let action: Action
  package let save: [SaveRule]
  package let expect: ExpectationTemplate?
  package let should: ExpectationTemplate?
  package let retry: Retry?
  /// When the request has to be sent, or the step proves nothing; nil for no such time.
  package let by: TimeTemplate?
  package let timeout: DurationTemplate?
  /// The advice for a failure of the step.
  package let advice: [Advice]
  /// The default headers of the file that the step is written in.
  package let defaultHeaders: [RequestTemplate.Field]
  /// Whether later steps run after any answer, as for the rows of a table.
  package let isIndependent: Bool
  /// Whether what it expects holds for each answer to its call with such a status, whatever went
  /// before: then answers in recorded traffic are judged by it.
  package let isStateless: Bool
  /// Whether something in it is wrong, which is reported: it may expect more than was read.
  let hasMistakes: Bool
  package let file: String
  package let position: Position

  init(
    name: String,
    about: String?,
    covers: [Cover],
    cookbookSteps: [CookbookStep],
    coverPositions: [Position],
    isHostile: Bool,
    device: String?,
    conditions: [Condition],
    action: Action,
    save: [SaveRule],
    expect: ExpectationTemplate?,
    should: ExpectationTemplate?,
    retry: Retry?,
    by: TimeTemplate?,
    timeout: DurationTemplate?,
    advice: [Advice],
    defaultHeaders: [RequestTemplate.Field],
    isIndependent: Bool,
    isStateless: Bool,
    hasMistakes: Bool,
    file: String,
    position: Position
  ) {
    self.name = name
    self.about = about
    self.covers = covers
    self.cookbookSteps = cookbookSteps
    self.coverPositions = coverPositions
    self.isHostile = isHostile
    self.device = device
    self.conditions = conditions
    self.action = action
    self.save = save
    self.expect = expect
    self.should = should
    self.retry = retry
    self.by = by
    self.timeout = timeout
    self.advice = advice
    self.defaultHeaders = defaultHeaders
    self.isIndependent = isIndependent
    self.isStateless = isStateless
    self.hasMistakes = hasMistakes
    self.file = file
    self.position = position
  }

  /// A member of `when`.
  package struct Condition: Sendable, Equatable {
    package let variable: VariableExpression
    package let pattern: ValueTemplate
  }

  /// A member of `save`.
  package struct SaveRule: Sendable, Equatable {
    package let name: String
    package let position: Position
    package let source: SourceTemplate
    /// The compiled source, if it has no variables.
    package let compiled: Source?
  }
}

extension Step: Equatable {
  package static func == (one: Step, other: Step) -> Bool {
    // Steps of the rows of a table are one object, if they name no variable of the rows.
    if one === other { return true }
    return one.name == other.name
      && one.about == other.about
      && one.covers == other.covers
      && one.cookbookSteps == other.cookbookSteps
      && one.coverPositions == other.coverPositions
      && one.isHostile == other.isHostile
      && one.device == other.device
      && one.conditions == other.conditions
      && one.action == other.action
      && one.save == other.save
      && one.expect == other.expect
      && one.should == other.should
      && one.retry == other.retry
      && one.by == other.by
      && one.timeout == other.timeout
      && one.advice == other.advice
      && one.defaultHeaders == other.defaultHeaders
      && one.isIndependent == other.isIndependent
      && one.isStateless == other.isStateless
      && one.hasMistakes == other.hasMistakes
      && one.file == other.file
      && one.position == other.position
  }
}

extension Step {
  /// Where it is written; the rows of a table have one place.
  var place: FilePlace { FilePlace(file: file, position: position) }

  /// The default headers that its request sends: those of which it has no header of its own.
  package var sentDefaultHeaders: [RequestTemplate.Field] {
    guard case .request(let request) = action else { return [] }
    return defaultHeaders.filter { header in
      guard let name = header.name.constant else { return true }
      return !request.hasHeader(named: name)
    }
  }
}

extension RequestTemplate {
  /// Whether it has a header of this name of its own, so that a default does not count.
  fileprivate func hasHeader(named name: String) -> Bool {
    guard case .written(let fields) = headers else { return false }
    return fields.contains { $0.name.constant.map { HeaderList.isSame($0, name) } ?? false }
  }
}

extension Step {
  /// While the answer matches a condition, the action is repeated.
  package struct Retry: Sendable, Equatable {
    package let condition: ExpectationTemplate
    package let interval: DurationTemplate
    package let limit: DurationTemplate
  }
}

extension Step.Retry {
  private static let countLimit = 10_000

  package var variables: [VariableExpression] {
    condition.variables + interval.variables + limit.variables
  }

  /// Why a step can't be repeated at this interval; nil if it can.
  static func problem(withInterval interval: Duration) -> String? {
    interval < .milliseconds(1) ? "'every' is at least 1ms" : nil
  }

  /// Why a step can't be repeated for so long; nil if it can.
  static func problem(withLimit limit: Duration) -> String? {
    limit > .seconds(86_400) ? "'at-most' is at most 24h" : nil
  }

  /// Why the two don't go together; nil if they do.
  static func problem(withInterval interval: Duration, _ limit: Duration) -> String? {
    guard limit.wholeMilliseconds / interval.wholeMilliseconds > countLimit else { return nil }
    return "a step is tried at most \(countLimit) times, and this would be more; "
      + "write a longer 'every' or a shorter 'at-most'"
  }

  /// The time between two tries, and the time for all of them.
  ///
  /// - Throws: where a variable has no value, or one that `retry` can't have.
  package func times(
    in bindings: Bindings
  ) throws(EvaluationError) -> (interval: Duration, limit: Duration) {
    let every = try interval.duration(in: bindings)
    if let problem = Self.problem(withInterval: every) {
      throw EvaluationError(problem, at: interval.position)
    }
    let atMost = try limit.duration(in: bindings)
    if let problem = Self.problem(withLimit: atMost) {
      throw EvaluationError(problem, at: limit.position)
    }
    if let problem = Self.problem(withInterval: every, atMost) {
      throw EvaluationError(problem, at: interval.position ?? limit.position)
    }
    return (every, atMost)
  }
}

extension Step.Condition {
  /// What holds where the step is run: `` `platform_id` is a string ``.
  package func clause(in bindings: Bindings) throws(EvaluationError) -> QuotingText {
    try pattern.pattern(in: bindings).clause("`\(variable.written)`")
  }
}
