// SPDX-License-Identifier: Apache-2.0
// The limit of requests of one address, where it is on.

internal import Encodings
internal import HTTPMessages

/// The requests of one address, counted as the documented scenario counts them: the first of each
/// whole second since the very first is free, and of the others ten, once.
struct RequestBucket: Sendable {
  static let burstLimit = 10

  private let start: Timestamp
  private var lastSecond = -1
  private var burst = 0

  init(start: Timestamp) { self.start = start }

  /// Whether a request that comes now is served.
  mutating func admits(at now: Timestamp) -> Bool {
    let second = max(0, now.milliseconds - start.milliseconds) / 1000
    if second > lastSecond {
      lastSecond = second
      return true
    }
    guard burst < Self.burstLimit else { return false }
    burst += 1
    return true
  }
}

extension Exchange {
  /// The refusal of a request that is one too many: as of a proxy, without Retry-After.
  func throttle(_ store: inout Store) -> ServiceAnswer? {
    let isAdmitted = store.buckets.update(deviceAddress, default: RequestBucket(start: now)) {
      $0.admits(at: now)
    }
    if isAdmitted { return nil }
    var answer = ServiceAnswer.page(429)
    answer.headers.append("Server", "openresty")
    answer.headers.append("Set-Cookie", "route=\(randomText(bytes: 8)); Path=/; HttpOnly")
    return answer
  }
}
