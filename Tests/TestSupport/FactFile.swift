// SPDX-License-Identifier: Apache-2.0
// Files of facts for the tests.

import Foundation

/// Texts of a `facts.yaml`.
package enum FactFile {
  /// The shipped files without their cookbooks, so that they need no catalogues.
  package static let shipped: String = {
    let texts = ["facts.yaml", "apple-v2/facts.yaml"].map { name in
      let url = SharedFolder.project.appending(path: "Suites/\(name)")
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      return text.components(separatedBy: "\nfacts:\n").last ?? ""
    }
    return "facts:\n"
      + texts.joined(separator: "\n").split(separator: "\n")
      .filter { !$0.contains("essential: [") }.joined(separator: "\n") + "\n"
  }()

  /// A file that declares facts by their names and types.
  package static func declaring(_ facts: KeyValuePairs<String, String>) -> String {
    "facts:\n" + facts.map { line($0, $1) }.joined()
  }

  /// A file that declares facts that are text.
  package static func declaring(texts names: [String]) -> String {
    "facts:\n" + names.map { line($0, "text") }.joined()
  }

  private static func line(_ name: String, _ type: String) -> String {
    "  - {fact: \(name), about: A fact of a test., type: \(type), example: null}\n"
  }
}
