// SPDX-License-Identifier: Apache-2.0
// What differs for child processes on macOS: flags and types.

#if canImport(Darwin)
  import Darwin

  extension ProcessSystem {
    static let termination = SIGTERM
    static let killing = SIGKILL
    static let openFiles = RLIMIT_NOFILE
    /// This system limits processes, and no threads.
    static let threadLimit: Int? = nil

    // What the calls fill in, new each time.
    static var noActions: posix_spawn_file_actions_t? { nil }
    static var noAttributes: posix_spawnattr_t? { nil }

    /// Flags of `posix_spawn` that keep descriptors from the program.
    static let closingFlag = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)

    /// Has the program start in a folder.
    static func enter(
      _ folder: String, _ actions: inout posix_spawn_file_actions_t?
    ) -> SpawnFailure? {
      let status = posix_spawn_file_actions_addchdir_np(&actions, folder)
      return status == 0 ? nil : SpawnFailure(error: status)
    }

    /// Done by `closingFlag`.
    static func closeOthers(_ actions: inout posix_spawn_file_actions_t?, from first: Int32) {}

    /// Nothing to do: no address space is set apart for threads.
    static func shareHeapUnderLimit() {}

    /// How a process ended; nil while it runs. It stays in the system's table.
    static func ending(of process: pid_t) -> Ending? {
      var info = siginfo_t()
      guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
        return .status(0)
      }
      guard info.si_pid == process else { return nil }
      return info.si_code == CLD_EXITED ? .status(info.si_status) : .signal(info.si_status)
    }
  }
#endif
