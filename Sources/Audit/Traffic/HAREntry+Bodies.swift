// SPDX-License-Identifier: Apache-2.0
// The bodies of an entry of a HAR file: there, not there, or not kept.

import HTTP
import Text

extension HAREntry {
  func requestBody(_ method: String) -> RecordedBody {
    let fields = request.headers?.list
    if let body = request.body {
      if let text = body.text, !text.bytes.isEmpty || text.isCut {
        return content(body, text, fields, size: sentBytes)
      }
      if !body.parameters.isEmpty {
        let type = (body.mediaType ?? fields?["Content-Type"] ?? "").lowercased()
        return type.contains("multipart")
          ? .missing(because: "the recording has the parts of the request's body, not the body")
          : Self.form(body.parameters, sentBytes)
      }
      if let comment = body.comment ?? request.comment, Self.tellsOfLoss(comment) {
        return Self.missing("request", comment)
      }
    }
    if Self.length(fields) ?? 0 > 0 || request.bodySize ?? 0 > 0
      || Self.isChunked(fields) || request.body?.isNull == true && Self.length(fields) != 0
    {
      return Self.missing("request", request.body?.comment ?? request.comment)
    }
    if request.bodySize == 0 || Self.length(fields) == 0 { return .none }
    // Nothing tells whether there was a body: a method without one rarely has one, and HTTP/1.1
    // announces each.
    let isWithoutBody = ["GET", "HEAD", "OPTIONS", "DELETE", "CONNECT", "TRACE"].contains(method)
    return isWithoutBody || request.body?.text != nil ? .none : Self.missing("request", nil)
  }

  /// How many bytes the body of the request had; nil where nothing tells.
  private var sentBytes: Int? {
    if let size = request.bodySize, size > 0 { return size }
    return Self.length(request.headers?.list)
  }

  /// A form that was taken apart. Some exporters decode the values, some don't: a character that no
  /// encoded value has tells, or the length of the body, since encoding makes a text longer.
  private static func form(_ fields: [HeaderField], _ size: Int?) -> RecordedBody {
    let values = fields.flatMap { [$0.name, $0.value] }
    let isDecoded = values.contains { value in
      value.utf8.contains { $0 <= 0x20 || $0 >= 0x7F || "&\"<>\\^`{|}".utf8.contains($0) }
    }
    let bytes = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&").utf8
    if !isDecoded, size == bytes.count { return .bytes(Array(bytes)) }
    let isSame = !values.contains { $0.utf8.contains(UInt8(ascii: "%")) || $0.contains("+") }
    guard isDecoded || isSame || size ?? 0 > bytes.count else { return .fields(fields) }
    return .bytes(FormBody.encode(fields.map { (name: $0.name, value: $0.value) }))
  }

  func responseBody(_ response: Response, _ status: Int, to method: String) -> RecordedBody {
    if method == "HEAD" || status < 200 || status == 204 || status == 304 {
      guard let text = response.body?.text, !text.bytes.isEmpty, method != "HEAD" else {
        return .none
      }
    }
    let fields = response.headers?.list
    let body = response.body
    if let body, let text = body.text, !text.bytes.isEmpty || text.isCut {
      let content = content(body, text, fields, size: body.size)
      if let error = response.error, case .bytes(let bytes) = content,
        Self.length(fields) != bytes.count
      {
        return .missing(because: "the answer was broken off, as the recording says: \(error)")
      }
      return content
    }
    let comment = body?.comment ?? response.comment
    if let comment, Self.tellsOfLoss(comment) { return Self.missing("answer", comment) }
    // Browsers never keep a redirect's body, and applications do not read it.
    if body?.size ?? 0 > 0 || Self.length(fields) ?? 0 > 0 || response.error != nil {
      return Self.missing("answer", response.error ?? comment)
    }
    if body?.text != nil || Self.length(fields) == 0 { return .none }
    if body?.isNull == true || Self.isChunked(fields) || body?.size == nil || body?.size == -1 {
      return Self.missing("answer", comment)
    }
    return .none
  }

