// SPDX-License-Identifier: Apache-2.0
// Finds the same exchange in two recordings.

import HTTP
import Text

/// What tools agree about that recorded the same exchange: not the fields that they leave out or add,
/// nor how long it took.
struct ExchangeKey {
  struct Call: Hashable {
    let method: String
    let url: String
    let status: Int?
  }

  let call: Call
  private let time: Int
  /// Who sent it, and the bodies; nil for what the recording lacks.
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

  /// The index of the one that is the same, next in time.
  func nearest(of others: [ExchangeKey]) -> Int? {
    others.indices.filter { index in
      distance(others[index]) <= Self.toleranceMilliseconds
        && zip(traits, others[index].traits).allSatisfy { $0 == nil || $1 == nil || $0 == $1 }
    }.min { distance(others[$0]) < distance(others[$1]) }
  }

  private func distance(_ other: ExchangeKey) -> Int { abs(time - other.time) }
}
