// SPDX-License-Identifier: Apache-2.0
// The exchanges that the reference service has had so far.

import Audit
import HTTP
import Synchronization
import Text

/// The exchanges that the reference service has had so far, in the order in which they ended.
final class ObservedTraffic: Sendable {
  /// The name of the traffic in reports.
  static let name = "serve"
  /// How many exchanges are kept; later ones are answered, and not judged.
  private static let limit = 100_000
  /// How many bytes of messages are kept.
  private static let limitBytes = 256 << 20

  private struct State {
    var exchanges: [RecordedExchange] = []
    var byteCount = 0
    var lost = 0
  }

  /// `http` or `https`.
  private let scheme: String
  private let state = Mutex(State())

  init(isSecure: Bool) { scheme = isSecure ? "https" : "http" }
}

extension ObservedTraffic {
  /// Keeps a request and its answer.
  func add(_ request: HTTPRequest, _ response: HTTPResponse, from begin: Int, to end: Int) {
    let host = request.headers["Host"] ?? "unknown"
    state.withLock { state in
      let size = request.body.count + response.body.count
      guard state.exchanges.count < Self.limit, state.byteCount + size <= Self.limitBytes else {
        state.lost += 1
        return
      }
      state.byteCount += size
      state.exchanges.append(
        RecordedExchange(
          entry: EntryReference(recording: 0, index: state.exchanges.count),
          startedAt: Timestamp(milliseconds: begin), duration: .milliseconds(end - begin),
          request: RecordedExchange.Request(
            method: request.method, url: "\(scheme)://\(host)\(request.target)",
            headers: request.headers, body: RecordedBody(request.body)),
          response: RecordedExchange.Response(
            status: response.status, reason: response.reason, headers: response.headers,
            body: RecordedBody(response.body))))
    }
  }

  /// The exchanges so far.
  var exchanges: [RecordedExchange] { state.withLock { $0.exchanges } }

  var count: Int { state.withLock { $0.exchanges.count } }

  /// The remark of reports if not everything was kept; nil if it was.
  var remark: String? {
    let lost = state.withLock { $0.lost }
    return lost == 0
      ? nil : "\(lost) exchanges came after the limit of what is kept, and were not judged"
  }
}
