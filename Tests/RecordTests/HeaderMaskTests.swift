// SPDX-License-Identifier: Apache-2.0
// What reports show of the values of header fields.

import HTTP
import Record
import Testing
import Text

@Suite struct HeaderMaskTests {
  /// What is shown of a field of a request and of an answer.
  private static func shown(_ field: HeaderField, own: String = "") -> [String?] {
    let location = SourceLocation(file: "s.yaml", position: Position(line: 1, column: 1))
    var step = StepRecord(
      name: "step", about: nil, action: .request, location: location, device: "device", covers: [],
      isFinal: false, verdict: .passed)
    step.exchanges = [
      ExchangeRecord(
        method: "GET", url: "http://x/", status: 200, duration: .zero,
        detail: ExchangeRecord.Detail(
          requestHeaders: [field], requestBody: "", reason: "", responseHeaders: [field],
          responseBody: "", responseByteCount: 0))
    ]
    let record = ScenarioRecord(
      name: "s", about: nil, location: location, tags: [], isAdvisory: false, verdict: .passed,
      startedAfter: .zero, duration: .zero, steps: [step], missingFacts: [])
    var secrets = KnownSecrets(own: OwnTexts([Array(own.utf8)]))
    secrets.add("S3cretValue", named: "token")
    let detail = secrets.mask.masked(record, keeping: .all).value.steps[0].exchanges[0].detail
    return [detail?.requestHeaders.first?.value, detail?.responseHeaders.first?.value]
  }

  @Test(arguments: [
    "Accept", "Age", "Allow", "Alt-Svc", "AP-Partner-Framework-Status", "AP-SDK-Identifier",
    "Cache-Control", "Connection", "Content-Disposition", "Content-Encoding", "Content-Language",
    "Content-Length", "Content-Location", "Content-Range", "Content-Type", "Date", "ETag", "Expect",
    "Expires", "Forwarded", "Host", "If-Match", "If-Modified-Since", "If-None-Match", "Keep-Alive",
    "Last-Modified", "Link", "Location", "Origin", "Pragma", "Range", "Referer", "Referrer-Policy",
    "Retry-After", "Server", "Strict-Transport-Security", "TE", "Trailer", "Transfer-Encoding",
    "Upgrade", "User-Agent", "Vary", "Via", "WWW-Authenticate", "X-Content-Type-Options",
    "X-Device-Info", "X-Frame-Options", "X-Powered-By", "X-Requested-With", "X-XSS-Protection",
    // By how their names begin.
    "Accept-Encoding", "Access-Control-Allow-Origin", "Content-Security-Policy",
    "Content-Security-Policy-Report-Only", "Cross-Origin-Opener-Policy", "RateLimit",
    "RateLimit-Reset", "Sec-Fetch-Mode", "X-RateLimit-Limit",
  ])
  func `shows a field that holds no secret, except for the secrets in it`(name: String) {
    let shown = Self.shown(HeaderField(name, "readable S3cretValue words"))
    #expect(shown == ["readable ‹token› words", "readable ‹token› words"])
  }

  @Test(arguments: [
    ("Bearer other-one", "Bearer ‹masked›"), ("Basic other-one", "Basic ‹masked›"),
    ("fingerprint other-one", "fingerprint ‹masked›"), ("Digest other-one", "Digest ‹masked›"),
    ("DPoP other-one", "DPoP ‹masked›"), ("Negotiate other-one", "Negotiate ‹masked›"),
    ("Bearer", "Bearer"), ("Basic", "Basic"), ("", ""), ("Other other-one", "‹masked›"),
    ("Bearerother-one", "‹masked›"), ("bearer other-one", "‹masked›"),
  ])
  func `shows the scheme of credentials, and nothing else of them`(value: String, shown: String) {
    #expect(Self.shown(HeaderField("Authorization", value)) == [shown, shown])
  }

  @Test(arguments: [
    ("written here", "written here"), ("S3cretValue", "‹token›"),
    ("written S3cretValue here", "written ‹token› here"), ("unwritten", "‹masked›"),
    ("written S3cretValue unwritten", "‹masked›"), ("unwritten S3cretValue here", "‹masked›"),
    ("S3cretValue unwritten", "‹masked›"),
  ])
  func `shows of an unknown field what the suite wrote`(value: String, shown: String) {
    let own = "X-Custom: written here"
    #expect(Self.shown(HeaderField("X-Custom", value), own: own) == [shown, shown])
  }
}
