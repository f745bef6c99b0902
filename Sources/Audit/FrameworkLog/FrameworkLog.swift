// SPDX-License-Identifier: Apache-2.0
// A log of what an application asked its partner framework.

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
