// SPDX-License-Identifier: Apache-2.0
// Files of facts for the tests.

import Foundation

/// Texts of a `facts.yaml`.
package enum FactFile {
  /// The shipped file without its cookbooks, so that it needs no catalogues.
  package static let shipped: String = {
    let url = SharedFolder.project.appending(path: "Suites/facts.yaml")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("essential: [") }.joined(separator: "\n")
  }()

  /// A file that declares facts by their names and types.
  package static func declaring(_ facts: KeyValuePairs<String, String>) -> String {
    "facts:\n"
      + facts.map { name, type in
        "  - {fact: \(name), about: A fact of a test., type: \(type), example: null}\n"
      }.joined()
  }

  /// A file that declares facts that are text.
  package static func declaring(texts names: [String]) -> String {
    "facts:\n"
      + names.map { "  - {fact: \($0), about: A fact of a test., type: text, example: null}\n" }
      .joined()
  }
}
