// SPDX-License-Identifier: Apache-2.0
// The idle connections of a client.

/// At most one idle connection an origin, and eight in all.
struct ConnectionPool {
  /// The one used last stands last.
  private var idle: [(origin: Origin, connection: Connection)] = []
  private static let limit = 8

  /// Takes the connection out; it comes back by `keep` once its answer is read.
  mutating func take(_ origin: Origin) -> Connection? {
    guard let index = idle.firstIndex(where: { $0.origin == origin }) else { return nil }
    return idle.remove(at: index).connection
  }

  mutating func keep(_ connection: Connection, for origin: Origin) {
    idle.removeAll { $0.origin == origin }
    if idle.count >= Self.limit { idle.removeFirst() }
    idle.append((origin, connection))
  }

  mutating func removeAll() { idle = [] }
}
