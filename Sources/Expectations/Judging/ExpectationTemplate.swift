// SPDX-License-Identifier: Apache-2.0
// The expectation of a step with variables in it, and how one is compiled.

import HTTP
package import Text

/// An `expect:`, a `should:` or a `while:`, with variables in it.
package struct ExpectationTemplate: Sendable, Equatable {
  package struct Header: Sendable, Equatable {
    package let name: TextTemplate
    package let position: Position
    package let pattern: ValueTemplate

    package init(name: TextTemplate, position: Position, pattern: ValueTemplate) {
      self.name = name
      self.position = position
      self.pattern = pattern
    }
  }

  package struct XMLMember: Sendable, Equatable {
    package let path: PathTemplate
    package let pattern: ValueTemplate

    package init(path: PathTemplate, pattern: ValueTemplate) {
      self.path = path
      self.pattern = pattern
    }
  }

  package struct Alternative: Sendable, Equatable {
    package let name: String
    package let expectation: ExpectationTemplate
    package let position: Position

    package init(name: String, expectation: ExpectationTemplate, position: Position) {
      self.name = name
      self.expectation = expectation
      self.position = position
    }
  }

  package var status: ValueTemplate?
  package var headers: [Header] = []
  package var json: ValueTemplate?
  /// nil where XML is not asked for; empty where any document will do.
  package var xml: [XMLMember]?
  package var text: ValueTemplate?
  package var statuses: ValueTemplate?
  /// The expectations of a burst's answers, each with a `status`.
  package var answers: [ExpectationTemplate] = []
  package var alternatives: [Alternative] = []
  package let position: Position
  /// The compiled expectation, if it has no variables: an array, since a type can't hold itself.
  package var compiled: [Expectation] = []

  /// An expectation of nothing, at a place of a suite's file.
  package init(position: Position) { self.position = position }
}

extension ExpectationTemplate {
  package var variables: [VariableExpression] {
    let single = [status, json, text, statuses].compactMap(\.self).flatMap(\.variables)
    let ofHeaders = headers.flatMap { $0.name.variables + $0.pattern.variables }
    let ofXML = (xml ?? []).flatMap { $0.path.variables + $0.pattern.variables }
    let inside = answers + alternatives.map(\.expectation)
    return single + ofHeaders + ofXML + inside.flatMap(\.variables)
  }

  /// Whether it asks for something of the body.
  package var readsBody: Bool {
    json != nil || xml != nil || text != nil
      || alternatives.contains(where: \.expectation.readsBody)
  }

  /// The expectation without the parts that name one of these variables, which have no value.
  ///
  /// - Parameter keepsAlternatives: Whether an alternative stays without such parts, and may hold where
  ///   it would not. Otherwise all of them go.
  package func removing(
    _ names: Set<String>, keepsAlternatives: Bool = false
  ) -> ExpectationTemplate {
    removing(Removal(names: names), keepsAlternatives: keepsAlternatives)
  }

  /// The expectation without the parts that compare with the time of the answer: it holds wherever this
  /// one holds.
  package var timeless: ExpectationTemplate { removing(Removal(ofTimes: true)) }

  private func removing(
    _ removal: Removal, keepsAlternatives: Bool = false
  ) -> ExpectationTemplate {
    guard removal.concerns(self) else { return self }
    var result = self
    result.compiled = []
    result.status = status?.removing(removal)
    result.json = json?.removing(removal)
    result.text = text?.removing(removal)
    result.statuses = statuses?.removing(removal)
    result.answers = answers.filter { !removal.concerns($0) }
    result.headers = headers.filter { !removal.concerns($0.pattern) }
    result.xml = xml?.filter { member in
      !removal.concerns(member.pattern) && !removal.concerns(member.path.variables)
    }
    // Which alternative holds can't be told without all of them.
    if keepsAlternatives {
      result.alternatives = alternatives.map { alternative in
        Alternative(
          name: alternative.name,
          expectation: alternative.expectation.removing(removal, keepsAlternatives: true),
          position: alternative.position)
      }
    } else if alternatives.contains(where: { removal.concerns($0.expectation) }) {
      result.alternatives = []
    }
    return result
  }

  /// Whether a matcher in it compares with the time of the answer.
  package var asksForTime: Bool { patterns.contains(where: \.asksForTime) }

  /// All patterns in it.
  fileprivate var patterns: [ValueTemplate] {
    [status, json, text, statuses].compactMap(\.self) + headers.map(\.pattern)
      + (xml ?? []).map(\.pattern) + answers.flatMap(\.patterns)
      + alternatives.flatMap(\.expectation.patterns)
  }

  /// The expectation with the values of its variables.
  ///
  /// - Throws: Where a variable has no value, or one that does not fit where it stands.
  package func expectation(evaluatedIn bindings: Bindings) throws(EvaluationError) -> Expectation {
    if let expectation = compiled.first { return expectation }
    do throws(PatternErrors) {
      return try checked(in: bindings)
    } catch {
      throw error.evaluationError
    }
  }

