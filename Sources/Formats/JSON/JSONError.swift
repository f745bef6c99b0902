// SPDX-License-Identifier: Apache-2.0
// Why a text is no JSON, and where.

package import Text

/// The first place at which a text is no JSON by RFC 8259.
package typealias JSONError = LocatedError<JSONMistake, ByteOffset>

/// Why a text is not JSON by RFC 8259.
package enum JSONMistake: Sendable, Equatable {
  /// Something else stands there; `found` is nil at the end of the text.
  case unexpected(found: String?, expected: String)
  /// A number that begins well and goes on wrongly.
  case invalidNumber(String)
  /// A control character in a string that is not escaped.
  case controlCharacter(UInt8)
  case invalidEscape
  /// An escape for half of a surrogate pair.
  case loneSurrogate
  case invalidUTF8
  /// Arrays and objects deeper in each other than the limit.
  case tooDeep(limit: Int)
  /// More values than the limit.
  case tooManyValues(limit: Int)
}

extension JSONError {
  /// - Parameter index: Of the reader, which counts bytes.
  init(_ reason: JSONMistake, at index: Int) {
    self.init(reason, at: ByteOffset(index))
  }
}

extension JSONMistake: CustomStringConvertible {
  /// What was found and what should stand there, without the place.
  package var description: String {
    switch self {
    case .unexpected(let found?, let expected): "expected \(expected), found \(found)"
    case .unexpected(nil, let expected): "expected \(expected), found the end of the text"
    case .invalidNumber(let why): "invalid number: \(why)"
    case .controlCharacter(let byte):
      "a control character in a string must be escaped: \(JSONWriter.escape(ofControl: byte))"
    case .invalidEscape:
      #"invalid escape in a string: after '\' comes one of " \ / b f n r t or u and 4 hex digits"#
    case .loneSurrogate: "an escape for half of a surrogate pair stands for no character"
    case .invalidUTF8: "the text is not UTF-8"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) deep"
    case .tooManyValues(let limit): "there are more than the \(limit) values that are read"
    }
  }

}
