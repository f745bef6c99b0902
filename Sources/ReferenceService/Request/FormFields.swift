// SPDX-License-Identifier: Apache-2.0
// Reads the fields of a form or a query.

internal import Text

/// Names and values of `application/x-www-form-urlencoded` (URL Standard, section 5.1).
struct FormFields {
  private var fields: [(name: String, value: String)] = []
  /// Whether a name or value could not be decoded; such fields are left out.
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
  /// The first value of that name; it may be empty.
  subscript(name: String) -> String? {
    fields.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// The first value of that name; nil if it is empty.
  func text(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// These fields, followed by others.
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
