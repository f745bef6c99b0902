// SPDX-License-Identifier: Apache-2.0
// What programs write to their standard error, without secrets.

import JSON
import Redaction
import Runner
import Synchronization

/// Where the standard error of one program goes: to that of the run, line by line, without secrets.
///
/// Masked is what the target's profile calls secret, what was said to the program and by it in
/// secret places, and whatever looks like a token or a SAML message, since a program may print one
/// before it has said it.
final class ProgramLog: Sendable {
  private static let longestLine = 500
  /// So long a run of token characters is taken for a secret.
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
  /// From now on what the line has in secret places is masked.
  func learn(_ line: [UInt8]) {
    guard let message = try? JSONParser.document(line).root else { return }
    redaction.withLock { redaction in
      redaction.addSecrets(in: message)
      if let device = message["device"] { redaction.addAll(device, named: "device id") }
      // The URL of a visit and where it ended carry codes and tokens.
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
    console.error(lines.map { "\(program): \($0)\n" }.joined())
  }

  /// The line with all masked that could be a token or a SAML message; control characters, which a
  /// terminal would obey, are shown.
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
      let isControl = scalar.value < 0x20 && scalar != "\t" || (0x7F...0x9F).contains(scalar.value)
      result += isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
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
