// SPDX-License-Identifier: Apache-2.0
// The body of an HTML form.

import Text

/// The content of `application/x-www-form-urlencoded` (URL Standard, section 5).
package enum FormBody {
  package static func encode(_ fields: [(name: String, value: String)]) -> [UInt8] {
    var output: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { output.append(UInt8(ascii: "&")) }
      output += PercentEncoding.encodeForm(field.name).utf8
      output.append(UInt8(ascii: "="))
      output += PercentEncoding.encodeForm(field.value).utf8
    }
    return output
  }

  /// - Returns: nil where a `%` lacks its digits or the bytes are not UTF-8.
  package static func decode(_ bytes: [UInt8]) -> [(name: String, value: String)]? {
    var fields: [(name: String, value: String)] = []
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let mark = part.firstIndex(of: UInt8(ascii: "="))
      let value = mark.map { part[($0 + 1)...] } ?? []
      guard let nameText = String(validating: part[..<(mark ?? part.endIndex)], as: UTF8.self),
        let valueText = String(validating: value, as: UTF8.self),
        let name = PercentEncoding.decode(nameText, plusIsBlank: true),
        let value = PercentEncoding.decode(valueText, plusIsBlank: true)
      else { return nil }
      fields.append((name, value))
    }
    return fields
  }
}
