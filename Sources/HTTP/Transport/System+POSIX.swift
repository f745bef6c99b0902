// SPDX-License-Identifier: Apache-2.0
// The system calls of sockets, the same on every system that has them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// System calls as functions of plain numbers. A result below zero is an error, whose number
/// `lastError` has.
enum System {
  static var lastError: Int32 { errno }

  static let refused = ECONNREFUSED
  static let isInProgress = EINPROGRESS
  static let readable = Int16(POLLIN)
  static let writable = Int16(POLLOUT)

  /// Whether an error only says that the call has to be made again, once it can do something.
  static func isTransient(_ error: Int32) -> Bool {
    error == EAGAIN || error == EWOULDBLOCK || error == EINTR
  }

  /// Whether an error says that the other side ended the connection.
  static func isDisconnection(_ error: Int32) -> Bool {
    error == ECONNRESET || error == EPIPE || error == ECONNABORTED
  }

  /// Whether a call fails for want of descriptors, buffers or memory, which passes.
  static func isShortage(_ error: Int32) -> Bool {
    error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM
  }

  /// The error that opening two descriptors gives now; nil where they can be opened.
  static var shortage: Int32? {
    guard let ends = makePipe() else { return errno }
    closeDescriptor(ends.reading)
    closeDescriptor(ends.writing)
    return nil
  }

  /// The system's words for an error, in lower case at the start.
  static func text(of error: Int32) -> String {
    let text = strerror(error).map { String(cString: $0) } ?? "error \(error)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Why a file can't be read, as the end of a sentence; nil where it can.
  static func reasonNotToRead(_ path: String) -> String? {
    // Without waiting: a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return "can't be read: \(text(of: errno))" }
    defer { closeDescriptor(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return "can't be read: \(text(of: errno))" }
    return status.st_mode & S_IFMT == S_IFREG ? nil : "is not a file that can be read"
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  /// Makes calls return at once, and keeps the descriptor from child processes.
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  static func sendWithoutDelay(_ descriptor: Int32) {
    var on = Int32(1)
    let size = socklen_t(MemoryLayout<Int32>.size)
    _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
  }

  static func reuseAddress(_ descriptor: Int32) {
    var on = Int32(1)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Has the connection end with a reset instead of an orderly close.
  static func resetOnClose(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// The error that a connection attempt ended with, or 0.
  static func pendingError(_ descriptor: Int32) -> Int32 {
    var error = Int32(0)
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno
  }

  static func receive(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    recv(descriptor, buffer.baseAddress, buffer.count, 0)
  }

  static func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, sendFlags)
  }

  /// Says that nothing more will be sent.
  static func endSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Both ends of a pipe, neither of which blocks.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    makeNonBlocking(ends[0])
    makeNonBlocking(ends[1])
    return (ends[0], ends[1])
  }

  static func writeByte(_ descriptor: Int32) {
    var byte = UInt8(1)
    _ = write(descriptor, &byte, 1)
  }

  /// Waits until one of several sockets can be written to, or another descriptor read from.
  ///
  /// - Returns: The index of the first that is ready, or nil.
  static func wait(writing: [Int32], reading: Int32, milliseconds: Int32) -> Int? {
    var entries = writing.map { pollfd(fd: $0, events: writable, revents: 0) }
    entries.append(pollfd(fd: reading, events: readable, revents: 0))
    let ready = poll(&entries, nfds_t(entries.count), milliseconds)
    return ready > 0 ? entries.dropLast().firstIndex { $0.revents != 0 } : nil
  }

  /// Waits for events on one descriptor and for bytes on another; those below zero are passed over.
  static func wait(
    _ first: (descriptor: Int32, events: Int16), _ second: Int32, milliseconds: Int32
  ) -> (isFirst: Bool, isSecond: Bool) {
    var entries = (
      pollfd(fd: first.descriptor, events: first.events, revents: 0),
      pollfd(fd: second, events: readable, revents: 0)
    )
    let count = withUnsafeMutableBytes(of: &entries) { bytes in
      poll(bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, milliseconds)
    }
    guard count > 0 else { return (false, false) }
    return (entries.0.revents != 0, entries.1.revents != 0)
  }

  /// Whether the connection of a descriptor has ended both ways.
  static let broken = Int16(POLLERR | POLLHUP | POLLNVAL)

  /// Waits for events on two descriptors and for bytes on a third.
  ///
  /// - Returns: The events of the first two.
  static func wait(
    _ first: (descriptor: Int32, events: Int16), _ second: (descriptor: Int32, events: Int16),
    _ third: Int32, milliseconds: Int32
  ) -> (client: Int16, upstream: Int16) {
    var entries = [
      pollfd(fd: first.descriptor, events: first.events, revents: 0),
      pollfd(fd: second.descriptor, events: second.events, revents: 0),
      pollfd(fd: third, events: readable, revents: 0),
    ]
    guard poll(&entries, 3, milliseconds) > 0 else { return (0, 0) }
    return (entries[0].revents, entries[1].revents)
  }

  /// Starts a detached thread; false where there can be no more.
  static func startThread(stackBytes: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackBytes)
    var thread = noThread
    let box = Unmanaged.passRetained(ThreadBody(body))
    let status = pthread_create(
      &thread, &attributes,
      { pointer in
        System.runThread(pointer)
        return nil
      }, box.toOpaque())
    if status != 0 { box.release() }
    return status == 0
  }

  /// - Parameter pointer: What `startThread` hands over; only some systems say that it is one.
  private static func runThread(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return }
    Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().body()
  }
}
