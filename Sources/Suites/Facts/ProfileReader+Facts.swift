// SPDX-License-Identifier: Apache-2.0
// Reads the facts of a profile.

import Formats
import Text

extension ProfileReader {
  func readFacts(_ node: YAMLNode, _ draft: inout ProfileDraft, _ nodes: inout NodeReader) {
    guard !node.isNull else { return }
    guard node.tag == nil, case .mapping(let entries) = node.content else {
      nodes.error("expected 'facts', a map of names to values", at: node)
      return
    }
    for entry in entries {
      guard let name = entry.key.text else { continue }
      guard Names.isName(name) else {
        nodes.error(Self.problem(withName: name), at: entry.key.position)
        continue
      }
      guard let declaration = declared[name] else {
        if declared.isOpen { continue }
        let problem = declared.problem(withUnknown: name)
        if let meant = problem.meant { draft.reported.insert(meant) }
        nodes.error(problem.message, at: entry.key)
        continue
      }
      if overridden.contains(name) { continue }
      readFact(declaration, entry.value, &draft, &nodes)
    }
  }

  private func readFact(
    _ declaration: FactDeclaration, _ node: YAMLNode, _ draft: inout ProfileDraft,
    _ nodes: inout NodeReader
  ) {
    let name = declaration.name
    let mistakes = nodes.mistakeCount
    var variable: String?
    let reader = PlainValueReader { tagged, nodes in
      guard let text = self.variable(tagged, &nodes) else { return nil }
      if tagged.position == node.position { variable = text }
      guard let value = environment[text] else {
        let isOptional = declaration.essential.isEmpty
        nodes.error(
          "'\(name)' \(variable == nil ? "lacks a part" : "is empty"): the environment variable "
            + "\(text) is not set\(isOptional ? "; set it, or leave the fact out" : "")",
          at: tagged, missing: .environmentVariable(text))
        return nil
      }
      return .string(value)
    }
    guard var value = reader.value(node, &nodes), nodes.mistakeCount == mistakes else {
      draft.reported.insert(name)
      return
    }
    if variable != nil { value = Self.converted(value, to: declaration.type) }
    if let problem = declaration.problem(with: value) {
      let source = variable.map { " (the environment variable \($0))" } ?? ""
      nodes.error("\(problem)\(source)", at: node.position)
      draft.reported.insert(name)
      return
    }
    draft.profile.facts[name] = value
    draft.note(
      ProfileDraft.Origin(text: .file(nodes.file), position: node.position, variable: variable),
      of: declaration)
    // What comes from the environment, if only in a part, is secret.
    let variables = node.environmentVariables
    if !variables.isEmpty, !draft.profile.secrets.contains(name) {
      draft.profile.secrets.append(name)
    }
    draft.profile.environmentVariables.formUnion(variables)
  }

  /// The name of an environment variable; nil for another tag or no name, which is reported. The
  /// text is not shown: it may be a value that was written in the place of a name.
  private func variable(_ node: YAMLNode, _ nodes: inout NodeReader) -> String? {
    guard node.tag?.name == "env" else {
      nodes.error("only !env NAME may be written here", at: node.position)
      return nil
    }
    guard let name = node.text, !name.isEmpty,
      name.utf8.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "_") })
    else {
      nodes.error(
        "!env is followed by the name of an environment variable, as in !env SSO_SOFTWARE_STATEMENT",
        at: node.position)
      return nil
    }
    return name
  }

  /// The text of an environment variable as a value of the declared type, if it can be one.
  private static func converted(_ value: JSONValue, to type: FactType) -> JSONValue {
    guard let text = value.string else { return value }
    switch (type, text) {
    case (.text, _): return value
    case (_, ""): return .null
    case (.boolean, "true"): return true
    case (.boolean, "false"): return false
    case (.integer, _): return Int(text).map { .integer($0) } ?? value
    default: return value
    }
  }

  /// Why a text can't be the name of a fact. Of a key such as `name:value`, the value is not shown.
  private static func problem(withName text: String) -> String {
    if let colon = text.firstIndex(of: ":"), NodeReader.isWord(String(text[..<colon])) {
      return "after '\(text[..<colon]):' a blank is missing"
    }
    return
      "\(NodeReader.isWord(text) ? "'\(text)'" : "this") can't be the name of a fact: lower-case letters, digits "
      + "and '_', a letter first"
  }

  func readSecrets(_ node: YAMLNode, _ profile: inout Profile, _ nodes: inout NodeReader) {
    guard node.tag == nil, case .sequence(let items) = node.content else {
      nodes.error("expected 'secrets', a list of names of facts", at: node.position)
      return
    }
    for item in items {
      guard item.tag == nil, let name = item.text, Names.isName(name) else {
        nodes.error("'secrets' lists names of facts, and this is not one", at: item.position)
        continue
      }
      if !declared.declares(name), !declared.isOpen {
        nodes.error(declared.problem(withUnknown: name).message, at: item)
      } else if !profile.secrets.contains(name) {
        profile.secrets.append(name)
      }
    }
  }
}

extension YAMLNode {
  /// The variables that each `!env` in it names.
  fileprivate var environmentVariables: [String] {
    if tag?.name == "env" { return [text].compactMap(\.self) }
    return switch content {
    case .scalar: []
    case .sequence(let items): items.flatMap(\.environmentVariables)
    case .mapping(let entries): entries.flatMap(\.value.environmentVariables)
    }
  }
}

extension Diagnostic {
  /// The environment variable for want of which a fact is missing; nil for another mistake.
  package var unsetVariable: String? {
    if case .environmentVariable(let name)? = missing { name } else { nil }
  }
}
