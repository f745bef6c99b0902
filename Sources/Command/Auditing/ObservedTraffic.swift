// SPDX-License-Identifier: Apache-2.0
// The exchanges that a service here has had so far.

import Audit
import HTTP
import Suites
import Text

/// The exchanges that a service here has had so far, in the order in which they ended.
final class ObservedTraffic: Sendable {
  /// The name of the traffic in reports.
  static let name = "serve"

  /// Where they are kept.
  let spool: SpooledTraffic
  /// `http` or `https`.
  private let scheme: String

  /// - Parameters:
  ///   - recording: The path of a file that they are kept in; nil for one without a name.
  ///   - folder: That for temporary files which the user chose; nil for one of the system's.
  /// - Throws: `FileError` where the file can't be made.
  init(
    isSecure: Bool, recording: String? = nil, temporaryFolder folder: String? = nil
  ) throws(FileError) {
    scheme = isSecure ? "https" : "http"
    spool = try SpooledTraffic(name: Self.name, recording: recording, temporaryFolder: folder)
  }
}

extension ObservedTraffic {
  /// Keeps a request and its answer.
  func add(_ request: HTTPRequest, _ response: HTTPResponse, from begin: Int, to end: Int) {
    spool.append(
      exchange(
        from: begin, for: .milliseconds(end - begin), request.method, request.target,
        request.headers, RecordedBody(request.body),
        RecordedExchange.Response(
          status: response.status, reason: response.reason, headers: response.headers,
          body: RecordedBody(response.body))))
  }

  /// Keeps an exchange that was passed on and ended just now.
  func add(_ passed: ProxiedExchange) {
    let begin = Machine.milliseconds - Int(passed.duration / .milliseconds(1))
    let request = passed.request
    spool.append(
      exchange(
        from: begin, for: passed.duration, request.method, request.target, request.headers,
        RecordedBody(request.body),
        passed.answer.map {
          RecordedExchange.Response(
            status: $0.status, reason: $0.reason,
            headers: Self.told($0.headers, with: RecordedBody($0.body)),
            body: RecordedBody($0.body))
        }), error: passed.fault)
  }

  /// The exchanges of these indices, up to the first that can't be read.
  func exchanges(_ indices: Range<Int>) -> [RecordedExchange] {
    var exchanges: [RecordedExchange] = []
    for index in indices {
      guard let exchange = try? spool.exchange(EntryReference(recording: 0, index: index)) else {
        break
      }
      exchanges.append(exchange)
    }
    return exchanges
  }

  /// The remark of reports if not everything was kept; nil if it was.
  var remark: String? {
    let lost = spool.lostCount
    return lost == 0
      ? nil
      : "\(lost) \(lost == 1 ? "exchange" : "exchanges") could not be kept, since the file for them "
        + "could not be written, and \(lost == 1 ? "was" : "were") not judged"
  }

  private func exchange(
    from begin: Int, for duration: Duration, _ method: String, _ target: String,
    _ headers: HeaderList, _ body: RecordedBody, _ response: RecordedExchange.Response?
  ) -> RecordedExchange {
    RecordedExchange(
      entry: EntryReference(recording: 0, index: spool.count),
      startedAt: Timestamp(milliseconds: begin), duration: duration,
      request: RecordedExchange.Request(
        method: method, url: "\(scheme)://\(headers["Host"] ?? "unknown")\(target)",
        headers: Self.told(headers, with: body), body: body), response: response)
  }

  /// The fields as they are kept: a recording of an empty body that came in chunks would seem to lack
  /// it.
  private static func told(_ headers: HeaderList, with body: RecordedBody) -> HeaderList {
    guard body == .none else { return headers }
    var headers = headers
    headers.remove("Transfer-Encoding")
    return headers
  }
}

extension RecordedBody {
  fileprivate init(_ passed: PassedBody) {
    switch passed {
    case .whole(let bytes): self.init(bytes)
    case .missing(let reason): self = .missing(because: reason)
    }
  }
}
