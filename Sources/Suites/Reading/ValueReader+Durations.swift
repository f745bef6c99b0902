// SPDX-License-Identifier: Apache-2.0
// Reads durations and times that may have variables.

package import Formats
import Text

extension ValueReader {
  /// A duration; nil where it can't be one, which is reported.
  ///
  /// - Parameter what: The duration in words, for the message.
  package func duration(
    _ node: YAMLNode, _ what: String, _ nodes: inout NodeReader
  ) -> DurationTemplate? {
    guard node.tag == nil, let text = node.text, text.utf8.contains(UInt8(ascii: "$")) else {
      return nodes.duration(node, what).map { .constant($0) }
    }
    guard let template = self.text(node, what, &nodes) else { return nil }
    guard template.variables.isEmpty else {
      if Self.mayBeDuration(template) { return .text(template) }
      nodes.error(
        "expected \(what): \(DurationText.form); a variable may stand for the integer or for the "
          + "whole; found \(node.withArticle)", at: node)
      return nil
    }
    if let duration = DurationText.parse(template.text) { return .constant(duration) }
    nodes.error(
      "expected \(what): \(DurationText.form); found the text '\(template.text.prefix(40))'",
      at: node)
    return nil
  }

  /// A duration without variables but those of written rows.
  func constantDuration(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> Duration? {
    guard let duration = duration(node, what, &nodes) else { return nil }
    if let constant = duration.constant { return constant }
    nodes.error(
      "\(what) is known before a run: it may name variables of written 'cases' only", at: node)
    return nil
  }

  /// Whether a text is one variable, or a variable and a unit.
  private static func mayBeDuration(_ template: TextTemplate) -> Bool {
    guard case .variable? = template.pieces.first else { return false }
    if template.pieces.count == 1 { return true }
    guard template.pieces.count == 2, case .literal(let unit) = template.pieces[1] else {
      return false
    }
    return DurationText.parse("1\(unit)") != nil
  }

  /// A time; nil where it can't be one, which is reported.
  ///
  ///     1735689600000    now    now + 24h    ${created + 1s}    ${created} + ${lives}
  func time(_ node: YAMLNode, _ nodes: inout NodeReader) -> TimeTemplate? {
    guard let value = self.value(node, .value, &nodes) else { return nil }
    func time(_ base: ValueTemplate, _ offset: TimeTemplate.Offset? = nil) -> TimeTemplate {
      TimeTemplate(base: base, offset: offset, position: node.position)
    }
    switch value {
    case .variable: return time(value)
    case .scalar(.number(let number), _, _, _) where number.integer != nil: return time(value)
    case .scalar(.null, _, _, _): return time(value)
    case .scalar(.string(let text), _, _, _):
      if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return time(value) }
      if let now = Self.now(text, at: node.position) { return time(now) }
    case .text(let template):
      if let (base, offset) = Self.parts(of: template) { return time(base, offset) }
    default: break
    }
    nodes.error(
      "expected a time: milliseconds since 1970, now, now + 24h, or a variable such as "
        + "${created + 1s}; found \(node.withArticle)", at: node)
    return nil
  }

  /// The time `now`, or that time moved: `now + 24h`.
  static func now(_ text: String, at position: Position) -> ValueTemplate? {
    guard text.hasPrefix("now"), let expression = try? VariableExpression(text, at: position),
      expression.name == "now", expression.parts.isEmpty, expression.filters.isEmpty
    else { return nil }
    return .variable(expression)
  }

  /// The parts of a time with variables: what it begins with, and by what that is moved.
  private static func parts(
    of template: TextTemplate
  ) -> (base: ValueTemplate, offset: TimeTemplate.Offset)? {
    var pieces = template.pieces[...]
    let base: ValueTemplate
    var sign = ""
    switch pieces.popFirst() {
    case .variable(let expression)?:
      base = .variable(expression)
      guard case .literal(let text)? = pieces.popFirst() else { return nil }
      sign = text
    case .literal(let text)?:
      guard let now = now("now", at: template.position), text.hasPrefix("now") else { return nil }
      base = now
      sign = String(text.dropFirst(3))
    case nil: return nil
    }
    sign = String(sign.drop { $0 == " " })
    guard let first = sign.first, first == "+" || first == "-" else { return nil }
    let rest = String(sign.dropFirst().drop { $0 == " " })
    var moved = Array(pieces)
    if !rest.isEmpty { moved.insert(.literal(rest), at: 0) }
    let text = TextTemplate(pieces: moved, written: template.written, position: template.position)
    let duration: DurationTemplate
    if let constant = text.constant {
      guard let parsed = DurationText.parse(constant) else { return nil }
      duration = .constant(parsed)
    } else {
      guard mayBeDuration(text) else { return nil }
      duration = .text(text)
    }
    return (base, TimeTemplate.Offset(isNegative: first == "-", duration: duration))
  }
}
