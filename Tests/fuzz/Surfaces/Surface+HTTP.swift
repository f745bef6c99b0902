// SPDX-License-Identifier: Apache-2.0
// HTTP: the same however the bytes arrive, within the limits.

import HTTP

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
    seeds: { _ in
      [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: x\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nA: b\r\n c\r\n\r\nuntil the end",
        "HTTP/1.0 302 Found\nLocation: /a?b=c\nContent-Length: 0\n\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 2\r\n\r\nokayokayx",
        "HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n",
      ].map { Array($0.utf8) }
    },
    makeCheck: { _ in
      { bytes throws(Flaw) in
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
      }
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
      try Flaw.unless(
        0...bytes.count ~= issue.offset ?? 0, "a remark is at \(issue.offset ?? 0)")
    }
    return "\(response.status)"
  }

  static let requests = Surface(
    name: "http-requests", about: "HTTP requests, URLs, media types and forms", pieces: pieces,
    seeds: { _ in
      [
        "GET /a?b=c HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n",
        "POST /api/v2/x HTTP/1.1\r\nHost: a\r\nContent-Length: 7\r\n\r\na=b&c=d",
        "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "https://user@[::1]:8443/a/../b?c#d", "application/json; charset=\"utf-8\"; a=b",
        "a=b&c=%C3%A9+d&e", "//h:1/..;x?y", "Sun, 06 Nov 1994 08:49:37 GMT",
      ].map { Array($0.utf8) }
    },
    makeCheck: { _ in
      { bytes throws(Flaw) in
        let whole = request(bytes, by: max(bytes.count, 1))
        for size in [1, 7] where bytes.count < 4000 || size > 1 {
          try Flaw.unless(
            request(bytes, by: size) == whole,
            "in pieces of \(size) it is read as something else than \(whole)")
        }
        let text = String(decoding: bytes.prefix(4000), as: UTF8.self)
        _ = MediaType(text)
        _ = Target(text)
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
      }
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
