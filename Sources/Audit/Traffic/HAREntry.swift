// SPDX-License-Identifier: Apache-2.0
// An entry of a HAR file, read member by member, and what it says of an exchange.

import HTTP
import Text

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

  init(limits: HARLimits) { self.limits = limits }

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
    /// The fields of a form, as the exporter took it apart.
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

extension HAREntry {
  /// Reads an entry; the stream is at its value.
  ///
  /// - Parameter isWanted: Whether an entry with this method and URL is to be read. Of the others
  ///   only method, URL and time are.
  /// - Returns: The entry, and whether it is wanted.
  static func read(
    _ stream: inout JSONStream, _ limits: HARLimits,
    _ isWanted: (_ method: String, _ url: String) -> Bool
  ) throws(StreamError) -> (entry: HAREntry, isWanted: Bool) {
    var entry = HAREntry(limits: limits)
    guard try stream.next() == UInt8(ascii: "{"), var object = try stream.object() else {
      throw stream.unexpected("an entry: an object with 'request' and 'response'")
    }
    let start = stream.offset - 1
    var decision: Bool?
    while let name = try stream.name(&object) {
      switch name {
      case "startedDateTime": entry.startedAt = try stream.plainText(limit: 100)
      case "time": entry.time = try stream.number()
      case "request":
        entry.request = Request()
        decision = nil
        try entry.readRequest(&stream, isWanted, &decision)
      case "response" where decision != false: try entry.readResponse(&stream)
      case "_fromCache": entry.isFromCache = try stream.text(limit: 100) != nil
      case "_fetchType":
        let type = try stream.plainText(limit: 100)
        entry.isFromCache = type == "Memory Cache" || type == "Disk Cache"
      case "_deliberate": entry.isDeliberate = try stream.boolean() ?? false
      default: try stream.skip()
      }
    }
    guard let method = entry.request.method, let url = entry.request.url else {
      throw StreamError(
        "an entry has no 'request' with 'method' and 'url'. HAR 1.2 demands both: export the "
          + "recording again", at: start)
    }
    return (entry, decision ?? isWanted(method, url))
  }

  private mutating func readRequest(
    _ stream: inout JSONStream, _ isWanted: (_ method: String, _ url: String) -> Bool,
    _ decision: inout Bool?
  ) throws(StreamError) {
    guard var object = try stream.object() else { return }
    while let name = try stream.name(&object) {
      switch name {
      case "method": request.method = try stream.plainText(limit: 100)
      case "url": request.url = try stream.plainText(limit: limits.textBytes)
      case "headers" where decision != false: request.headers = try headers(&stream)
      case "postData" where decision != false: request.body = try body(&stream)
      case "bodySize": request.bodySize = try stream.number().flatMap { Int(exactly: $0) }
      case "comment": request.comment = try stream.plainText(limit: 1000)
      default: try stream.skip()
      }
      if decision == nil, let method = request.method, let url = request.url {
        decision = isWanted(method, url)
      }
    }
  }

  private mutating func readResponse(_ stream: inout JSONStream) throws(StreamError) {
    response = nil
    guard var object = try stream.object() else { return }
    var response = Response()
    while let name = try stream.name(&object) {
      switch name {
      case "status": response.status = try stream.number().flatMap { Int(exactly: $0) }
      case "statusText": response.reason = try stream.plainText(limit: 1000)
      case "headers": response.headers = try headers(&stream)
      case "content": response.body = try body(&stream)
      case "bodySize": response.bodySize = try stream.number().flatMap { Int(exactly: $0) }
      case "_error", "_errorMessage":
        if let error = try stream.plainText(limit: 1000), !error.isEmpty { response.error = error }
      case "_charlesStatus":
        if let status = try stream.plainText(limit: 100), status != "COMPLETE" {
          response.error = response.error ?? status
        }
      case "comment": response.comment = try stream.plainText(limit: 1000)
      default: try stream.skip()
      }
    }
    self.response = response
  }

  /// `headers`; nil where it is not a list, and where it is longer than any that is sent.
  private func headers(_ stream: inout JSONStream) throws(StreamError) -> Headers? {
    guard var array = try stream.array() else { return nil }
    var headers = Headers()
    var size = 0
    while try stream.item(&array) {
      headers.isEmpty = false
      guard let field = try field(&stream) else { continue }
      size += field.name.utf8.count + field.value.utf8.count
      // HTTP/2 and HTTP/3 send the start line as fields whose names begin with a colon.
      if field.name.isEmpty || field.name.hasPrefix(":") || size > limits.fieldBytes { continue }
      guard field.value.utf8.contains(0x0A) else {
        headers.add(field.name, Self.trimmed(field.value[...]))
        continue
      }
      // Chrome writes the values of a repeated field in one, a line for each.
      let lines = field.value.split(separator: "\n")
      for line in lines.isEmpty ? [""] : lines { headers.add(field.name, Self.trimmed(line)) }
    }
    return size > limits.fieldBytes ? nil : headers
  }

