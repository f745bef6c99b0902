// SPDX-License-Identifier: Apache-2.0
// A mistake in a text with `${…}`.

package import Text

/// A mistake in a text with `${…}`.
package struct TemplateError: Error, Sendable, Equatable {
  /// Names the mistake and says what to write instead.
  package let message: String
  /// In the text that was read.
  package let offset: ScalarOffset

  package init(message: String, offset: ScalarOffset) {
    self.message = message
    self.offset = offset
  }
}
