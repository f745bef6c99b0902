// SPDX-License-Identifier: Apache-2.0
// Reads the areas, groups and entries of a file of defects or variants.

internal import Formats
internal import Suites
internal import Text

/// Reads one file of the tables, and collects the mistakes in it.
struct DeviationReader {
  var nodes: NodeReader
  private let requirements: Set<String>?
  /// Where each name stands.
  private(set) var places: [String: String]
  /// How many mistakes there were before the entry that is read.
  private(set) var mistakesBefore = 0

  private static let kinds = ["defects", "variants"]
  private static let settings = Dictionary(
    uniqueKeysWithValues: ServiceSetting.all.map { ($0.name.replacing(" ", with: "-"), $0) })

  init(_ file: String, _ requirements: Set<String>?, _ places: [String: String]) {
    nodes = NodeReader(file: file)
    self.requirements = requirements
    self.places = places
  }

  var diagnostics: [Diagnostic] { nodes.diagnostics }
}

extension DeviationReader {
  /// The areas under a key of the file, with all entries: those of a group once for each row.
  mutating func areas(_ root: YAMLNode, _ key: String) -> [(name: String, entries: [YAMLNode])] {
    guard let members = nodes.members(root, "a file of deviations", known: Self.kinds),
      let node = members[key], let areas = nodes.mapping(node, "'\(key)'")
    else { return [] }
    return areas.map { area in
      let name = area.key.text ?? ""
      return (name, entries(nodes.list(area.value, "the area '\(name)'") ?? [], key))
    }
  }

  private mutating func entries(_ items: [YAMLNode], _ key: String) -> [YAMLNode] {
    items.flatMap { item -> [YAMLNode] in
      guard case .mapping(let entries) = item.content,
        entries.contains(where: { $0.key.text == "for" })
      else { return [item] }
      guard let members = nodes.members(item, "a group", known: ["for", key]),
        let rows = members["for"].flatMap({ nodes.list($0, "'for'") }), let items = members[key],
        let items = nodes.list(items, "'\(key)'")
      else { return [] }
      return rows.flatMap { row in
        let values = nodes.columns(row)
        return self.entries(items.map { $0.filled(with: values) }, key)
      }
    }
  }

  /// A defect; nil where it has a mistake.
  mutating func defect(_ node: YAMLNode) -> Defect? {
    mistakesBefore = nodes.mistakeCount
    let keys = ["name", "summary", "breaks", "setting"]
    guard let members = nodes.members(node, "a defect", known: keys + Self.partKeys) else {
      return nil
    }
    let name = self.name(members, node)
    let summary = text(members, "summary", node)
    let ids = members["breaks"].map { list in
      for item in (nodes.list(list, "'breaks'") ?? []) {
        guard let id = item.text, let requirements, !requirements.contains(id) else { continue }
        nodes.error(
          "there is no requirement '\(id)'" + nodes.hints.hint(for: id, among: requirements),
          at: item)
      }
      return nodes.texts(list, "'breaks'")
    }
    if ids?.isEmpty != false { nodes.error("a defect 'breaks' at least one requirement", at: node) }
    let setting = members["setting"].flatMap { known($0, "a setting", Self.settings) }
    let fault = part(node, members, at: nil)
    guard nodes.mistakeCount == mistakesBefore, let name, let summary, let ids else { return nil }
    return Defect(
      name: name, requirements: ids, summary: summary, setting: setting ?? .standard, fault: fault)
  }

  /// A variant; nil where it has a mistake.
  mutating func variant(_ node: YAMLNode) -> Variant? {
    mistakesBefore = nodes.mistakeCount
    let keys = ["name", "summary", "by"]
    guard let members = nodes.members(node, "a variant", known: keys + Self.partKeys) else {
      return nil
    }
    let name = self.name(members, node)
    let summary = text(members, "summary", node)
    let source = text(members, "by", node)
    let deviation = part(node, members, at: nil)
    guard nodes.mistakeCount == mistakesBefore, let name, let summary, let source else {
      return nil
    }
    return Variant(name: name, source: source, summary: summary, deviation: deviation)
  }

  private mutating func name(_ members: NodeMembers, _ node: YAMLNode) -> String? {
    if let open = node.unfilled {
      nodes.error("no row of 'for' has the column of '\(open.text ?? "")'", at: open)
    }
    guard let name = text(members, "name", node) else { return nil }
    let place = members["name"]?.position ?? node.position
    if name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) == nil {
      nodes.error("a name is words with hyphens, not '\(name)'", at: place)
    }
    if let other = places.updateValue("\(nodes.file):\(place)", forKey: name) {
      nodes.error("another one is called '\(name)', too: \(other)", at: place)
    }
    return name
  }

  private mutating func text(_ members: NodeMembers, _ key: String, _ node: YAMLNode) -> String? {
    if members.lacks(key) { nodes.error("this has '\(key)'", at: node) }
    return members[key].flatMap { nodes.text($0, "'\(key)'") }
  }

  /// The meaning of a word of a table.
  mutating func known<Value>(_ node: YAMLNode, _ what: String, _ table: [String: Value]) -> Value? {
    guard let word = nodes.text(node, what) else { return nil }
    if let value = table[word] { return value }
    let hint = nodes.hints.hint(for: word, among: table.keys)
    nodes.error("there is no such thing as \(what) '\(word)'\(hint)", at: node)
    return nil
  }

  /// A value, or the values of a list.
  func items(_ node: YAMLNode) -> [YAMLNode] {
    if node.tag == nil, case .sequence(let items) = node.content { items } else { [node] }
  }
}

extension YAMLNode {
  /// A text that still has `<column>` in it.
  fileprivate var unfilled: YAMLNode? {
    switch content {
    case .scalar(let scalar):
      scalar.style == .plain && scalar.text.contains("<") && scalar.text.contains(/<[a-z-]+>/)
        ? self : nil
    case .sequence(let items): items.lazy.compactMap(\.unfilled).first
    case .mapping(let entries): entries.lazy.compactMap(\.value.unfilled).first
    }
  }
}
