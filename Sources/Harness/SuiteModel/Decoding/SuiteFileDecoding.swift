// SPDX-License-Identifier: Apache-2.0
// Reading a suite file, and a file of fragments.

import SourceText
import YAML

extension SuiteDecoder {
  private static let suiteKeys = [
    "suite", "about", "cookbook", "phase", "needs", "tags", "secrets", "defaults", "fragments",
    "scenarios",
  ]
  private static let fragmentFileKeys = ["defaults", "fragments"]

  /// A suite before the names in it are checked.
  struct SuiteDraft {
    var name: String
    var about: String?
    var cookbook: YAMLNode?
    var phase: YAMLNode?
    var secrets: [String]
    var secretNodes: [YAMLNode]
    var fragments: [Fragment]
    var scenarios: [ScenarioDraft]
    var position: Position
  }

  mutating func suite(_ root: YAMLNode) -> SuiteDraft? {
    guard let entries = mapping(root, "a suite") else { return nil }
    if !entries.contains(where: { $0.key.text == "suite" }),
      entries.contains(where: { $0.key.text == "base-url" })
    {
      error("this is a target profile and no suite; give it to --target", at: root)
      return nil
    }
    guard let members = members(root, "a suite", known: Self.suiteKeys) else { return nil }
    if members["suite"] == nil { error("a suite has a name: add 'suite: …'", at: root) }
    let name = members["suite"].flatMap { text($0, "the name of the suite") } ?? ""
    readDefaults(members["defaults"])
    let context = SuiteContext(
      needs: members["needs"].map { needs($0) } ?? [],
      tags: members["tags"].map { texts($0, "'tags'") } ?? [])
    let fragments = members["fragments"].map { self.fragments($0) } ?? []
    if members["scenarios"] == nil { error("a suite has scenarios: add 'scenarios: …'", at: root) }
    let scenarios = members["scenarios"].map { self.scenarios($0, context) } ?? []
    return SuiteDraft(
      name: name, about: members["about"].flatMap { text($0, "'about'") },
      cookbook: members["cookbook"], phase: members["phase"].flatMap { phase($0) },
      secrets: members["secrets"].map { texts($0, "'secrets'") } ?? [],
      secretNodes: members["secrets"].map { Self.items(of: $0) } ?? [], fragments: fragments,
      scenarios: scenarios, position: (members["suite"] ?? root).position)
  }

  private static func items(of node: YAMLNode) -> [YAMLNode] {
    if case .sequence(let items) = node.content { items } else { [] }
  }

  private mutating func phase(_ node: YAMLNode) -> YAMLNode? {
    if node.tag == nil, !node.isNull, node.text != nil { return node }
    error("expected the id of a phase, found \(node.withArticle)", at: node)
    return nil
  }

  /// Reads a `fragments.yaml`.
  mutating func fragmentFile(_ root: YAMLNode) -> [Fragment] {
    guard let members = members(root, "a file of fragments", known: Self.fragmentFileKeys) else {
      return []
    }
    readDefaults(members["defaults"])
    return members["fragments"].map { fragments($0) } ?? []
  }

  private mutating func readDefaults(_ node: YAMLNode?) {
    guard let node,
      let members = members(node, "'defaults'", known: ["headers", "timeout"])
    else { return }
    if let headers = members["headers"] {
      defaults.headers = fields(headers, "the headers")
      defaults.headersNode = headers
      checkHeaderNames(defaults.headers)
    }
    defaults.timeout = members["timeout"].flatMap { duration($0, "the timeout of steps") }
  }

  private mutating func fragments(_ node: YAMLNode) -> [Fragment] {
    var result: [Fragment] = []
    var lines: [String: Int] = [:]
    for item in list(node, "'fragments'") ?? [] {
      guard let fragment = fragment(item) else { continue }
      let name = fragment.id.name
      if let line = lines[name] {
        error("another fragment is called '\(name)', too, at line \(line)", at: item)
      } else {
        lines[name] = fragment.position.line
        result.append(fragment)
      }
    }
    return result
  }

  private mutating func fragment(_ node: YAMLNode) -> Fragment? {
    let known = ["fragment", "about", "takes", "gives", "once", "steps", "finally"]
    guard let members = members(node, "a fragment", known: known) else { return nil }
    if let finally = members["finally"] {
      error("a fragment has no 'finally'; write it in the scenarios that use it", at: finally)
    }
    guard let nameNode = members["fragment"], let name = text(nameNode, "the fragment's name")
    else {
      error("a fragment has a name: add 'fragment: …'", at: node)
      return nil
    }
    lost = LostNames()
    guard let stepsNode = members["steps"] else {
      error("a fragment has steps: add 'steps: …'", at: node)
      return nil
    }
    var isShared = false
    if let once = members["once"] {
      isShared = once.text == "run"
      if !isShared { error("'once' is run, found \(once.withArticle)", at: once) }
    }
    var gives: [String] = []
    for item in members["gives"].flatMap({ list($0, "'gives'") }) ?? [] {
      guard let name = text(item, "a name in 'gives'") else { continue }
      checkVariableName(name, item)
      if gives.contains(name) { error("'\(name)' is given twice", at: item) }
      gives.append(name)
    }
    let takes = members["takes"].map { parameters($0) } ?? []
    let steps = self.steps(stepsNode, "the steps of a fragment")
    lostOfFragments[name] = lost
    return Fragment(
      id: FragmentID(file: file.name, name: name),
      about: members["about"].flatMap { text($0, "'about'") },
      takes: takes, gives: gives, isShared: isShared, steps: steps, position: nameNode.position)
  }

  private mutating func parameters(_ node: YAMLNode) -> [Fragment.Parameter] {
    var result: [Fragment.Parameter] = []
    switch node.content {
    case .sequence(let items):
      for item in items {
        guard let name = text(item, "a name in 'takes'") else { continue }
        checkVariableName(name, item)
        if result.contains(where: { $0.name == name }) {
          error("'\(name)' is taken twice", at: item)
        }
        result.append(
          Fragment.Parameter(name: name, fallback: nil, position: item.position))
      }
    case .mapping(let entries):
      for entry in entries {
        guard let name = entry.key.text, let fallback = value(entry.value, .pattern) else {
          continue
        }
        checkVariableName(name, entry.key)
        result.append(
          Fragment.Parameter(name: name, fallback: fallback, position: entry.key.position))
      }
    case .scalar:
      error(
        "expected the names that must be given, a list, or names with defaults, a map", at: node)
    }
    return result
  }
}
