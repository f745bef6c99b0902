// SPDX-License-Identifier: Apache-2.0
// A program that plays the partner's framework or the browser, as a conversation in lines.

import Host
import PartnerFramework
import Redaction
import Runner

/// A program of the profile or the command line that can be started.
struct PartnerProgram: Sendable {
  let command: ProgramCommand
  let processes: ChildProcesses
  let console: Console
  /// What is secret before anything is said.
  let redaction: KnownSecrets

  /// What it is called in messages.
  var name: String { "the program '\(command.program)'" }
}

extension PartnerProgram {
  /// Starts a process.
  ///
  /// - Throws: `PartnerError.failed` with what keeps it from being started.
  func conversation() throws(PartnerError) -> LineConversation {
    let log = ProgramLog(program: command.program, console: console, redaction: redaction)
    let process: ChildProcess
    do throws(ChildProcessError) {
      process = try processes.start(
        command, environment: console.environment,
        lineLimitBytes: LineConversation.lineLimitBytes
      ) { text, droppedBytes in
        log.write(text, droppedBytes: droppedBytes)
      }
    } catch {
      throw .failed(error.message)
    }
    return LineConversation(
      send: { line, deadline in
        log.learn(line)
        switch process.send(line, until: deadline.instant) {
        case .sent: return .sent
        case .ended(let how): return .ended(how)
        case .late: return .late
        }
      },
      receive: { deadline in
        switch process.receive(until: deadline.instant) {
        case .line(let line):
          // Before its errors are shown, which may hold what it answers.
          log.learn(line)
          process.passOnErrors()
          return .line(line)
        case .ended(let how): return .ended(how)
        case .late: return .late
        case .tooLong: return .tooLong
        }
      },
      end: { process.end() })
  }

  /// Hands a visit to a process of its own, which ends with it.
  ///
  /// - Returns: The URL at which it ended, which begins with the redirect URL.
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
        throw .failed("\(name) reached another URL than the fact 'redirect_url' says")
      }
      return reached
    case .error(let message): throw .failed("the user agent did not come back: \(message)")
    }
  }
}
