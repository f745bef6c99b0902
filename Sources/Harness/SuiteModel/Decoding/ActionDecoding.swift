// SPDX-License-Identifier: Apache-2.0
// Reading requests, calls of the framework and what the person does.

import Encodings
import Expectations
import HTTPMessages
import JSON
import SourceText
import YAML

extension SuiteDecoder {
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
  private static let bodies = ["form", "json", "text", "base64"]
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
      if let text = method?.constant, !text.isHeaderName {
        error("'\(text)' can't be a method", at: name)
      }
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

  private mutating func reference(_ node: YAMLNode) -> RequestTemplate.Reference? {
    guard let template = textTemplate(node, "a reference that begins with '/'") else { return nil }
    if let expression = template.wholeVariable { return .answer(expression) }
    guard case .literal(let start)? = template.pieces.first, start.hasPrefix("/") else {
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

  private mutating func fieldList(_ node: YAMLNode, _ what: String) -> RequestTemplate.FieldList {
    if node.isNull { return .written([]) }
    if node.tag == nil, node.text?.hasPrefix("${") == true,
      let expression = textTemplate(node, what)?.wholeVariable
    {
      return .variable(expression)
    }
    return .written(fields(node, what))
  }

  mutating func fields(_ node: YAMLNode, _ what: String) -> [RequestTemplate.Field] {
    var result: [RequestTemplate.Field] = []
    for entry in mapping(node, what) ?? [] {
      guard let name = textTemplate(entry.key, "a name in \(what)"),
        let value = value(entry.value, .value)
      else { continue }
      checkField(value, what, entry.value)
      result.append(RequestTemplate.Field(name: name, value: value))
    }
    return result
  }

  private mutating func checkField(_ value: ValueTemplate, _ what: String, _ node: YAMLNode) {
    if case .map = value { error("a member of \(what) is a text or a list of texts", at: node) }
    // What a variable gives shows only when it is sent.
    guard value.variables.isEmpty else { return }
    do {
      _ = try value.json(in: .unknown).fieldTexts(at: value.position)
    } catch {
      self.error(
        "a member of \(what) is a text or a list of texts: \(error.message)", at: node)
    }
  }

  mutating func checkHeaderNames(_ headers: [RequestTemplate.Field]) {
    for header in headers {
      guard let name = header.name.constant else { continue }
      if let problem = RequestTemplate.problem(withHeaderNamed: name) {
        error(problem, at: header.name.position, length: name.unicodeScalars.count)
      }
    }
  }

  private mutating func body(_ kind: String, _ node: YAMLNode) -> RequestTemplate.Body? {
    switch kind {
    case "form":
      return node.isNull ? nil : .form(fieldList(node, "the form"))
    case "json": return value(node, .value).map { .json($0) }
    case "text": return value(node, .value).map { .text($0) }
    default:
      guard let template = value(node, .value) else { return nil }
      if case .constant(let constant) = template, let text = constant.json?.scalarText,
        Base64.decode(text) == nil
      {
        error("the text is no Base64", at: node)
      }
      return .base64(template)
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
    guard node.tag == nil else {
      error("expected an action of the user, found \(node.withArticle)", at: node)
      return nil
    }
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
