// SPDX-License-Identifier: Apache-2.0
// A program that plays the partner's framework or the browser.

import Partner
import Record
import Runner

/// A program that the profile or the command line names, ready to be started.
struct PartnerProgram: Sendable {
  let command: ProgramCommand
  let processes: ChildProcesses
  let console: Console
  /// The secrets that are known before the program says anything.
  let redaction: KnownSecrets
}

extension PartnerProgram {
  /// Checks that there is such a program.
  func check() throws(PartnerError) {
    do throws(ChildProcessError) {
      _ = try command.file(environment: console.environment)
    } catch {
      throw .failed(error.message)
    }
  }

  /// The program as a source of the framework's answers.
  var program: FrameworkProgram {
    FrameworkProgram(name: command.program) { () throws(PartnerError) in try conversation() }
  }

  /// Starts a process.
  ///
  /// - Throws: `PartnerError.failed` if it can't be started.
  private func conversation() throws(PartnerError) -> LineConversation {
    let log = ProgramLog(program: command.program, console: console, redaction: redaction)
    let process: ChildProcess
    do throws(ChildProcessError) {
      process = try processes.start(
        command, environment: console.environment,
        lineLimitBytes: LineConversation.lineLimitBytes
      ) { text in
        log.write(text)
      }
    } catch {
      throw .failed(error.message)
    }
    return LineConversation(
      send: { line, deadline in
        log.learn(line)
        return process.send(line, until: deadline.instant)
      },
      receive: { deadline in
        let reception = process.receive(until: deadline.instant)
        if case .line(let line) = reception {
          // The log learns the secrets of the line before it shows the errors, which may hold them.
          log.learn(line)
          process.passOnErrors()
        }
        return reception
      },
      end: { process.end() })
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
        throw .failed("\(program.title) reached another URL than the fact 'redirect_url' says")
      }
      return reached
    case .error(let message): throw .failed("the user agent did not come back: \(message)")
    }
  }
}
