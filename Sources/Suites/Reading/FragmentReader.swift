// SPDX-License-Identifier: Apache-2.0
// Reads fragments, and finds those that a name stands for.

import Formats
import Text

/// Reads fragments.
struct FragmentReader {
  private static let keys = [
    "fragment", "about", "takes", "gives", "once", "fresh-for", "hostile", "steps", "finally",
  ]

  /// The scope of the file.
  let scope: StepScope
}

extension FragmentReader {
  /// The fragments of a `fragments.yaml`.
  ///
  /// - Parameter lookup: The fragments that its steps can use.
  static func file(
    _ root: YAMLNode, _ lookup: FragmentLookup, _ nodes: inout NodeReader
  ) -> [Draft<Fragment>] {
    let known = ["defaults", "fragments"]
    guard let members = nodes.members(root, "a file of fragments", known: known) else { return [] }
    let scope = StepScope(
      fragments: lookup,
      defaults: members["defaults"].map { StepDefaults($0, &nodes) } ?? StepDefaults())
    return members["fragments"].map { FragmentReader(scope: scope).fragments($0, &nodes) } ?? []
  }

  /// Reads `fragments:`. Of two with the same name the first counts; the other is reported.
  func fragments(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Draft<Fragment>] {
    var lines: [String: Int] = [:]
    return (nodes.list(node, "'fragments'") ?? []).compactMap { item in
      guard let draft = fragment(item, &nodes) else { return nil }
      let name = draft.content.id.name
      if let line = lines[name] {
        nodes.error("another fragment is called '\(name)', too, at line \(line)", at: item)
      } else {
        lines[name] = draft.content.position.line
      }
      return draft
    }
  }

  private func fragment(_ node: YAMLNode, _ nodes: inout NodeReader) -> Draft<Fragment>? {
    guard let members = nodes.members(node, "a fragment", known: Self.keys) else { return nil }
    if let finally = members["finally"] {
      nodes.error("a fragment has no 'finally'; write it in the scenarios that use it", at: finally)
    }
    guard
      let nameNode = nodes.required(
        "fragment", members, "a fragment has a name: add 'fragment: …'", at: node),
      let name = nodes.text(nameNode, "the fragment's name"),
      let stepsNode = nodes.required(
        "steps", members, "a fragment has steps: add 'steps: …'", at: node)
    else { return nil }
    var isShared = false
    if let once = members["once"] {
      isShared = once.text == "run"
      if !isShared { nodes.error("'once' is run, found \(once.withArticle)", at: once) }
    }
    if let node = members["fresh-for"], members["once"] == nil {
      nodes.error("'fresh-for' is about a shared result; add 'once: run'", at: node)
    }
    let steps = StepReader(scope: scope).steps(stepsNode, "the steps of a fragment", &nodes)
    let fragment = Fragment(
      id: FragmentID(file: nodes.file, name: name),
      about: members["about"].flatMap { nodes.text($0, "'about'") },
      takes: members["takes"].map { parameters($0, &nodes) } ?? [],
      gives: members["gives"].map { gives($0, &nodes) } ?? [], isShared: isShared,
      freshFor: members["fresh-for"].flatMap {
        ValueReader().duration($0, "how long a shared result holds", &nodes)
      }, isHostile: members["hostile"].map { nodes.boolean($0, "'hostile'") } ?? false,
      steps: steps.steps, position: nameNode.position)
    return Draft(content: fragment, steps: steps)
  }

  private func gives(_ node: YAMLNode, _ nodes: inout NodeReader) -> [String] {
    var result: [String] = []
    for item in nodes.list(node, "'gives'") ?? [] {
      guard let name = nodes.name(item, "a name in 'gives'") else { continue }
      if result.contains(name) { nodes.error("'\(name)' is given twice", at: item) }
      result.append(name)
    }
    return result
  }

  private func parameters(_ node: YAMLNode, _ nodes: inout NodeReader) -> [Fragment.Parameter] {
    var result: [Fragment.Parameter] = []
    switch node.content {
    case .sequence(let items):
      for item in items {
        guard let name = nodes.name(item, "a name in 'takes'") else { continue }
        if result.contains(where: { $0.name == name }) {
          nodes.error("'\(name)' is taken twice", at: item)
        }
        result.append(Fragment.Parameter(name: name, fallback: nil, position: item.position))
      }
    case .mapping(let entries):
      for entry in entries {
        guard let name = entry.key.text,
          let fallback = ValueReader().value(entry.value, .pattern, &nodes)
        else { continue }
        nodes.checkName(name, entry.key)
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
  var ids: [String: FragmentID] = [:]
  /// Whether every file in which fragments are looked up could be read.
  var knowsAll = true
  /// Whether fragments are also looked up in the folder above.
  var looksAbove = true
  /// Whether there are shipped suites, among which fragments are looked up last.
  var hasShipped = false
  /// Whether the steps are read; where they are not, any name is a fragment's.
  var readsSteps = true
  /// The situations that the same file finds, by name.
  var situations: [String: Situation] = [:]

  /// The fragment of a name; nil for an unknown name, which is reported.
  func id(of name: String, _ node: YAMLNode, _ nodes: inout NodeReader) -> FragmentID? {
    if let id = ids[name] ?? (readsSteps ? nil : FragmentID(file: "", name: name)) { return id }
    // A file that can't be read is reported already; the name may be in there.
    guard knowsAll else { return nil }
    let hint =
      nodes.hints.nearest(to: name, among: ids.keys).map { ", did you mean '\($0)'?" }
      ?? (looksAbove
        ? "; it is looked up in this file, in 'fragments.yaml' beside it"
          + (hasShipped
            ? ", in the folder above and among the shipped suites" : " and in the folder above")
        : "; it is looked up in this file \(hasShipped ? "and among the shipped suites" : "alone"): "
          + "for a suite below, nothing further up is read")
    nodes.error("unknown fragment '\(name)'\(hint)", at: node, missing: .fragment)
    return nil
  }
}

extension FragmentLookup {
  /// Reports cells, as `situation/cell`, that a known situation does not have.
  func check(_ cells: [String], _ node: YAMLNode, _ nodes: inout NodeReader) {
    for cell in cells {
      let parts = cell.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count == 2, let situation = situations[parts[0]] else { continue }
      let names = situation.cells.map(\.name)
      if names.contains(parts[1]) { continue }
      let hint = Suggestion.hint(for: parts[1], among: names)
      nodes.error("the situation '\(parts[0])' has no cell '\(parts[1])'\(hint)", at: node)
    }
  }
}
