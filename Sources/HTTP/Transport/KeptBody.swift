// SPDX-License-Identifier: Apache-2.0
// The bodies that a proxy keeps while they pass.

import Synchronization

/// A body that is kept while it passes, unless it is too large.
struct KeptBody {
  private var bytes: [UInt8] = []
  private var reason: String?
  private let room: KeptRoom

  init(_ room: KeptRoom) { self.room = room }

  var result: PassedBody { reason.map { .missing(because: $0) } ?? .whole(bytes) }

  /// Keeps a piece, if there is room for it.
  mutating func add(_ piece: [UInt8]) {
    guard reason == nil, !piece.isEmpty else { return }
    guard bytes.count + piece.count <= room.bodyBytes else {
      return giveUp(because: "the body is too large: it has more than \(room.bodyBytes) bytes")
    }
    guard room.take(piece.count) else {
      return giveUp(because: "the bodies that passed at once are too large together to be kept")
    }
    bytes += piece
  }

  /// Keeps nothing of it. Of several reasons the first counts.
  mutating func giveUp(because reason: String) {
    release()
    self.reason = self.reason ?? reason
  }

  /// Keeps nothing of a body with a content coding: only who takes it off sees what it says.
  mutating func giveUpCoded(_ headers: HeaderList) {
    let codings = Octets.list(headers.values(of: "Content-Encoding")).filter { $0 != "identity" }
    guard !codings.isEmpty else { return }
    giveUp(because: "the body is coded (\(codings.joined(separator: ", ").prefix(50)))")
  }

  /// Makes room for others.
  mutating func release() {
    room.give(bytes.count)
    bytes = []
  }
}

/// The room for the bodies that a proxy keeps while they pass.
final class KeptRoom: Sendable {
  /// How many bytes of one body are kept.
  let bodyBytes: Int
  /// How many bytes of all of them are kept at once.
  private let totalBytes: Int
  private let taken = Atomic(0)

  init(bodyBytes: Int, totalBytes: Int) {
    self.bodyBytes = bodyBytes
    self.totalBytes = totalBytes
  }

  /// Takes room for so many bytes; false where there is none.
  func take(_ count: Int) -> Bool {
    if taken.add(count, ordering: .relaxed).newValue <= totalBytes { return true }
    give(count)
    return false
  }

  func give(_ count: Int) { taken.subtract(count, ordering: .relaxed) }
}
