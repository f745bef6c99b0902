// SPDX-License-Identifier: Apache-2.0
// Reads what a defect or a variant does.

internal import Formats
internal import HTTP
internal import ReferenceService
internal import Suites
internal import Text

extension DeviationReader {
  /// The keys by which an entry says what it does.
  static let partKeys =
    [
      "parts", "at", "switch", "status", "where", "each", "new-status", "header", "body", "type",
      "answer", "behaviour", "with", "data", "delay", "ahead", "behind",
      "date",
    ] + editsOfPaths.keys.sorted() + editsOfTexts.keys.sorted() + editsOfValues.keys.sorted()
    + ["shift", "substitute"]

  private static let editsOfPaths: [String: @Sendable (String) -> JSONEdit] = [
    "remove": { .remove($0) }, "in-seconds": { .seconds($0) }, "as-text": { .text($0) },
    "as-number": { .number($0) }, "as-list": { .list($0) }, "double": { .double($0) },
    "reverse": { .reverse($0) }, "remove-last": { .removeLast($0) },
    "remove-each": { .removeEach($0, where: []) },
  ]

  private static let editsOfTexts: [String: @Sendable (String, String) -> JSONEdit] = [
    "rename": { .rename($0, to: $1) }, "copy": { .copy($0, to: $1) }, "swap": { .swap($0, $1) },
    "prefix": { .prefix($0, $1) }, "suffix": { .suffix($0, $1) }, "as-map": { .map($0, by: $1) },
    "rekey": { .rekey($0, to: $1) },
  ]

  private static let editsOfValues: [String: @Sendable (String, JSONValue) -> JSONEdit] = [
    "replace": { .replace($0, $1) }, "put": { .put($0, $1) }, "append": { .append($0, $1) },
    "prepend": { .prepend($0, $1) },
  ]

  /// The effect of an entry, or of a part of it.
  ///
  /// - Parameter outer: Where it does so, unless it says it itself; nil for everywhere.
  mutating func part(
    _ node: YAMLNode, _ members: NodeMembers, at outer: Set<ServiceEndpoint>?
  ) -> Deviation {
    let endpoints =
      members["at"].map { at in
        items(at).reduce(into: Set<ServiceEndpoint>()) { all, item in
          all.formUnion(known(item, "an endpoint", ServiceEndpoint.named) ?? [])
        }
      } ?? outer
    if let parts = members["parts"] {
      return Deviation(
        (nodes.list(parts, "'parts'") ?? []).compactMap { item in
          nodes.members(item, "a part", known: Self.partKeys).map { part(item, $0, at: endpoints) }
        })
    }
    let switches = (members["switch"].map(items) ?? [])
      .compactMap { known($0, "a switch", Switch.named) }
    let alterations = alterations(node, members, at: endpoints)
    let data = members["data"].flatMap { known($0, "a change of data", DataChange.named) }
    let delay = members["delay"].flatMap { nodes.duration($0, "'delay'") }
    let ahead = members["ahead"].flatMap { nodes.duration($0, "'ahead'") } ?? .zero
    let behind = members["behind"].flatMap { nodes.duration($0, "'behind'") } ?? .zero
    let date = members["date"].flatMap {
      known($0, "a clock", ["own": Deviation.DateClock.own, "right": .right])
    }
    // A mistake may be why nothing is left of what the entry says.
    if alterations.isEmpty, nodes.mistakeCount == mistakesBefore {
      if let useless = ["status", "where", "each", "type", "with"].first(where: members.has) {
        nodes.error("'\(useless)' goes with a change of answers or with 'behaviour'", at: node)
      } else if switches.isEmpty, data == nil, delay == nil, ahead == behind, date == nil {
        nodes.error("this does not say what the service does", at: node)
      }
    }
    return Deviation(
      switches: Set(switches), at: endpoints, alterations: alterations, data: data,
      delay: delay ?? .zero, lead: ahead - behind, date: date)
  }

  private mutating func alterations(
    _ node: YAMLNode, _ members: NodeMembers, at endpoints: Set<ServiceEndpoint>?
  ) -> [Alteration] {
    let statuses = members["status"].map { items($0).compactMap { self.statuses($0) } }
    let conditions = members["where"].map { self.conditions($0) } ?? []
    let changes = changes(node, members, conditions)
    if let first = changes.first, endpoints == nil {
      nodes.error("a change of answers is made 'at' an endpoint", at: first.node)
    }
    if let node = members["new-status"], statuses == nil {
      nodes.error("'new-status' goes with 'status': that of the answers that are changed", at: node)
    }
    var alterations = changes.flatMap { change in
      (statuses ?? [change.statuses]).map { statuses in
        Alteration(
          AnswerChange(
            endpoints: endpoints ?? [], statuses: statuses,
            conditions: change.hasConditions ? [] : conditions, edit: change.edit))
      }
    }
    if let node = members["behaviour"], let behaviour = known(node, "a behaviour", FaultCode.named)
    {
      alterations.append(
        behaviour.make(
          FaultCodeScope(
            endpoints: endpoints ?? ServiceEndpoint.everywhere, statuses: statuses?.first,
            conditions: conditions, words: words(members["with"], of: behaviour, node))))
    }
    return alterations
  }

  private struct Change {
    let edit: AnswerChange.Edit
    /// Of the answers that are changed, unless the entry says it.
    var statuses = 100...599
    /// Whether the conditions are those of the edit.
    var hasConditions = false
    let node: YAMLNode
  }

