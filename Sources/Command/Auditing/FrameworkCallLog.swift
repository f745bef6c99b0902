// SPDX-License-Identifier: Apache-2.0
// Logs what applications ask the emulated framework.

import Audit
import Formats
import Partner
import Suites
import Synchronization
import Text

/// Logs what applications ask the emulated framework, in a file if that is asked for.
///
/// A stand-in asks again while a person makes up their mind: that is one call, from the first time on.
final class FrameworkCallLog: Sendable {
  private let writer: FrameworkLogWriter
  private let file: AppendedFile?
  private let state: Mutex<State>
  /// Is told each call, with digests in the place of its secrets.
  private let told: @Sendable (LoggedCall) -> Void

  private struct State {
    var log: FrameworkLog
    var devices: [String: Int] = [:]
    /// The calls that wait, by the names that their stand-in gives them.
    var open: [String: LoggedCall] = [:]
    /// What their delegates were asked last: whether a provider may be authenticated.
    var asked: [String: (provider: JSONValue, time: Int)] = [:]
    var isWhole = true
  }

  /// So many calls are kept in memory for the audit; the file has all of them.
  private static let limit = 100_000
  private static let openLimit = 1_000

  static let option = Option(
    "record-partner-log", "FILE",
    help: "writes down what applications ask the framework, without secrets, for 'audit"
      + " --partner-log'")

  /// - Parameters:
  ///   - path: The file; nil to keep the log in memory alone.
  ///   - told: Is told each call, with digests in the place of its secrets; it must not block.
  /// - Throws: `UsageError` where the file can't be made, or is there already.
  init(
    _ path: String?, _ declaration: FrameworkDeclaration, partner: String,
    told: @escaping @Sendable (LoggedCall) -> Void
  ) throws(UsageError) {
    self.told = told
    file = try path.map { path throws(UsageError) in
      try UsageError.naming("--\(Self.option.name) '\(path)'") { () throws(FileError) in
        try AppendedFile(path)
      }
    }
    let key = Machine.randomBytes(32)
    writer = FrameworkLogWriter(key: key, secretNames: declaration.secretNames)
    let started = Machine.milliseconds
    state = Mutex(
      State(
        log: FrameworkLog(
          name: path ?? "the framework", partner: partner, key: key, started: started)))
    write(writer.head(partner: partner, started: started))
  }
}

extension FrameworkCallLog {
  /// Notes a call.
  ///
  /// - Parameters:
  ///   - request: The body of the request of a stand-in.
  ///   - answer: The answer of the emulator; without a result and an error, the call waits.
  func note(_ request: JSONValue, _ answer: StandInAnswer, from begin: Int, to end: Int) {
    guard let asked = answer.call else { return }
    let result =
      answer.body["result"]?.object
      ?? answer.body["error"].map { JSONObject([(name: "error", value: $0)]) }
    state.withLock { state in
      let device = request["device"]?.string ?? ""
      let number = state.devices[device] ?? state.devices.count + 1
      state.devices[device] = number
      let id = request["id"]?.string.map { "\(number) \($0)" }
      var call =
        id.flatMap { state.open.removeValue(forKey: $0) }
        ?? LoggedCall(
          time: begin, answered: nil, device: number, name: asked.name, request: JSONObject(),
          answer: nil)
      if let id, let question = state.asked.removeValue(forKey: id),
        let said = asked.arguments["delegate"]?.string
      {
        add(Self.delegate(question, said, device: number, at: begin), &state)
      }
      call.request = Self.told(asked.arguments)
      guard let result else {
        guard let id, state.open.count < Self.openLimit else { return }
        state.open[id] = call
        if let awaited = answer.body["awaits"], awaited["choice"]?.string == "delegate" {
          state.asked[id] = (awaited["provider"] ?? .null, end)
        }
        return
      }
      (call.answered, call.answer) = (end, result)
      add(call, &state)
    }
  }

  /// The log with all calls, also those that were not answered. Nothing is noted after it.
  func finish() -> FrameworkLog {
    state.withLock { state in
      for call in state.open.values.sorted(by: { $0.time < $1.time }) { add(call, &state) }
      state.open = [:]
      return state.log
    }
  }

  /// Whether the file has all calls.
  var isWhole: Bool { state.withLock { $0.isWhole } }

  private func add(_ call: LoggedCall, _ state: inout State) {
    let call = writer.digested(call)
    if state.log.calls.count < Self.limit { state.log.calls.append(call) }
    if !write(writer.line(call)) { state.isWhole = false }
    told(call)
  }

  @discardableResult
  private func write(_ line: [UInt8]) -> Bool { file?.append(line) ?? true }

  /// The answer of an application's delegate as a call of its own.
  private static func delegate(
    _ question: (provider: JSONValue, time: Int), _ said: String, device: Int, at time: Int
  ) -> LoggedCall {
    LoggedCall(
      time: question.time, answered: time, device: device, name: "delegate",
      request: JSONObject([
        (name: "asked", value: "shouldAuthenticate"), (name: "provider", value: question.provider),
      ]), answer: JSONObject([(name: "accepts", value: .boolean(said == "accepts"))]))
  }

  /// A request with whether there is a delegate, in the place of what the delegate says to the emulator.
  private static func told(_ request: JSONObject) -> JSONObject {
    var request = request
    if let delegate = request["delegate"]?.string {
      request["delegate"] = .boolean(delegate != "none")
    }
    return request
  }
}
