// SPDX-License-Identifier: Apache-2.0
// Reads a log of framework calls.

import Formats
import Record
import Suites
import Text

/// Reads a log of framework calls: JSON Lines, the first of which is the head.
///
///     {"frameworkLog": 1, "partner": "apple", "key": "64 digits", "started": 1893456000000}
///     {"time": 1893456001000, "answered": 1893456001040, "device": 1, "call": "permission",
///      "request": {"prompting": true}, "answer": {"accessStatus": "granted"}}
package struct FrameworkLogReader {
  private let name: String
  /// The members of requests and answers that hold a digest.
  private let secretNames: Set<String>

  private static let headNames = ["frameworkLog", "partner", "key", "started"]
  private static let callNames = [
    "time", "answered", "device", "call", "request", "answer", "error",
  ]
  /// Years from 2001 to 2286: seconds are no milliseconds.
  private static let times = 1_000_000_000_000...9_999_999_999_999
  private static let devices = 1...1_000_000

  /// Reads a log.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - secretNames: The members that hold a digest.
  /// - Throws: `TrafficError` with the line of the mistake.
  package static func read(
    _ bytes: [UInt8], name: String, secretNames: Set<String>
  ) throws(TrafficError) -> FrameworkLog {
    try FrameworkLogReader(name: name, secretNames: secretNames).log(bytes)
  }
}

/// A line, and its number from 1 on.
private struct LogLine {
  let number: Int
  let bytes: [UInt8]
}

extension FrameworkLogReader {
  private func log(_ bytes: [UInt8]) throws(TrafficError) -> FrameworkLog {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().map {
      LogLine(number: $0 + 1, bytes: Array($1))
    }
    // A line is written at once, with its break: without it, the application was ended there.
    let rest = lines.popLast()
    guard let first = lines.first ?? rest else { throw Self.noLog(name) }
    var log = try head(first)
    for line in lines.dropFirst() { log.calls.append(try call(line)) }
    if let rest, !lines.isEmpty, !rest.bytes.isEmpty {
      do throws(TrafficError) {
        log.calls.append(try call(rest))
      } catch {
        log.isCut = true
      }
    }
    return log
  }

  private func head(_ line: LogLine) throws(TrafficError) -> FrameworkLog {
    let head = try object(line)
    guard let version = head["frameworkLog"] else { throw Self.noLog(name) }
    guard version.number?.integer == FrameworkLog.version else {
      throw error(
        "this version reads logs of version \(FrameworkLog.version), not of"
          + " \(JSONWriter.text(version))", line)
    }
    try checkNames(head, Self.headNames, line)
    guard let partner = head["partner"]?.string, !partner.isEmpty else {
      throw error("the head of the log names the 'partner', such as \"apple\"", line)
    }
    guard let key = head["key"]?.string.flatMap(Self.key) else {
      throw error(
        "the head of the log has a 'key' of \(2 * FrameworkLog.keyBytes) hexadecimal digits", line)
    }
    return FrameworkLog(
      name: name, partner: partner, key: key, started: try time("started", head, line))
  }

  private func call(_ line: LogLine) throws(TrafficError) -> LoggedCall {
    let members = try object(line)
    try checkNames(members, Self.callNames, line)
    guard let name = members["call"]?.string, !name.isEmpty else {
      throw error("a call has a name under 'call'", line)
    }
    guard let request = (members["request"] ?? .object(JSONObject())).object else {
      throw error("'request' is an object", line)
    }
    let sent = try time("time", members, line)
    let answered =
      members["answered"] == nil ? nil : try time("answered", members, line)
    if let answered, answered < sent {
      throw error("the call was answered before it was sent", line)
    }
    let device = members["device"] ?? 1
    guard let number = device.number?.integer, Self.devices ~= number else {
      throw error("'device' is a number from 1 on", line)
    }
    if members["answer"] != nil, members["error"] != nil {
      throw error("a call has an 'answer' or an 'error', not both", line)
    }
    var answer: JSONObject?
    if let value = members["answer"] {
      guard let object = value.object else { throw error("'answer' is an object", line) }
      answer = object
    } else if let value = members["error"] {
      guard value.object != nil else { throw error("'error' is an object", line) }
      answer = JSONObject([(name: "error", value: value)])
    }
    if (answer == nil) != (answered == nil) {
      throw error("a call that was answered has 'answered' and an 'answer' or an 'error'", line)
    }
    for value in [.object(request)] + [answer.map(JSONValue.object)].compactMap(\.self) {
      try checkSecrets(value, line)
    }
    return LoggedCall(
      time: sent, answered: answered, device: number, name: name, request: request, answer: answer)
  }

  /// Refuses a secret in the clear, without quoting it.
  private func checkSecrets(_ value: JSONValue, _ line: LogLine) throws(TrafficError) {
    for member in value.object?.members ?? [] {
      guard secretNames.contains(member.name) else {
        try checkSecrets(member.value, line)
        continue
      }
      guard SecretDigest(member.value) != nil || member.value == .null else {
        throw error(
          "'\(member.name)' is a secret: write {\"hmac\": …} in its place, its HMAC-SHA256 by the"
            + " key of the log as 64 hexadecimal digits in lower case", line)
      }
    }
  }
}

extension FrameworkLogReader {
  private func object(_ line: LogLine) throws(TrafficError) -> JSONObject {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONParser.document(line.bytes, limits: .answer)
    } catch {
      if line.number == 1 { throw Self.noLog(name) }
      throw self.error(error.description, line, at: error.offset)
    }
    if let double = document.duplicates.first {
      throw error("'\(double.name)' is there twice", line, at: double.offset)
    }
    guard let object = document.root.object else {
      throw line.number == 1 ? Self.noLog(name) : error("a line is an object", line)
    }
    return object
  }

  private func checkNames(
    _ object: JSONObject, _ known: [String], _ line: LogLine
  ) throws(TrafficError) {
    guard let name = object.names.first(where: { !known.contains($0) }) else { return }
    let hint = Suggestion.hint(for: name, among: known)
    throw error(
      "there is no member '\(name)'\(hint.isEmpty ? "; there are \(Wording.list(known))" : hint)",
      line)
  }

  private func time(
    _ name: String, _ object: JSONObject, _ line: LogLine
  ) throws(TrafficError) -> Int {
    guard let time = object[name]?.number?.integer, Self.times ~= time else {
      throw error("'\(name)' is a time in milliseconds since 1970, such as 1893456000000", line)
    }
    return time
  }

  private static func key(_ text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap(Hexadecimal.value)
    guard digits.count == text.utf8.count, digits.count == 2 * FrameworkLog.keyBytes else {
      return nil
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private func error(
    _ message: String, _ line: LogLine, at offset: ByteOffset = 0
  ) -> TrafficError {
    let column = ScalarOffset(offset, in: line.bytes).value + 1
    return TrafficError(
      file: name, position: Position(line: line.number, column: column), message: message)
  }

  private static func noLog(_ name: String) -> TrafficError {
    TrafficError(
      file: name, position: Position(line: 1, column: 1),
      message: "it is no log of framework calls: its first line is"
        + " {\"frameworkLog\": 1, \"partner\": …, \"key\": …, \"started\": …}")
  }
}