  /// The changes of answers, in the order in which they are written; those of JSON first.
  private mutating func changes(
    _ node: YAMLNode, _ members: NodeMembers, _ conditions: [JSONCondition]
  ) -> [Change] {
    guard case .mapping(let entries) = node.content else { return [] }
    var edits: [JSONEdit] = []
    var changes: [Change] = []
    for entry in entries {
      let value = entry.value
      switch entry.key.text {
      case "new-status":
        if let status = nodes.integer(value, "a status", in: 100...599) {
          changes.append(Change(edit: .status(status), node: value))
        }
      case "header":
        changes += headers(value).map { Change(edit: .header($0.name, $0.value), node: value) }
      case "body":
        let type = members["type"].flatMap { nodes.text($0, "'type'") }
        changes.append(Change(edit: .body(value.text ?? "", type: type), node: value))
      case "answer":
        if let answer = answer(value) {
          changes.append(Change(edit: .replacement(answer), node: value))
        }
      case let key?: edits += self.edits(key, value)
      case nil: break
      }
    }
    guard let first = edits.first else { return changes }
    if case .removeEach(let path, _) = first {
      edits = [.removeEach(path, where: conditions)]
    } else if let each = members["each"], let path = nodes.text(each, "'each'") {
      edits = [.each(path, where: conditions, edits)]
    } else {
      return [Change(edit: .json(edits), statuses: 200...299, node: node)] + changes
    }
    return [Change(edit: .json(edits), statuses: 200...299, hasConditions: true, node: node)]
      + changes
  }

  private mutating func edits(_ key: String, _ node: YAMLNode) -> [JSONEdit] {
    if let edit = Self.editsOfPaths[key] {
      return items(node).compactMap { nodes.text($0, "a path") }.map(edit)
    }
    let of = (Self.editsOfTexts[key], Self.editsOfValues[key])
    guard of.0 != nil || of.1 != nil || key == "shift" || key == "substitute" else { return [] }
    return (nodes.mapping(node, "'\(key)': a value for each path") ?? []).compactMap { entry in
      let path = entry.key.text ?? ""
      if let edit = of.0 { return nodes.text(entry.value, "a text").map { edit(path, $0) } }
      if let edit = of.1 { return edit(path, json(entry.value)) }
      if key == "shift" {
        return nodes.integer(entry.value, "a difference", in: Int.min...Int.max)
          .map { .shift(path, by: $0) }
      }
      let texts = nodes.texts(entry.value, "an old and a new text")
      if texts.count == 2 { return .substitute(path, texts[0], by: texts[1]) }
      nodes.error("expected an old and a new text", at: entry.value)
      return nil
    }
  }

  private mutating func statuses(_ node: YAMLNode) -> ClosedRange<Int>? {
    let bounds = (node.text ?? "").split(separator: "-").compactMap { Int($0) }
    if let low = bounds.first, let high = bounds.last, bounds.count <= 2, low <= high,
      100...599 ~= low, 100...599 ~= high
    {
      return low...high
    }
    nodes.error("expected a status such as 404, or several such as 400-499", at: node)
    return nil
  }

  private mutating func conditions(_ node: YAMLNode) -> [JSONCondition] {
    (nodes.mapping(node, "'where'") ?? []).compactMap { entry in
      let (path, value) = (entry.key.text ?? "", entry.value.untagged)
      switch entry.value.tag?.name {
      case nil: return .equals(path, json(value))
      case "not": return .differs(path, json(value))
      case "one-of": return .isOne(path, of: items(value).map { json($0) })
      case "starts-with": return nodes.text(value, "a beginning").map { .begins(path, $0) }
      case "any": return .has(path)
      case "absent": return .lacks(path)
      case "empty": return .isEmpty(path)
      case "filled": return .isFilled(path)
      case let name?:
        nodes.error(
          "unknown condition !\(name), known are !not, !one-of, !starts-with, !any, !absent, "
            + "!empty and !filled", at: entry.value)
        return nil
      }
    }
  }

  private mutating func words(
    _ node: YAMLNode?, of behaviour: FaultCode, _ place: YAMLNode
  ) -> JSONObject {
    let known = behaviour.words + behaviour.otherWords
    let members = node.flatMap { nodes.members($0, "'with'", known: known) }
    for word in behaviour.words where members?.lacks(word) ?? true {
      nodes.error("'\(behaviour.name)' has '\(word)' under 'with'", at: place)
    }
    return JSONObject(
      known.compactMap { word in members?[word].map { (name: word, value: json($0)) } })
  }

  private mutating func headers(_ node: YAMLNode) -> [(name: String, value: String?)] {
    (nodes.mapping(node, "header fields") ?? []).map { entry in
      (entry.key.text ?? "", entry.value.isNull ? nil : nodes.text(entry.value, "a value"))
    }
  }

  private mutating func answer(_ node: YAMLNode) -> HTTPResponse? {
    let keys = ["status", "headers", "json", "body"]
    guard let members = nodes.members(node, "an answer", known: keys),
      let status = members["status"].flatMap({ nodes.integer($0, "a status", in: 100...599) })
    else { return nil }
    var answer = HTTPResponse(status: status, reason: Status.reason(status))
    if let value = members["json"] { answer = .json(status, json(value)) }
    for field in members["headers"].map({ headers($0) }) ?? [] {
      answer.headers.set(field.name, field.value ?? "")
    }
    if let text = members["body"]?.text { answer.body = Array(text.utf8) }
    return answer
  }

  private mutating func json(_ node: YAMLNode) -> JSONValue {
    switch node.content {
    case .sequence(let items): return .array(items.map { json($0) })
    case .mapping(let entries):
      return .object(entries.map { (name: $0.key.text ?? "", value: json($0.value)) })
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return .null
      case .boolean(let flag): return .boolean(flag)
      case .integer(let literal): if let number = Int(literal) { return .integer(number) }
      case .string(let text): return .string(text)
      case .float, .nonFinite: break
      }
      nodes.error("numbers are whole here; write a text in quotation marks", at: node)
      return .null
    }
  }
}
