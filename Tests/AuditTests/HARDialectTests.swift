// SPDX-License-Identifier: Apache-2.0

import Audit
import HTTP
import Testing
import Text

/// The same exchange, as each exporter writes it.
struct HARDialectTests {
  /// What all of them say: a registration's token, half a minute past five, UTC.
  static let expected = RecordedExchange(
    entry: EntryReference(recording: 0, index: 0),
    startedAt: Timestamp(milliseconds: 1_795_239_000_123), duration: .milliseconds(212),
    request: RecordedExchange.Request(
      method: "POST", url: "https://sp.auth.adobe.com/o/client/token",
      headers: HeaderList([
        "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "25",
      ]), body: .bytes(Array("grant_type=a%2Fb&c=d%20e".utf8) + [0x21])),
    response: RecordedExchange.Response(
      status: 201, reason: "Created", headers: HeaderList(["Content-Type": "application/json"]),
      body: .bytes(Array(#"{"access_token":"é"}"#.utf8))))

  static let charles = #"""
    {"log": {"version": "1.2", "creator": {"name": "Charles Proxy", "version": "4.6.2"}, "entries": [
    {"startedDateTime": "2026-11-21T06:30:00.123+01:00", "time": 212,
    "request": {"method": "POST", "url": "https://sp.auth.adobe.com/o/client/token",
    "httpVersion": "HTTP/2.0", "cookies": [], "headers": [
    {"name": ":method", "value": "POST"}, {"name": ":authority", "value": "sp.auth.adobe.com"},
    {"name": "Content-Type", "value": "application/x-www-form-urlencoded"},
    {"name": "Content-Length", "value": "25"}], "queryString": [],
    "postData": {"mimeType": "application/x-www-form-urlencoded",
    "text": "Z3JhbnRfdHlwZT1hJTJGYiZjPWQlMjBlIQ=="}, "headersSize": 779, "bodySize": 25},
    "response": {"_charlesStatus": "COMPLETE", "status": 201, "statusText": "Created",
    "httpVersion": "HTTP/2.0", "cookies": [], "headers": [{"name": ":status", "value": "201"},
    {"name": "Content-Type", "value": "application/json"}],
    "content": {"size": 21, "compression": 9, "mimeType": "application/json",
    "text": "eyJhY2Nlc3NfdG9rZW4iOiLDqSJ9", "encoding": "base64"},
    "redirectURL": null, "headersSize": 0, "bodySize": 12},
    "serverIPAddress": "1.2.3.4", "cache": {}, "timings": {"dns": -1, "connect": 3, "send": 0}}]}}
    """#

  static let mitmproxy = #"""
    { "log": { "version": "1.2",
    "creator": {"name": "mitmproxy exporthar", "version": "0.1", "comment": ""}, "pages": [],
    "entries": [ { "startedDateTime": "2026-11-21T05:30:00.123456+00:00",
    "time": 212.0000886917114, "request": { "method": "POST",
    "url": "https://sp.auth.adobe.com/o/client/token", "httpVersion": "HTTP/2.0", "cookies": [],
    "headers": [ {"name": "Content-Type", "value": "application/x-www-form-urlencoded"},
    {"name": "Content-Length", "value": "25"} ], "queryString": [], "headersSize": 60,
    "bodySize": 25, "postData": { "mimeType": "application/x-www-form-urlencoded",
    "text": "grant_type=a%2Fb&c=d%20e!", "params": [{"name": "grant_type", "value": "a/b"},
    {"name": "c", "value": "d e!"}] } }, "response": { "status": 201, "statusText": "Created",
    "httpVersion": "HTTP/2.0", "cookies": [],
    "headers": [{"name": "Content-Type", "value": "application/json"}],
    "content": {"size": 21, "compression": 0, "mimeType": "application/json",
    "text": "{\"access_token\":\"\u00e9\"}"}, "redirectURL": "", "headersSize": 30,
    "bodySize": 21 }, "cache": {},
    "timings": {"connect": -1.0, "ssl": null, "send": 0.1, "wait": 2} } ] } }
    """#

  /// Members in another order, as its JSON writer keeps none.
  static let proxyman = #"""
    {"log":{"entries":[{"response":{"content":{"encoding":"base64","text":
    "eyJhY2Nlc3NfdG9rZW4iOiLDqSJ9","mimeType":"application/json","size":21},"bodySize":21,
    "headers":[{"value":"application/json","name":"Content-Type"}],"statusText":"Created",
    "status":201,"cookies":[],"httpVersion":"HTTP/1.1","headersSize":30,"redirectURL":""},
    "_isHTTPS":true,"_clientName":"App","time":212,"timings":{"wait":1,"send":0,"receive":1},
    "request":{"postData":{"text":"Z3JhbnRfdHlwZT1hJTJGYiZjPWQlMjBlIQ==","encoding":"base64",
    "mimeType":"application/x-www-form-urlencoded"},"bodySize":25,"httpVersion":"HTTP/1.1",
    "headers":[{"name":"Content-Type","value":"application/x-www-form-urlencoded"},
    {"name":"Content-Length","value":"25"}],"headersSize":60,
    "url":"https://sp.auth.adobe.com/o/client/token","method":"POST","queryString":[],"cookies":[]},
    "cache":{},"comment":"","startedDateTime":"2026-11-21T05:30:00.123Z"}],
    "version":"1.2","creator":{"version":"5.0","name":"Proxyman"}}}
    """#

  static let chrome = #"""
    { "log": { "version": "1.2", "creator": {"name": "WebInspector", "version": "537.36"},
    "pages": [], "entries": [ { "_connectionId": "77",
    "_initiator": {"type": "script", "stack": {"callFrames": [{"functionName": "",
    "lineNumber": 1}], "parent": {"callFrames": [], "parent": {"callFrames": []}}}},
    "_priority": "High", "_resourceType": "fetch", "cache": {}, "connection": "443",
    "request": { "method": "POST", "url": "https://sp.auth.adobe.com/o/client/token",
    "httpVersion": "http/2.0", "headers": [ {"name": ":scheme", "value": "https"},
    {"name": "content-type", "value": "application/x-www-form-urlencoded"},
    {"name": "content-length", "value": "25"} ], "queryString": [], "cookies": [],
    "headersSize": -1, "bodySize": 25, "postData": {
    "mimeType": "application/x-www-form-urlencoded", "text": "grant_type=a%2Fb&c=d%20e!",
    "params": [{"name": "grant_type", "value": "a%2Fb"}, {"name": "c", "value": "d%20e!"}] } },
    "response": { "status": 201, "statusText": "Created", "httpVersion": "http/2.0",
    "headers": [{"name": "content-type", "value": "application/json"}], "cookies": [],
    "content": {"size": 21, "mimeType": "application/json", "text": "{\"access_token\":\"é\"}"},
    "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 300, "_error": null,
    "_fetchedViaServiceWorker": false }, "serverIPAddress": "1.2.3.4",
    "startedDateTime": "2026-11-21T05:30:00.123Z", "time": 211.99999999997635,
    "timings": {"blocked": 1.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0.3} } ] } }
    """#

  static let safari = #"""
    {"log": {"version": "1.2", "creator": {"name": "WebKit Web Inspector", "version": "1.0"},
    "pages": [{"startedDateTime": "", "id": "page_0", "title": "", "pageTimings": {}}], "entries": [
    {"pageref": "page_0", "startedDateTime": "2026-11-21T05:30:00.123Z", "time": 212.4,
    "request": {"method": "POST", "url": "https://sp.auth.adobe.com/o/client/token",
    "httpVersion": "HTTP/2", "cookies": [], "headers": [
    {"name": "Content-Type", "value": "application/x-www-form-urlencoded"},
    {"name": "Content-Length", "value": "25"}], "queryString": [], "headersSize": 60,
    "bodySize": -1, "postData": {"mimeType": "application/x-www-form-urlencoded",
    "text": "grant_type=a%2Fb&c=d%20e!", "params": []}},
    "response": {"status": 201, "statusText": "Created", "httpVersion": "HTTP/2", "cookies": [],
    "headers": [{"name": "Content-Type", "value": "application/json"}],
    "content": {"size": 21, "compression": 0, "mimeType": "application/json",
    "text": "{\"access_token\":\"\u00E9\"}"},
    "redirectURL": "", "headersSize": 30, "bodySize": 21, "_transferSize": 51},
    "cache": {}, "timings": {}, "serverIPAddress": "1.2.3.4", "_fetchType": "Network Load"}]}}
    """#

  static let firefox = #"""
    {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "133.0"},
    "browser": {"name": "Firefox", "version": "133.0"}, "pages": [], "entries": [
    {"pageref": "page_1", "startedDateTime": "2026-11-21T00:30:00.123-05:00",
    "request": {"bodySize": 25, "method": "POST",
    "url": "https://sp.auth.adobe.com/o/client/token", "httpVersion": "HTTP/2", "headers": [
    {"name": "Content-Type", "value": "application/x-www-form-urlencoded"},
    {"name": "Content-Length", "value": "25"}], "cookies": [], "queryString": [],
    "headersSize": 60, "postData": {"mimeType": "application/x-www-form-urlencoded",
    "params": [{"name": "grant_type", "value": "a/b"}, {"name": "c", "value": "d e!"}],
    "text": "grant_type=a%2Fb&c=d%20e!"}},
    "response": {"status": 201, "statusText": "Created", "httpVersion": "HTTP/2",
    "headers": [{"name": "Content-Type", "value": "application/json"}], "cookies": [],
    "content": {"mimeType": "application/json", "size": 21, "text": "{\"access_token\":\"é\"}"},
    "redirectURL": "", "headersSize": 30, "bodySize": 60},
    "cache": {}, "timings": {"blocked": 0, "dns": 0}, "time": 212, "_securityState": "secure"}]}}
    """#

  static let files = [
    "Charles": charles, "mitmproxy": mitmproxy, "Proxyman": proxyman, "Chrome": chrome,
    "Safari": safari, "Firefox": firefox,
  ]

  @Test(arguments: files.keys.sorted())
  func `reads the same exchange of each exporter`(name: String) throws {
    let har = try #require(Self.files[name])
    var exchange = try #require(try HAR.exchanges(har).first)
    let milliseconds = try #require(exchange.duration).wholeMilliseconds
    #expect(abs(milliseconds - 212) <= 1)
    exchange.duration = Self.expected.duration
    // Field names compare without case, and Chrome's export has no field that it may have left out.
    let fields = exchange.request.headers?.fields.map { "\($0.name.lowercased()): \($0.value)" }
    #expect(fields == ["content-type: application/x-www-form-urlencoded", "content-length: 25"])
    exchange.request.headers = Self.expected.request.headers
    #expect(exchange.response?.headers?["Content-Type"] == "application/json")
    exchange.response?.headers = Self.expected.response?.headers
    exchange.request.withheldHeaders = .none
    exchange.response?.withheldHeaders = .none
    #expect(exchange == Self.expected)
  }

  @Test func `takes what Chrome leaves out by default for unknown`() throws {
    let exchange = try #require(try HAR.exchanges(Self.chrome).first)
    #expect(exchange.request.withheldHeaders == .named(["authorization", "cookie"]))
    #expect(exchange.response?.withheldHeaders == .named(["set-cookie"]))
    let other = Self.chrome.replacing("WebInspector", with: "Other")
    #expect(try HAR.exchanges(other).first?.request.withheldHeaders == WithheldHeaders.none)
  }

  /// A header that Chrome's default leaves out, in any entry, speaks for all of its recording and for
  /// no other.
  @Test(arguments: [
    (#""headers": [{"name": "Cookie", "value": "a"}]"#, #""status": 204"#, true),
    (#""headers": [{"name": "authorization", "value": "a"}]"#, #""status": 204"#, true),
    ("", #""status": 204, "headers": [{"name": "set-cookie", "value": "a"}]"#, true),
    // Those of a request say nothing in an answer, nor those of an answer in a request.
    (#""headers": [{"name": "Set-Cookie", "value": "a"}]"#, #""status": 204"#, false),
    ("", #""status": 204, "headers": [{"name": "Cookie", "value": "a"}]"#, false),
    (#""headers": [{"name": "Accept", "value": "a"}]"#, #""status": 204"#, false),
  ])
  func `knows Chrome's whole recordings`(request: String, response: String, isWhole: Bool) throws {
    let plain = HAR.entry(HAR.request)
    let members =
      #""method": "GET", "url": "https://a/b""# + (request.isEmpty ? "" : ", ") + request
    let telling = HAR.entry(members, response)
    for entries in [[plain, telling], [telling, plain], [plain, telling, plain]] {
      let recording = HAR.file(entries, creator: "WebInspector")
      let later = HAR.entry(HAR.request, at: "2026-11-22T05:30:00Z")
      let other = HAR.file([later], creator: "WebInspector")
      let found = try HAR.exchanges([recording, other]).map {
        [$0.request.withheldHeaders, $0.response?.withheldHeaders ?? .any]
      }
      let doubt = [WithheldHeaders.named(["authorization", "cookie"]), .named(["set-cookie"])]
      let expected = entries.map { _ in isWhole ? [WithheldHeaders.none, .none] : doubt }
      #expect(found == expected + [doubt])
    }
  }

  @Test func `takes what was masked and what Chrome leaves out for unknown together`() throws {
    let har = Self.chrome.replacing(
      #"{"name": ":scheme", "value": "https"}"#, with: #"{"name": "X-A", "value": "[redacted]"}"#
    ).replacing(
      #"{"name": "content-type", "value": "application/json"}"#,
      with: #"{"name": "X-B", "value": "[redacted]"}"#)
    let exchange = try #require(try HAR.exchanges(har).first)
    #expect(exchange.request.withheldHeaders == .named(["authorization", "cookie", "x-a"]))
    #expect(exchange.response?.withheldHeaders == .named(["set-cookie", "x-b"]))
  }

  @Test(
    arguments: [
      (.none, .none, .none), (.none, .named(["a"]), .named(["a"])),
      (.named(["a"]), .none, .named(["a"])), (.named(["a"]), .named(["b"]), .named(["a", "b"])),
      (.named(["a", "b"]), .named(["b"]), .named(["a", "b"])), (.any, .none, .any),
      (.none, .any, .any), (.any, .named(["a"]), .any), (.named(["a"]), .any, .any),
      (.any, .any, .any),
    ] as [(WithheldHeaders, WithheldHeaders, WithheldHeaders)])
  func `joins two doubts`(one: WithheldHeaders, other: WithheldHeaders, both: WithheldHeaders) {
    #expect(one.joined(other) == both)
  }

  @Test(
    arguments: [
      (.none, "A", false), (.named(["a"]), "A", true), (.named(["a", "b"]), "b", true),
      (.named(["a"]), "b", false), (.named([]), "a", false), (.any, "a", true),
    ] as [(WithheldHeaders, String, Bool)])
  func `knows which headers may be missing`(withheld: WithheldHeaders, name: String, maybe: Bool) {
    #expect(withheld.mayContain(name) == maybe)
  }

  @Test(arguments: files.keys.sorted())
  func `reads the same in pieces of any size`(name: String) throws {
    let har = try #require(Self.files[name])
    let whole = try HAR.exchanges([har, Self.charles])
    for size in [1, 2, 3, 5, 7, 11, 64, 1000] {
      let pieces = try HAR.exchanges([har, Self.charles], limits: HARLimits(windowBytes: size))
      #expect(pieces == whole, "\(size)")
    }
  }
}
