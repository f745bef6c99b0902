// SPDX-License-Identifier: Apache-2.0
// A pattern with variables, and its nodes with the variables filled in.

import Formats
import Text

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

/// One node of a template with its own variables filled in; the templates inside it are as written.
struct TemplateNode {
  enum Content {
    case scalar(JSONValue, written: String, isPlain: Bool)
    /// The value of a variable: it must be equal as a whole, a map too.
    case value(JSONValue)
    /// A variable whose value is not known yet.
    case unknown
    case list([ValueTemplate])
    case map([ValueTemplate.Member])
    case tagged(ValueTemplate.Tag, ValueTemplate?)
    case expression(RegularExpression, source: String)
  }

  let content: Content
  let position: Position

  init(_ content: Content, at position: Position) {
    self.content = content
    self.position = position
  }
}

extension TemplateNode {
  init(_ template: ValueTemplate, in bindings: Bindings) throws(EvaluationError) {
    switch template {
    case .scalar(let value, let written, let isPlain, let position):
      self.init(.scalar(value, written: written, isPlain: isPlain), at: position)
    case .text(let text):
      if bindings.isUnknown, !text.variables.isEmpty {
        self.init(.unknown, at: text.position)
      } else {
        let filled = try text.text(in: bindings)
        self.init(
          .scalar(.string(filled), written: filled, isPlain: false), at: text.position)
      }
    case .variable(let expression):
      switch try expression.value(in: bindings) {
      case .json(let value): self.init(.value(value), at: expression.position)
      case .pattern(let template): try self.init(template, in: bindings)
      case .unknown: self.init(.unknown, at: expression.position)
      }
    case .list(let items, let position): self.init(.list(items), at: position)
    case .map(let members, let position): self.init(.map(members), at: position)
    case .tagged(let tag, let argument):
      self.init(.tagged(tag, argument), at: tag.contentPosition)
    case .expression(let template):
      if bindings.isUnknown, !template.variables.isEmpty {
        self.init(.unknown, at: template.position)
      } else {
        self.init(
          .expression(try template.bound(in: bindings), source: template.source),
          at: template.position)
      }
    }
  }

  var isUnknown: Bool {
    if case .unknown = content { true } else { false }
  }

  /// Whether it is written in the suite as a scalar.
  var isScalar: Bool {
    if case .scalar = content { true } else { false }
  }

  /// The value of a scalar or a variable; nil for any other node.
  var constant: JSONValue? {
    switch content {
    case .scalar(let value, _, _), .value(let value): value
    case .unknown, .list, .map, .tagged, .expression: nil
    }
  }

  /// Where a message about the node as a whole points to.
  var mark: (position: Position, length: Int) {
    switch content {
    case .scalar(_, let written, true): (position, written.unicodeScalars.count)
    case .tagged(let tag, _): (tag.position, tag.length)
    case .scalar, .value, .unknown, .list, .map, .expression: (position, 1)
    }
  }
}
