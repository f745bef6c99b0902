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
    if root.entry("suite") == nil, root.entry("base-url") != nil {
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
      phase: phase?.text,
      isPreflight: members["preflight"].map { nodes.boolean($0, "'preflight'") } ?? false,
      secrets: members["secrets"].map { nodes.texts($0, "'secrets'") } ?? [], scenarios: [],
      position: (name ?? root).position)
    return SuiteDraft(
      suite: suite, file: file, cookbook: members["cookbook"], phase: phase,
      secrets: members["secrets"].map { Self.items(of: $0) } ?? [], fragments: own ?? [],
      scenarios: scenarios ?? [])
  }

  private static func items(of node: YAMLNode) -> [YAMLNode] {
    if case .sequence(let items) = node.content { items } else { [] }
  }

  private func phase(_ node: YAMLNode, _ nodes: inout NodeReader) -> YAMLNode? {
    if node.tag == nil, !node.isNull, node.text != nil { return node }
    nodes.error("expected the id of a phase, found \(node.withArticle)", at: node)
    return nil
  }
}

/// The `defaults:` of a file: the headers and the timeout of the steps written in it.
struct StepDefaults {
  private(set) var headers: [RequestTemplate.Field] = []
  private(set) var timeout: DurationTemplate?
  /// The values as they are written, since a row of `cases` may fill them in.
  private var members: NodeMembers?

  /// No defaults.
  init() {}

  init(_ node: YAMLNode, _ nodes: inout NodeReader) {
    members = nodes.members(node, "'defaults'", known: ["headers", "timeout"])
    read(CaseRow(), &nodes)
    ValueReader.checkHeaderNames(headers, &nodes)
  }

  private mutating func read(_ row: CaseRow, _ nodes: inout NodeReader) {
    let values = ValueReader(row: row)
    headers =
      members?["headers"].map { values.fields(row.filled($0, &nodes), "the headers", &nodes) } ?? []
    timeout = members?["timeout"].flatMap {
      values.duration(row.filled($0, &nodes), "the timeout of steps", &nodes)
    }
  }

  /// The same with the values of a row in them.
  func filled(by row: CaseRow, _ nodes: inout NodeReader) -> StepDefaults {
    let written = [members?["headers"], members?["timeout"]].compactMap(\.self)
    guard !row.isEmpty, written.contains(where: row.isNamed) else { return self }
    var result = self
    result.read(row, &nodes)
    return result
  }
}
