// SPDX-License-Identifier: Apache-2.0
// What a suite is called and how many scenarios it has.

import Text

/// A suite without its steps.
package struct SuiteOutline: Sendable {
  package let name: String
  package let cookbook: String?
  package let isPreflight: Bool
  /// How many scenarios it has: one for each written row of `cases`.
  package let scenarioCount: Int
  let file: SourceFile
}

extension SuiteOutline {
  /// The SHA-256 digest of the file, in hexadecimal digits.
  package var digest: String { SHA256.hexadecimal(file.bytes) }
}
