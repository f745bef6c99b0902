// SPDX-License-Identifier: Apache-2.0
// How much is kept of an entry of a HAR file.

/// How much is kept of an entry of a HAR file.
package struct HARLimits: Sendable {
  /// How many bytes a body may have.
  package let bodyBytes: Int
  /// How many bytes of a file are read at once.
  package let windowBytes: Int
  /// How many bytes a body may have as it is written: Base64 makes it a third longer.
  var writtenBodyBytes: Int { bodyBytes / 3 * 4 + bodyBytes / 16 + 4 }
  /// How many bytes a URL and the value of a header field may have.
  let textBytes = 1 << 20
  /// How many bytes all header fields of a message may have, and all fields of a form.
  let fieldBytes = 4 << 20

  package init(bodyBytes: Int = 16 << 20, windowBytes: Int = 256 << 10) {
    self.bodyBytes = bodyBytes
    self.windowBytes = windowBytes
  }
}
