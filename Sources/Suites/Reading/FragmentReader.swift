// SPDX-License-Identifier: Apache-2.0
// Reads fragments, and finds those that the steps of a file can use.

import Formats
import Text

/// Reads fragments.
struct FragmentReader {
  private static let keys = [
    "fragment", "about", "takes", "gives", "once", "fresh-for", "breaks", "steps", "finally",
  ]

  private let steps: StepReader

  /// - Parameter scope: The scope of the file.
  init(_ scope: StepScope) {
    steps = StepReader(scope)
  }
}

extension FragmentReader {
  /// The fragments of a `fragments.yaml`.
  ///
  /// - Parameter lookup: The fragments that its steps can use.
  static func file(
    _ root: YAMLNode, _ lookup: FragmentLookup, _ nodes: inout NodeReader
  ) -> FragmentList {
    let known = ["defaults", "fragments"]
    guard let members = nodes.members(root, "a file of fragments", known: known) else {
      return FragmentList()
    }
    let scope = StepScope(
      fragments: lookup,
      defaults: members["defaults"].map { StepDefaults($0, &nodes) } ?? StepDefaults())
    return members["fragments"].map { FragmentReader(scope).fragments($0, &nodes) }
      ?? FragmentList()
  }

  /// Reads `fragments:`. Of two with the same name the first is kept; the other is reported.
  func fragments(_ node: YAMLNode, _ nodes: inout NodeReader) -> FragmentList {
    var list = FragmentList()
    var lines: [String: Int] = [:]
    for item in nodes.list(node, "'fragments'") ?? [] {
      guard let (fragment, steps) = fragment(item, &nodes) else { continue }
      list.covers += steps.covers
      let name = fragment.id.name
      if let line = lines[name] {
        nodes.error("another fragment is called '\(name)', too, at line \(line)", at: item)
      } else {
        lines[name] = fragment.position.line
        list.fragments.append(fragment)
        list.lost[fragment.id] = steps.lost
        list.rowVariables[fragment.id] = steps.rowVariables
      }
    }
    return list
  }

  private func fragment(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> (fragment: Fragment, steps: StepList)? {
    guard let members = nodes.members(node, "a fragment", known: Self.keys) else { return nil }
    if let finally = members["finally"] {
      nodes.error("a fragment has no 'finally'; write it in the scenarios that use it", at: finally)
    }
    guard let nameNode = members["fragment"],
      let name = nodes.text(nameNode, "the fragment's name")
    else {
      if members.lacks("fragment") {
        nodes.error("a fragment has a name: add 'fragment: …'", at: node)
      }
      return nil
    }
    guard let stepsNode = members["steps"] else {
      if members.lacks("steps") { nodes.error("a fragment has steps: add 'steps: …'", at: node) }
      return nil
    }
    var isShared = false
    if let once = members["once"] {
      isShared = once.text == "run"
      if !isShared { nodes.error("'once' is run, found \(once.withArticle)", at: once) }
    }
    let freshFor = members["fresh-for"].flatMap {
      DurationReader().duration($0, "how long a shared result holds", &nodes)
    }
    if let node = members["fresh-for"], members["once"] == nil {
      nodes.error("'fresh-for' is about a shared result; add 'once: run'", at: node)
    }
    let gives = members["gives"].map { self.gives($0, &nodes) } ?? []
    let takes = members["takes"].map { parameters($0, &nodes) } ?? []
    let steps = self.steps.steps(stepsNode, "the steps of a fragment", &nodes)
    let fragment = Fragment(
      id: FragmentID(file: nodes.file, name: name),
      about: members["about"].flatMap { nodes.text($0, "'about'") },
      takes: takes, gives: gives, isShared: isShared, freshFor: freshFor,
      breaks: members["breaks"].map { BrokenRule.list($0, &nodes) } ?? [], steps: steps.steps,
      position: nameNode.position)
    return (fragment, steps)
  }

  private func gives(_ node: YAMLNode, _ nodes: inout NodeReader) -> [String] {
    var result: [String] = []
    for item in nodes.list(node, "'gives'") ?? [] {
      guard let name = nodes.text(item, "a name in 'gives'") else { continue }
      VariableName.check(name, item, &nodes)
      if result.contains(name) { nodes.error("'\(name)' is given twice", at: item) }
      result.append(name)
    }
    return result
  }

  private func parameters(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> [Fragment.Parameter] {
    var result: [Fragment.Parameter] = []
    switch node.content {
    case .sequence(let items):
      for item in items {
        guard let name = nodes.text(item, "a name in 'takes'") else { continue }
        VariableName.check(name, item, &nodes)
        if result.contains(where: { $0.name == name }) {
          nodes.error("'\(name)' is taken twice", at: item)
        }
        result.append(
          Fragment.Parameter(name: name, fallback: nil, position: item.position))
      }
    case .mapping(let entries):
      for entry in entries {
        guard let name = entry.key.text,
          let fallback = ValueReader().value(entry.value, .pattern, &nodes)
        else { continue }
        VariableName.check(name, entry.key, &nodes)
        result.append(
          Fragment.Parameter(name: name, fallback: fallback, position: entry.key.position))
      }
    case .scalar:
      nodes.error(
        "expected the names that must be given, a list, or names with defaults, a map", at: node)
    }
    return result
  }
}

/// Finds the fragment that a name stands for in a file.
struct FragmentLookup {
  private let ids: [String: FragmentID]
  /// Whether every file in which fragments are looked up could be read.
  private let knowsAll: Bool
  /// Whether fragments are also looked up in the folder above.
  private let looksAbove: Bool
  private let anyIn: String?

  init(_ ids: [String: FragmentID] = [:], knowsAll: Bool = true, looksAbove: Bool = true) {
    self.ids = ids
    self.knowsAll = knowsAll
    self.looksAbove = looksAbove
    anyIn = nil
  }

  /// Takes every name for that of a fragment of the file: for a reader who asks no fragment.
  init(anyIn file: String) {
    ids = [:]
    knowsAll = false
    looksAbove = false
    anyIn = file
  }
}

extension FragmentLookup {
  /// The fragment of a name; nil for an unknown name, which is reported.
  func id(of name: String, _ node: YAMLNode, _ nodes: inout NodeReader) -> FragmentID? {
    if let id = ids[name] { return id }
    if let anyIn { return FragmentID(file: anyIn, name: name) }
    // A file that can't be read is reported already; the name may be in there.
    guard knowsAll else { return nil }
    let hint =
      nodes.hints.nearest(to: name, among: ids.keys).map { ", did you mean '\($0)'?" }
      ?? (looksAbove
        ? "; it is looked up in this file, in 'fragments.yaml' beside it and in the folder above"
        : "; it is looked up in this file alone: for a suite below, nothing further up is read")
    nodes.error("unknown fragment '\(name)'\(hint)", at: node)
    return nil
  }
}
