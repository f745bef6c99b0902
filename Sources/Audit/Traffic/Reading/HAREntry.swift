// SPDX-License-Identifier: Apache-2.0
// An entry of a HAR file, as it is written: of each exporter what it says, before it is understood.

import HTTP

/// An entry of a HAR file (HAR 1.2, "entries"). What it lacks, or has in another form, is nil.
struct HAREntry {
  let limits: HARLimits
  /// When the request was sent, as it is written.
  var startedAt: String?
  /// In milliseconds.
  var time: Double?
  var request = Request()
  var response: Response?
  /// Whether the answer came from a cache of the application's: Chrome's `_fromCache`, Safari's
  /// `_fetchType`.
  var isFromCache = false
  /// Written by `run --record-har`.
  var isDeliberate = false

  init(limits: HARLimits) {
    self.limits = limits
  }

  struct Request {
    var method: String?
    var url: String?
    var headers: Headers?
    var body: Body?
    /// -1 where the exporter doesn't know.
    var bodySize: Int?
    var comment: String?
  }

  struct Response {
    var status: Int?
    var reason: String?
    var headers: Headers?
    var body: Body?
    var bodySize: Int?
    /// Why there is no answer, or only a part of it: Chrome's `_error`, Charles's
    /// `_errorMessage` and `_charlesStatus`.
    var error: String?
    var comment: String?
  }

  /// `headers`, without what is not a header field.
  struct Headers {
    var list = HeaderList()
    /// The names of fields whose value the exporter masked, in lower case.
    var masked: Set<String> = []
    /// Whether the array was empty as it is written.
    var isEmpty = true
  }

  /// `postData` or `content`.
  struct Body {
    var mediaType: String?
    var text: StreamedText?
    /// Whether `text` is there and is null.
    var isNull = false
    var isBase64 = false
    /// Of a form, as the exporter took it apart.
    var parameters: [HeaderField] = []
    /// Without the content coding, as most exporters count.
    var size: Int?
    var comment: String?
  }
}

extension HAREntry.Headers {
  /// Adds a field, or only its name where the exporter masked the value.
  mutating func add(_ name: String, _ value: String) {
    if HAREntry.isMasked(value) {
      masked.insert(name.lowercased())
    } else {
      list.append(name, value)
    }
  }
}
