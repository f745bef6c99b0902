// SPDX-License-Identifier: Apache-2.0

import Audit
import Formats
import HTTP
import Testing
import Text

@Suite struct HARWriterTests {
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

  @Test func `writes what was not kept as not kept`() throws {
    let exchange = Self.exchange(.missing(because: "too large"), .missing(because: "too large"))
    let read = try #require(try HAR.exchanges(Self.file([HARWriter.entry(exchange)])).first)
    guard case .missing = read.request.body, case .missing? = read.response?.body else {
      Issue.record("\(read)")
      return
    }
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
