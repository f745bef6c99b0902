// SPDX-License-Identifier: Apache-2.0
// A place where the documents contradict themselves.

package import Formats

/// A place where the documents contradict themselves, or leave something open.
package struct Ambiguity: Sendable, Equatable {
  /// What they say, and what is accepted; whole sentences.
  package let text: String
  /// Whether services may differ in it, so that an application has to know what this one does.
  package let isChoice: Bool
  /// The public page that it comes from; nil where none is known.
  package let url: WebAddress?

  package init(text: String, isChoice: Bool = false, url: WebAddress? = nil) {
    self.text = text
    self.isChoice = isChoice
    self.url = url
  }
}

extension Ambiguity {
  /// `{"text": "…", "choice": true, "page": "…"}`, where `choice` and `page` may be missing.
  init(
    _ value: JSONValue, _ pages: SourcePages, at place: String
  ) throws(CatalogueError) {
    guard let text = value["text"]?.string else {
      throw CatalogueError(message: "expected {text, choice, page} with a text at \(place)")
    }
    self.init(
      text: text, isChoice: value["choice"]?.boolean ?? false,
      url: try pages.address(of: value["page"], at: "\(place)/page"))
  }

  package var json: JSONValue {
    var object = JSONObject([("text", .string(text))])
    if isChoice { object.append("choice", .boolean(true)) }
    object["url"] = (url?.text).map { .string($0) }
    return .object(object)
  }
}
