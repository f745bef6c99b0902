// SPDX-License-Identifier: Apache-2.0
// Shows what programs write to their standard error, without secrets.

import JSON
import Redaction
import Runner
import SourceText
import Synchronization

/// Passes the standard error of a program on to that of the run, line by line, without secrets.
///
/// It masks the secrets of the target's profile, the secrets in messages to and from the program, and
/// everything that looks like a token or a SAML message, since a program may print a secret before it
/// has sent it.
final class ProgramLog: Sendable {
  private static let longestLine = 500
  /// This many token characters in a row count as a secret.
  private static let shortestToken = 32

  private let program: String
  private let console: Console
  private let redaction: Mutex<KnownSecrets>

  init(program: String, console: Console, redaction: KnownSecrets) {
    self.program = program
    self.console = console
    self.redaction = Mutex(redaction)
  }
}

extension ProgramLog {
  /// Remembers the secrets in a line that was sent or received.
  func learn(_ line: [UInt8]) {
    guard let message = try? JSONParser.document(line).root else { return }
    redaction.withLock { redaction in
      redaction.addSecrets(in: message)
      if let device = message["device"] { redaction.addAll(device, named: "device id") }
      // The URLs of a visit, at its beginning and its end, carry codes and tokens.
      for name in ["url", "reached"] {
        if let url = message[name] { redaction.addAll(url, named: name) }
      }
    }
  }

  func write(_ text: String, droppedBytes: Int) {
    let masked = redaction.withLock { $0.mask.masked(text) }
    var lines: [String] = []
    if droppedBytes > 0 { lines.append("… \(droppedBytes) bytes before this are left out") }
    for line in masked.split(whereSeparator: \.isNewline) {
      lines.append(Self.withoutTokens(String(line.prefix(Self.longestLine))))
    }
    guard !lines.isEmpty else { return }
    console.error(lines.map { "\(program): \($0)\n" as Printed }.joined())
  }

  /// The line with everything masked that could be a token or a SAML message.
  static func withoutTokens(_ line: String) -> String {
    var result = ""
    var run = ""
    func flush() {
      let isPath = run.hasPrefix("/") || run.hasPrefix("./")
      result += run.utf8.count >= shortestToken && !isPath ? "‹masked›" : run
      run = ""
    }
    for scalar in line.unicodeScalars {
      if scalar == "<", looksLikeXML(line) {
        flush()
        return "\(result)‹masked XML›"
      }
      if isTokenScalar(scalar) {
        run.unicodeScalars.append(scalar)
        continue
      }
      flush()
      result.unicodeScalars.append(scalar)
    }
    flush()
    return result
  }

  private static func looksLikeXML(_ line: String) -> Bool {
    let text = line.lowercased()
    return text.contains("saml") || text.contains("xmlns") || text.contains("</")
  }

  private static func isTokenScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "+", "/", "=", "-", "_", "%": true
    default: false
    }
  }
}
