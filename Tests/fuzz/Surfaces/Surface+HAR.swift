// SPDX-License-Identifier: Apache-2.0
// Recorded traffic: the same in pieces, by entry and written anew, and never what isn't JSON.

import Audit
import Formats
import HTTP
import Text

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
    seeds: { _ in
      [
        #"{"log": {"version": "1.2", "creator": {"name": "WebInspector"}, "entries": [\#(entry), \#(entry)]}}"#,
        #"{"log": {"entries": [{"response": {"status": 0}, "request": {"url": "http://b", "method": "GET"}}], "pages": [[{}]]}}"#,
        #"[{"protocolVersion": "HTTP/2"}]"#, #"{"info": {}, "item": []}"#, "12:3:abc,",
      ].map { Array($0.utf8) }
    },
    makeCheck: { _ in
      { bytes throws(Flaw) in
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
      }
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
        if case .bytes? = body {
          try Flaw.unless(body == other, "a body is changed by writing")
        }
      }
    }
  }
}
