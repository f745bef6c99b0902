// SPDX-License-Identifier: Apache-2.0
// The compliance test suite of JSONPath, all of it.

import Formats
import TestSupport
import Testing
import Text

@Suite struct JSONPathComplianceTests {
  static let file = "corpora/jsonpath-cts.json"

  @Test(.enabled(if: SharedFolder.has(file), SharedFolder.missing))
  func `passes each of 703 cases`() throws {
    let document = try JSONParser.document(try SharedFolder.bytes(Self.file))
    let cases = try #require(document.root["tests"]?.array)
    #expect(cases.count == 703)
    for test in cases {
      let name = test["name"]?.string ?? ""
      let selector = try #require(test["selector"]?.string)
      if test["invalid_selector"] == true {
        let error = #expect(throws: JSONPathError.self, "\(name)") { try JSONPath(selector) }
        let offset = error?.offset.value ?? -1
        #expect((0...selector.unicodeScalars.count).contains(offset), "\(name)")
        continue
      }
      let nodes = try JSONPath(selector).nodes(in: try #require(test["document"]))
      let values = JSONValue.array(nodes.map(\.value))
      let results = test["results"]?.array ?? test["result"].map { [$0] } ?? []
      #expect(results.contains(values), "\(name): \(selector)")
      let paths = JSONValue.array(nodes.map { .string($0.normalizedPath) })
      let expected = test["results_paths"]?.array ?? test["result_paths"].map { [$0] } ?? []
      #expect(expected.contains(paths), "\(name): \(selector)")
    }
  }
}