  private static func missing(_ message: String, _ comment: String?) -> RecordedBody {
    let note = comment.map { ", with this note: \($0)" } ?? ""
    return .missing(because: "the recording lacks the body of the \(message)\(note)")
  }

  /// Whether a comment says that a body was left out: "Response bodies are not included."
  private static func tellsOfLoss(_ comment: String) -> Bool {
    let comment = comment.lowercased()
    return ["not included", "exceed", "discard", "truncat", "too large", "limit", "omitted"]
      .contains { comment.contains($0) }
  }

  /// `Content-Length`; nil if it is missing or can't be read.
  private static func length(_ fields: HeaderList?) -> Int? {
    fields?["Content-Length"].flatMap(Int.init)
  }

  private static func isChunked(_ fields: HeaderList?) -> Bool {
    fields?["Transfer-Encoding"]?.lowercased().contains("chunked") ?? false
  }

  /// Decodes the text of a body.
  ///
  /// - Parameter size: How many bytes it had, where the recording tells.
  private func content(
    _ body: Body, _ text: StreamedText, _ fields: HeaderList?, size: Int?
  ) -> RecordedBody {
    let tooLong = RecordedBody.missing(
      because: "the body has more than the \(limits.bodyBytes) bytes that are read")
    if text.isCut { return tooLong }
    if text.hasLoneSurrogate {
      return .missing(because: "the recording has the body as a text that can't be its bytes")
    }
    let bytes: [UInt8]
    if body.isBase64 {
      guard let decoded = Self.decodeBase64(text.bytes) else {
        return .missing(because: "the Base64 of the body can't be read")
      }
      bytes = decoded
    } else if let size, 0..<text.bytes.count ~= size, size > 0,
      let decoded = Self.decodeBase64(text.bytes), decoded.count == size
    {
      // Charles writes some bodies in Base64 without saying so; their length tells.
      bytes = decoded
    } else {
      bytes = text.bytes
    }
    if bytes.count > limits.bodyBytes { return tooLong }
    if let coding = Self.coding(bytes, body, fields) {
      return .missing(because: "the recording has the body compressed (\(coding))")
    }
    return RecordedBody(bytes)
  }

  /// Base64 as exporters write it: over lines, without padding, in the alphabet for URLs.
  private static func decodeBase64(_ digits: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    text.reserveCapacity(digits.count + 3)
    for digit in digits {
      switch digit {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      case UInt8(ascii: "-"): text.append(UInt8(ascii: "+"))
      case UInt8(ascii: "_"): text.append(UInt8(ascii: "/"))
      default: text.append(digit)
      }
    }
    while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    return Base64.decode(String(decoding: text, as: UTF8.self))
  }

  /// The content coding that is still on a body, though HAR has bodies without it; nil where none
  /// shows.
  private static func coding(_ bytes: [UInt8], _ body: Body, _ fields: HeaderList?) -> String? {
    if bytes.starts(with: [0x1F, 0x8B]) { return "gzip" }
    if bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return "zstd" }
    // As text, the second byte of gzip became U+008B or U+FFFD.
    if bytes.starts(with: [0x1F, 0xC2, 0x8B]) || bytes.starts(with: [0x1F, 0xEF, 0xBF, 0xBD]) {
      return "gzip, as text"
    }
    guard let coding = fields?["Content-Encoding"]?.lowercased(), coding != "identity",
      String(validating: bytes, as: UTF8.self) == nil
    else { return nil }
    // Text that isn't UTF-8 is hardly anything but compressed.
    let type = (body.mediaType ?? fields?["Content-Type"] ?? "").lowercased()
    let isText = ["json", "xml", "text/", "urlencoded"].contains { type.contains($0) }
    return isText ? coding : nil
  }
}
