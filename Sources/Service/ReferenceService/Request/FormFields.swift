// SPDX-License-Identifier: Apache-2.0
// The fields of a form or of a query.

internal import Encodings

/// Names and values of `application/x-www-form-urlencoded` (URL Standard, section 5.1).
struct FormFields {
  private var fields: [(name: String, value: String)] = []
  /// Whether something in it could not be decoded; such a field has no value.
  private(set) var isMalformed = false

  init() {}

  init(_ text: String) {
    for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
      let equals = pair.firstIndex(of: UInt8(ascii: "="))
      let name = String(Substring(pair[..<(equals ?? pair.endIndex)]))
      let value = equals.map { String(Substring(pair[pair.index(after: $0)...])) } ?? ""
      guard let name = PercentEncoding.decode(name, plusIsBlank: true),
        let value = PercentEncoding.decode(value, plusIsBlank: true)
      else {
        isMalformed = true
        continue
      }
      fields.append((name, value))
    }
  }
}

extension FormFields {
  /// The first value of that name.
  subscript(name: String) -> String? {
    fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// As the subscript, but nil where the value is empty.
  func text(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// These fields, then others.
  func followed(by others: FormFields) -> FormFields {
    var result = self
    result.fields += others.fields
    result.isMalformed = isMalformed || others.isMalformed
    return result
  }

  func count(of name: String) -> Int {
    fields.count { $0.name.utf8.elementsEqual(name.utf8) }
  }
}
