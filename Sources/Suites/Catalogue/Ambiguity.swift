// SPDX-License-Identifier: Apache-2.0
// A place where the documents contradict themselves, or leave something open.

package import Formats

/// A place where the documents contradict themselves, or leave something open.
package struct Ambiguity: Sendable, Equatable {
  /// The contradiction, and the accepted behaviour, in whole sentences.
  package let text: String
  /// Whether services may differ in it, so that an application has to know what this one does.
  package let isChoice: Bool
  /// The public page that it comes from; nil where it is not known.
  package let url: WebAddress?

  package init(text: String, isChoice: Bool = false, url: WebAddress? = nil) {
    self.text = text
    self.isChoice = isChoice
    self.url = url
  }

  package var json: JSONValue {
    var object = JSONObject([("text", .string(text))])
    if isChoice { object.append("choice", .boolean(true)) }
    object["url"] = (url?.text).map { .string($0) }
    return .object(object)
  }
}
