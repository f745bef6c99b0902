// SPDX-License-Identifier: Apache-2.0
// A program that plays the framework or the browser, and its standard error.

import Formats
import Partner
import Record
import Redaction
import Runner
import Synchronization
import Text

/// A program that the profile or the command line names, ready to be started.
struct PartnerProgram: Sendable {
  let command: ProgramCommand
  let processes: ChildProcesses
  let console: Console
  /// The secrets that are known before the program says anything.
  let redaction: KnownSecrets
  /// The environment variables that the profile has its secrets from.
  var secretVariables: Set<String> = []
}

extension PartnerProgram {
  /// Checks that there is such a program.
  func check() throws(PartnerError) { _ = try command.file(environment: console.environment) }

  /// The program as a source of the framework's answers; throws if there is no such program.
  func checkedProgram() throws(PartnerError) -> FrameworkProgram {
    try check()
    return FrameworkProgram(name: command.program) { declaration throws(PartnerError) in
      try conversation(declaration?.secretNames, isHello: declaration == nil)
    }
  }

  /// What the program inherits: all but the secrets of the profile, the passwords of proxies, and the
  /// tokens of the CI.
  private var environment: [String: String] {
    let prefixes = [
      "ACTIONS_", "BITBUCKET_", "BUILDKITE_", "CI_", "CIRCLE_", "GH_", "GITHUB_", "SYSTEM_",
    ]
    return console.environment.filter { name, _ in
      !secretVariables.contains(name)
        && !(prefixes.contains { name.hasPrefix($0) } && KnownSecrets.isSecretName(name))
    }.reduce(into: [:]) { inherited, variable in
      let isProxy = variable.key.lowercased().hasSuffix("_proxy")
      // `http://user:password@host:port`
      inherited[variable.key] =
        isProxy
        ? variable.value.replacing(/\/\/[^\/]*@/, with: "//") : variable.value
    }
  }

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - names: The names of further secrets in its messages.
  ///   - isHello: Whether it is only asked for its declaration. Its standard error is then shown from
  ///     the declaration on, with all before: what a program writes that does not know `hello` would
  ///     blame it, or come twice.
  /// - Throws: `PartnerError.failed` if it can't be started.
  private func conversation(_ names: Set<String>? = nil, isHello: Bool = false)
    throws(PartnerError) -> LineConversation
  {
    let log = ProgramLog(
      program: command.program, console: console, redaction: redaction, names: names ?? [])
    let isShown = Mutex(!isHello)
    let process = try processes.start(
      command, environment: environment, lineLimitBytes: LineConversation.lineLimitBytes
    ) { text in if isShown.withLock(\.self) { log.write(text) } }
    return LineConversation(
      send: { line, deadline in
        log.learn(line)
        return process.send(line, until: deadline)
      },
      receive: { deadline in
        let reception = process.receive(until: deadline)
        if case .line(let line) = reception {
          // The log learns the secrets of the line before it shows the errors, which may hold them.
          log.learn(line)
          if isHello, let reply = try? JSONParser.document(line).root {
            isShown.withLock { $0 = FrameworkDeclaration.isOne(reply["result"]) }
          }
          process.passOnErrors()
        }
        return reception
      }, endInput: { process.endInput() }, end: { process.end() })
  }

  /// Hands a visit to a process of its own, which ends with the visit.
  ///
  /// - Returns: The URL at which the visit ended; it begins with the redirect URL.
  func visit(_ url: String, until redirectURL: String, deadline: PartnerDeadline)
    throws(PartnerError) -> String
  {
    let conversation = try conversation()
    defer { conversation.end() }
    switch try UserAgentProgram.visit(
      url, until: redirectURL, over: conversation, deadline: deadline)
    {
    case .reached(let reached):
      guard reached.hasPrefix(redirectURL) else {
        throw .failed(
          "the program '\(command.program)' reached another URL than the fact 'redirect_url' says")
      }
      return reached
    case .error(let message): throw .failed("the user agent did not come back: \(message)")
    }
  }
}

/// Passes the standard error of a program on to that of the run, line by line, without secrets.
///
/// It masks the secrets of the target's profile, the secrets in messages to and from the program, and
/// everything that looks like a token or a signed message, since a program may print a secret before it
/// has sent it.
///
/// A secret may be split over two reads or two lines. So a line is shown once it is whole, and is
/// looked at together with what was shown before it.
final class ProgramLog: Sendable {
  fileprivate static let longestLine = 500
  /// A line without end is shown in parts of so many bytes.
  fileprivate static let longestPartBytes = 16 << 10
  /// So many bytes of what was shown are looked at again.
  fileprivate static let contextBytes = 16 << 10

  fileprivate struct State {
    var secrets: KnownSecrets
    /// The last of what was shown, as it came.
    var context: [UInt8] = []
    /// The beginning of a line.
    var pending: [UInt8] = []
  }

  private let program: String
  private let console: Console
  private let names: Set<String>
  private let state: Mutex<State>

  init(program: String, console: Console, redaction: KnownSecrets, names: Set<String> = []) {
    self.names = names
    self.program = program
    self.console = console
    state = Mutex(State(secrets: redaction))
  }
}

extension ProgramLog {
  /// Remembers the secrets in a line that was sent or received.
  func learn(_ line: [UInt8]) {
    guard let message = try? JSONParser.document(line).root else { return }
    state.withLock { state in
      state.secrets.addSecrets(in: message)
      for member in FrameworkDeclaration.members(of: message, named: names) {
        state.secrets.addAll(member.value, named: member.name)
      }
      // A result that is a text is a value of the framework, and may be a token.
      if let value = message["result"]?.string { state.secrets.add(value, named: "value") }
      if let device = message["device"] { state.secrets.addAll(device, named: "device id") }
      // The URLs of a visit, at its beginning and its end, carry codes and tokens.
      for name in ["url", "reached"] {
        if let url = message[name] { state.secrets.addAll(url, named: name) }
      }
    }
  }

  /// Shows the whole lines of a text, and the rest of them with the text that follows.
  func write(_ text: ErrorText) {
    let lines = state.withLock { $0.lines(with: text) }
    guard !lines.isEmpty else { return }
    console.error(lines.map { "\(program): \($0)\n" as Printed }.joined())
  }
}

extension ProgramLog.State {
  /// The lines to show now, without secrets.
  fileprivate mutating func lines(with text: ErrorText) -> [String] {
    var lines: [String] = []
    if text.droppedBytes > 0 {
      // The text before does not go on here.
      lines = take(pending.count)
      context = []
      lines.append("… \(text.droppedBytes) bytes before this are left out")
    }
    pending += text.bytes
    let end = pending.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let isLong = pending.count - end > ProgramLog.longestPartBytes
    return lines + take(text.isLast || isLong ? pending.count : end)
  }

  /// Takes so many bytes from what is pending.
  private mutating func take(_ count: Int) -> [String] {
    guard count > 0 else { return [] }
    let before = String(decoding: context, as: UTF8.self)
    let new = String(decoding: pending[..<count], as: UTF8.self)
    context = Array((context + pending[..<count]).suffix(ProgramLog.contextBytes))
    pending.removeFirst(count)
    secrets.settle()
    return secrets.mask.masked(new, after: before).split(whereSeparator: \.isNewline).map {
      String($0.prefix(ProgramLog.longestLine))
    }
  }
}
