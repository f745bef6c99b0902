// SPDX-License-Identifier: Apache-2.0
// Reads `request:`, and the members of its headers, query and form.

import Formats
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
}

extension ValueReader {
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
}
