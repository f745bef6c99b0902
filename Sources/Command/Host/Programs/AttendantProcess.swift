// SPDX-License-Identifier: Apache-2.0
// The process that stands between the run and a program, from within.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The attendant of a program: a process of this executable that starts the program, tells the run
/// how it ended, and ends it with everything that it has started.
///
/// It does so when the run asks for it, and when the conversation with the run ends: then the run is
/// over, however it ended. On Linux the attendant inherits the processes that lose their parents below
/// it (PR_SET_CHILD_SUBREAPER), so it finds those that have left the program's group, too. Elsewhere
/// it ends the group.
package enum AttendantProcess {
  /// The first word of an attendant's command line. After it come the executable file and the words
  /// of the program's command line.
  static let word = "attend-program"
  /// The descriptor of the conversation with the run.
  static let control: Int32 = 3

  /// Becomes an attendant and never returns, if the command line asks for one.
  ///
  /// - Parameter words: The command line without the program's name.
  package static func runIfAsked(_ words: [String]) {
    guard words.count > 2, words[0] == word, ProcessSystem.isSocket(control) else { return }
    ProcessSystem.failWritesWithErrors()
    ProcessSystem.adoptOrphans()
    // Made before a handler runs.
    guard let wake else { endProcess() }
    for number in [SIGCHLD, SIGTERM, SIGINT, SIGHUP] { signal(number, handler) }
    ProcessSystem.makeNonBlocking(control)
    ProcessSystem.makeNonBlocking(wake.reading)
    switch started(words[1], Array(words[2...])) {
    case .failure(let failure):
      tell(.failed(failure.error))
      endProcess()
    case .success(let program):
      tell(.started(program))
      // The streams end when those who use them end.
      ProcessSystem.releaseStandardStreams()
      var attendance = Attendance(program: program, wake: wake.reading)
      attendance.run()
    }
  }

  /// Starts the program. Who has just written it may have it open for a moment, and no system starts
  /// a file that is open for writing.
  private static func started(
    _ path: String, _ words: [String]
  ) -> Result<pid_t, SpawnFailure> {
    for _ in 0..<100 {
      let result = ProcessSystem.spawn(
        path, words, environment: Machine.environment, folder: nil, input: 0, output: 1, errors: 2)
      guard case .failure(let failure) = result, failure.error == SpawnFailure.isBeingWritten else {
        return result
      }
      ProcessSystem.pause(milliseconds: 5)
    }
    return .failure(SpawnFailure(error: SpawnFailure.isBeingWritten))
  }

  /// A byte for each signal.
  private static let wake = ProcessSystem.makePipe()

  private static let handler: @convention(c) (Int32) -> Void = { number in
    let error = errno
    if let wake = AttendantProcess.wake {
      var byte = UInt8(truncatingIfNeeded: number)
      _ = systemWrite(wake.writing, &byte, 1)
    }
    errno = error
  }

  fileprivate static func tell(_ report: AttendantReport) {
    _ = ProcessSystem.write(control, report.bytes[...])
  }

  fileprivate static func endProcess() -> Never { _exit(0) }
}

/// Watches over one program.
private struct Attendance {
  /// How long everything may take to be gone once it was killed.
  private static let killingLimit = Duration.seconds(5)

  private enum Phase {
    case running
    /// It may end by itself until then, and has so long after a SIGTERM.
    case patience(until: ContinuousClock.Instant, grace: Duration)
    case grace(until: ContinuousClock.Instant)
  }

  let program: Int32
  /// Readable after a signal.
  let wake: Int32
  private var phase = Phase.running
  private var hasEnded = false
  private var orders: [UInt8] = []

  init(program: Int32, wake: Int32) {
    self.program = program
    self.wake = wake
  }

  mutating func run() -> Never {
    while true {
      takeOrders()
      takeSignals()
      noteEnding()
      pass()
      ProcessSystem.wait(
        for: AttendantProcess.control, isWriting: false, or: wake, milliseconds: milliseconds)
    }
  }

  private mutating func takeOrders() {
    var chunk = [UInt8](repeating: 0, count: 64)
    while true {
      switch ProcessSystem.read(AttendantProcess.control, into: &chunk) {
      case .bytes(let count): orders += chunk[..<count]
      case .over: endAll()
      case .later:
        while let order = AttendantOrder(orders[...]) {
          orders.removeFirst(AttendantNumbers.size)
          obey(order)
        }
        return
      }
    }
  }

  private mutating func obey(_ order: AttendantOrder) {
    let patience = ContinuousClock.now + .milliseconds(order.patienceMilliseconds)
    let grace = Duration.milliseconds(order.graceMilliseconds)
    switch phase {
    case .running: phase = .patience(until: patience, grace: grace)
    case .patience(let earlier, _): phase = .patience(until: min(earlier, patience), grace: grace)
    case .grace(let earlier): phase = .grace(until: min(earlier, .now + grace))
    }
  }

  private func takeSignals() {
    var chunk = [UInt8](repeating: 0, count: 64)
    while case .bytes(let count) = ProcessSystem.read(wake, into: &chunk) {
      if chunk[..<count].contains(where: { Int32($0) != SIGCHLD }) { endAll() }
    }
  }

  /// Tells the run once how the program ended. The program stays in the system's table, so that nobody
  /// else gets its number; what it had left behind is taken out.
  private mutating func noteEnding() {
    guard !hasEnded else { return }
    while let ended = ProcessSystem.anyEnded(), ended != program { ProcessSystem.reap(ended) }
    guard let ending = ProcessSystem.ending(of: program) else { return }
    hasEnded = true
    AttendantProcess.tell(.ended(ending))
  }

  private mutating func pass() {
    switch phase {
    case .running: break
    case .patience(let end, let grace):
      if hasEnded { endAll() }
      guard ContinuousClock.now >= end else { return }
      ProcessSystem.signalGroup(program, ProcessSystem.termination)
      phase = .grace(until: .now + grace)
    case .grace(let end):
      if hasEnded || ContinuousClock.now >= end { endAll() }
    }
  }

  /// Until when to wait; below zero: without end.
  private var milliseconds: Int32 {
    switch phase {
    case .running: return -1
    case .patience(let end, _), .grace(let end):
      let left = ContinuousClock.now.duration(to: end)
      return left <= .zero ? 0 : Int32(clamping: Int(left / .milliseconds(1)) + 1)
    }
  }

  /// Kills the program and everything below it, and ends the attendant.
  private func endAll() -> Never {
    let deadline = ContinuousClock.now + Self.killingLimit
    ProcessSystem.signalGroup(program, ProcessSystem.killing)
    if !hasEnded {
      var ending = ProcessSystem.ending(of: program)
      while ending == nil, ContinuousClock.now < deadline {
        ProcessSystem.pause(milliseconds: 1)
        ending = ProcessSystem.ending(of: program)
      }
      if let ending { AttendantProcess.tell(.ended(ending)) }
    }
    // The children of one that is killed become children of this process.
    while ContinuousClock.now < deadline, ProcessSystem.reapAll() {
      for child in ProcessSystem.children() {
        ProcessSystem.signalProcess(child, ProcessSystem.killing)
      }
      ProcessSystem.pause(milliseconds: 1)
    }
    AttendantProcess.endProcess()
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
