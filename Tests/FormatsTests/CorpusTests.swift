// SPDX-License-Identifier: Apache-2.0
// Tests against the official YAML test suite: read as it says, or refused.

import Formats
import Foundation
import TestSupport
import Testing
import Text

private let corpus = "corpora/yaml-test-suite.json"

@Suite(.enabled(if: SharedFolder.has(corpus), SharedFolder.missing))
struct CorpusTests {
  struct Case: Decodable {
    let id: String
    let yaml: String
    let error: Bool
    /// The documents; nil where they have no JSON form.
    let json: [Value]?
  }

  static func cases() throws -> [Case] {
    try JSONDecoder().decode([Case].self, from: Data(SharedFolder.bytes(corpus)))
  }

  @Test func `refuses each case that is no YAML`() throws {
    let wrong = try Self.cases().filter { $0.error && refusal($0.yaml) == nil }
    #expect(wrong.map(\.id) == [])
  }

  @Test func `reads each other case as the suite does, or refuses it as outside the subset`()
    throws
  {
    var read = 0
    var refused: [String: Int] = [:]
    for item in try Self.cases() where !item.error {
      do throws(YAMLError) {
        let values = try documents(item.yaml).map { Value($0.root) }
        read += 1
        if let json = item.json { #expect(values == json, "\(item.id)") }
      } catch {
        #expect(error.reason.kind == .subset, "\(item.id): \(error.position) \(error)")
        refused[String("\(error.reason)".prefix { $0 != "(" }), default: 0] += 1
      }
    }
    #expect(read == 232)
    #expect(
      refused == [
        "foreignTag": 24, "directive": 17, "duplicateKey": 1, "anchoredSequence": 6,
        "complexKey": 28,
      ])
  }
}
