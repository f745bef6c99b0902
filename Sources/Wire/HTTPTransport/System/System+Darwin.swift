// SPDX-License-Identifier: Apache-2.0
// What differs on macOS: constants and the types of threads.

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

    /// Starts a thread that nobody joins; false where there can be no more.
    static func startThread(stackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED)
      pthread_attr_setstacksize(&attributes, stackBytes)
      var thread: pthread_t?
      let box = Unmanaged.passRetained(ThreadBody(body))
      let status = pthread_create(
        &thread, &attributes,
        { pointer in
          Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
          return nil
        }, box.toOpaque())
      if status != 0 { box.release() }
      return status == 0
    }

    /// Has a write to a closed connection be an error, not a signal.
    static func preventSignals(_ descriptor: Int32) {
      var on = Int32(1)
      let size = socklen_t(MemoryLayout<Int32>.size)
      _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
    }
  }
#endif
