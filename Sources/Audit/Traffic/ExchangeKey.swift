// SPDX-License-Identifier: Apache-2.0
// Finds the same exchange in two recordings.

import HTTP
import Text

/// The traits of an exchange that two tools record alike: not its duration, nor header fields,
/// which a tool may leave out or add.
struct ExchangeKey {
  struct Call: Hashable {
    let method: String
    let url: String
    let status: Int?
  }

  let call: Call
  private let time: Int
  /// Hashes of the headers that name the sender, and of both bodies; nil for what is not recorded.
  private let traits: [Int?]

  /// A proxy starts its watch later than a browser.
  private static let toleranceMilliseconds = 500

  init(_ exchange: RecordedExchange) {
    call = Call(
      method: exchange.request.method, url: exchange.request.url, status: exchange.response?.status)
    time = exchange.startedAt.milliseconds
    traits =
      ["Authorization", "AP-Device-Identifier"].map { exchange.request.headers?[$0]?.hashValue }
      + [exchange.request.body, exchange.response?.body].map { body in
        switch body {
        case .bytes(let bytes)?: bytes.hashValue
        case RecordedBody.none?: [UInt8]().hashValue
        case .missing?, .fields?, nil: nil
        }
      }
  }

  /// The index of the record of the same exchange that is nearest in time; nil without one.
  func nearest(of others: [ExchangeKey]) -> Int? {
    others.indices.filter { index in
      distance(others[index]) <= Self.toleranceMilliseconds
        && zip(traits, others[index].traits).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }.min { distance(others[$0]) < distance(others[$1]) }
  }

  private func distance(_ other: ExchangeKey) -> Int { abs(time - other.time) }
}
