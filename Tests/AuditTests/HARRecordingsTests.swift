// SPDX-License-Identifier: Apache-2.0

import Audit
import Synchronization
import TestSupport
import Testing
import Text

/// Files as a whole: their order, their size, what is wrong with them.
struct HARRecordingsTests {
  private static func entry(_ url: String, at time: String = "2026-11-21T05:30:00Z") -> String {
    HAR.entry(HAR.request, at: time).replacing(
      "https://sp.auth.adobe.com/api/v2/p/profiles", with: url)
  }

  @Test func `passes over what isn't wanted, and counts entries of each file from 0`() throws {
    let source = HARRecordings(
      [
        HAR.file([
          Self.entry("https://other/a"), Self.entry("https://a/api", at: "2026-11-21T05:30:05Z"),
          Self.entry("https://a/api", at: ""),
        ]),
        HAR.file([
          Self.entry("https://a/api", at: "2026-11-21T05:30:01Z"),
          Self.entry("https://other/b", at: "?"),
        ]),
      ].enumerated().map { RecordingFile(name: "\($0).har", Array($1.utf8)) })
    var lines: [String] = []
    try source.read({ $1.hasSuffix("/api") }) { entry in
      switch entry {
      case .exchange(let exchange):
        lines.append("\(exchange.entry.recording).\(exchange.entry.index) \(exchange.request.url)")
      case .other(let entry, let url, let time):
        lines.append("\(entry.recording).\(entry.index) other \(url) \(time ?? 0)")
      }
    }
    #expect(
      lines == [
        "0.0 other https://other/a 1795239000000", "0.1 https://a/api", "0.2 https://a/api",
        "1.0 https://a/api", "1.1 other https://other/b 0",
      ])
    #expect(
      try source.exchange(EntryReference(recording: 1, index: 0)).request.url == "https://a/api")
    let times = try (1...2).map { try source.exchange(.init(recording: 0, index: $0)).startedAt }
    #expect(times[0] == times[1])
    let other = try source.exchange(EntryReference(recording: 0, index: 0))
    #expect(other.request.url == "https://other/a")
    #expect(throws: TrafficError.self) {
      try source.exchange(EntryReference(recording: 0, index: 3))
    }
  }

  @Test func `reads what overlapping exports have in common once`() throws {
    let times = ["05:30:00", "05:30:01", "05:30:01", "05:30:02"]
      .map { Self.entry("https://a/api", at: "2026-11-21T\($0)Z") }
    let exchanges = try HAR.exchanges([HAR.file(Array(times[..<3])), HAR.file(Array(times[1...]))])
    #expect(
      exchanges.map { "\($0.entry.recording).\($0.entry.index)" } == ["0.0", "0.1", "0.2", "1.2"])
  }

  @Test(arguments: [
    ("method", "GET", "PUT"), ("path", "/profiles", "/a"), ("status", "204", "203"),
    ("start", "05:30:00.000", "05:30:00.501"),
    ("body", #""bodySize": 0"#, #""bodySize": 1, "postData": {"text": "x"}"#),
    (
      "answered body", #""status": 204, "headers": []"#,
      #""status": 204, "headers": [], "content": {"text": "x"}"#
    ),
  ])
  func `reads twice what differs in two files`(what: String, old: String, new: String) throws {
    let entry = HAR.entry(HAR.request)
    #expect(entry.contains(old))
    let files = [entry, entry.replacing(old, with: new)].map { HAR.file([$0]) }
    #expect(try HAR.exchanges(files).count == 2, "\(what)")
    #expect(try HAR.exchanges([files[0], files[0]]).count == 1)
    // In one file both were sent.
    #expect(try HAR.exchanges(HAR.file([entry, entry])).count == 2)
  }

  /// A browser and a proxy that recorded the same journey.
  @Test(arguments: [
    ("time", #""time": 12"#, #""time": 13"#), ("field", #""value": "sp"#, #""value": "sq"#),
    ("name of a field", "Host", "Hose"), ("start", "05:30:00.000", "05:30:00.499"),
    ("answered field", #""headers": []"#, #""headers": [{"name": "A", "value": "b"}]"#),
  ])
  func `reads once what two tools tell differently`(what: String, old: String, new: String) throws {
    let entry = HAR.entry(HAR.request)
    let files = [entry, entry.replacing(old, with: new)].map { HAR.file([$0]) }
    #expect(files[0] != files[1])
    #expect(try HAR.exchanges(files).count == 1, "\(what)")
  }

  @Test(arguments: [
    ("a byte order mark", "\u{FEFF}" + HAR.file([HAR.entry(HAR.request)])),
    ("CRLF", HAR.file([HAR.entry(HAR.request)]).replacing("\n", with: "\r\n")),
    (
      "the log last, its version last",
      #"{"_a": [1e5, {"x": {}}, []], "log": {"entries": [\#(HAR.entry(HAR.request))], "version": "1.2"}} "#
    ),
    (
      "a repeated member",
      HAR.file([HAR.entry(HAR.request, more: #""time": 13, "request": {\#(HAR.request)}"#)])
    ),
    ("two lists of entries", #"{"log": {"entries": [], "entries": [\#(HAR.entry(HAR.request))]}}"#),
  ])
  func `reads`(what: String, har: String) throws {
    #expect(try HAR.exchanges(har).map(\.request.method) == ["GET"])
  }

  @Test func `reads what is nested to its depth`() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let entry = HAR.entry(HAR.request, more: "\"_x\": \(deep)")
    #expect(try HAR.exchanges(HAR.file([entry])).count == 1)
    #expect(throws: TrafficError.self) {
      try HAR.exchanges(#"{"log": {"a": [\#(deep)], "entries": []}}"#)
    }
  }

  @Test(
    arguments: [
      (#"\" \\ \/ \b\f\n\r\t"#, "\" \\ / \u{8}\u{C}\n\r\t"), (#"\u0041\u00e9\u00E9\u20aC"#, "Aéé€"),
      (#"\ud83d\ude00\uD83D\uDE00"#, "😀😀"), ("é€😀", "é€😀"), (#"\u0000"#, "\u{0}"),
      // Half of a pair stands for no character.
      (#"a\ud83d"#, nil), (#"\ud83dx"#, nil), (#"\ud83d\u0041"#, nil), (#"\ude00"#, nil),
      (#"\ud83d\ud83d\ude00"#, nil), (#"\ud83d\n"#, nil),
    ] as [(String, String?)])
  func `reads the escapes of a text`(written: String, text: String?) throws {
    let entry = HAR.entry(
      HAR.request, #""status": 200, "content": {"text": "\#(written)"}"#, more: #""\u0061": 1"#)
    for size in [1, 2, 3, 256 << 10] {
      let exchange = try HAR.exchanges([HAR.file([entry])], limits: HARLimits(windowBytes: size))
        .first
      let body =
        text.map { RecordedBody.bytes(Array($0.utf8)) }
        ?? .missing(because: "the recording has the body as a text that can't be its bytes")
      #expect(exchange?.response?.body == body, "\(size)")
    }
  }

  @Test func `reads names with escapes, and passes over long ones`() throws {
    let long = String(repeating: "x", count: 300)
    let text = HAR.file([HAR.entry(HAR.request, more: #""\#(long)": 1, "\#(long)y": {"a": 2}"#)])
      .replacing("\"method\"", with: #""\u006dethod""#)
    for size in [1, 100, 256 << 10] {
      let exchanges = try HAR.exchanges([text], limits: HARLimits(windowBytes: size))
      #expect(exchanges.map(\.request.method) == ["GET"])
    }
  }

  @Test(
    arguments: rows(
      #"""
      []
        0.har:1:1: it is a JSON array, and a HAR is an object with 'log'. Export the recording as HAR
      [{"status": "COMPLETE", "protocolVersion": "HTTP/1.1"}]
        0.har:1:1: it is a session of Charles, not a HAR. Export it there: File > Export Session…, as HTTP Archive (.har)
      1234:9:websocket;0:~
        0.har:1:1: it is a flow file of mitmproxy, not a HAR. Convert it: mitmdump -nr FILE --set hardump=FILE.har
      {"info": {"name": "x"}, "item": []}
        0.har:1:1: it is a Postman collection: requests to send, not a recording. Record the application's own traffic with a proxy, and export HAR
       {"a": 1}
        0.har:1:2: it is JSON but not a HAR: there is no 'log', but 'a'. Export the recording as HAR
      {"log": {"version": "1.2"}}
        0.har:1:9: 'log' has no 'entries', so nothing was recorded here. Export the recording again, with its requests
      [{"actualPort": 443}]
        0.har:1:1: it is a session of Charles, not a HAR. Export it there: File > Export Session…, as HTTP Archive (.har)
      <charles-session>
        0.har:1:1: it is a session of Charles, not a HAR. Export it there: File > Export Session…, as HTTP Archive (.har)
      <html>
        0.har:1:1: it is XML or HTML, not a HAR. Export the recording as HAR
      {"info": {"name": "x"}}
        0.har:1:1: it is JSON but not a HAR: there is no 'log', but 'info'. Export the recording as HAR
      {"swagger": "2.0"}
        0.har:1:1: it describes an API and is not a recording. Record the application's own traffic with a proxy, and export HAR
      {"openapi": "3.0"}
        0.har:1:1: it describes an API and is not a recording. Record the application's own traffic with a proxy, and export HAR
      {"suites": [], "verdict": "passed"}
        0.har:1:1: it is a report of this program, not a recording. `report` and `report merge` read it
      {"verdict": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6}
        0.har:1:1: it is JSON but not a HAR: there is no 'log', but 'verdict', 'b', 'c', 'd', 'e'. Export the recording as HAR
      {}
        0.har:1:1: it is JSON but not a HAR: there is no 'log', but nothing. Export the recording as HAR
      {"log": []}
        0.har:1:9: expected an object as the value of 'log', found '['
      {"log": {"entries": {}}}
        0.har:1:21: expected a list as the value of 'entries', found '{'
      {"log": {"entries": [1]}}
        0.har:1:22: expected an entry: an object with 'request' and 'response', found '1'
      {"log": {"entries": [{"request": {"method": "GET"}}]}}
        0.har:1:22: an entry has no 'request' with 'method' and 'url'. HAR 1.2 demands both: export the recording again
      {"log": {\n "é": 1,, "entries": []}}
        0.har:2:9: expected a name in '"', found ','
      {"log": {"a": "\x"}}
        0.har:1:16: invalid escape in a string: after '\' comes one of " \ / b f n r t or u and 4 hex digits
      {"log": {"a": 01}}
        0.har:1:15: invalid number: a leading zero
      {"log": {"a": -}}
        0.har:1:16: invalid number: a digit must follow '-'
      {"log": {"a": 1.}}
        0.har:1:17: invalid number: a digit must follow '.'
      {"log": {"a": 1e}}
        0.har:1:17: invalid number: an exponent must have a digit
      {"log": {"a": 1e+}}
        0.har:1:18: invalid number: an exponent must have a digit
      {"log": {"a": trve}}
        0.har:1:15: expected a value, found 't'
      {"log": {"a": nul}}
        0.har:1:15: expected a value, found 'n'
      {"log": {"a" 1}}
        0.har:1:14: expected ':' after a name, found '1'
      {"log": {"a": {"b": 1]}}
        0.har:1:22: expected ',' or '}' after a member, found ']'
      {"log": {"a": "\u12g4"}}
        0.har:1:16: invalid escape in a string: after '\' comes one of " \ / b f n r t or u and 4 hex digits
      {"log": {"entries": [] "a": 1}}
        0.har:1:24: expected ',' or '}' after a member, found '"'
      {"log": {"entries": [{} {}]}}
        0.har:1:22: an entry has no 'request' with 'method' and 'url'. HAR 1.2 demands both: export the recording again
      {"log": {"a": [1}}
        0.har:1:17: expected ',' or ']' after an item, found '}'
      {"log": {"entries": []}} x
        0.har:1:26: expected the end of the file after the recording, found 'x'

        0.har:1:1: it is empty, so nothing was recorded here. Export the recording again, as HAR
       \#r\n
        0.har:1:1: it is empty, so nothing was recorded here. Export the recording again, as HAR
      PK\#u{3}\#u{4}
        0.har:1:1: it is a zip archive. Unpack it first, and name the HAR files in it
      {\#u{0}"\#u{0}
        0.har:1:1: it is not UTF-8 but looks like UTF-16. HAR is UTF-8: iconv -f UTF-16 -t UTF-8 FILE > FILE.utf8.har
      {"log": {"a": "\#t"}}
        0.har:1:16: a control character in a string must be escaped: \u0009
      \#u{FEFF} {"a": 1}
        0.har:1:2: it is JSON but not a HAR: there is no 'log', but 'a'. Export the recording as HAR
      \#u{FEFF}{"log":\n []}
        0.har:2:2: expected an object as the value of 'log', found '['
      """#))
  func `refuses a file with its place`(text: String, message: String) {
    #expect(throws: TrafficError.self) { try HAR.exchanges(text) }
    // However much of it is read at once.
    for size in [1, 2, 5, 256 << 10] {
      do {
        _ = try HAR.exchanges([text], limits: HARLimits(windowBytes: size))
      } catch {
        #expect(error.description == message, "\(size)")
      }
    }
  }

  @Test func `says how much of a cut file there is`() throws {
    let entry = HAR.entry(HAR.request)
    let text = HAR.file([entry, entry, entry])
    let end = try #require(text.ranges(of: "\"GET\"").last).lowerBound
    let found = #expect(throws: TrafficError.self) { try HAR.exchanges(String(text[..<end])) }
    #expect(
      found?.description == """
        0.har:8:83: the file ends in the middle, after 2 whole entries: expected a value, found the \
        end of the text. Export the recording again, or wait until the tool that writes it is done
        """)
  }

  /// Each cut leaves a file that is refused: none is read as a smaller recording.
  @Test func `refuses every beginning of a file`() {
    let bytes = Array(HAR.file([HAR.entry(HAR.request)]).utf8)
    for count in 0..<bytes.count {
      let file = String(decoding: bytes[..<count], as: UTF8.self)
      #expect(throws: TrafficError.self, "cut after \(count) bytes") { try HAR.exchanges(file) }
    }
  }

  @Test(arguments: [
    #""startedDateTime": "yesterday""#, #""startedDateTime": "2026-13-01T00:00:00Z""#,
    #""started": "2026-11-21T05:30:00Z""#,
  ])
  func `refuses an entry of the service without a time`(member: String) throws {
    let text = HAR.file([HAR.entry(HAR.request)]).replacing(
      #""startedDateTime": "2026-11-21T05:30:00.000Z""#, with: member)
    let error = #expect(throws: TrafficError.self) { try HAR.exchanges(text) }
    #expect(
      error?.description.contains("0.har:2:13: the 'startedDateTime' of this entry is") == true)
    // It may be anything.
    #expect(error?.description.contains("yesterday") == false)
  }

  @Test func `keeps a large body out of memory`() throws {
    let head = Array(
      #"{"log": {"entries": [{"startedDateTime": "2026-11-21T05:30:00Z", "request": {"method": "GET", "url": "https://a"}, "response": {"status": 200, "content": {"text": ""#
        .utf8)
    let tail = Array(#""}}}]}}"#.utf8)
    let size = 1 << 20
    let largest = Mutex(0)
    // The file is made up where it is read.
    let file = RecordingFile(name: "big.har", byteCount: head.count + size + tail.count) {
      offset, count in
      largest.withLock { $0 = max($0, count) }
      var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: count)
      for (start, part) in [(0, head), (head.count + size, tail)] {
        for (index, byte) in part.enumerated() where offset..<(offset + count) ~= start + index {
          bytes[start + index - offset] = byte
        }
      }
      return bytes
    }
    let source = HARRecordings([file], limits: HARLimits(bodyBytes: 1 << 16))
    var bodies: [RecordedBody?] = []
    try source.read({ _, _ in true }) { entry in
      if case .exchange(let exchange) = entry { bodies.append(exchange.response?.body) }
    }
    #expect(bodies == [.missing(because: "the body has more than the 65536 bytes that are read")])
    #expect(largest.withLock { $0 } <= 1 << 18)
  }
}
