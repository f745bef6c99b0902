// SPDX-License-Identifier: Apache-2.0
// What could be changed in an exchange so that it matches a pattern, or no longer does.

internal import Expectations
internal import JSON
internal import RegularExpressions
internal import Templates

/// The changes of one exchange that matter to a pattern: at the places that it speaks of, the values
/// that it names and those that are near to what is there.
///
/// Which of them make the exchange match, and which make it differ, is for the judge to say.
struct Wishes {
  private let document: JSONValue
  private let now: Int
  private let bindings: Bindings
  private let words: RuleWords
  /// What a matching exchange has at places that are not as the pattern has them: all of it together.
  private(set) var wanted: [DocumentChange] = []
  private(set) var changes: [DocumentChange] = []
  private var seen: Set<String> = []

  /// - Parameter document: Of the exchange as it is.
  init(_ document: JSONValue, now: Int, _ bindings: Bindings, _ words: RuleWords) {
    self.words = words
    self.document = document
    self.now = now
    self.bindings = bindings
  }
}

extension Wishes {
  mutating func add(_ part: PartPattern) {
    if part.isOfAnswer {
      add(part.template)
    } else if let json = part.template.json {
      visit(json.template, at: [], root: [])
    }
  }

  /// Adds what a pattern of an answer speaks of.
  private mutating func add(_ answer: ExpectationTemplate) {
    let start: [DocumentStep] = [.name("answer")]
    if let status = answer.status {
      visit(status.template, at: start + [.name("status")], root: start)
    }
    for header in answer.headers {
      let path = start + [.name("headers"), .name(header.name.written.lowercased())]
      visit(header.pattern.template, at: path, root: start)
    }
    if let json = answer.json {
      let path = start + [.name("json")]
      visit(json.template, at: path, root: path)
    }
    if let text = answer.text { visit(text.template, at: start + [.name("text")], root: start) }
    for alternative in answer.alternatives { add(alternative.expectation) }
  }

  mutating func add(_ value: JSONValue?, at path: [DocumentStep]) {
    let text = value.map { "=\(JSONWriter.text($0))" } ?? ""
    if seen.insert("\(path)\(text)").inserted {
      changes.append(DocumentChange(path: path, value: value))
    }
  }

  /// Notes what a matching exchange has at a place, unless it is so already.
  private mutating func want(_ value: JSONValue?, at path: [DocumentStep]) {
    if document.value(at: path) != value { wanted.append(DocumentChange(path: path, value: value)) }
  }

  /// - Parameter root: Where queries begin.
  private mutating func visit(
    _ template: ValueTemplate, at path: [DocumentStep], root: [DocumentStep]
  ) {
    switch template {
    case .scalar(let value, let written, _, _):
      want(value, at: path)
      add(value, at: path)
      if value.string == nil { add(.string(written), at: path) }
      addLeaf(at: path)
    case .text, .variable:
      if let value = try? template.json(in: bindings) { add(value, at: path) }
      addLeaf(at: path)
    case .list(let items, _):
      if let value = try? template.json(in: bindings) { add(value, at: path) }
      for (index, item) in items.enumerated() {
        visit(item, at: path + [.index(index)], root: root)
      }
    case .map(let members, _):
      if members.isEmpty { addLeaf(at: path) }
      if document.value(at: path)?.object == nil, !path.isEmpty { want(.object([]), at: path) }
      for member in members {
        switch member.key {
        case .name(let name):
          guard let name = try? name.text(in: bindings) else { continue }
          visit(member.value, at: path + [.name(name)], root: root)
        case .query(let query):
          for found in paths(of: query, root) {
            visit(member.value, at: found, root: root)
            // One more of them.
            if case .name? = found.last, let value = document.value(at: found) {
              add(value, at: found.dropLast() + [.name("another")])
            }
          }
        case .path: break
        }
      }
    case .tagged(let tag, let argument): visit(tag.name, argument, at: path, root: root)
    case .expression: break
    }
  }

