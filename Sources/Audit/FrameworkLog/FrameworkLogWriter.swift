// SPDX-License-Identifier: Apache-2.0
// Writes a log of framework calls.

import Formats
import Text

/// Writes the lines of a log of framework calls, and puts a digest in the place of each secret.
package struct FrameworkLogWriter: Sendable {
  /// The members of requests and answers that are secrets.
  private let secretNames: Set<String>
  private let key: [UInt8]

  /// - Parameter key: 32 random bytes.
  package init(key: [UInt8], secretNames: Set<String>) {
    self.key = key
    self.secretNames = secretNames
  }
}

extension FrameworkLogWriter {
  /// The first line.
  ///
  /// - Parameter started: In milliseconds since 1970.
  package func head(partner: String, started: Int) -> [UInt8] {
    line([
      (name: "frameworkLog", value: .integer(FrameworkLog.version)),
      (name: "partner", value: .string(partner)),
      (name: "key", value: .string(Hexadecimal.text(of: key))),
      (name: "started", value: .integer(started)),
    ])
  }

  /// The line of a call.
  ///
  /// - Parameter call: With digests in the place of its secrets, as `digested` gives it.
  package func line(_ call: LoggedCall) -> [UInt8] {
    var members: [(name: String, value: JSONValue)] = [("time", .integer(call.time))]
    if let answered = call.answered { members.append(("answered", .integer(answered))) }
    members += [
      ("device", .integer(call.device)), ("call", .string(call.name)),
      ("request", .object(call.request)),
    ]
    if let answer = call.answer {
      // An error in place of an answer; the answer to a permission may have one beside its status.
      if answer.count == 1, let error = answer["error"] {
        members.append(("error", error))
      } else {
        members.append(("answer", .object(answer)))
      }
    }
    return line(members)
  }

  /// A call with digests in the place of its secrets, and without members that are null.
  package func digested(_ call: LoggedCall) -> LoggedCall {
    var call = call
    call.request = digested(call.request, isFolded: false)
    call.answer = call.answer.map { digested($0, isFolded: true) }
    return call
  }

  private func digested(_ object: JSONObject, isFolded: Bool) -> JSONObject {
    JSONObject(
      object.members.filter { $0.value != .null }.map { member in
        guard secretNames.contains(member.name) else {
          guard let inner = member.value.object else { return (member.name, member.value) }
          return (member.name, .object(digested(inner, isFolded: isFolded)))
        }
        let text = member.value.string ?? JSONWriter.text(member.value)
        return (member.name, SecretDigest(of: text, key: key, isFolded: isFolded).json)
      })
  }

  private func line(_ members: [(name: String, value: JSONValue)]) -> [UInt8] {
    JSONWriter.bytes(.object(JSONObject(members))) + [0x0A]
  }
}
