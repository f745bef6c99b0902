// SPDX-License-Identifier: Apache-2.0
// Reads a `facts.yaml`.

import Formats
import Text

/// Reads the declarations of facts.
struct FactFileReader {
  private static let keys = [
    "fact", "about", "type", "items", "parts", "values", "secret", "essential", "example",
    "default",
  ]
  private static let partKeys = ["part", "about", "type", "items"]

  /// What a `facts.yaml` says.
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
    var content = Content()
    content.isOpen = true
    guard let members = nodes.members(root, "a file of facts", known: ["facts"]) else {
      return content
    }
    guard let list = members["facts"] else {
      if members.lacks("facts") {
        nodes.error("a file of facts declares facts: add 'facts: …'", at: root)
      }
      return content
    }
    guard let items = nodes.list(list, "'facts'") else { return content }
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
    guard let members = nodes.members(node, "a fact", known: Self.keys) else { return nil }
    guard let nameNode = members["fact"] else {
      if members.lacks("fact") { nodes.error("a fact has a name: add 'fact: …'", at: node) }
      return nil
    }
    guard let name = nodes.text(nameNode, "the fact's name") else { return nil }
    VariableName.check(name, nameNode, &nodes)
    let type = type(members, of: "a fact", node, &nodes)
    let items = items(members, of: type, &nodes)
    let isSecret = members["secret"].map { boolean($0, "'secret'", &nodes) } ?? false
    if members.lacks("example"), members.lacks("default") {
      nodes.error("a fact has an example of its value: add 'example: …'", at: node)
    }
    if isSecret, let node = members["default"] {
      nodes.error("a secret has no default; the profile gives it", at: node)
    }
    let essential = members["essential"].map { cookbooks($0, &content, &nodes) } ?? []
    let parts = members["parts"].map { self.parts($0, of: type, &nodes) } ?? []
    let values = members["values"].map { self.values($0, of: type, &nodes) } ?? []
    let plain = { (key: String, nodes: inout NodeReader) in
      members[key].flatMap { PlainValueReader(tagged: Self.refuseTag).value($0, &nodes) }
    }
    let standard = plain("default", &nodes)
    let example = plain("example", &nodes) ?? standard ?? .null
    let declaration = FactDeclaration(
      name: name, about: about(members, of: "a fact", node, &nodes), type: type ?? .text,
      items: items, parts: parts, values: values, isSecret: isSecret, essential: essential,
      example: example, standard: standard, file: nodes.file, position: nameNode.position)
    if type != nil {
      for (key, value) in [
        ("example", members["example"].map { _ in example }), ("default", standard),
      ] {
        guard let value, let node = members[key],
          let problem = declaration.problem(with: value)
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
    if members.lacks("about") {
      nodes.error("\(what) says what it means: add 'about: …'", at: node)
    }
    return members["about"].flatMap { nodes.text($0, "'about'") } ?? ""
  }

  private func type(
    _ members: NodeMembers, of what: String, _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> FactType? {
    guard let typeNode = members["type"] else {
      if members.lacks("type") {
        let known = FactType.allCases.map(\.rawValue).joined(separator: ", ")
        nodes.error("\(what) has a type: add 'type: …', one of \(known)", at: node)
      }
      return nil
    }
    return type(typeNode, "'type'", FactType.allCases, &nodes)
  }

  private func type(
    _ node: YAMLNode, _ what: String, _ types: [FactType], _ nodes: inout NodeReader
  ) -> FactType? {
    if node.tag == nil, let type = types.first(where: { $0.rawValue == node.text }) { return type }
    let names = types.map(\.rawValue)
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
    return self.type(node, "'items'", FactType.allCases, &nodes)
  }

  private func boolean(_ node: YAMLNode, _ what: String, _ nodes: inout NodeReader) -> Bool {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .boolean(let value) = scalar.coreValue
    {
      return value
    }
    nodes.error("\(what) is true or false, found \(node.withArticle)", at: node)
    return false
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
      guard let nameNode = members["part"], let name = nodes.text(nameNode, "the part's name")
      else {
        if members.lacks("part") { nodes.error("a part has a name: add 'part: …'", at: item) }
        continue
      }
      if !Names.isName(name) {
        nodes.error(
          "'\(name)' can't be a name: lower-case letters, digits and '_', a letter first",
          at: nameNode)
      }
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

  private func values(
    _ node: YAMLNode, of type: FactType?, _ nodes: inout NodeReader
  ) -> [String] {
    if let type, type != .text {
      nodes.error("only text has 'values', and this is \(type.withArticle)", at: node)
      return []
    }
    return nodes.texts(node, "'values'")
  }
}
