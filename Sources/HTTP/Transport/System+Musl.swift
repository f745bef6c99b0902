// SPDX-License-Identifier: Apache-2.0
// The differences on Linux with musl, the C library of the static SDK: constants and the types of threads.

#if canImport(Musl)
  import Musl

  extension System {
    /// A write to a closed connection is an error, not a signal.
    static let sendFlags = MSG_NOSIGNAL

    /// A stream socket that does not block.
    static func openSocket(family: Int32) -> Int32 {
      socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)
    }

    /// Nothing to do: `sendFlags` has it.
    static func preventSignals(_ descriptor: Int32) {}

    /// Nothing to do: this library gives back what is freed.
    static func returnMemory() {}

    /// Nothing to do, likewise.
    static func returnLargeBlocks() {}

    static let streamType = SOCK_STREAM

    /// The type that `pthread_create` fills in: a pointer, here.
    static var noThread: pthread_t? { nil }
  }
#endif
