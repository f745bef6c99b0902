// SPDX-License-Identifier: Apache-2.0
// A pattern with variables. Its parts without variables are compiled once.

internal import Formats
internal import Text

/// A pattern with its variables. Its parts without variables are compiled once, at load.
package struct PatternTemplate: Sendable {
  package let template: ValueTemplate
  let subject: Subject
  private var compiled = Compiled.nothing

  init(_ template: ValueTemplate, _ subject: Subject) {
    self.template = template
    self.subject = subject
  }

  /// What is compiled already. Indirect, because a step has room for ten patterns and uses two.
  private indirect enum Compiled: Sendable {
    case nothing
    /// The pattern of a template without variables.
    case whole(Pattern)
    /// The values of a map with variables, in the order of its members.
    case members([PatternTemplate])
  }
}

extension PatternTemplate {
  package var variables: [VariableExpression] { template.variables }

  /// Compiles the parts that have no variables. A part with a mistake stays as it is.
  mutating func compileConstants() {
    if variables.isEmpty {
      var compilation = PatternCompilation(in: .unknown)
      let pattern = compilation.pattern(template, subject)
      if let pattern = try? compilation.result(pattern) { compiled = .whole(pattern) }
    } else if case .map(let members, _) = template {
      let values = members.map { member in
        var value = PatternTemplate(member.value, member.key.subject)
        value.compileConstants()
        return value
      }
      compiled = .members(values)
    }
  }

  /// The template without the parts that name one of these variables, which have no value; nil
  /// where nothing is left.
  func removing(_ names: Set<String>) -> PatternTemplate? {
    guard template.names(names) else { return self }
    guard case .map(let members, let position) = template else { return nil }
    var rest: [ValueTemplate.Member] = []
    var values: [PatternTemplate] = []
    for (index, member) in members.enumerated() where !member.key.variables.names(names) {
      var value = PatternTemplate(member.value, member.key.subject)
      if case .members(let values) = compiled { value = values[index] }
      guard let value = value.removing(names) else { continue }
      rest.append(
        ValueTemplate.Member(key: member.key, position: member.position, value: value.template))
      values.append(value)
    }
    if rest.isEmpty { return nil }
    var result = PatternTemplate(.map(rest, at: position), subject)
    result.compiled = .members(values)
    return result
  }

  fileprivate func compiled(by compilation: inout PatternCompilation) -> Pattern? {
    switch compiled {
    case .whole(let pattern): return pattern
    case .members(let values):
      guard case .map(let written, let position) = template else { break }
      let form = compilation.object(written, isClosed: false) { compilation, index, _ in
        values[index].compiled(by: &compilation)
      }
      return form.map { Pattern($0, at: position) }
    case .nothing: break
    }
    return compilation.pattern(template, subject)
  }
}

extension PatternTemplate: Equatable {
  package static func == (left: PatternTemplate, right: PatternTemplate) -> Bool {
    left.template == right.template
  }
}

extension PatternCompilation {
  /// Compiles a pattern whose constant parts may be compiled already; nil after a mistake.
  mutating func pattern(_ template: PatternTemplate) -> Pattern? { template.compiled(by: &self) }
}

extension ValueTemplate {
  /// Compiles the template as a pattern for a JSON value.
  ///
  /// - Throws: Where a variable has no value, or one that does not fit where it stands.
  package func pattern(in bindings: Bindings) throws(EvaluationError) -> Pattern {
    do throws(PatternErrors) {
      return try checkedPattern(in: bindings)
    } catch {
      throw error.evaluationError
    }
  }

  /// The same with all mistakes, as `check` reports them.
  package func checkedPattern(in bindings: Bindings = .unknown) throws(PatternErrors) -> Pattern {
    var compilation = PatternCompilation(in: bindings)
    let pattern = compilation.pattern(self, .json)
    return try compilation.result(pattern)
  }

  func names(_ names: Set<String>) -> Bool { variables.names(names) }
}

extension [VariableExpression] {
  /// Whether one of them names one of these variables.
  func names(_ names: Set<String>) -> Bool { contains { names.contains($0.name ?? "") } }
}

extension ValueTemplate.Key {
  /// The value that the pattern under the key is asked about.
  fileprivate var subject: Subject {
    if case .query(let query) = self, !query.grammar.isSingular {
      return .items(of: .item, .nodes)
    }
    return .json
  }
}
