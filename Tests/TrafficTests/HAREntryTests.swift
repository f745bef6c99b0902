// SPDX-License-Identifier: Apache-2.0

import Encodings
import HTTPMessages
import Testing
import Traffic

/// Bodies, headers, times and answers as exporters leave them.
@Suite struct HAREntryTests {
  private static func body(_ text: String) -> RecordedBody { .bytes(Array(text.utf8)) }

  private static func exchange(_ entry: String) throws -> RecordedExchange {
    try #require(try HAR.exchanges(HAR.file([entry])).first)
  }

  @Test(arguments: [
    (#""bodySize": 0"#, RecordedBody.none),
    (#""bodySize": 0, "postData": {"text": ""}"#, .none),
    (#""bodySize": 0, "postData": {"text": "", "params": [{"name": "", "value": ""}]}"#, .none),
    (#""bodySize": -1, "postData": {"text": "a=b"}"#, body("a=b")),
    (#""bodySize": 3, "postData": {"text": "YT1i", "encoding": "base64"}"#, body("a=b")),
    (#""bodySize": 3, "postData": {"text": "YT1i"}"#, body("a=b")),
    (#""bodySize": 4, "postData": {"text": "YT1i"}"#, body("YT1i")),
    (
      #""postData": {"params": [{"name": "a", "value": "b%20c"}, {"name": "d"}]}"#,
      .fields([HeaderField("a", "b%20c"), HeaderField("d", "")])
    ),
    (
      #""postData": {"text": "", "params": [{"name": "a", "value": "b"}]}"#, body("a=b")
    ),
    (
      #""bodySize": 9, "postData": {"params": [{"name": "a", "value": "b%20"}, {"name": "d"}]}"#,
      body("a=b%20&d=")
    ),
    (
      #""bodySize": 11, "postData": {"params": [{"name": "a", "value": "b/c+"}]}"#,
      body("a=b%2Fc%2B")
    ),
    (#""bodySize": 5, "postData": {"params": [{"name": "a", "value": "b c"}]}"#, body("a=b+c")),
    (
      #""postData": {"mimeType": "multipart/form-data", "params": [{"name": "a", "value": "b"}]}"#,
      .missing(because: "the recording has the parts of the request's body, not the body")
    ),
    (#""bodySize": 7"#, .missing(because: "the recording lacks the body of the request")),
    (#""bodySize": -1"#, .missing(because: "the recording lacks the body of the request")),
    (
      #""postData": {"text": "", "comment": "Request bodies are not included."}"#,
      .missing(
        because: "the recording lacks the body of the request, with this note: "
          + "Request bodies are not included.")
    ),
    (
      #""postData": {"text": "\u001f\ufffd\b\u0000"}"#,
      .missing(because: "the recording has the body compressed (gzip, as text)")
    ),
    (
      #""postData": {"text": "\udc80\udcff"}"#,
      .missing(because: "the recording has the body as a text that can't be its bytes")
    ),
    (#""postData": {"text": "\ud83d\ude00"}"#, body("😀")),
  ])
  func `reads the body of a request`(members: String, body: RecordedBody) throws {
    let entry = HAR.entry(
      #""method": "POST", "url": "https://a/b", "headers": [{"name": "A", "value": "b"}], \#(members)"#
    )
    #expect(try Self.exchange(entry).request.body == body)
  }

  @Test(arguments: [
    (#""bodySize": -1"#, "", RecordedBody.none),
    (
      #""bodySize": 0"#, "Content-Length: 3",
      .missing(because: "the recording lacks the body of the request")
    ),
    (#""bodySize": -1"#, "Content-Length: 0", .none),
  ])
  func `believes the length that a request announces`(
    members: String, header: String, body: RecordedBody
  ) throws {
    let parts = header.split(separator: ": ")
    let field = parts.count == 2 ? #"{"name": "\#(parts[0])", "value": "\#(parts[1])"}"# : ""
    let entry = HAR.entry(
      #""method": "GET", "url": "https://a/b", "headers": [\#(field)], \#(members)"#)
    #expect(try Self.exchange(entry).request.body == body)
  }

  @Test(arguments: [
    (#""content": {"size": 3, "text": "abc"}"#, body("abc")),
    (#""content": {"size": 3, "text": "YWJj\nZA", "encoding": "base64"}"#, body("abcd")),
    (#""content": {"size": 3, "text": "YWJj"}"#, body("abc")),
    (#""content": {"size": 0, "text": ""}"#, RecordedBody.none),
    (#""content": {"size": 0, "mimeType": "x-unknown"}"#, .none),
    (#""content": {"size": 9}"#, .missing(because: "the recording lacks the body of the answer")),
    (#""content": {"size": -1}"#, .missing(because: "the recording lacks the body of the answer")),
    (#""content": {}"#, .missing(because: "the recording lacks the body of the answer")),
    (
      #""content": {"size": 0, "text": null}"#,
      .missing(because: "the recording lacks the body of the answer")
    ),
    (
      #""content": {"size": 0, "comment": "Response bodies are not included."}"#,
      .missing(
        because: "the recording lacks the body of the answer, with this note: "
          + "Response bodies are not included.")
    ),
    (
      #""content": {"text": "H4sIAAAAAAAAAw==", "encoding": "base64"}"#,
      .missing(because: "the recording has the body compressed (gzip)")
    ),
    (
      #""content": {"text": "!", "encoding": "base64"}"#,
      .missing(because: "the Base64 of the body can't be read")
    ),
    (
      #""content": {"text": "/////w==", "encoding": "base64", "mimeType": "application/json"}"#,
      .missing(because: "the recording has the body compressed (br)")
    ),
    (#""content": {"text": "{}", "mimeType": "application/json"}"#, body("{}")),
    (
      #""content": {"size": 9, "text": "{\"a\":"}, "_error": "net::ERR_ABORTED""#,
      .missing(because: "the answer was broken off, as the recording says: net::ERR_ABORTED")
    ),
  ])
  func `reads the body of an answer`(members: String, body: RecordedBody) throws {
    let entry = HAR.entry(
      HAR.request,
      #""status": 200, "headers": [{"name": "Content-Encoding", "value": "br"}], \#(members)"#)
    #expect(try Self.exchange(entry).response?.body == body)
  }

  @Test(arguments: [
    #""status": 204, "content": {"size": -1}"#, #""status": 304, "content": {"size": 12}"#,
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
    (#"{"name": "A", "value": "[redacted]"}"#, ["a"]),
    (#"{"name": "A", "value": "Bearer <REDACTED>"}"#, ["a"]),
    (#"{"name": "A", "value": "[Authorization redacted]"}"#, ["a"]),
    (#"{"name": "A", "value": "*****"}"#, ["a"]),
    (#"{"name": "A", "value": "*/*"}"#, nil), (#"{"name": "A", "value": "removed"}"#, nil),
  ])
  func `knows that a value was masked`(field: String, names: [String]?) throws {
    let exchange = try Self.exchange(
      HAR.entry(#""method": "GET", "url": "https://a/b", "headers": [\#(field)]"#))
    #expect(
      exchange.request.withheldHeaders == names.map { .named(Set($0)) } ?? WithheldHeaders.none)
    #expect(exchange.request.headers?.fields.isEmpty == (names != nil))
  }

  @Test func `splits the fields that a browser joined, and trims values`() throws {
    let exchange = try Self.exchange(
      HAR.entry(
        #""method": "GET", "url": "https://a/b", "headers": [{"name": "Via", "value": " a \nb"}]"#))
    #expect(exchange.request.headers?.values(of: "via") == ["a", "b"])
  }

  @Test(arguments: [#""_fromCache": "disk""#, #""_fetchType": "Memory Cache""#])
  func `doubts the headers of what a cache answered`(member: String) throws {
    let exchange = try Self.exchange(HAR.entry(HAR.request, more: member))
    #expect(exchange.request.withheldHeaders.mayContain("Authorization"))
  }

  @Test func `knows what a harness broke on purpose`() throws {
    #expect(try Self.exchange(HAR.entry(HAR.request, more: #""_deliberate": true"#)).isDeliberate)
    #expect(try !Self.exchange(HAR.entry(HAR.request)).isDeliberate)
  }

  @Test(arguments: [
    ("2026-11-21T05:30:00Z", 1_795_239_000_000), ("2026-11-21T05:30:00.5Z", 1_795_239_000_500),
    ("2026-11-21T05:30:00.123456789Z", 1_795_239_000_123),
    ("2026-11-21T06:30:00.123+01:00", 1_795_239_000_123),
    ("2026-11-20T22:30:00-0700", 1_795_239_000_000),
    ("2026-11-21T11:00:00+05:30", 1_795_239_000_000),
    ("2026-11-21T06:30:00+01", 1_795_239_000_000), ("2026-11-21 05:30:00,25z", 1_795_239_000_250),
    ("2026-11-21T05:30:00.000", 1_795_239_000_000),
  ])
  func `reads a time`(text: String, milliseconds: Int) throws {
    #expect(
      try Self.exchange(HAR.entry(HAR.request, at: text)).startedAt.milliseconds == milliseconds)
  }

  @Test(arguments: [
    ("-1", Duration?.none), ("null", nil), ("0", .zero), ("1.5", .microseconds(1500)),
    ("1e99", nil), (#""12""#, .milliseconds(12)),
  ])
  func `reads a duration`(time: String, duration: Duration?) throws {
    let entry = HAR.entry(HAR.request).replacing(#""time": 12"#, with: #""time": \#(time)"#)
    #expect(try Self.exchange(entry).duration == duration)
  }

  @Test func `takes the time of the entry before one that has none`() throws {
    let exchanges = try HAR.exchanges(
      HAR.file([HAR.entry(HAR.request), HAR.entry(HAR.request, at: "")]))
    #expect(exchanges.map(\.startedAt.milliseconds) == [1_795_239_000_000, 1_795_239_000_000])
  }
}
