// SPDX-License-Identifier: Apache-2.0
// REST API V1: the resource that a request names.

internal import Formats

/// The resource of a request.
struct V1Resource {
  /// The parameter `resource` as it came; the answer has the same text.
  let text: String

  init(_ call: ServiceCall) throws(Refusal) {
    text = try call.request.required("resource")
  }

  /// The id to decide about: the text, or the title of the channel in an MRSS fragment.
  var id: String {
    guard text.utf8.first == UInt8(ascii: "<"), let root = try? XMLReader.read(Array(text.utf8)),
      let title = root.first("channel")?.first("title")
    else { return text }
    return title.trimmedText
  }
}
