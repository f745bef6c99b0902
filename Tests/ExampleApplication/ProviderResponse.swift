// SPDX-License-Identifier: Apache-2.0
// The provider's SAML response on its way to the service.

import Foundation

/// The form of a SAML response that the service takes.
enum ProviderResponse {
  /// Blanks and tabs become one blank, line breaks go, so do blanks at both ends, and then Base64. What
  /// writes the form encodes it for that.
  static func encoded(_ response: String) -> String {
    let single = response.replacingOccurrences(
      of: "[ \t]+", with: " ", options: .regularExpression)
    let line = single.components(separatedBy: .newlines).joined()
    return Data(line.trimmingCharacters(in: .whitespaces).utf8).base64EncodedString()
  }
}
