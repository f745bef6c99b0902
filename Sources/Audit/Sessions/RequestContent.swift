// SPDX-License-Identifier: Apache-2.0
// The body of a request as form, JSON or text.

import Formats
import HTTP

/// The body of a request, read as the form, the JSON or the text that it is.
struct RequestContent {
  var form: [(name: String, value: String)]?
  var json: JSONValue?
  var text: String?

  init(_ body: RecordedBody, mediaType: String?) {
    switch body {
    case .none:
      form = []
      text = ""
    case .missing: break
    case .bytes(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      self.text = text
      if bytes.isEmpty { form = [] }
      if let json = ExchangeDocument.parsed(bytes) {
        self.json = json
      } else if Self.isForm(text, mediaType) {
        form = RecordedURL.pairs(text, plusIsBlank: true)
      }
    case .fields(let fields): form = Self.decoded(fields)
    }
  }

  static func isKnown(_ body: RecordedBody) -> Bool {
    switch body {
    case .none, .bytes: true
    case .missing: false
    case .fields(let fields): decoded(fields) != nil
    }
  }

  private static func isForm(_ text: String, _ mediaType: String?) -> Bool {
    if mediaType?.lowercased().contains("x-www-form-urlencoded") ?? false { return true }
    // One that is sent under a wrong type, or without one, is still read: its type is judged apart.
    return text.contains("=") && !text.contains("<") && !text.contains(" ")
  }

  /// The fields with their values decoded once; nil where it is unknown whether the recorder has
  /// decoded them.
  private static func decoded(_ fields: [HeaderField]) -> [(name: String, value: String)]? {
    let values = fields.map(\.value)
    let pairs = fields.map { (name: $0.name, value: $0.value) }
    guard values.contains(where: { $0.contains("%") }) else { return pairs }
    // None of these stands in a value that is still encoded.
    if values.contains(where: { $0.contains { " /:=\"{<?&".contains($0) } }) { return pairs }
    return nil
  }
}
