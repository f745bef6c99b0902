// SPDX-License-Identifier: Apache-2.0
// What differs on Linux with musl, the C library of the static SDK: constants and the types of threads.

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

    /// Starts a thread that nobody joins; false where there can be no more.
    static func startThread(stackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED)
      pthread_attr_setstacksize(&attributes, stackBytes)
      // A pointer in this library.
      var thread: pthread_t?
      let box = Unmanaged.passRetained(ThreadBody(body))
      let status = pthread_create(
        &thread, &attributes,
        { pointer in
          guard let pointer else { return nil }
          Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
          return nil
        }, box.toOpaque())
      if status != 0 { box.release() }
      return status == 0
    }
  }
#endif
