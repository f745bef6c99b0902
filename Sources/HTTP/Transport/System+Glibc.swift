// SPDX-License-Identifier: Apache-2.0
// Constants and thread types of Linux.

#if canImport(Glibc)
  import Glibc

  extension System {
    /// A write to a closed connection is an error, not a signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)

    /// A stream socket that does not block.
    static func openSocket(family: Int32) -> Int32 {
      let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
      return socket(family, Int32(type), 0)
    }

    /// Nothing to do: `sendFlags` has it.
    static func preventSignals(_ descriptor: Int32) {}

    /// Gives memory that was freed back to the system, of all threads.
    static func returnMemory() { _ = trim?(0) }

    /// Has each block of 128 KiB or more be given back as soon as it is freed. By itself the C
    /// library takes that for too much trouble once it has seen larger ones, and keeps them for
    /// each thread.
    static func returnLargeBlocks() {
      let mapThreshold = CInt(-3)
      _ = setAllocation?(mapThreshold, 128 * 1024)
    }

    // A function of malloc.h, which the module does not have; nil with another C library.
    private static let trim = dlsym(nil, "malloc_trim").map {
      unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
    }
    private static let setAllocation = dlsym(nil, "mallopt").map {
      unsafeBitCast($0, to: (@convention(c) (CInt, CInt) -> CInt).self)
    }

    static let streamType = Int32(SOCK_STREAM.rawValue)

    /// The type that `pthread_create` fills in: a number, here.
    static var noThread: pthread_t { pthread_t() }
  }
#endif
