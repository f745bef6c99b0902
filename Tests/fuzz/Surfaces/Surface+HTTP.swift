// SPDX-License-Identifier: Apache-2.0
// HTTP messages, and recordings of them.

import Audit
import Formats
import HTTP
import Text

extension Surface {
  private static let pieces = [
    "\r\n", "\r\n\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.0 204\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    "Content-Length: 3\r\n", "Content-Length: 99999999999999999999\r\n", "Content-Length: -1\r\n",
    "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n", "3\r\nabc\r\n",
    "0\r\n\r\n", "ffffffffffffffff\r\n", "Connection: close\r\n", " folded\r\n", "A : b\r\n", ";",
    "Expect: 100-continue\r\n", "Host: a\r\n", "//", "[::1]", "@", "%2F", "%zz", "../", "?a=b&c",
    "Set-Cookie: a=b; Path=/; Secure\r\n",
  ]

  private static let limits = HTTPLimits(bodyBytes: 20_000)

  static let answers = Surface(
    name: "http-answers", about: "HTTP answers", pieces: pieces,
    seeds: texts([
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: x\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nA: b\r\n c\r\n\r\nuntil the end",
      "HTTP/1.0 302 Found\nLocation: /a?b=c\nContent-Length: 0\n\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 2\r\n\r\nokayokayx",
      "HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc",
      "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n",
    ]),
    makeCheck: always { bytes throws(Flaw) in
      var isRead = false
      for method in ["GET", "HEAD"] {
        let whole = try answer(bytes, to: method, by: max(bytes.count, 1))
        for size in [1, 7] where bytes.count < 4000 || size > 1 {
          try Flaw.unless(
            try answer(bytes, to: method, by: size) == whole,
            "in pieces of \(size) it is read as something else than \(whole)")
        }
        isRead = isRead || whole != "unreadable"
      }
      return isRead
    })

  /// What becomes of the bytes, read in pieces, then ended.
  private static func answer(
    _ bytes: [UInt8], to method: String, by size: Int
  ) throws(Flaw) -> String {
    var reader = ResponseReader(method: method, limits: limits)
    var buffer = ByteBuffer()
    do throws(MessageError) {
      var isComplete = false
      for start in stride(from: 0, to: bytes.count, by: size) where !isComplete {
        buffer.append(bytes[start..<min(start + size, bytes.count)])
        // What comes after the end belongs to another read, where it comes in pieces.
        isComplete = try reader.read(&buffer)
      }
      if !isComplete { try reader.end(buffer) }
    } catch {
      try Flaw.unless(!error.description.isEmpty, "a mistake without words")
      return "unreadable"
    }
    guard let response = reader.response else { throw Flaw("it ended without an answer") }
    try Flaw.unless(response.body.count <= limits.bodyBytes, "the body is beyond the limit")
    for issue in response.issues {
      try Flaw.unless(0...bytes.count ~= issue.offset ?? 0, "a remark is at \(issue.offset ?? 0)")
    }
    return "\(response.status)"
  }

  static let requests = Surface(
    name: "http-requests", about: "HTTP requests, URLs, media types and forms", pieces: pieces,
    seeds: texts([
      "GET /a?b=c HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n",
      "POST /api/v2/x HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\na=b&c=d",
      "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
      "https://user@[::1]:8443/a/../b?c#d", "application/json; charset=\"utf-8\"; a=b",
      "a=b&c=%C3%A9+d&e", "//h:1/..;x?y", "Sun, 06 Nov 1994 08:49:37 GMT",
    ]),
    makeCheck: always { bytes throws(Flaw) in
      let whole = request(bytes, by: max(bytes.count, 1))
      for size in [1, 7] where bytes.count < 4000 || size > 1 {
        try Flaw.unless(
          request(bytes, by: size) == whole,
          "in pieces of \(size) it is read as something else than \(whole)")
      }
      let text = String(decoding: bytes.prefix(4000), as: UTF8.self)
      _ = MediaType(text)
      if let fields = FormBody.decode(bytes) {
        let again = FormBody.decode(FormBody.encode(fields)) ?? []
        try Flaw.unless(
          again.count == fields.count
            && zip(again, fields).allSatisfy { $0.name == $1.name && $0.value == $1.value },
          "a form means something else when it is written anew")
      }
      let base = try? BaseURL(text)
      let place = URLReference.resolve(
        text, against: Origin(scheme: .http, host: "a"), target: "/b")
      if let place {
        try Flaw.unless(place.target.hasPrefix("/"), "the target is '\(place.target)'")
        try Flaw.unless(!place.origin.host.isEmpty, "there is no host")
      }
      return whole != "unreadable" || base != nil || place != nil
    })

  private static func request(_ bytes: [UInt8], by size: Int) -> String {
    var reader = RequestReader(limits: limits)
    var buffer = ByteBuffer()
    do {
      for start in stride(from: 0, to: bytes.count, by: size) {
        buffer.append(bytes[start..<min(start + size, bytes.count)])
        if try reader.read(&buffer) { return "complete" }
      }
      return "incomplete"
    } catch {
      return "unreadable"
    }
  }
}

