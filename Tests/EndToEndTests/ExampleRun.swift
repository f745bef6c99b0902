// SPDX-License-Identifier: Apache-2.0
// The example application, somebody who uses it, and the audit that watches both.

import Foundation
import HTTP
import Record
import TestSupport
import Testing

/// `serve --audit --partner emulator:apple`, and the example application that is pointed at it.
final class ExampleRun {
  private let folder: TemporaryFolder
  private let partner: ServedPartner

  /// - Parameter state: The body of a `POST /partner/state`.
  init(_ state: String) throws {
    folder = try TemporaryFolder()
    partner = try ServedPartner(["--audit", "--cookbook", "apple-sso-rest-api-v2"], in: folder)
    try #require(try partner.answer("state", state).hasPrefix("200 "))
  }

  /// Starts the application, and does what its user does, each deed after a line that the application
  /// shows; an empty one is for a deed at once.
  ///
  /// - Returns: The lines that the application showed.
  func use(_ words: [String], _ deeds: [(after: String, deed: Deed)] = []) throws -> [String] {
    let application = try LimitedProcess(
      BuiltProgram.path(of: "ExampleApplication"), words, in: folder.url, environment: environment)
    var seen = 0
    for (beginning, deed) in deeds {
      var line = ""
      if !beginning.isEmpty {
        try waitUntil {
          let isRunning = application.isRunning
          let lines = Self.lines(of: application.output)
          guard
            let index = lines.indices.dropFirst(seen).first(where: {
              lines[$0].hasPrefix(beginning)
            })
          else {
            if !isRunning { throw Unseen(line: beginning, output: application.output) }
            return false
          }
          (line, seen) = (lines[index], index + 1)
          return true
        }
      }
      try perform(deed, line, application)
    }
    let result = application.wait()
    #expect(result.status == 0, "\(result.errors)")
    return Self.lines(of: result.output)
  }

  private var environment: [String: String] {
    [
      "EXAMPLE_SERVICE_URL": "\(partner.serviceURL)", "EXAMPLE_SERVICE_PROVIDER": "ORCHARD",
      "EXAMPLE_SOFTWARE_STATEMENT": "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvcmNoYXJkLXR2In0.bWFkZS11cA",
      "EXAMPLE_DOMAIN": "orchard.example",
      "EXAMPLE_REDIRECT_URL": "https://orchard.example/signed-in",
      "EXAMPLE_STORE": "\(folder.path)/store.json",
      "SSO_CONFORMANCE_PARTNER_URL": "\(partner.url)",
    ]
  }

  /// What the application says to words that it does not take.
  func refusal(of words: [String]) throws -> String {
    let result = try LimitedProcess.run(
      BuiltProgram.path(of: "ExampleApplication"), words, in: folder.url, environment: environment)
    #expect(result.status == 1)
    return result.errors
  }

  /// Ends the audit, and returns what it found.
  func finish() throws -> (verdict: String, judgement: RunJudgement) {
    let finished = partner.finish()
    let judgement = RunJudgement(try folder.record("Reports/audit"))
    #expect(Int(finished.status) == judgement.outcome.status, "\(finished.error)")
    return (judgement.outcome.sentence, judgement)
  }

  /// The whole lines.
  private static func lines(of output: String) -> [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private struct Unseen: Error {
    let line: String
    let output: String
  }
}

/// What the user does beside what the steps of the application are.
enum Deed {
  /// The body of a `POST /partner/user`, or of a `POST /partner/state`.
  case user(String)
  case state(String)
  /// Opens the login that the application shows on another screen.
  case signIn
  /// Brings the application to the foreground.
  case comeBack
  /// Thinks for so many seconds.
  case wait(Double)
}

extension ExampleRun {
  private func perform(_ deed: Deed, _ line: String, _ application: LimitedProcess) throws {
    switch deed {
    case .user(let body): #expect(try partner.answer("user", body).hasPrefix("200 "))
    case .state(let body): #expect(try partner.answer("state", body).hasPrefix("200 "))
    case .signIn: try signIn(String(line.split(separator: " ").last ?? ""))
    case .comeBack: application.send(SIGUSR1)
    case .wait(let seconds): usleep(UInt32(seconds * 1_000_000))
    }
  }

  /// A user agent that follows the login as far as it is the service's.
  private func signIn(_ target: String) throws {
    let client = HTTPClient(settings: ClientSettings())
    defer { client.close() }
    let origin = partner.serviceURL.origin
    var next: (origin: Origin, target: String)? = (origin, target)
    while let place = next, place.origin == origin {
      let answer = try client.exchange(
        HTTPRequest(method: "GET", target: place.target), with: origin,
        deadline: Deadline(after: .seconds(30))
      ).response
      next = answer.headers["Location"].flatMap {
        URLReference.resolve($0, against: origin, target: place.target)
      }
    }
  }
}
