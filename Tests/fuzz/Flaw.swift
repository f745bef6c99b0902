// SPDX-License-Identifier: Apache-2.0
// What a surface did that it must not do.

/// What a surface did with an input that it must not do.
struct Flaw: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  /// - Throws: a flaw if the condition does not hold.
  static func unless(_ condition: Bool, _ message: @autoclosure () -> String) throws(Flaw) {
    if !condition { throw Flaw(message()) }
  }
}
