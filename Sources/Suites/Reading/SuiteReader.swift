// SPDX-License-Identifier: Apache-2.0
// Reads a suite file, and its `defaults:`.

import Formats
import Text

/// Reads a suite.
struct SuiteReader {
  private static let keys = [
    "suite", "about", "cookbook", "phase", "preflight", "needs", "tags", "secrets", "defaults",
    "fragments",
    "scenarios",
  ]

  let fragments: FragmentLookup
  let facts: FactTable
}

extension SuiteReader {
  /// The suite of a file; nil where the file is not one, which is reported.
  func suite(_ root: YAMLNode, _ nodes: inout NodeReader) -> SuiteDraft? {
    guard let entries = nodes.mapping(root, "a suite") else { return nil }
    if !entries.contains(where: { $0.key.text == "suite" }),
      entries.contains(where: { $0.key.text == "base-url" })
    {
      nodes.error("this is a target profile, not a suite; give it to --target", at: root)
      return nil
    }
    guard let members = nodes.members(root, "a suite", known: Self.keys) else { return nil }
    if members.lacks("suite") { nodes.error("a suite has a name: add 'suite: …'", at: root) }
    if members.lacks("scenarios") {
      nodes.error("a suite has scenarios: add 'scenarios: …'", at: root)
    }
    let scope = StepScope(
      fragments: fragments,
      defaults: members["defaults"].map { StepDefaults($0, &nodes) } ?? StepDefaults())
    let context = ScenarioReader.SuiteContext(
      needs: members["needs"].map { ScenarioReader.needs($0, facts, &nodes) } ?? [],
      tags: members["tags"].map { nodes.texts($0, "'tags'") } ?? [], facts: facts)
    let own = members["fragments"].map { FragmentReader(scope).fragments($0, &nodes) }
    let scenarios = members["scenarios"].map {
      ScenarioReader(scope, context).scenarios($0, &nodes)
    }
    return SuiteDraft(
      name: members["suite"].flatMap { nodes.text($0, "the name of the suite") } ?? "",
      about: members["about"].flatMap { nodes.text($0, "'about'") },
      cookbook: members["cookbook"], phase: members["phase"].flatMap { phase($0, &nodes) },
      isPreflight: members["preflight"].map { isPreflight($0, &nodes) } ?? false,
      secrets: members["secrets"].map { nodes.texts($0, "'secrets'") } ?? [],
      secretNodes: members["secrets"].map { Self.items(of: $0) } ?? [],
      fragments: own ?? FragmentList(), scenarios: scenarios ?? [],
      position: (members["suite"] ?? root).position)
  }

  /// The suite without its steps; nil where the file is not a suite.
  func outline(
    _ root: YAMLNode, of file: SourceFile, _ nodes: inout NodeReader
  ) -> SuiteOutline? {
    guard let members = nodes.members(root, "a suite", known: Self.keys) else { return nil }
    return SuiteOutline(
      name: members["suite"]?.text ?? "", cookbook: members["cookbook"]?.text,
      isPreflight: members["preflight"].map { isPreflight($0, &nodes) } ?? false,
      scenarioCount: members["scenarios"].map {
        ScenarioReader(StepScope(fragments: fragments, defaults: StepDefaults()), .init())
          .count($0, &nodes)
      } ?? 0, file: file)
  }

  private static func items(of node: YAMLNode) -> [YAMLNode] {
    if case .sequence(let items) = node.content { items } else { [] }
  }

  private func isPreflight(_ node: YAMLNode, _ nodes: inout NodeReader) -> Bool {
    if node.tag == nil, case .scalar(let scalar) = node.content,
      case .boolean(let isPreflight) = scalar.coreValue
    {
      return isPreflight
    }
    nodes.error("'preflight' is true or false, found \(node.withArticle)", at: node)
    return false
  }

  private func phase(_ node: YAMLNode, _ nodes: inout NodeReader) -> YAMLNode? {
    if node.tag == nil, !node.isNull, node.text != nil { return node }
    nodes.error("expected the id of a phase, found \(node.withArticle)", at: node)
    return nil
  }
}

/// The `defaults:` of a file: what it gives to the steps written in it.
struct StepDefaults {
  var headers: [RequestTemplate.Field] = []
  var timeout: DurationTemplate?
  /// The values as they are written, since a row of `cases` may fill them in.
  private var headersNode: YAMLNode?
  private var timeoutNode: YAMLNode?

  /// No defaults.
  init() {}
}

extension StepDefaults {
  init(_ node: YAMLNode, _ nodes: inout NodeReader) {
    guard let members = nodes.members(node, "'defaults'", known: ["headers", "timeout"]) else {
      return
    }
    if let node = members["headers"] {
      headers = FieldReader().fields(node, "the headers", &nodes)
      headersNode = node
      FieldReader.checkHeaderNames(headers, &nodes)
    }
    timeoutNode = members["timeout"]
    readTimeout(CaseRow(), &nodes)
  }

  private mutating func readTimeout(_ row: CaseRow, _ nodes: inout NodeReader) {
    timeout = timeoutNode.flatMap {
      DurationReader(row: row).duration(row.filled($0, &nodes), "the timeout of steps", &nodes)
    }
  }

  /// The same with the values of a row in them.
  func filled(by row: CaseRow, _ nodes: inout NodeReader) -> StepDefaults {
    let written = [headersNode, timeoutNode].compactMap(\.self)
    guard !row.isEmpty, written.contains(where: row.isNamed) else { return self }
    var result = self
    if let headersNode {
      result.headers = FieldReader(row: row)
        .fields(row.filled(headersNode, &nodes), "the headers", &nodes)
    }
    result.readTimeout(row, &nodes)
    return result
  }
}
