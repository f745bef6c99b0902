// SPDX-License-Identifier: Apache-2.0
// The system calls of child processes, the same on every system that has them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// System calls on processes and pipes, as functions of plain numbers.
enum ProcessSystem {
  /// The result of a read or a write that doesn't block.
  enum Transfer {
    case bytes(Int)
    /// Nothing for now.
    case later
    /// The other end is closed, or the call failed.
    case over
  }

  /// How a process ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  /// A pipe that no other process inherits; nil where there are no descriptors left.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Whether there is room for that much memory besides what is in use. Nothing of it is touched.
  static func hasMemory(bytes: Int) -> Bool {
    guard let block = malloc(bytes) else { return false }
    free(block)
    return true
  }

  /// A descriptor that no other process inherits; nil where there can be no more.
  static func anyDescriptor() -> Int32? {
    // A container may lack /dev/null; the root folder is there.
    let descriptor = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }

  /// Raises the soft limit on open descriptors as far as the hard limit and the system allow.
  static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(openFiles, &limit) == 0 else { return }
    // macOS refuses more, also where the hard limit is "infinite".
    let wanted = min(limit.rlim_max, 10_240)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    _ = setrlimit(openFiles, &limit)
  }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  /// Ignores SIGPIPE and SIGXFSZ: a closed reader, and a file that would grow beyond the limit of
  /// the system, show up as errors of a write.
  static func failWritesWithErrors() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    transfer(systemRead(descriptor, &buffer))
  }

  static func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Transfer {
    transfer(systemWrite(descriptor, bytes))
  }

  private static func transfer(_ count: Int) -> Transfer {
    if count > 0 { return .bytes(count) }
    return count < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .later : .over
  }

  /// Writes all bytes to a descriptor that blocks.
  ///
  /// - Returns: The system's error number; nil if all bytes were written.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = systemWrite(descriptor, rest)
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return nil
  }

  /// The bytes of a file at an offset; nil where there are fewer.
  static func read(_ descriptor: Int32, _ offset: Int, _ count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let rest = buffer[done...]
        let read = pread(
          descriptor, UnsafeMutableBufferPointer(rebasing: rest).baseAddress, count - done,
          off_t(offset + done))
        if read < 0, errno == EINTR { continue }
        if read <= 0 { return }
        done += read
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Blocks until a descriptor can be read from, or written to, or one of the others can be read
  /// from; those below zero are passed over.
  ///
  /// - Parameter milliseconds: Below zero: without end.
  static func wait(
    for descriptor: Int32, isWriting: Bool, or other: Int32, or third: Int32 = -1,
    milliseconds: Int32
  ) {
    var entries = [
      pollfd(fd: descriptor, events: Int16(isWriting ? POLLOUT : POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
      pollfd(fd: third, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&entries, nfds_t(entries.count), milliseconds)
  }

  /// Sleeps; processes have no event that every system can wait for with a limit.
  static func pause(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }

  /// Whether a file can be executed by this process.
  static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Whether there is something at a path, behind all links.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The path of the program that the first line of a script names; nil for another file.
  static func interpreter(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { closeDescriptor(descriptor) }
    var start = [UInt8](repeating: 0, count: 256)
    guard case .bytes(let count) = read(descriptor, into: &start), count > 2,
      start[0] == UInt8(ascii: "#"), start[1] == UInt8(ascii: "!")
    else { return nil }
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let words = start[2..<count].prefix { $0 != 0x0A }.split(whereSeparator: isBlank)
    // A relative path depends on the folder that the program runs in.
    return words.first.map { String(decoding: $0, as: UTF8.self) }.flatMap {
      $0.hasPrefix("/") ? $0 : nil
    }
  }

  static var currentFolder: String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    guard getcwd(&buffer, buffer.count) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The system's words for an error, in lower case at the start.
  static func text(of error: Int32) -> String {
    let text = strerror(error).map { String(cString: $0) } ?? "error \(error)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Ends a process and all that it started, as far as they are in its group.
  ///
  /// - Parameter isKill: Whether at once, and not by a SIGTERM.
  static func endGroup(_ process: pid_t, isKill: Bool) {
    _ = kill(-process, isKill ? SIGKILL : SIGTERM)
  }

  /// Takes a process that has ended from the system's table.
  static func reap(_ process: pid_t) {
    var status = Int32(0)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Starts a program in a process group of its own, with no signal ignored or blocked, and with
  /// the three descriptors as its standard streams.
  ///
  /// - Returns: The process, or the number of the error.
  static func spawn(
    _ path: String, _ words: [String], environment: [String: String], folder: String?,
    input: Int32, output: Int32, errors: Int32
  ) -> Result<pid_t, SpawnError> {
    #if canImport(Darwin)
      var (actions, attributes): (FileActions, SpawnAttributes) = (nil, nil)
    #else
      var (actions, attributes) = (FileActions(), SpawnAttributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    if let folder, let failure = enter(folder, &actions) { return .failure(failure) }
    closeOthers(&actions, from: 3)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK) | closingFlag)
    var process = pid_t(0)
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let status = withCStrings(words) { words in
      withCStrings(variables) { variables in
        posix_spawn(&process, path, &actions, &attributes, words, variables)
      }
    }
    return status == 0 ? .success(process) : .failure(SpawnError(error: status))
  }

  /// Calls a function with an array of C strings that ends with nil.
  private static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers = texts.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { buffer in
      guard let address = buffer.baseAddress else {
        preconditionFailure("an array that ends with nil has an address")
      }
      return body(address)
    }
  }
}

/// The call itself, which has the name of a function of `ProcessSystem`.
func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}

private func systemWrite(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
  bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
}
