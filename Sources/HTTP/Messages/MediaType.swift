// SPDX-License-Identifier: Apache-2.0
// Media types, as Content-Type names them.

import Text

/// A media type with its parameters (RFC 9110, section 8.3.1).
package struct MediaType: Sendable {
  package struct Parameter: Sendable, Equatable {
    /// In lower case.
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In lower case.
  package let type: String
  /// In lower case.
  package let subtype: String
  package let parameters: [Parameter]
}

extension MediaType {
  /// Reads `application/json; charset="utf-8"`.
  ///
  /// - Returns: nil for another form.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    var index = 0
    guard let type = Self.token(bytes, &index), Self.take(UInt8(ascii: "/"), bytes, &index),
      let subtype = Self.token(bytes, &index)
    else { return nil }
    self.type = Octets.lowercased(type)
    self.subtype = Octets.lowercased(subtype)
    var parameters: [Parameter] = []
    while true {
      Self.skipWhiteSpace(bytes, &index)
      if index == bytes.count { break }
      guard Self.take(UInt8(ascii: ";"), bytes, &index) else { return nil }
      Self.skipWhiteSpace(bytes, &index)
      // `;` with nothing after it is allowed (section 5.6.6).
      guard index < bytes.count, bytes[index] != UInt8(ascii: ";") else { continue }
      guard let name = Self.token(bytes, &index), Self.take(UInt8(ascii: "="), bytes, &index),
        let value = Self.token(bytes, &index) ?? Self.quoted(bytes, &index)
      else { return nil }
      parameters.append(Parameter(name: Octets.lowercased(name), value: value))
    }
    self.parameters = parameters
  }

  /// The value of the first parameter of that name, in upper or lower case.
  package subscript(parameter name: String) -> String? {
    let name = Octets.lowercased(name)
    return parameters.first { $0.name == name }?.value
  }

  private static func token(_ bytes: [UInt8], _ index: inout Int) -> String? {
    let start = index
    while index < bytes.count, Octets.isToken(bytes[index]) { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  private static func quoted(_ bytes: [UInt8], _ index: inout Int) -> String? {
    guard take(UInt8(ascii: "\""), bytes, &index) else { return nil }
    var output: [UInt8] = []
    while index < bytes.count {
      var byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: output, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        guard index < bytes.count else { return nil }
        byte = bytes[index]
        index += 1
      }
      guard Octets.isFieldText(byte) else { return nil }
      output.append(byte)
    }
    return nil
  }

  private static func take(_ byte: UInt8, _ bytes: [UInt8], _ index: inout Int) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private static func skipWhiteSpace(_ bytes: [UInt8], _ index: inout Int) {
    while index < bytes.count, Octets.isWhiteSpace(bytes[index]) { index += 1 }
  }
}

extension MediaType: Equatable, CustomStringConvertible {
  /// Types and names compare without case, and so does the value of `charset`; the order of
  /// parameters has no meaning.
  package static func == (left: MediaType, right: MediaType) -> Bool {
    left.type == right.type && left.subtype == right.subtype
      && left.comparable.elementsEqual(right.comparable)
  }

  private var comparable: [Parameter] {
    parameters.map {
      $0.name == "charset" ? Parameter(name: $0.name, value: Octets.lowercased($0.value)) : $0
    }.sorted { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  package var description: String {
    var text = "\(type)/\(subtype)"
    for parameter in parameters {
      let isToken = Octets.isToken(parameter.value)
      let value = parameter.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      text += isToken ? "; \(parameter.name)=\(value)" : "; \(parameter.name)=\"\(value)\""
    }
    return text
  }
}