extension Surface {
  private static let entry = #"""
    {"startedDateTime": "2026-11-21T06:30:00.123+01:00", "time": 212.5, "request": {"method":
    "POST", "url": "https://a/o/client/token", "headers": [{"name": ":path", "value": "/"}, {"name":
    "Content-Length", "value": "7"}], "postData": {"mimeType": "application/x-www-form-urlencoded",
    "text": "a=b%20c", "params": [{"name": "a", "value": "b c"}]}, "bodySize": 7}, "response":
    {"status": 200, "statusText": "OK", "headers": [{"name": "Set-Cookie", "value": "a\nb"}],
    "content": {"size": 5, "text": "e30gw6k=", "encoding": "base64"}, "_error": null},
    "_fromCache": "disk", "_deliberate": true}
    """#

  static let har = Surface(
    name: "har", about: "recorded traffic, as HAR files", form: .json,
    pieces: [
      "\"log\":", "\"entries\":[", "\"request\":", "\"response\":null", "\"text\":\"",
      "\"encoding\":\"base64\"", "\\ud800", "\\u001f\\ufffd", "\"status\":0", "\"bodySize\":-1",
      "\"startedDateTime\":\"2026-11-21T05:30:00Z\"", "+14:00", "\"headers\":[]", "\u{FEFF}",
    ],
    seeds: texts([
      #"{"log": {"version": "1.2", "creator": {"name": "WebInspector"}, "entries": [\#(entry), \#(entry)]}}"#,
      #"{"log": {"entries": [{"response": {"status": 0}, "request": {"url": "http://b", "method": "GET"}}], "pages": [[{}]]}}"#,
      #"[{"protocolVersion": "HTTP/2"}]"#, #"{"info": {}, "item": []}"#, "12:3:abc,",
    ]),
    makeCheck: always { bytes throws(Flaw) in
      let whole = try traffic(bytes, HARLimits())
      for size in [1, 7] where bytes.count < 4000 || size > 1 {
        let pieces = try traffic(bytes, HARLimits(windowBytes: size))
        try Flaw.unless(
          pieces.exchanges == whole.exchanges && pieces.others == whole.others
            && pieces.error == whole.error, "in pieces of \(size) it is read as something else")
      }
      guard whole.error == nil else { return false }
      do throws(JSONError) {
        _ = try JSONParser.document(bytes, limits: JSONLimits(depth: 20_000))
      } catch {
        // Browsers write these, and they mean nothing that is judged.
        guard error.reason == .loneSurrogate else {
          throw Flaw("it is read, and is not JSON: \(error)")
        }
      }
      try checkWriting(of: whole.exchanges)
      return !whole.exchanges.isEmpty
    })

  /// What is read of the bytes, where every URL with an 'a' is wanted.
  private static func traffic(
    _ bytes: [UInt8], _ limits: HARLimits
  ) throws(Flaw) -> (exchanges: [RecordedExchange], others: [String], error: TrafficError?) {
    let source = HARRecordings([RecordingFile(name: "x", bytes)], limits: limits)
    var exchanges: [RecordedExchange] = []
    var others: [String] = []
    do throws(TrafficError) {
      try source.read({ $1.contains("a") }) { entry in
        switch entry {
        case .exchange(let exchange): exchanges.append(exchange)
        case .other(_, let url, let time): others.append("\(url) \(time ?? 0)")
        }
      }
      for first in exchanges {
        var again = try source.exchange(first.entry)
        again.request.withheldHeaders = first.request.withheldHeaders
        if let headers = first.response?.withheldHeaders {
          again.response?.withheldHeaders = headers
        }
        if again != first { throw TrafficError(file: "", position: nil, message: "") }
      }
    } catch {
      let lines = bytes.count { $0 == 0x0A } + 1
      guard !error.message.isEmpty else { throw Flaw("an entry is another one by itself") }
      guard let position = error.position else { throw Flaw("a mistake without a place: \(error)") }
      try Flaw.unless(
        1...lines ~= position.line && 1...(bytes.count + 1) ~= position.column,
        "the mistake is at \(position)")
      return (exchanges, others, error)
    }
    return (exchanges, others, nil)
  }

  /// Bodies, times and starts are the same once they are written.
  private static func checkWriting(of exchanges: [RecordedExchange]) throws(Flaw) {
    let entries = exchanges.map { HARWriter.entry($0) }
    let text =
      HARWriter.head(creator: "x", version: "") + entries.joined(separator: HARWriter.separator)
      + HARWriter.tail
    let again = try traffic(text, HARLimits())
    try Flaw.unless(
      again.error == nil, "what is written can't be read: \(String(describing: again.error))")
    try Flaw.unless(again.exchanges.count == exchanges.count, "entries are lost in writing")
    for (first, second) in zip(exchanges, again.exchanges) {
      try Flaw.unless(
        first.request.method == second.request.method && first.request.url == second.request.url
          && first.startedAt == second.startedAt && first.isDeliberate == second.isDeliberate
          && first.response?.status == second.response?.status, "an entry is changed by writing")
      for (body, other) in [
        (first.request.body, second.request.body), (first.response?.body, second.response?.body),
      ] {
        if case .bytes? = body { try Flaw.unless(body == other, "a body is changed by writing") }
      }
    }
  }
}
