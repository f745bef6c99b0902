// SPDX-License-Identifier: Apache-2.0
// Reading ISO 8601: the only reader of it.

extension Timestamp {
  /// Reads a time in UTC, in the form of XML Schema's `dateTime`, which SAML uses:
  ///
  ///     2026-11-21T05:30:00Z
  ///     2026-11-21T05:30:00.123Z
  ///
  /// Each field has its full width; a fraction has one digit or more, and those after the third
  /// are dropped. A leap second, and a 31st of a shorter month, count on into the next day. Whoever
  /// wants nothing but the form that we write compares the text with `iso8601`.
  ///
  /// - Returns: nil for another form.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    let form = Array("0000-00-00T00:00:00".utf8)
    guard bytes.count > form.count, bytes.last == UInt8(ascii: "Z") else { return nil }
    for (byte, expected) in zip(bytes, form) {
      guard expected == UInt8(ascii: "0") ? Self.isDigit(byte) : byte == expected else {
        return nil
      }
    }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    let fraction = bytes[form.count..<(bytes.count - 1)]
    let digits = fraction.dropFirst()
    guard fraction.isEmpty || fraction.first == UInt8(ascii: ".") && !digits.isEmpty,
      digits.allSatisfy(Self.isDigit), 1...12 ~= number(5..<7), 1...31 ~= number(8..<10),
      number(11..<13) < 24, number(14..<16) < 60, number(17..<19) <= 60
    else { return nil }
    let thousandths = (digits.prefix(3) + repeatElement(UInt8(ascii: "0"), count: 3)).prefix(3)
    self.init(
      year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
      minute: number(14..<16), second: number(17..<19),
      millisecond: thousandths.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
  }

  /// The time of a date of the Gregorian calendar in UTC. A field that is too large counts on into
  /// what follows.
  ///
  /// - Parameter month: From 1 to 12.
  package init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, millisecond: Int = 0
  ) {
    // Years that begin in March, so that the leap day is the last of one.
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let days =
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    self.init(milliseconds: seconds * 1000 + millisecond)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
