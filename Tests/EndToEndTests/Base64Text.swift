// SPDX-License-Identifier: Apache-2.0
// Base64 that is not the product's own.

import Foundation

enum Base64Text {
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  static func decode(_ text: String) -> [UInt8]? { Data(base64Encoded: text).map { Array($0) } }
}
