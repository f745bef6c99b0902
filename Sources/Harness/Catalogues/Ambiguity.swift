// SPDX-License-Identifier: Apache-2.0
// A place where the documents contradict themselves.

package import JSON

/// A place where the documents contradict themselves, or leave something open.
package struct Ambiguity: Sendable, Equatable {
  /// What they say, and what is accepted; whole sentences.
  package let text: String
  /// Whether services may differ in it, so that an application has to know what this one does.
  package let isChoice: Bool

  package init(text: String, isChoice: Bool = false) {
    self.text = text
    self.isChoice = isChoice
  }
}

extension Ambiguity {
  /// `{"text": "…", "choice": true}`, where `choice` may be missing.
  package init(_ value: JSONValue, at place: String) throws(CatalogueError) {
    guard let text = value["text"]?.string else {
      throw CatalogueError(message: "expected {text, choice} with a text at \(place)")
    }
    self.init(text: text, isChoice: value["choice"]?.boolean ?? false)
  }

  package var json: JSONValue {
    .object(
      [(name: "text", value: .string(text))]
        + (isChoice ? [(name: "choice", value: .boolean(true))] : []))
  }
}
