// SPDX-License-Identifier: Apache-2.0
// What an entry of a HAR file says of a request and its answer, whoever wrote it.

import HTTP
import Text

extension HAREntry {
  /// The exchange, but for what only the whole recording tells.
  ///
  /// - Parameter startedAt: Of an entry that has no time that can be read.
  func exchange(_ reference: EntryReference, startedAt fallback: Timestamp) -> RecordedExchange {
    let method = request.method ?? ""
    return RecordedExchange(
      entry: reference, startedAt: timestamp ?? fallback, duration: duration,
      request: RecordedExchange.Request(
        method: method, url: request.url ?? "", headers: request.headers?.known,
        withheldHeaders: withheldFromRequest, body: requestBody(method)),
      response: recordedResponse(to: method), isDeliberate: isDeliberate)
  }

  /// nil where it has none that can be read.
  var timestamp: Timestamp? { startedAt.flatMap { Timestamp(har: $0) } }

  /// When the answer came by its `Date`, less the duration: for entries without a time.
  var answeredAt: Timestamp? {
    guard let date = response?.headers?.list["Date"],
      let time = HTTPDate.timestamp(date, now: Timestamp(milliseconds: 4_102_444_800_000))
    else { return nil }
    return time - (duration ?? .zero)
  }

  private var duration: Duration? {
    // What is longer than a day is a mistake of the exporter.
    guard let time, time >= 0, time < 86_400_000 else { return nil }
    return .microseconds(Int((time * 1000).rounded()))
  }

  /// A request that never left, or whose answer came from a cache, has the headers that the browser
  /// was asked for: it adds some when it sends them.
  private var withheldFromRequest: WithheldHeaders {
    let isProvisional = isFromCache || !hasStatus && response?.error != nil
    return isProvisional ? .any : request.headers?.withheld ?? .none
  }

  private var hasStatus: Bool { (response?.status).map { 100...999 ~= $0 } ?? false }

  private func recordedResponse(to method: String) -> RecordedExchange.Response? {
    guard let response, let status = response.status, hasStatus else { return nil }
    return RecordedExchange.Response(
      status: status, reason: response.reason ?? "", headers: response.headers?.known,
      withheldHeaders: response.headers?.withheld ?? .none,
      body: responseBody(response, status, to: method))
  }
}

extension HAREntry.Headers {
  /// nil where nothing is known of them: each message that was sent has fields, so an empty list is
  /// one that the exporter didn't fill.
  var known: HeaderList? { isEmpty ? nil : list }

  var withheld: WithheldHeaders { masked.isEmpty ? .none : .named(masked) }
}