  /// The same with all mistakes, as `check` reports them.
  package func checked(in bindings: Bindings = .unknown) throws(PatternErrors) -> Expectation {
    var compilation = PatternCompilation(in: bindings)
    let expectation = compilation.expectation(self)
    return try compilation.result(expectation)
  }
}

extension PatternCompilation {
  /// - Returns: nil after a mistake.
  mutating func expectation(_ template: ExpectationTemplate, depth: Int = 1) -> Expectation? {
    // A check compiles everything, since the depth of all counts together.
    if !bindings.isUnknown, let expectation = template.compiled.first { return expectation }
    guard depth <= Self.depthLimit else {
      fail("'either' is nested more than \(Self.depthLimit) deep", at: template.position)
      return nil
    }
    let before = errors.count
    let expectation = Expectation(
      status: template.status.flatMap { pattern($0, .status) }, headers: headers(template.headers),
      json: template.json.flatMap { pattern($0, .root) },
      xml: template.xml.map { members in
        members.compactMap { entry($0.path, pattern($0.pattern, XMLEntry.subject)) }
      }, text: template.text.flatMap { pattern($0, .text("the body as text")) },
      statuses: template.statuses.flatMap { pattern($0, .statuses) },
      answers: template.answers.compactMap { self.expectation($0, depth: depth + 1) },
      either: alternatives(template.alternatives, depth: depth), position: template.position)
    return errors.count == before ? expectation : nil
  }

  private mutating func headers(_ members: [ExpectationTemplate.Header]) -> [HeaderExpectation] {
    var headers: [HeaderExpectation] = []
    for member in members {
      let pattern = pattern(member.pattern, HeaderExpectation.subject)
      guard let name = name(member.name, at: member.position) else { continue }
      guard Octets.isToken(name) else {
        fail(
          "'\(name)' is not a valid header name", at: member.position,
          length: name.unicodeScalars.count)
        continue
      }
      if let first = headers.first(where: { HeaderList.isSame($0.name, name) }) {
        fail(
          "the header '\(name)' stands here already as '\(first.name)': case does not count in names",
          at: member.position, length: name.unicodeScalars.count)
        continue
      }
      if let pattern { headers.append(HeaderExpectation(name: name, pattern: pattern)) }
    }
    return headers
  }

  private mutating func alternatives(
    _ templates: [ExpectationTemplate.Alternative], depth: Int
  ) -> [Alternative] {
    var alternatives: [Alternative] = []
    var names: [String: Position] = [:]
    for template in templates {
      if let first = names[template.name] {
        fail(
          "an alternative is called '\(template.name)' already, at \(first)",
          at: template.position, length: template.name.unicodeScalars.count)
      }
      names[template.name] = names[template.name] ?? template.position
      if let expectation = expectation(template.expectation, depth: depth + 1) {
        alternatives.append(
          Alternative(name: template.name, expectation: expectation, position: template.position))
      }
    }
    return alternatives
  }
}

/// The parts of an expectation that are to be left out.
private struct Removal {
  /// Those with one of these variables.
  var names: Set<String> = []
  /// Whether those that compare with a time are left out.
  var ofTimes = false

  func concerns(_ variables: [VariableExpression]) -> Bool {
    !names.isEmpty && variables.contains { names.contains($0.name ?? "") }
  }

  func concerns(_ pattern: ValueTemplate) -> Bool {
    concerns(pattern.variables) || ofTimes && pattern.asksForTime
  }

  func concerns(_ expectation: ExpectationTemplate) -> Bool {
    concerns(expectation.variables) || ofTimes && expectation.asksForTime
  }
}

extension ValueTemplate {
  /// Whether a matcher in it compares with the time of the answer.
  fileprivate var asksForTime: Bool {
    switch self {
    case .scalar, .text, .variable, .expression: false
    case .list(let items, _): items.contains(where: \.asksForTime)
    case .map(let members, _): members.contains(where: \.value.asksForTime)
    case .tagged(let tag, let argument):
      ["timestamp", "http-date"].contains(tag.name) || argument?.asksForTime ?? false
    }
  }

  /// The template without some parts; nil if nothing is left. It accepts each value that the whole one
  /// accepts.
  fileprivate func removing(_ removal: Removal) -> ValueTemplate? {
    guard removal.concerns(self) else { return self }
    switch self {
    case .map(let members, let position):
      let rest = members.compactMap { member -> Member? in
        if removal.concerns(member.key.variables) { return nil }
        return member.value.removing(removal).map {
          Member(key: member.key, position: member.position, value: $0)
        }
      }
      return rest.isEmpty ? nil : .map(rest, at: position)
    case .tagged(let tag, let argument?) where ["some", "each"].contains(tag.name):
      return argument.removing(removal).map { .tagged(tag, $0) }
    default: return nil
    }
  }
}
