// SPDX-License-Identifier: Apache-2.0
// What reading a step depends on, besides its node.

import Documents
import Templates
import YAML

/// The surroundings of a step: its file, and its scenario or fragment.
struct StepScope {
  let fragments: FragmentLookup
  /// What the file gives to the steps written in it.
  var defaults = StepDefaults()
  /// The names of the scenario's devices; nil in a fragment, which can't name one.
  var deviceNames: [String]?
  /// The row of `cases` whose values are put in.
  var row = CaseRow()
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

  /// Whether they may name a variable of a row.
  func mayName(_ row: CaseRow) -> Bool {
    [headersNode, timeoutNode].contains { $0.map { row.isNamed(in: $0) } ?? false }
  }

  /// The same with the values of a row in them.
  func filled(by row: CaseRow, _ nodes: inout NodeReader) -> StepDefaults {
    guard !row.isEmpty, mayName(row) else { return self }
    var result = self
    if let headersNode {
      result.headers = FieldReader(row: row)
        .fields(row.filled(headersNode, &nodes), "the headers", &nodes)
    }
    result.readTimeout(row, &nodes)
    return result
  }
}
