// SPDX-License-Identifier: Apache-2.0
// What differs for child processes on Linux: GNU calls that are found at run time, and types.

#if canImport(Glibc)
  import Glibc

  extension ProcessSystem {
    static let termination = SIGTERM
    static let killing = SIGKILL
    static let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

    /// Nobody limits the threads of the superuser.
    static var threadLimit: Int? {
      var limit = rlimit()
      guard geteuid() != 0, getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0
      else {
        return nil
      }
      return Int(clamping: limit.rlim_cur)
    }

    // What the calls fill in, new each time.
    static var noActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    static var noAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    /// Flags of `posix_spawn` that keep descriptors from the program.
    static let closingFlag: Int16 = 0

    private typealias AddFolder =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) ->
      Int32
    private typealias AddClosing =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// Has the program start in a folder.
    static func enter(
      _ folder: String, _ actions: inout posix_spawn_file_actions_t
    ) -> SpawnFailure? {
      // Not in the module, since the headers give it to GNU programs only.
      guard let address = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else {
        return SpawnFailure(error: SpawnFailure.isUnsupported)
      }
      let status = unsafeBitCast(address, to: AddFolder.self)(&actions, folder)
      return status == 0 ? nil : SpawnFailure(error: status)
    }

    /// Keeps descriptors from the program that another thread opened a moment ago, and has not
    /// marked yet. Not on systems before glibc 2.34, where that moment is left open.
    static func closeOthers(
      _ actions: inout posix_spawn_file_actions_t, from first: Int32
    ) {
      guard let address = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
      _ = unsafeBitCast(address, to: AddClosing.self)(&actions, first)
    }

    static func shareHeapUnderLimit() {
      var limit = rlimit()
      guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0,
        limit.rlim_cur != rlim_t.max, let address = dlsym(nil, "mallopt")
      else { return }
      let arenaCount = Int32(-8)  // M_ARENA_MAX
      _ = unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)(arenaCount, 1)
    }

    /// How a process ended; nil while it runs. It stays in the system's table.
    static func ending(of process: pid_t) -> Ending? {
      var info = siginfo_t()
      guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
        return .status(0)
      }
      let child = info._sifields._sigchld
      guard child.si_pid == process else { return nil }
      return info.si_code == Int32(CLD_EXITED) ? .status(child.si_status) : .signal(child.si_status)
    }
  }
#endif
