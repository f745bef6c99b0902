// SPDX-License-Identifier: Apache-2.0
// What a surface did that it must not do.

import Text

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

  /// Checks what is said of a mistake in an input.
  ///
  /// - Throws: a flaw if the place is not in the input, or nothing is said.
  static func check(_ mistake: String, at offset: ByteOffset, of bytes: [UInt8]) throws(Flaw) {
    try unless(
      0...bytes.count ~= offset.value, "the mistake is at \(offset) of \(bytes.count) bytes")
    try unless(!mistake.isEmpty, "a mistake without words")
  }
}
