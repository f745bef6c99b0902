// SPDX-License-Identifier: Apache-2.0
// Masks JSON by its strings: decoded, masked, and written anew.

import Formats

extension Mask {
  /// JSON text with the secrets in its names and strings masked. They are decoded before they are
  /// searched, and written anew where something was masked; the rest stays as it came. The text may
  /// be broken or cut.
  func maskedStrings(ofJSON text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var (copied, index) = (0, 0)
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "\"")) {
      guard let end = Self.endOfString(in: bytes, from: start) else { break }
      index = end
      guard let string = try? JSONParser.document(Array(bytes[start..<end])).root.string else {
        continue
      }
      let masked = maskedOwn(string)
      if masked == string { continue }
      output += bytes[copied..<start]
      output += JSONWriter.bytes(.string(masked))
      copied = end
    }
    return copied == 0 ? text : String(decoding: output + bytes[copied...], as: UTF8.self)
  }

  /// Whether a text looks like JSON that has strings.
  static func isJSON(_ text: String) -> Bool {
    guard let first = text.utf8.first(where: { $0 > 0x20 }) else { return false }
    return "{[\"".utf8.contains(first)
  }

  /// Where a string ends that begins with the quote at an index; nil where it was cut.
  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return nil
  }
}
