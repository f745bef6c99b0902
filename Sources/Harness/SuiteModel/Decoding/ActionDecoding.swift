// SPDX-License-Identifier: Apache-2.0
// Reading requests, calls of the framework and what the person does.

import Expectations
import HTTPMessages
import JSON
import SourceText
import YAML

extension SuiteDecoder {
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
  private static let bodies = ["form", "json", "text", "base64"]
  /// The client sets them by how it frames the message.
  private static let framing = ["host", "content-length", "transfer-encoding", "connection"]
  private static let burstLimit = 1000

  mutating func request(_ node: YAMLNode, burst: YAMLNode?) -> RequestTemplate? {
    let known = Self.methods + ["method", "url", "query", "headers"] + Self.bodies
    guard let members = members(node, "a request", known: known) else { return nil }
    let written = Self.methods.filter { members[$0] != nil }
    let method: TextTemplate?
    let referenceNode: YAMLNode?
    if let name = written.first, written.count == 1, members["method"] == nil,
      members["url"] == nil
    {
      method = TextTemplate(literal: name, at: node.position)
      referenceNode = members[name]
    } else if written.isEmpty, let name = members["method"], let url = members["url"] {
      method = textTemplate(name, "a method")
      referenceNode = url
    } else {
      error(
        "a request has one method with a reference, such as 'GET: /path', or 'method:' and 'url:'",
        at: node)
      return nil
    }
    let given = Self.bodies.filter { members[$0] != nil }
    if given.count > 1 {
      error(
        "a request has at most one body, and this has \(given.joined(separator: " and "))", at: node
      )
    }
    let headers = members["headers"].map { fieldList($0, "the headers") } ?? .written([])
    if case .written(let fields) = headers { checkHeaderNames(fields) }
    let body = given.first.flatMap { kind in
      members[kind].flatMap { self.body(kind, $0) }
    }
    let query = members["query"].map { fieldList($0, "the query") } ?? .written([])
    var count: Int?
    if let burst {
      count = integer(burst, "how many requests a burst has", in: 1...Self.burstLimit)
    }
    guard let method, let referenceNode, let reference = reference(referenceNode) else {
      return nil
    }
    return RequestTemplate(
      method: method, reference: reference, query: query, headers: headers, body: body,
      burst: count, position: node.position)
  }

  private mutating func reference(_ written: YAMLNode) -> RequestTemplate.Reference? {
    let node = substituted(written)
    guard let template = textTemplate(node, "a reference that begins with '/'") else { return nil }
    if let expression = template.wholeVariable {
      if case .inline(let value) = expression.root, expression.isBareName {
        if case .text(let inner) = value { return checked(inner, node) }
      }
      return .answer(expression)
    }
    return checked(template, node)
  }

  private mutating func checked(
    _ template: TextTemplate, _ node: YAMLNode
  ) -> RequestTemplate.Reference? {
    guard template.written.hasPrefix("/") || Self.beginsWithVariable(template) else {
      error(
        "a reference begins with '/' (it is added to the target's base URL), "
          + "or is one ${name} that holds a URL", at: node)
      return nil
    }
    for case .literal(let text) in template.pieces
    where !text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
      error(
        "a reference is sent as written: visible ASCII only; percent-encode the rest", at: node)
      return nil
    }
    return .written(template)
  }

  /// Whether a row may give the `/` that a reference begins with.
  private static func beginsWithVariable(_ template: TextTemplate) -> Bool {
    if case .variable(let expression)? = template.pieces.first,
      case .inline = expression.root
    {
      true
    } else {
      false
    }
  }

  private mutating func fieldList(
    _ written: YAMLNode, _ what: String
  ) -> RequestTemplate.FieldList {
    let node = substituted(written)
    if node.tag == nil, node.text?.hasPrefix("${") == true,
      let expression = textTemplate(node, what)?.wholeVariable
    {
      return .variable(expression)
    }
    return .written(fields(node, what))
  }

  mutating func fields(_ written: YAMLNode, _ what: String) -> [RequestTemplate.Field] {
    var result: [RequestTemplate.Field] = []
    for entry in mapping(substituted(written), what) ?? [] {
      guard let name = textTemplate(entry.key, "a name in \(what)"),
        let value = value(entry.value, .value)
      else { continue }
      if case .constant(.map) = value {
        error("\(what) hold texts and lists of texts", at: entry.value)
      }
      if case .map = value { error("\(what) hold texts and lists of texts", at: entry.value) }
      result.append(RequestTemplate.Field(name: name, value: value))
    }
    return result
  }

  mutating func checkHeaderNames(_ headers: [RequestTemplate.Field]) {
    for header in headers {
      guard let name = header.name.constant else { continue }
      if !name.isHeaderName {
        error("'\(name)' can't be the name of a header", at: header.name.position)
      } else if Self.framing.contains(name.lowercased()) {
        error(
          "'\(name)' is set by the client, which frames the message; it can't be written",
          at: header.name.position)
      }
    }
  }

  private mutating func body(_ kind: String, _ node: YAMLNode) -> RequestTemplate.Body? {
    switch kind {
    case "form":
      return substituted(node).isNull ? nil : .form(fieldList(node, "the form"))
    case "json": return value(node, .value).map { .json($0) }
    case "text": return value(node, .value).map { .text($0) }
    default: return value(node, .value).map { .base64($0) }
    }
  }

  mutating func partner(_ node: YAMLNode) -> PartnerAction? {
    guard let entries = mapping(node, "'partner'") else { return nil }
    let calls = PartnerAction.Call.allCases.map(\.rawValue)
    let written = entries.filter { calls.contains($0.key.text ?? "") }
    guard written.count == 1, let entry = written.first,
      let call = PartnerAction.Call(rawValue: entry.key.text ?? "")
    else {
      error("'partner' has one of \(calls.joined(separator: ", "))", at: node)
      return nil
    }
    var options: [(name: String, value: ValueTemplate)] = []
    for other in entries where other.key.text != entry.key.text {
      guard let name = other.key.text else { continue }
      guard call == .state else {
        unknownKey(other.key, name, of: "a call of the framework", known: calls)
        continue
      }
      if let value = value(other.value, .value) { options.append((name, value)) }
    }
    guard let argument = value(entry.value, .value) else { return nil }
    return PartnerAction(
      call: call, argument: argument, options: options, position: node.position)
  }

  mutating func user(_ node: YAMLNode) -> UserActionTemplate? {
    let names = UserActionTemplate.Kind.allCases.map(\.rawValue)
    let key: YAMLNode
    var argument: ValueTemplate?
    switch node.content {
    case .mapping(let entries):
      guard entries.count == 1, let entry = entries.first else {
        error("'user' has one action", at: node)
        return nil
      }
      key = entry.key
      argument = value(entry.value, .value)
      if argument == nil { return nil }
    default: key = node
    }
    guard let name = key.text, let kind = UserActionTemplate.Kind(rawValue: name) else {
      let hint =
        key.text.flatMap { Suggestion.nearest(to: $0, among: names) }
        .map { "did you mean '\($0)'?" } ?? "known are \(names.joined(separator: ", "))"
      error("unknown action of the user, \(hint)", at: key)
      return nil
    }
    if kind.takesArgument != (argument != nil) {
      error(
        kind.takesArgument
          ? "'\(name)' names \(kind == .visit ? "a URL" : "a provider"): {\(name): …}"
          : "'\(name)' stands alone: user: \(name)", at: key)
      return nil
    }
    return UserActionTemplate(kind: kind, argument: argument, position: node.position)
  }
}
