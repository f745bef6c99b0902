// SPDX-License-Identifier: Apache-2.0
// A pattern with variables. Its parts without variables are compiled once.

internal import JSON
internal import SourceText
package import Templates

/// A pattern with its variables. Its parts without variables are compiled once, at load.
package struct PatternTemplate: Sendable {
  package let template: ValueTemplate
  let subject: Subject
  /// The compiled pattern of a template without variables.
  private var constant: Pattern?
  /// The values of a map with variables, in the order of its members.
  private var members: [PatternTemplate] = []

  init(_ template: ValueTemplate, _ subject: Subject) {
    self.template = template
    self.subject = subject
  }
}

extension PatternTemplate {
  package var variables: [VariableExpression] { template.variables }

  /// Compiles the parts that have no variables. A part with a mistake stays as it is.
  mutating func compileConstants() {
    if variables.isEmpty {
      var compilation = PatternCompilation(in: .unknown)
      let pattern = compilation.pattern(template, subject)
      constant = try? compilation.result(pattern)
    } else if case .map(let members, _) = template {
      self.members = members.map { member in
        var value = PatternTemplate(member.value, member.key.subject)
        value.compileConstants()
        return value
      }
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
      let value =
        index < self.members.count
        ? self.members[index] : PatternTemplate(member.value, member.key.subject)
      guard let value = value.removing(names) else { continue }
      rest.append(
        ValueTemplate.Member(key: member.key, position: member.position, value: value.template))
      values.append(value)
    }
    if rest.isEmpty { return nil }
    var result = PatternTemplate(.map(rest, at: position), subject)
    result.members = values
    return result
  }

  fileprivate func compiled(by compilation: inout PatternCompilation) -> Pattern? {
    if let constant { return constant }
    guard !members.isEmpty, case .map(let written, let position) = template else {
      return compilation.pattern(template, subject)
    }
    let form = compilation.object(written, isClosed: false) { compilation, index, _ in
      members[index].compiled(by: &compilation)
    }
    return form.map { Pattern($0, at: position) }
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
