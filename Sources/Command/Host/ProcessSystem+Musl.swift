// SPDX-License-Identifier: Apache-2.0
// What differs for child processes on Linux with musl, the C library of the static SDK.

#if canImport(Musl)
  import Musl

  extension ProcessSystem {
    static let termination = SIGTERM
    static let killing = SIGKILL
    static let openFiles = RLIMIT_NOFILE

    /// Nobody limits the threads of the superuser.
    static var threadLimit: Int? {
      var limit = rlimit()
      guard geteuid() != 0, getrlimit(RLIMIT_NPROC, &limit) == 0 else {
        return nil
      }
      return Int(clamping: limit.rlim_cur)
    }

    // What the calls fill in, new each time.
    static var noActions: posix_spawn_file_actions_t { posix_spawn_file_actions_t() }
    static var noAttributes: posix_spawnattr_t { posix_spawnattr_t() }

    /// Flags of `posix_spawn` that keep descriptors from the program.
    static let closingFlag: Int16 = 0

    /// Has the program start in a folder.
    static func enter(
      _ folder: String, _ actions: inout posix_spawn_file_actions_t
    ) -> SpawnFailure? {
      let status = posix_spawn_file_actions_addchdir_np(&actions, folder)
      return status == 0 ? nil : SpawnFailure(error: status)
    }

    /// This library has no such call: a descriptor that another thread opened a moment ago, and has not
    /// marked yet, may get into the program.
    static func closeOthers(_ actions: inout posix_spawn_file_actions_t, from first: Int32) {}

    /// Nothing to do: this library has one heap.
    static func shareHeapUnderLimit() {}

    /// How a process ended; nil while it runs. It stays in the system's table.
    static func ending(of process: pid_t) -> Ending? {
      var info = siginfo_t()
      guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
        return .status(0)
      }
      let fields = info.__si_fields.__si_common
      guard fields.__first.__piduid.si_pid == process else { return nil }
      let status = fields.__second.__sigchld.si_status
      return info.si_code == CLD_EXITED ? .status(status) : .signal(status)
    }
  }
#endif
