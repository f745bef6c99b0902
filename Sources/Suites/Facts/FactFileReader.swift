// SPDX-License-Identifier: Apache-2.0
// Reads a `facts.yaml`.

import Formats
import Text

/// Reads the declarations of facts.
struct FactFileReader {
  private static let keys = [
    "fact", "about", "type", "items", "parts", "values", "secret", "identity", "essential",
    "example", "default", "found", "differs-from",
  ]
  private static let partKeys = ["part", "about", "type", "items"]

  /// The content of a `facts.yaml`.
  struct Content {
    var declarations: [FactDeclaration] = []
    /// Whether a declaration has no readable name.
    var isOpen = false
    /// The names of cookbooks under `essential`.
    var cookbooks: [YAMLNode] = []
  }
}

extension FactFileReader {
  func file(_ root: YAMLNode, _ nodes: inout NodeReader) -> Content {
    var content = Content(isOpen: true)
    guard let members = nodes.members(root, "a file of facts", known: ["facts"]) else {
      return content
    }
    guard
      let list = nodes.required(
        "facts", members, "a file of facts declares facts: add 'facts: …'", at: root),
      let items = nodes.list(list, "'facts'")
    else { return content }
    content.isOpen = false
    var lines: [String: Int] = [:]
    for item in items {
      guard let declaration = declaration(item, &content, &nodes) else {
        content.isOpen = true
        continue
      }
      if let line = lines[declaration.name] {
        nodes.error(
          "another fact is called '\(declaration.name)', too, at line \(line)",
          at: declaration.position, length: declaration.name.unicodeScalars.count)
      } else {
        lines[declaration.name] = declaration.position.line
        content.declarations.append(declaration)
      }
    }
    return content
  }

  /// - Returns: nil only if the fact's name can't be read, which is reported.
  private func declaration(
    _ node: YAMLNode, _ content: inout Content, _ nodes: inout NodeReader
  ) -> FactDeclaration? {
    guard let members = nodes.members(node, "a fact", known: Self.keys),
      let nameNode = nodes.required("fact", members, "a fact has a name: add 'fact: …'", at: node),
      let name = nodes.name(nameNode, "the fact's name")
    else { return nil }
    let type = type(members, of: "a fact", node, &nodes)
    let items = items(members, of: type, &nodes)
    let isSecret = members["secret"].map { nodes.boolean($0, "'secret'") } ?? false
    let isIdentity = members["identity"].map { nodes.boolean($0, "'identity'") } ?? false
    if members.lacks("example"), members.lacks("default") {
      nodes.error("a fact has an example of its value: add 'example: …'", at: node)
    }
    if isSecret, let node = members["default"] {
      nodes.error("a secret has no default; the profile gives it", at: node)
    }
    let essential = members["essential"].map { cookbooks($0, &content, &nodes) } ?? []
    let differsFrom = members["differs-from"].map { nodes.texts($0, "'differs-from', facts") } ?? []
    let parts = members["parts"].map { self.parts($0, of: type, &nodes) } ?? []
    let values = members["values"].map { self.values($0, of: type, &nodes) } ?? []
    let plain = { (key: String, nodes: inout NodeReader) in
      members[key].flatMap { PlainValueReader(tagged: Self.refuseTag).value($0, &nodes) }
    }
    let standard = plain("default", &nodes)
    let example = plain("example", &nodes) ?? standard ?? .null
    let declaration = FactDeclaration(
      name: name, about: about(members, of: "a fact", node, &nodes), type: type ?? .text,
      items: items, parts: parts, values: values, isSecret: isSecret, isIdentity: isIdentity,
      essential: essential, differsFrom: differsFrom, example: example, standard: standard,
      query: members["found"].flatMap { nodes.text($0, "'found', a query") }, file: nodes.file,
      position: nameNode.position)
    if type != nil {
      for (key, value) in [
        ("example", members["example"].map { _ in example }), ("default", standard),
      ] {
        guard let value, let node = members[key], let problem = declaration.problem(with: value)
        else { continue }
        nodes.error("'\(key)': \(problem)", at: node)
      }
    }
    return declaration
  }

  private static func refuseTag(_ node: YAMLNode, _ nodes: inout NodeReader) -> JSONValue? {
    nodes.error("a value without a tag stands here", at: node)
    return nil
  }

  private func about(
    _ members: NodeMembers, of what: String, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> String {
    nodes.required("about", members, "\(what) says what it means: add 'about: …'", at: node)
      .flatMap { nodes.text($0, "'about'") } ?? ""
  }

  private func type(
    _ members: NodeMembers, of what: String, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> FactType? {
    let known = FactType.allCases.map(\.rawValue).joined(separator: ", ")
    return nodes.required(
      "type", members, "\(what) has a type: add 'type: …', one of \(known)", at: node
    ).flatMap { type($0, "'type'", &nodes) }
  }

  private func type(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> FactType? {
    if node.tag == nil, let type = node.text.flatMap(FactType.init) { return type }
    let names = FactType.allCases.map(\.rawValue)
    nodes.error(
      "\(what) is one of \(names.joined(separator: ", ")), found \(node.withArticle)"
        + nodes.hints.hint(for: node.text ?? "", among: names), at: node)
    return nil
  }

  private func items(
    _ members: NodeMembers, of type: FactType?, _ nodes: inout NodeReader
  ) -> FactType? {
    guard let node = members["items"] else { return nil }
    if let type, type != .list {
      nodes.error("only a list has 'items', and this is \(type.withArticle)", at: node)
      return nil
    }
    return self.type(node, "'items'", &nodes)
  }

  private func cookbooks(
    _ node: YAMLNode, _ content: inout Content, _ nodes: inout NodeReader
  ) -> [String] {
    var names: [String] = []
    for item in nodes.list(node, "'essential', cookbooks") ?? [] {
      guard let name = nodes.text(item, "the name of a cookbook") else { continue }
      names.append(name)
      content.cookbooks.append(item)
    }
    return names
  }

  private func parts(
    _ node: YAMLNode, of type: FactType?, _ nodes: inout NodeReader
  ) -> [FactDeclaration.Part] {
    if let type, type != .map {
      nodes.error("only a map has 'parts', and this is \(type.withArticle)", at: node)
      return []
    }
    var result: [FactDeclaration.Part] = []
    for item in nodes.list(node, "'parts'") ?? [] {
      guard let members = nodes.members(item, "a part", known: Self.partKeys) else { continue }
      guard
        let nameNode = nodes.required(
          "part", members, "a part has a name: add 'part: …'", at: item),
        let name = nodes.text(nameNode, "the part's name")
      else { continue }
      if let problem = Names.problem(with: name) { nodes.error(problem, at: nameNode) }
      if result.contains(where: { $0.name == name }) {
        nodes.error("another part is called '\(name)', too", at: nameNode)
        continue
      }
      let type = self.type(members, of: "a part", item, &nodes)
      result.append(
        FactDeclaration.Part(
          name: name, about: about(members, of: "a part", item, &nodes), type: type ?? .text,
          items: items(members, of: type, &nodes)))
    }
    return result
  }

  private func values(_ node: YAMLNode, of type: FactType?, _ nodes: inout NodeReader) -> [String] {
    if let type, type != .text {
      nodes.error("only text has 'values', and this is \(type.withArticle)", at: node)
      return []
    }
    return nodes.texts(node, "'values'")
  }
}