  /// Where the nodes of a query are; the first of them.
  private func paths(of query: QueryTemplate, _ root: [DocumentStep]) -> [[DocumentStep]] {
    guard let bound = try? query.bound(in: bindings), let document = document.value(at: root),
      let nodes = try? bound.nodes(in: document)
    else { return [] }
    return nodes.prefix(Self.nodeLimit).map { node in
      let steps = node.pointer.tokens.map { (token) -> DocumentStep in
        switch token {
        case .name(let name): .name(name)
        case .index(let index): .index(index)
        }
      }
      return root + steps
    }
  }

  private static let nodeLimit = 6

  private mutating func visit(
    _ matcher: String, _ argument: ValueTemplate?, at path: [DocumentStep], root: [DocumentStep]
  ) {
    var arguments: [ValueTemplate] = []
    if let argument { arguments = [argument] }
    if case .list(let items, _)? = argument { arguments = items }
    switch matcher {
    case "absent":
      want(nil, at: path)
      add("x", at: path)
    case "one-of":
      if let first = arguments.first?.constant { want(first, at: path) }
      for argument in arguments { visit(argument, at: path, root: root) }
      add(nil, at: path)
    case "optional", "not", "all", "unordered":
      for argument in arguments { visit(argument, at: path, root: root) }
      add(nil, at: path)
    case "each", "some", "none":
      let current = document.value(at: path)
      for argument in arguments {
        if let object = current?.object {
          for name in object.names.prefix(2) {
            visit(argument, at: path + [.name(name)], root: root)
          }
        } else if current?.array == nil, current != nil {
          // What a query has selected already.
          visit(argument, at: path, root: root)
        } else {
          visit(argument, at: path + [.index(0)], root: root)
        }
      }
      add(current?.object == nil ? [] : .object([]), at: path)
      add(nil, at: path)
    case "base64":
      for argument in arguments { visit(argument, at: path + [.base64], root: root) }
      addLeaf(at: path)
    case "json":
      let inner = path + [.json]
      for argument in arguments { visit(argument, at: inner, root: inner) }
      addLeaf(at: path)
    case "exactly":
      for argument in arguments { visit(argument, at: path, root: root) }
      add("x", at: path + [.name("unknown")])
    case "size":
      addSizes(at: path)
    case "matches":
      if let source = argument?.constant?.string {
        for text in RegularExpression.examples(of: source) { add(.string(text), at: path) }
      }
      addLeaf(at: path)
    case "timestamp":
      for offset in [-3_600_000, 3_600_000, -86_400_000 * 30, 86_400_000 * 30] {
        add(.string("\(now + offset)"), at: path)
        add(.integer(now + offset), at: path)
      }
      addLeaf(at: path)
    case "integer", "number":
      if case .map(let members, _)? = argument {
        for bound in members.compactMap({ $0.value.constant?.number?.integer }) {
          // Past the largest number comes the least: another one, too.
          for value in [bound, bound &- 1, bound &+ 1] { add(.integer(value), at: path) }
        }
      }
      addLeaf(at: path)
    default:
      for argument in arguments where argument.constant != nil {
        visit(argument, at: path, root: root)
      }
      addLeaf(at: path)
    }
  }

  private mutating func addSizes(at path: [DocumentStep]) {
    let current = document.value(at: path)
    if let items = current?.array {
      add([], at: path)
      if let first = items.first { add(.array(items + [first]), at: path) }
      add(.array(Array(items.dropLast())), at: path)
    } else {
      add(.object([]), at: path)
      add("x", at: path + [.name("unknown")])
      for name in current?.object?.names ?? [] { add(nil, at: path + [.name(name)]) }
    }
    add(nil, at: path)
  }

  /// Adds what is near to the value that is there.
  private mutating func addLeaf(at path: [DocumentStep]) {
    add(nil, at: path)
    for word in words.values(at: path) { add(word, at: path) }
    switch document.value(at: path) {
    case .string(let text): for variant in TextVariants.of(text) { add(.string(variant), at: path) }
    case .number(let number):
      for value in [0, 1, (number.integer ?? 0) &+ 1] { add(.integer(value), at: path) }
      add(.string(number.literal), at: path)
    case .boolean(let value): add(.boolean(!value), at: path)
    case .array(let items):
      add([], at: path)
      add(.array(items + [1]), at: path)
    case nil:
      want("x", at: path)
      add("x", at: path)
    case .null, .object: break
    }
    for value: JSONValue in [1, .null, [], .object([]), "x"] { add(value, at: path) }
  }
}
