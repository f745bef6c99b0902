// SPDX-License-Identifier: Apache-2.0
// Reads `request:` with its headers, query and form, and durations and times with variables.

import Expectations
package import Formats
import HTTP
import Text

extension ValueReader {
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
  private static let bodies = ["form", "json", "text", "base64"]
  private static let burstLimit = 1000

  /// A request; nil where it has no method or no reference, which is reported.
  ///
  /// - Parameter burst: The value of the step's `burst`, if it has one.
  func request(_ node: YAMLNode, burst: YAMLNode?, _ nodes: inout NodeReader) -> RequestTemplate? {
    let known = Self.methods + ["method", "url", "query", "headers"] + Self.bodies
    guard let members = nodes.members(node, "a request", known: known),
      let (method, reference) = target(node, members, &nodes)
    else { return nil }
    let headers = members["headers"].map { fieldList($0, "the headers", &nodes) } ?? .written([])
    if case .written(let headers) = headers { Self.checkHeaderNames(headers, &nodes) }
    let bodies = self.bodies(members, &nodes)
    // One that is a variable may be null; whether it is, shows when the request is sent.
    let certain = bodies.filter { !$0.mayBeNull }.map(\.key)
    if certain.count > 1 {
      nodes.error(RequestTemplate.Body.problem(withBodies: certain), at: node)
    }
    let query = members["query"].map { fieldList($0, "the query", &nodes) } ?? .written([])
    // A count that can't be read is reported; one request stands for it.
    let count = burst.map {
      nodes.integer($0, "how many requests a burst has", in: 1...Self.burstLimit) ?? 1
    }
    guard let method, let reference = self.reference(reference, &nodes) else { return nil }
    return RequestTemplate(
      method: method, reference: reference, query: query, headers: headers, bodies: bodies,
      burst: count, position: node.position, route: Self.route(method, reference))
  }

  private static func route(
    _ method: TextTemplate, _ reference: RequestTemplate.Reference
  ) -> String {
    let path =
      switch reference {
      case .written(let text): String(text.written.prefix { $0 != "?" })
      case .answer(let expression): "${\(expression.written)}"
      }
    return "\(method.written) \(path)"
  }

  /// The method, nil where it has a mistake, and the node of the reference.
  private func target(
    _ node: YAMLNode, _ members: NodeMembers, _ nodes: inout NodeReader
  ) -> (method: TextTemplate?, reference: YAMLNode)? {
    let written = Self.methods.filter { members.has($0) }
    if let name = written.first, written.count == 1, !members.has("method"), !members.has("url"),
      let reference = members[name]
    {
      return (TextTemplate(literal: name, at: node.position), reference)
    }
    if written.isEmpty, let name = members["method"], let reference = members["url"] {
      let method = text(name, "a method", &nodes)
      if let text = method?.constant, !Octets.isToken(text) {
        nodes.error("'\(text)' can't be a method", at: name)
      }
      return (method, reference)
    }
    if !written.isEmpty || members.lacks("method") || members.lacks("url") {
      nodes.error(
        "a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'",
        at: node)
    }
    return nil
  }

  private func reference(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> RequestTemplate.Reference? {
    guard let template = text(node, "a reference that begins with '/'", &nodes) else {
      return nil
    }
    if let expression = template.wholeVariable { return .answer(expression) }
    guard case .literal(let start)? = template.pieces.first, start.hasPrefix("/") else {
      nodes.error(
        "a reference begins with '/' (it is added to the target's base URL), "
          + "or is one ${name} that holds a URL", at: node)
      return nil
    }
    for case .literal(let text) in template.pieces
    where !text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
      nodes.error(
        "a reference is sent as written: visible ASCII only; percent-encode the rest", at: node)
      return nil
    }
    return .written(template)
  }

  /// The bodies that are not null, as a row of `cases` leaves them.
  private func bodies(_ members: NodeMembers, _ nodes: inout NodeReader) -> [RequestTemplate.Body] {
    var result: [RequestTemplate.Body] = []
    for key in Self.bodies {
      guard let node = members[key], !node.isNull, let body = body(key, node, &nodes) else {
        continue
      }
      result.append(body)
    }
    return result
  }

  private func body(
    _ kind: String, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> RequestTemplate.Body? {
    switch kind {
    case "form": return .form(fieldList(node, "the form", &nodes))
    case "json": return value(node, .value, &nodes).map { .json($0) }
    case "text": return value(node, .value, &nodes).map { .text($0) }
    default:
      guard let template = value(node, .value, &nodes) else { return nil }
      if let text = template.constant?.scalarText, Base64.decode(text) == nil {
        nodes.error("the text is not Base64", at: node)
      }
      return .base64(template)
    }
  }

  /// Fields as written, or one `${name}` that stands for a map of them.
  ///
  /// - Parameter what: The map that is expected here, for the message.
  func fieldList(
    _ node: YAMLNode, _ what: String, _ nodes: inout NodeReader
  ) -> RequestTemplate.FieldList {
    if node.isNull { return .written([]) }
    if node.tag == nil, node.text?.hasPrefix("${") == true,
      let expression = text(node, what, &nodes)?.wholeVariable
    {
      return .variable(expression)
    }
    return .written(fields(node, what, &nodes))
  }

  func fields(
    _ node: YAMLNode, _ what: String, _ nodes: inout NodeReader
  ) -> [RequestTemplate.Field] {
    var result: [RequestTemplate.Field] = []
    for entry in nodes.mapping(node, what) ?? [] {
      guard let name = text(entry.key, "a name in \(what)", &nodes),
        let value = value(entry.value, .value, &nodes)
      else { continue }
      Self.check(value, what, entry.value, &nodes)
      result.append(RequestTemplate.Field(name: name, value: value))
    }
    return result
  }

  private static func check(
    _ value: ValueTemplate, _ what: String, _ node: YAMLNode, _ nodes: inout NodeReader
  ) {
    // The value of a variable shows only when it is sent.
    guard value.variables.isEmpty else {
      if case .map = value {
        nodes.error("a member of \(what) is a text or a list of texts", at: node)
      }
      return
    }
    do {
      _ = try value.json(in: .unknown).fieldTexts(at: value.position)
    } catch {
      nodes.error(
        "a member of \(what) is a text or a list of texts: \(error.message)", at: node)
    }
  }

  /// Reports the names that no header, or no header of a suite, can have.
  static func checkHeaderNames(_ headers: [RequestTemplate.Field], _ nodes: inout NodeReader) {
    for header in headers {
      guard let name = header.name.constant else { continue }
      if let problem = RequestTemplate.problem(withHeaderNamed: name) {
        nodes.error(problem, at: header.name.position, length: name.unicodeScalars.count)
      }
    }
  }

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
