// SPDX-License-Identifier: Apache-2.0
// Reads a suite file, and its `defaults:`.

import Formats
import Text

/// Reads a suite.
struct SuiteReader {
  private static let keys = [
    "suite", "about", "cookbook", "phase", "preflight", "needs", "tags", "secrets", "defaults",
    "fragments", "scenarios",
  ]

  let fragments: FragmentLookup
  let facts: FactTable
}

extension SuiteReader {
  /// The suite of a file; nil where the file is not one, which is reported.
  func suite(
    _ root: YAMLNode, of file: SourceFile, _ nodes: inout NodeReader
  ) -> SuiteDraft? {
    guard let entries = nodes.mapping(root, "a suite") else { return nil }
    if !entries.contains(where: { $0.key.text == "suite" }),
      entries.contains(where: { $0.key.text == "base-url" })
    {
      nodes.error("this is a target profile, not a suite; give it to --target", at: root)
      return nil
    }
    guard let members = nodes.members(root, "a suite", known: Self.keys) else { return nil }
    let name = nodes.required("suite", members, "a suite has a name: add 'suite: …'", at: root)
    let list = nodes.required(
      "scenarios", members, "a suite has scenarios: add 'scenarios: …'", at: root)
    let scope = StepScope(
      fragments: fragments,
      defaults: members["defaults"].map { StepDefaults($0, &nodes) } ?? StepDefaults())
    let reader = ScenarioReader(
      scope: scope, facts: facts,
      needs: members["needs"].map { ScenarioReader.needs($0, facts, &nodes) } ?? [],
      tags: members["tags"].map { nodes.texts($0, "'tags'") } ?? [])
    let own = members["fragments"].map { FragmentReader(scope: scope).fragments($0, &nodes) }
    let scenarios = list.map { reader.scenarios($0, &nodes) }
    let phase = members["phase"].flatMap { self.phase($0, &nodes) }
    let suite = Suite(
      name: name.flatMap { nodes.text($0, "the name of the suite") } ?? "",
      about: members["about"].flatMap { nodes.text($0, "'about'") }, file: file.name,
      digest: SHA256.hexadecimal(file.bytes), cookbook: members["cookbook"]?.text,
      phase: phase?.text, isPreflight: isPreflight(members, &nodes),
      secrets: members["secrets"].map { nodes.texts($0, "'secrets'") } ?? [], scenarios: [],
      position: (name ?? root).position)
    return SuiteDraft(
      suite: suite, file: file, cookbook: members["cookbook"], phase: phase,
      secrets: members["secrets"].map { Self.items(of: $0) } ?? [], fragments: own ?? [],
      scenarios: scenarios ?? [])
  }

  /// The suite without its steps; nil where the file is not a suite.
  func outline(
    _ root: YAMLNode, of file: SourceFile, _ nodes: inout NodeReader
  ) -> SuiteOutline? {
    guard let members = nodes.members(root, "a suite", known: Self.keys) else { return nil }
    return SuiteOutline(
      name: members["suite"]?.text ?? "", cookbook: members["cookbook"]?.text,
      isPreflight: isPreflight(members, &nodes),
      scenarioCount: members["scenarios"].map {
        ScenarioReader(scope: StepScope(fragments: fragments), facts: facts).count($0, &nodes)
      } ?? 0, file: file)
  }

  private static func items(of node: YAMLNode) -> [YAMLNode] {
    if case .sequence(let items) = node.content { items } else { [] }
  }

  private func isPreflight(_ members: NodeMembers, _ nodes: inout NodeReader) -> Bool {
    members["preflight"].map { nodes.boolean($0, "'preflight'") } ?? false
  }

  private func phase(_ node: YAMLNode, _ nodes: inout NodeReader) -> YAMLNode? {
    if node.tag == nil, !node.isNull, node.text != nil { return node }
    nodes.error("expected the id of a phase, found \(node.withArticle)", at: node)
    return nil
  }
}

/// The `defaults:` of a file: its headers and its timeout for the steps written in it.
struct StepDefaults {
  var headers: [RequestTemplate.Field] = []
  var timeout: DurationTemplate?
  /// The values as they are written, since a row of `cases` may fill them in.
  private var headersNode: YAMLNode?
  private var timeoutNode: YAMLNode?

  /// No defaults.
  init() {}

  init(_ node: YAMLNode, _ nodes: inout NodeReader) {
    guard let members = nodes.members(node, "'defaults'", known: ["headers", "timeout"]) else {
      return
    }
    if let node = members["headers"] {
      headers = ValueReader().fields(node, "the headers", &nodes)
      headersNode = node
      ValueReader.checkHeaderNames(headers, &nodes)
    }
    timeoutNode = members["timeout"]
    readTimeout(CaseRow(), &nodes)
  }

  private mutating func readTimeout(_ row: CaseRow, _ nodes: inout NodeReader) {
    timeout = timeoutNode.flatMap {
      ValueReader(row: row).duration(row.filled($0, &nodes), "the timeout of steps", &nodes)
    }
  }

  /// The same with the values of a row in them.
  func filled(by row: CaseRow, _ nodes: inout NodeReader) -> StepDefaults {
    let written = [headersNode, timeoutNode].compactMap(\.self)
    guard !row.isEmpty, written.contains(where: row.isNamed) else { return self }
    var result = self
    if let headersNode {
      result.headers = ValueReader(row: row)
        .fields(row.filled(headersNode, &nodes), "the headers", &nodes)
    }
    result.readTimeout(row, &nodes)
    return result
  }
}
