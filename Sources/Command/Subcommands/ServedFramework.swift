// SPDX-License-Identifier: Apache-2.0
// The emulated framework that `serve --partner` answers a stand-in with.

import Audit
import Formats
import HTTP
import Partner
import Synchronization
import Text

/// An emulated framework for applications that ask it over HTTP, and for who steers it.
///
///     POST /partner/call  /partner/values  /partner/state  /partner/user
final class ServedFramework: Sendable {
  /// For people, such as `apple (emulated)`.
  let name: String
  private let devices: StandInDevices
  /// Wakes the calls that wait; another one takes its place each time.
  private let change = Mutex(Cancellation())
  private let isStopped = Atomic(false)
  /// Where its calls are logged; nil where no log is wanted.
  private let log: FrameworkCallLog?

  static let options = [
    Option(
      "partner", "emulator:NAME",
      help:
        "also answers a stand-in for the framework inside an application, on a port of its own: "
        + FrameworkRegistry.shipped.names.joined(separator: ", ")),
    Option(
      "partner-state", "STATE",
      help: "the state that the framework begins in, as 'partner' lists them; POST /partner/state"
        + " changes it"),
    Option("partner-port", "N", help: "the port of the framework; 0 (default) picks a free one"),
    FrameworkCallLog.option,
  ]

  /// How long a call may wait for the person before it is answered that it still waits.
  private static let longestWait = 60

  /// - Parameter told: Is told each call that is logged.
  /// - Throws: for an unknown emulator or state.
  init?(
    _ arguments: Arguments, told: @escaping @Sendable (LoggedCall) -> Void
  ) throws(UsageError) {
    guard let value = arguments.value("partner") else {
      if let option = Self.options.first(where: { arguments.has($0.name) }) {
        throw UsageError("--\(option.name) goes with --partner")
      }
      return nil
    }
    let parts = value.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0] == "emulator" else {
      throw UsageError("--partner is emulator:NAME here, not '\(value)'")
    }
    let emulator: FrameworkEmulator
    do throws(PartnerError) {
      emulator = try FrameworkRegistry.shipped.emulator(named: parts[1])
      devices = try StandInDevices(
        emulator, state: arguments.value("partner-state"),
        environment: FrameworkEnvironment(
          now: { Timestamp(milliseconds: Machine.milliseconds) }, randomBytes: Machine.randomBytes))
    } catch {
      throw UsageError("--partner: \(error.description)")
    }
    name = "\(emulator.name) (emulated)"
    let path = arguments.value(FrameworkCallLog.option.name)
    log =
      path == nil && !arguments.has("audit")
      ? nil
      : try FrameworkCallLog(
        path, devices.declaration, partner: emulator.name, told: told)
  }

  /// The log of all calls; nil where no log is wanted. Call it after `stop()`.
  func finish(_ console: Console) -> FrameworkLog? {
    guard let log else { return nil }
    let finished = log.finish()
    if !log.isWhole { console.error("error: '\(finished.name)' does not have all calls\n") }
    return finished
  }

  var listener: ControlListener {
    ControlListener(
      of: "the framework",
      at: StandInDevices.Request.allCases.map { asked in
        (
          path: "/partner/\(asked)",
          respond: { [self] body, incoming in
            let wait = body["wait"] ?? 0
            guard let seconds = wait.number?.integer, 0...Self.longestWait ~= seconds else {
              return .refusal(400, "'wait' is a number of seconds, 0 to \(Self.longestWait)")
            }
            return answer(asked, body, until: Deadline(after: .seconds(seconds)), incoming)
          }
        )
      })
  }

  /// Ends the calls that wait; the server has to be stopped after it.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    wake()
  }
}

extension ServedFramework {
  /// Blocks while a call waits for the person: until the deadline, or until the client goes.
  private func answer(
    _ request: StandInDevices.Request, _ body: JSONValue, until deadline: Deadline,
    _ incoming: ServerRequest
  ) -> ControlListener.Answer {
    let begin = Machine.milliseconds
    while true {
      // What changes after this is not missed.
      let change = change.withLock { $0 }
      let answer = devices.answer(request, body)
      if answer.hasChanged { wake() }
      guard answer.isWaiting, !deadline.isPast,
        !isStopped.load(ordering: .sequentiallyConsistent),
        incoming.wait(for: change, until: deadline)
      else {
        if request == .call { log?.note(body, answer, from: begin, to: Machine.milliseconds) }
        return ControlListener.Answer(status: answer.status, body: answer.body)
      }
    }
  }

  private func wake() {
    let old = change.withLock { change in
      let old = change
      change = Cancellation()
      return old
    }
    old.cancel()
  }
}
