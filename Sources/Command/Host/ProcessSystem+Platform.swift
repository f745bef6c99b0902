// SPDX-License-Identifier: Apache-2.0
// Differences between systems for processes: flags, types, GNU calls that are found at run time.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if canImport(Darwin)
  typealias FileActions = posix_spawn_file_actions_t?
  typealias SpawnAttributes = posix_spawnattr_t?
#else
  typealias FileActions = posix_spawn_file_actions_t
  typealias SpawnAttributes = posix_spawnattr_t
#endif

extension ProcessSystem {
  #if canImport(Glibc)
    static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #elseif canImport(Musl)
    static let openFiles = RLIMIT_NOFILE
  #else
    static let openFiles = RLIMIT_NOFILE
  #endif

  /// Keeps descriptors from a program that `posix_spawn` starts.
  #if canImport(Darwin)
    static let closingFlag = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
  #else
    static let closingFlag: Int16 = 0
  #endif

  /// Has the program start in a folder.
  static func enter(_ folder: String, _ actions: inout FileActions) -> SpawnError? {
    #if canImport(Musl) || canImport(Darwin)
      let status = posix_spawn_file_actions_addchdir_np(&actions, folder)
    #else
      // Not in the module, since the headers give it to GNU programs only.
      typealias AddFolder =
        @convention(c) (UnsafeMutablePointer<FileActions>, UnsafePointer<CChar>) -> Int32
      guard let address = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
        return SpawnError(error: ENOSYS)
      }
      let status = unsafeBitCast(address, to: AddFolder.self)(&actions, folder)
    #endif
    return status == 0 ? nil : SpawnError(error: status)
  }

  /// Keeps descriptors from the program that another thread opened a moment ago, and has not marked
  /// yet. On macOS `closingFlag` does it; musl, and glibc before 2.34, leave that moment open.
  static func closeOthers(_ actions: inout FileActions, from first: Int32) {
    #if canImport(Musl) || canImport(Darwin)
      return
    #else
      typealias AddClosing = @convention(c) (UnsafeMutablePointer<FileActions>, Int32) -> Int32
      guard let address = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      _ = unsafeBitCast(address, to: AddClosing.self)(&actions, first)
    #endif
  }

  /// Has all threads share one heap where the size of the address space is limited: by default glibc
  /// reserves 64 MiB of it for each thread.
  static func shareHeapUnderLimit() {
    #if canImport(Musl) || canImport(Darwin)
      return
    #else
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur != rlim_t.max, let address = dlsym(nil, "mallopt")
      else { return }
      let arenaCount = Int32(-8)  // M_ARENA_MAX
      _ = unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)(arenaCount, 1)
    #endif
  }

  /// How a process ended; nil while it runs. It stays in the system's table.
  static func ending(of process: pid_t) -> Ending? {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return .status(0)
    }
    #if canImport(Glibc)
      let (ended, status) = (info._sifields._sigchld.si_pid, info._sifields._sigchld.si_status)
    #elseif canImport(Musl)
      let fields = info.__si_fields.__si_common
      let (ended, status) = (fields.__first.__piduid.si_pid, fields.__second.__sigchld.si_status)
    #else
      let (ended, status) = (info.si_pid, info.si_status)
    #endif
    guard ended == process else { return nil }
    return info.si_code == Int32(CLD_EXITED) ? .status(status) : .signal(status)
  }
}
