// SPDX-License-Identifier: Apache-2.0
// Constants and thread types of macOS.

#if canImport(Darwin)
  import Darwin

  extension System {
    /// There is no flag against signals: see `preventSignals`.
    static let sendFlags = Int32(0)

    /// A stream socket that does not block.
    static func openSocket(family: Int32) -> Int32 {
      let descriptor = socket(family, SOCK_STREAM, 0)
      if descriptor >= 0 {
        makeNonBlocking(descriptor)
        preventSignals(descriptor)
      }
      return descriptor
    }

    // Nothing to do: the system takes it by itself.
    static func returnMemory() {}
    static func returnLargeBlocks() {}

    static let streamType = SOCK_STREAM

    /// The type that `pthread_create` fills in: a pointer, here.
    static var noThread: pthread_t? { nil }

    /// Has a write to a closed connection be an error, not a signal.
    static func preventSignals(_ descriptor: Int32) {
      var on = Int32(1)
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
    }
  }
#endif
