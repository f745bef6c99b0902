// SPDX-License-Identifier: Apache-2.0
// Entries of HAR files: read in all their forms, and written.

import Audit
import Formats
import HTTP
import TestSupport
import Testing
import Text

/// Bodies, headers, times and answers as exporters leave them.
struct HAREntryTests {
  private static func body(_ text: String) -> RecordedBody { .bytes(Array(text.utf8)) }

  private static func exchange(_ entry: String) throws -> RecordedExchange {
    try #require(try HAR.exchanges(HAR.file([entry])).first)
  }

  /// The body of a request with these members.
  private static func requestBody(
    _ members: String, _ header: String = "A: b", method: String = "POST"
  ) throws -> RecordedBody {
    try exchange(
      HAR.entry(
        #""method": "\#(method)", "url": "https://a/b", "headers": [\#(field(header))], \#(members)"#
      )
    ).request.body
  }

  /// The body of an answer with these members.
  private static func answerBody(_ members: String, _ header: String = "Content-Encoding: br")
    throws -> RecordedBody?
  {
    try exchange(
      HAR.entry(HAR.request, #""status": 200, "headers": [\#(field(header))], \#(members)"#)
    ).response?.body
  }

  private static func field(_ header: String) -> String {
    let parts = header.split(separator: ": ")
    return parts.count == 2 ? #"{"name": "\#(parts[0])", "value": "\#(parts[1])"}"# : ""
  }

  @Test(arguments: [
    (#""bodySize": 0"#, RecordedBody.none), (#""bodySize": 0, "postData": {"text": ""}"#, .none),
    (#""bodySize": 0, "postData": {"text": "", "params": [{"name": "", "value": ""}]}"#, .none),
    (#""bodySize": -1, "postData": {"text": "a=b"}"#, body("a=b")),
    (#""bodySize": 3, "postData": {"text": "YT1i", "encoding": "base64"}"#, body("a=b")),
    (#""bodySize": 3, "postData": {"text": "YT1i"}"#, body("a=b")),
    (#""bodySize": 4, "postData": {"text": "YT1i"}"#, body("YT1i")),
    (
      #""postData": {"params": [{"name": "a", "value": "b%20c"}, {"name": "d"}]}"#,
      .fields([HeaderField("a", "b%20c"), HeaderField("d", "")])
    ), (#""postData": {"text": "", "params": [{"name": "a", "value": "b"}]}"#, body("a=b")),
    (
      #""bodySize": 9, "postData": {"params": [{"name": "a", "value": "b%20"}, {"name": "d"}]}"#,
      body("a=b%20&d=")
    ),
    (
      #""bodySize": 11, "postData": {"params": [{"name": "a", "value": "b/c+"}]}"#,
      body("a=b%2Fc%2B")
    ), (#""bodySize": 5, "postData": {"params": [{"name": "a", "value": "b c"}]}"#, body("a=b+c")),
    (#""postData": {"text": "\ud83d\ude00"}"#, body("😀")),
    (#""bodySize": 2, "postData": {"text": "YT1i"}"#, body("YT1i")),
    (
      #""postData": {"params": [{"name": "a", "value": "b+c"}]}"#,
      .fields([HeaderField("a", "b+c")])
    ), (#""postData": {"params": [{"name": "a", "value": "ä"}]}"#, body("a=%C3%A4")),
    (#""bodySize": 7, "postData": {"params": [{"name": "a", "value": "b%20c"}]}"#, body("a=b%20c")),
    (
      #""bodySize": 6, "postData": {"params": [{"name": "a", "value": "b%20c"}]}"#,
      .fields([HeaderField("a", "b%20c")])
    ), (#""bodySize": -1, "postData": {"text": ""}"#, .none),
    (#""comment": "a note", "bodySize": 0, "postData": {}"#, .none),
  ])
  func `reads the body of a request`(members: String, body: RecordedBody) throws {
    #expect(try Self.requestBody(members) == body)
  }

  @Test(
    arguments: rows(
      #"""
      "postData": {"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "b"}]}
        the recording has the parts of the request's body, not the body
      "bodySize": 7
        the recording lacks the body of the request
      "bodySize": -1
        the recording lacks the body of the request
      "postData": {"text": "", "comment": "Request bodies are not included."}
        the recording lacks the body of the request, with this note: Request bodies are not included.
      "postData": {"text": "\u001f\ufffd\b\u0000"}
        the recording has the body compressed (gzip, as text)
      "postData": {"text": "\udc80\udcff"}
        the recording has the body as a text that can't be its bytes
      "postData": {"text": null}
        the recording lacks the body of the request
      "comment": "Body too large", "bodySize": 0, "postData": {}
        the recording lacks the body of the request, with this note: Body too large
      """#))
  func `says why the body of a request is missing`(members: String, reason: String) throws {
    #expect(try Self.requestBody(members) == .missing(because: reason))
  }

  private static func lacking(_ message: String) -> RecordedBody {
    .missing(because: "the recording lacks the body of the \(message)")
  }

  @Test(arguments: [
    (#""bodySize": -1"#, "", RecordedBody.none),
    (#""bodySize": 0"#, "Content-Length: 3", lacking("request")),
    (#""bodySize": -1"#, "Content-Length: 0", .none),
    (#""bodySize": 0"#, "Transfer-Encoding: Chunked", lacking("request")),
    (#""bodySize": 0, "postData": {"text": null}"#, "Content-Length: 0", .none),
    (#""postData": {"text": "YT1i"}"#, "Content-Length: 3", body("a=b")),
  ])
  func `believes a request's length`(members: String, header: String, body: RecordedBody) throws {
    #expect(try Self.requestBody(members, header, method: "GET") == body)
  }

  @Test(arguments: [
    (#""content": {"size": 3, "text": "abc"}"#, body("abc")),
    (#""content": {"size": 3, "text": "YWJj\nZA", "encoding": "base64"}"#, body("abcd")),
    (#""content": {"size": 3, "text": "YWJj"}"#, body("abc")),
    (#""content": {"text": "__79", "encoding": "base64"}"#, .bytes([0xFF, 0xFE, 0xFD])),
    (#""content": {"text": "----", "encoding": "base64"}"#, .bytes([0xFB, 0xEF, 0xBE])),
    (#""content": {"text": " Y\tW\r\nJj ", "encoding": "base64"}"#, body("abc")),
    (#""content": {"text": "YWJj", "_encoding": "BASE64"}"#, body("abc")),
    (#""content": {"size": 0, "text": ""}"#, RecordedBody.none),
    (#""content": {"size": 0, "mimeType": "x-unknown"}"#, .none),
    (#""content": {"text": "{}", "mimeType": "application/json"}"#, body("{}")),
    // A picture may be anything.
    (
      #""content": {"text": "/////w==", "encoding": "base64", "mimeType": "image/png"}"#,
      .bytes([0xFF, 0xFF, 0xFF, 0xFF])
    ),
    (#""content": {"text": "a="}, "_error": "", "_charlesStatus": "COMPLETE""#, body("a=")),
  ])
  func `reads the body of an answer`(members: String, body: RecordedBody) throws {
    #expect(try Self.answerBody(members) == body)
  }

  @Test(arguments: rows(tableText("HAREntryTests")))
  func `says why the body of an answer is missing`(members: String, reason: String) throws {
    #expect(try Self.answerBody(members) == .missing(because: reason))
  }

  @Test(arguments: [
    (9, RecordedBody.bytes(Array(repeating: 0x78, count: 9))),
    (10, .missing(because: "the body has more than the 9 bytes that are read")),
    (100, .missing(because: "the body has more than the 9 bytes that are read")),
  ])
  func `reads a body to its limit, plain and in Base64`(count: Int, body: RecordedBody) throws {
    let bytes = [UInt8](repeating: 0x78, count: count)
    let plain = #"{"text": "\#(String(decoding: bytes, as: UTF8.self))"}"#
    let packed = #"{"text": "\#(Base64.encode(bytes))", "encoding": "base64"}"#
    for content in [plain, packed] {
      let file = HAR.file([HAR.entry(HAR.request, #""status": 200, "content": \#(content)"#)])
      let exchange = try HAR.exchanges([file], limits: HARLimits(bodyBytes: 9)).first
      #expect(exchange?.response?.body == body)
    }
  }

  private static let brokenOff = #""content": {"text": "a="}, "_error": "e""#

  /// Also of one that was broken off.
  @Test(arguments: [
    (#""content": {"size": 0}"#, "Content-Length: 3", lacking("answer")),
    (#""content": {"size": 0}"#, "Content-Length: 0", .none),
    (#""content": {"size": 0}"#, "Transfer-Encoding: chunked", lacking("answer")),
    (brokenOff, "Content-Length: 2", body("a=")),
    (
      brokenOff, "Content-Length: 3",
      .missing(because: "the answer was broken off, as the recording says: e")
    ),
  ])
  func `believes an answer's length`(members: String, header: String, body: RecordedBody) throws {
    #expect(try Self.answerBody(members, header) == body)
  }

  @Test(arguments: [
    #""status": 204, "content": {"size": -1}"#, #""status": 304, "content": {"size": 12}"#,
    #""status": 199, "content": {"size": 12}"#, #""status": 204, "content": {"text": ""}"#,
  ])
  func `knows the answers that have no body`(members: String) throws {
    #expect(try Self.exchange(HAR.entry(HAR.request, members)).response?.body == RecordedBody.none)
  }

  @Test(arguments: [
    #""status": 0, "headers": [], "content": {}"#, #""status": -1"#, #""status": null"#, "",
    #""headers": []"#,
  ])
  func `has no answer where none came`(members: String) throws {
    #expect(try Self.exchange(HAR.entry(HAR.request, members)).response == nil)
    let entry = #"{"startedDateTime": "2026-11-21T05:30:00Z", "request": {\#(HAR.request)}"#
    #expect(try Self.exchange(entry + #", "response": null}"#).response == nil)
    #expect(try Self.exchange(entry + "}").response == nil)
  }

  @Test func `does not know headers that the exporter left empty`() throws {
    let entry = HAR.entry(
      #""method": "GET", "url": "https://a/b", "headers": [], "headersSize": -1"#,
      #""status": 200, "content": {"size": 0}"#)
    let exchange = try Self.exchange(entry)
    #expect(exchange.request.headers == nil)
    #expect(exchange.response?.headers == nil)
  }

  @Test(arguments: [
    ("[redacted]", true), ("Bearer <REDACTED>", true), ("[Authorization redacted]", true),
    ("*****", true), ("***", true), ("**", false), ("*/*", false), ("removed", false),
    ("(removed)", true), ("masked", false), ("{{Masked}}", true), ("filtered", false),
    ("[FILTERED]", true), ("__sanitized__", true), ("sanitized", false), ("redacted", true),
    ("redacted ", true), ("redacted x", false),
  ])
  func `knows that a value was masked`(value: String, isMasked: Bool) throws {
    let field = #"{"name": "A", "value": "\#(value)"}"#
    let exchange = try Self.exchange(
      HAR.entry(#""method": "GET", "url": "https://a/b", "headers": [\#(field)]"#))
    #expect(exchange.request.withheldHeaders == (isMasked ? .named(["a"]) : WithheldHeaders.none))
    #expect(exchange.request.headers?.fields.isEmpty == isMasked)
  }

  @Test func `splits the fields that a browser joined, and trims values`() throws {
    let exchange = try Self.exchange(
      HAR.entry(
        #""method": "GET", "url": "https://a/b", "headers": [{"name": "Via", "value": " a \nb"}]"#))
    #expect(exchange.request.headers?.values(of: "via") == ["a", "b"])
  }

  private static let answered = #""status": 204, "headers": []"#

  @Test(arguments: [
    (answered, #""_fromCache": "disk""#, true), (answered, #""_fetchType": "Memory Cache""#, true),
    (answered, #""_fetchType": "Disk Cache""#, true), (answered, #""_fromCache": null"#, false),
    (answered, #""_fetchType": "Network Load""#, false),
    (#""status": 0, "_error": "net::ERR_FAILED""#, "", true), (#""status": 0"#, "", false),
    (#""status": 200, "_error": "net::ERR_ABORTED""#, "", false),
    (#""_errorMessage": "refused""#, "", true),
    (#""status": 100, "_error": "e""#, "", false), (#""status": 99, "_error": "e""#, "", true),
    (#""status": 999, "_error": "e""#, "", false), (#""status": 1000, "_error": "e""#, "", true),
  ])
  func `doubts the headers of what a cache answered, and of a request that never left`(
    answer: String, more: String, isInDoubt: Bool
  ) throws {
    let exchange = try Self.exchange(HAR.entry(HAR.request, answer, more: more))
    #expect(exchange.request.withheldHeaders == (isInDoubt ? .any : WithheldHeaders.none))
  }

  @Test(arguments: [
    ("2026-11-21T05:30:00Z", 1_795_239_000_000), ("2026-11-21T05:30:00.5Z", 1_795_239_000_500),
    ("2026-11-21T05:30:00.123456789Z", 1_795_239_000_123),
    ("2026-11-21T06:30:00.123+01:00", 1_795_239_000_123),
    ("2026-11-20T22:30:00-0700", 1_795_239_000_000),
    ("2026-11-21T11:00:00+05:30", 1_795_239_000_000),
    ("2026-11-21T06:30:00+01", 1_795_239_000_000), ("2026-11-21 05:30:00,25z", 1_795_239_000_250),
    ("2026-11-21T05:30:00.000", 1_795_239_000_000), ("2026-11-21t05:30:00Z", 1_795_239_000_000),
    (" 2026-11-21T05:30:00Z ", 1_795_239_000_000), ("2026-11-21T05:30:00", 1_795_239_000_000),
    ("2026-11-21T05:30:00-00:30", 1_795_240_800_000),
  ])
  func `reads a time`(text: String, milliseconds: Int) throws {
    #expect(
      try Self.exchange(HAR.entry(HAR.request, at: text)).startedAt.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("-1", Duration?.none), ("null", nil), ("0", .zero), ("1.5", .microseconds(1500)),
    ("1e99", nil), (#""12""#, .milliseconds(12)), ("86400000", nil),
    ("86399999", .milliseconds(86_399_999)),
  ])
  func `reads a duration`(time: String, duration: Duration?) throws {
    let entry = HAR.entry(HAR.request).replacing(#""time": 12"#, with: #""time": \#(time)"#)
    #expect(try Self.exchange(entry).duration == duration)
  }

  @Test(arguments: [
    ("", 1_795_239_000_000),
    (#"{"name": "Date", "value": "Sat, 21 Nov 2026 05:31:00 GMT"}"#, 1_795_239_059_988),
  ])
  func `takes for the time of an entry without one that of its answer, or of the entry before it`(
    field: String, milliseconds: Int
  ) throws {
    let late = HAR.entry(HAR.request, #""status": 200, "headers": [\#(field)]"#, at: "")
    let exchanges = try HAR.exchanges(HAR.file([HAR.entry(HAR.request), late]))
    #expect(exchanges.map(\.startedAt.milliseconds) == [1_795_239_000_000, milliseconds])
  }

  @Test func `counts no fields whose names begin with a colon, and none without a name`() throws {
    let entry = HAR.entry(
      #""method": "GET", "url": "https://a/b", "headers": [{"name": ":path", "value": "/b"}, "#
        + #"{"name": "", "value": "x"}, {"value": "y"}, 7, {"name": "A", "value": "\n"}, {"name": "B"}]"#
    )
    let fields = try Self.exchange(entry).request.headers?.fields
    #expect(fields == [HeaderField("A", ""), HeaderField("B", "")])
  }
}

struct HARWriterTests {
  private static func file(_ entries: [[UInt8]]) -> String {
    let bytes =
      HARWriter.head(creator: "sso-conformance", version: "1")
      + entries.joined(separator: HARWriter.separator) + HARWriter.tail
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func exchange(
    _ body: RecordedBody, _ answer: RecordedBody, isDeliberate: Bool = false
  ) -> RecordedExchange {
    RecordedExchange(
      entry: EntryReference(recording: 0, index: 0),
      startedAt: Timestamp(milliseconds: 1_795_239_000_123), duration: .microseconds(2_001_250),
      request: RecordedExchange.Request(
        method: "POST", url: "https://a/b?c=d%20e&f=%22#g",
        headers: HeaderList(["Content-Type": "text/plain", "X": "1"]), body: body),
      response: RecordedExchange.Response(
        status: 200, reason: "OK", headers: HeaderList(["Via": "é\t\"", "Via": "b"]), body: answer),
      isDeliberate: isDeliberate)
  }

  @Test(arguments: [
    (RecordedBody.none, RecordedBody.none), (.bytes(Array("a=b&c=\"é\u{1}".utf8)), .bytes([0xFF])),
    (.bytes([0x80, 0]), .bytes(Array("{}".utf8))),
    (.fields([HeaderField("a", "b"), HeaderField("a", "%")]), .none),
  ])
  func `writes what is read again as the same`(body: RecordedBody, answer: RecordedBody) throws {
    let exchange = Self.exchange(body, answer)
    #expect(try HAR.exchanges(Self.file([HARWriter.entry(exchange)])) == [exchange])
  }

  @Test(arguments: ["too large", "the body is coded (gzip)"], [true, false])
  func `writes what was not kept as not kept, and why`(reason: String, isChunked: Bool) throws {
    var exchange = Self.exchange(.missing(because: reason), .missing(because: reason))
    if isChunked {
      exchange.request.headers?.append("Transfer-Encoding", "chunked")
      exchange.response?.headers?.append("Transfer-Encoding", "chunked")
    }
    let read = try #require(try HAR.exchanges(Self.file([HARWriter.entry(exchange)])).first)
    guard case .missing(let requestReason) = read.request.body,
      case .missing(let answerReason)? = read.response?.body
    else {
      Issue.record("\(read)")
      return
    }
    #expect(answerReason.hasSuffix(reason))
    if isChunked { #expect(requestReason.hasSuffix(reason)) }
  }

  @Test func `writes the mark of what was broken on purpose, and why no answer came`() throws {
    var exchange = Self.exchange(.none, .none, isDeliberate: true)
    exchange.response = nil
    let entry = HARWriter.entry(
      exchange, error: "the connection was closed", more: [("_step", "x")])
    let text = String(decoding: entry, as: UTF8.self)
    #expect(text.contains(#""_error":"the connection was closed""#))
    #expect(text.hasSuffix(#""_deliberate":true,"_step":"x"}"#))
    let read = try #require(try HAR.exchanges(Self.file([entry])).first)
    #expect(read.isDeliberate)
    #expect(read.response == nil)
  }

  @Test func `writes an empty recording`() throws {
    #expect(try HAR.exchanges(Self.file([])).isEmpty)
  }

  @Test func `names the parts that HAR demands`() throws {
    let entry = HARWriter.entry(Self.exchange(.bytes(Array("hi".utf8)), .none))
    let root = try JSONParser.document(entry).root
    #expect(root["time"]?.number?.literal == "2001.250")
    #expect(root["request"]?["queryString"]?.array?.count == 2)
    #expect(root["request"]?["postData"]?["mimeType"]?.string == "text/plain")
    for name in ["cache", "timings", "startedDateTime"] { #expect(root[name] != nil) }
    for name in ["redirectURL", "content", "cookies", "headersSize", "httpVersion"] {
      #expect(root["response"]?[name] != nil)
    }
  }
}
