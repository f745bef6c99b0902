// SPDX-License-Identifier: Apache-2.0
// A call of the framework as a log has it.

package import Formats

/// A call of the framework as a log has it. Times are in milliseconds since 1970, by the clock of the log.
package struct LoggedCall: Sendable, Equatable {
  package var time: Int
  /// When the answer came; nil for a call that got none.
  package var answered: Int?
  /// The number of the device, from 1 on.
  package var device: Int
  /// `metadata`
  package var name: String
  package var request: JSONObject
  /// The answer, which is `{"error": {…}}` for an error; nil for a call that got none.
  package var answer: JSONObject?

  /// What stands in the place of a method where a call is shown as an exchange.
  static let method = "FRAMEWORK"

  package init(
    time: Int, answered: Int?, device: Int = 1, name: String, request: JSONObject,
    answer: JSONObject?
  ) {
    self.time = time
    self.answered = answered
    self.device = device
    self.name = name
    self.request = request
    self.answer = answer
  }
}

extension LoggedCall {
  /// The call with a word in the place of each digest, for people.
  package var withoutDigests: LoggedCall {
    var call = self
    call.request = Self.withoutDigests(request)
    call.answer = answer.map(Self.withoutDigests)
    return call
  }

  private static func withoutDigests(_ object: JSONObject) -> JSONObject {
    JSONObject(
      object.members.map { member in
        if SecretDigest(member.value) != nil { return (member.name, "‹secret›") }
        guard let inner = member.value.object else { return (member.name, member.value) }
        return (member.name, .object(withoutDigests(inner)))
      })
  }
}