  /// An object with `name` and `value`; nil where it has no name.
  private func field(_ stream: inout JSONStream) throws(StreamError) -> HeaderField? {
    guard var object = try stream.object() else { return nil }
    var field: (name: String?, value: String) = (nil, "")
    while let name = try stream.name(&object) {
      switch name {
      case "name": field.name = try stream.plainText(limit: limits.textBytes)
      case "value": field.value = try stream.plainText(limit: limits.textBytes) ?? ""
      default: try stream.skip()
      }
    }
    return field.name.map { HeaderField($0, field.value) }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
      let last = text.utf8.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// Whether a tool that cleans recordings has put a value, or what follows its scheme, out of sight:
  /// `[redacted]`, `Bearer <REDACTED>`, `[Authorization redacted]`, `*****`.
  static func isMasked(_ value: String) -> Bool {
    // All of them end so, and nearly no other value does.
    guard value.utf8.count < 100, let end = value.utf8.last(where: { $0 != 0x20 }),
      end | 0x20 == UInt8(ascii: "d") || "[]<>(){}*_".utf8.contains(end)
    else { return false }
    let word = value.split(separator: " ").last ?? ""
    if word.utf8.count >= 3, word.utf8.allSatisfy({ $0 == UInt8(ascii: "*") }) { return true }
    let bare = word.filter { !"[]<>(){}*_".contains($0) }
    return bare.lowercased() == "redacted"
      || bare != word && ["sanitized", "filtered", "masked", "removed"].contains(bare.lowercased())
  }

  /// `postData` or `content`; nil where it isn't an object.
  private func body(_ stream: inout JSONStream) throws(StreamError) -> Body? {
    guard var object = try stream.object() else { return nil }
    var body = Body()
    while let name = try stream.name(&object) {
      switch name {
      case "mimeType": body.mediaType = try stream.plainText(limit: 1000)
      case "text":
        body.isNull = try stream.next() == UInt8(ascii: "n")
        body.text = try stream.text(limit: limits.writtenBodyBytes)
      case "encoding", "_encoding":
        body.isBase64 = try stream.plainText(limit: 100)?.lowercased() == "base64"
      case "params": body.parameters = try parameters(&stream)
      case "size": body.size = try stream.number().flatMap { Int(exactly: $0) }
      case "comment": body.comment = try stream.plainText(limit: 1000)
      default: try stream.skip()
      }
    }
    return body
  }

  private func parameters(_ stream: inout JSONStream) throws(StreamError) -> [HeaderField] {
    guard var array = try stream.array() else { return [] }
    var fields: [HeaderField] = []
    var size = 0
    while try stream.item(&array) {
      // Some exporters take an empty body for a form with one field that has no name.
      guard let field = try field(&stream), field != HeaderField("", "") else { continue }
      size += field.name.utf8.count + field.value.utf8.count
      if size <= limits.fieldBytes { fields.append(field) }
    }
    return size > limits.fieldBytes ? [] : fields
  }

  /// The exchange, but for what only the whole recording tells.
  ///
  /// - Parameter startedAt: Of an entry that has no time that can be read.
  func exchange(_ reference: EntryReference, startedAt fallback: Timestamp) -> RecordedExchange {
    let method = request.method ?? ""
    return RecordedExchange(
      entry: reference, startedAt: timestamp ?? fallback, duration: duration,
      request: RecordedExchange.Request(
        method: method, url: request.url ?? "", headers: request.headers?.known,
        withheldHeaders: withheldFromRequest, body: requestBody(method)),
      response: recordedResponse(to: method), isDeliberate: isDeliberate)
  }

  /// nil where it has none that can be read.
  var timestamp: Timestamp? { startedAt.flatMap { Timestamp(har: $0) } }

  /// When the answer came by its `Date`, less the duration: for entries without a time.
  var answeredAt: Timestamp? {
    guard let date = response?.headers?.list["Date"],
      let time = HTTPDate.timestamp(date, now: Timestamp(milliseconds: 4_102_444_800_000))
    else { return nil }
    return time - (duration ?? .zero)
  }

  private var duration: Duration? {
    // A time of more than a day is a mistake of the exporter.
    guard let time, time >= 0, time < 86_400_000 else { return nil }
    return .microseconds(Int((time * 1000).rounded()))
  }

  /// A request that never left, or whose answer came from a cache, has the headers that the browser
  /// was asked for: it adds some when it sends them.
  private var withheldFromRequest: WithheldHeaders {
    let isProvisional = isFromCache || !hasStatus && response?.error != nil
    return isProvisional ? .any : request.headers?.withheld ?? .none
  }

  private var hasStatus: Bool { (response?.status).map { 100...999 ~= $0 } ?? false }

  private func recordedResponse(to method: String) -> RecordedExchange.Response? {
    guard let response, let status = response.status, hasStatus else { return nil }
    return RecordedExchange.Response(
      status: status, reason: response.reason ?? "", headers: response.headers?.known,
      withheldHeaders: response.headers?.withheld ?? .none,
      body: responseBody(response, status, to: method))
  }
}

extension HAREntry.Headers {
  /// nil where nothing is known of them: each message that was sent has fields, so an empty list is
  /// one that the exporter didn't fill.
  var known: HeaderList? { isEmpty ? nil : list }

  var withheld: WithheldHeaders { masked.isEmpty ? .none : .named(masked) }
}
