// SPDX-License-Identifier: Apache-2.0
// A log of what an application asked its partner framework.

package import Formats
import Text

/// A log of what an application asked its partner framework, in the order of the file.
///
/// No secret stands in it: in the place of each is its HMAC-SHA256 by the key of the log.
package struct FrameworkLog: Sendable, Equatable {
  /// As the caller named its file.
  package var name: String
  /// `apple`
  package var partner: String
  /// Of 32 random bytes.
  package var key: [UInt8]
  /// When the application began, in milliseconds since 1970: the log has all calls from then on.
  package var started: Int
  package var calls: [LoggedCall]
  /// Whether its last line is not complete, and was passed over: the application was ended.
  package var isCut = false

  /// The version of the form that is read and written.
  static let version = 1
  static let keyBytes = 32

  package init(
    name: String, partner: String, key: [UInt8], started: Int, calls: [LoggedCall] = []
  ) {
    self.name = name
    self.partner = partner
    self.key = key
    self.started = started
    self.calls = calls
  }
}

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
