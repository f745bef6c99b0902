// SPDX-License-Identifier: Apache-2.0
// Looks into entries on a thread of its own while the next ones are read.

internal import HTTP
internal import Synchronization

/// Looks into entries, in their order, on a thread of its own while the next ones are read.
final class ReadingLine {
  private let shared: Shared
  private let threads = ThreadGroup()
  private var waiting: [RecordedEntry] = []
  private var waitingBytes = 0

  /// So many entries are handed over at once.
  private static let batchCount = 256
  /// Or those whose bodies have so many bytes.
  private static let batchBytes = 4 << 20

  private final class Shared: Sendable {
    let reading: Mutex<TrafficReading>

    init(_ reading: TrafficReading) {
      self.reading = Mutex(reading)
    }
  }

  init(_ reading: TrafficReading) {
    shared = Shared(reading)
  }
}

extension ReadingLine {
  func add(_ entry: RecordedEntry) {
    waiting.append(entry)
    waitingBytes += entry.bodyBytes
    if waiting.count >= Self.batchCount || waitingBytes >= Self.batchBytes { handOver() }
  }

  /// What is known after all entries.
  func finish() -> TrafficReading {
    handOver()
    threads.wait()
    return shared.reading.withLock { $0 }
  }

  private func handOver() {
    let batch = waiting
    waiting = []
    waiting.reserveCapacity(Self.batchCount)
    waitingBytes = 0
    threads.wait()
    threads.start { [shared] in
      shared.reading.withLock { reading in
        for entry in batch { reading.add(entry) }
      }
    }
  }
}

extension RecordedEntry {
  /// How many bytes its bodies have.
  fileprivate var bodyBytes: Int {
    guard case .exchange(let exchange) = self else { return 0 }
    var count = 0
    if case .bytes(let bytes) = exchange.request.body { count += bytes.count }
    if case .bytes(let bytes)? = exchange.response?.body { count += bytes.count }
    return count
  }
}
