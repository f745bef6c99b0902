// SPDX-License-Identifier: Apache-2.0
// Patterns for status codes: a number, or a class such as `2xx`.

internal import Formats
internal import Text

extension PatternCompilation {
  /// A scalar in the pattern of a status: 100 to 599, or `1xx` to `5xx`.
  mutating func status(_ value: JSONValue, _ written: String, isPlain: Bool, at position: Position)
    -> Pattern.Form?
  {
    if case .number(let number) = value, let code = number.integer, 100...599 ~= code {
      return .literal(Literal(value, written: isPlain ? written : nil))
    }
    let scalars = Array(written.utf8)
    if value.string != nil, scalars.count == 3, 0x31...0x35 ~= scalars[0],
      scalars[1] == UInt8(ascii: "x"), scalars[2] == UInt8(ascii: "x")
    {
      return .statusClass(Int(scalars[0]) - 0x30)
    }
    fail(
      "'\(written)' is not a status: it is a number from 100 to 599, or a class such as 2xx",
      at: position, length: isPlain ? written.unicodeScalars.count : 1)
    return nil
  }
}
