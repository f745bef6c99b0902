// SPDX-License-Identifier: Apache-2.0
// Names and values of queries and forms.

import HTTP
import Text

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
  func text(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

  func followed(by others: FormFields) -> FormFields {
    var result = self
    result.fields += others.fields
    result.isMalformed = isMalformed || others.isMalformed
    return result
  }

  func count(of name: String) -> Int { fields.count { $0.name.utf8.elementsEqual(name.utf8) } }
}

extension String {
  /// Whether the text is an absolute URL of at most 2000 bytes: a scheme, a colon, and visible
  /// ASCII after it; `http` and `https` also need a host.
  var isAbsoluteURL: Bool {
    let bytes = Array(utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count,
      bytes.count <= 2000, bytes.allSatisfy({ 0x21...0x7E ~= $0 }), 0x61...0x7A ~= bytes[0] | 0x20,
      bytes[..<colon].allSatisfy({ byte in
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || Array("+-.".utf8).contains(byte)
      })
    else { return false }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard scheme == "http" || scheme == "https" else { return true }
    let rest = bytes[(colon + 1)...]
    guard rest.starts(with: Array("//".utf8)), let first = rest.dropFirst(2).first else {
      return false
    }
    return !Array("/?#:".utf8).contains(first)
  }
}
