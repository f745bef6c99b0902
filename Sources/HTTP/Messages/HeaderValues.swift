// SPDX-License-Identifier: Apache-2.0
// Values of header fields and forms: media types, dates, form bodies.

package import Text

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

  /// The value of the first parameter of that name, whatever its case.
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

/// A date of a header field (RFC 9110, section 5.6.7):
///
///     Sun, 06 Nov 1994 08:49:37 GMT
///     Sunday, 06-Nov-94 08:49:37 GMT
///     Sun Nov  6 08:49:37 1994
package enum HTTPDate {
  /// Reads a date. The name of the day says nothing new, and is not compared with the date.
  ///
  /// - Parameter now: A year of two digits is the one that is at most 50 years after this.
  /// - Returns: nil for any other form, and for a day that the calendar does not have.
  package static func timestamp(_ text: String, now: Timestamp) -> Timestamp? {
    let parts = text.split(separator: " ").map(String.init)
    guard let first = parts.first else { return nil }
    let day = first.last == "," ? String(first.dropLast()) : first
    switch (parts.count, first.last == ",") {
    case (6, true) where days.contains(day) && parts[5] == "GMT" && parts[3].count == 4:
      return timestamp(parts[1], parts[2], number(parts[3], digits: 4), parts[4])
    case (4, true) where longDays.contains(day) && parts[3] == "GMT":
      let date = parts[1].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard date.count == 3, let short = number(date[2], digits: 2) else { return nil }
      return timestamp(date[0], date[1], year(short, now: now), parts[2])
    case (5, false) where days.contains(day):
      // The day is filled up by a blank, or by nothing where it has two digits.
      let number = parts[2].count == 1 ? "0\(parts[2])" : parts[2]
      return timestamp(number, parts[1], Self.number(parts[4], digits: 4), parts[3])
    default: return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static func timestamp(
    _ day: String, _ month: String, _ year: Int?, _ time: String
  ) -> Timestamp? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
      .map { number(String($0), digits: 2) }
    guard let day = number(day, digits: 2), let month = months.firstIndex(of: month), let year,
      clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      // A leap second is there.
      hour < 24, minute < 60, second <= 60, 1...length(ofMonth: month, year) ~= day
    else { return nil }
    return Timestamp(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
  }

  private static func year(_ short: Int, now: Timestamp) -> Int {
    let current = Int(now.iso8601.prefix(4)) ?? 1970
    let year = current - current % 100 + short
    return year > current + 50 ? year - 100 : year
  }

  private static func number(_ text: String, digits: Int) -> Int? {
    guard text.utf8.count == digits else { return nil }
    return BodyFraming.number(text)
  }

  private static func length(ofMonth month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }
}

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
