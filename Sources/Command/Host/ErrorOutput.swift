// SPDX-License-Identifier: Apache-2.0
// What a program writes to its standard error: read at once, kept to a limit, handed on.

import Dispatch
import Synchronization

/// The reading end of a program's standard error. It is read as soon as something comes, so that
/// the program never waits for us; of what nobody has taken yet the last part is kept.
final class ErrorOutput: Sendable {
  /// How much is kept.
  static let tailBytes = 16 << 10
  /// How much one turn reads: a program that writes without end must not keep us.
  private static let turnBytes = 1 << 20

  private struct State {
    var isOpen = true
    var tail: [UInt8] = []
    var dropped = 0
  }

  private let descriptor: Int32
  private let source: Mutex<any DispatchSourceRead>
  private let state = Mutex(State())

  /// - Parameter descriptor: Does not block; closed here.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    source = Mutex(
      DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global()))
    source.withLock { source in
      // The handlers hold this object until the source is cancelled.
      source.setEventHandler { [self] in read() }
      source.setCancelHandler { ProcessSystem.closeDescriptor(descriptor) }
      source.resume()
    }
  }
}

extension ErrorOutput {
  /// What was written since the last time, whole lines where that is possible; nil for nothing.
  func take() -> (text: String, droppedBytes: Int)? {
    read()
    return state.withLock { state in
      guard !state.tail.isEmpty else { return nil }
      defer { (state.tail, state.dropped) = ([], 0) }
      return (String(decoding: state.tail, as: UTF8.self), state.dropped)
    }
  }

  /// Reads no more.
  func close() {
    let wasOpen = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen
    }
    if wasOpen { source.withLock { $0.cancel() } }
  }

  private func read() {
    let isOver = state.withLock { state -> Bool in
      guard state.isOpen else { return false }
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      var count = 0
      while count < Self.turnBytes {
        switch ProcessSystem.read(descriptor, into: &buffer) {
        case .later: return false
        // At the end of the stream the handler would be called for ever.
        case .over: return true
        case .bytes(let number):
          count += number
          state.tail += buffer[..<number]
          let surplus = state.tail.count - Self.tailBytes
          if surplus > 0 {
            state.tail.removeFirst(surplus)
            state.dropped += surplus
          }
        }
      }
      return false
    }
    if isOver { close() }
  }
}
