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
