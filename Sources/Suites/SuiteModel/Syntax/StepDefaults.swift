// SPDX-License-Identifier: Apache-2.0
// Reads `defaults:`.

import Formats

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
