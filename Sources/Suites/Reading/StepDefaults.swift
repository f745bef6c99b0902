// SPDX-License-Identifier: Apache-2.0
// The headers and the timeout that a file gives to its steps.

import Formats

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

  var written: [YAMLNode] {
    [members?["headers"], members?["timeout"]].compactMap(\.self)
  }

  /// The same with the values of a row in them.
  func filled(by row: CaseRow, _ nodes: inout NodeReader) -> StepDefaults {
    guard !row.isEmpty, written.contains(where: row.isNamed) else { return self }
    var result = self
    result.read(row, &nodes)
    return result
  }
}
