// SPDX-License-Identifier: Apache-2.0
// Why an answer can't be read as the JSON, XML or text that a suite expects.

import Formats
import HTTP
import Text

/// Why an answer can't be read as the JSON, XML or text that a suite expects.
package struct BodyError: Error, Sendable, Equatable {
  var place = Place.body(.root)
  /// The expected value for the finding; nil for the pattern itself.
  var expected: QuotingText?
  var found = FoundValue.nothing
  /// One sentence without a full stop, with the offset where there is one.
  var reason: QuotingText
}

extension BodyError {
  /// - Parameter kind: What the body must be, in words.
  func mismatch(_ expected: QuotingText, _ kind: String, at position: Position) -> Finding {
    Finding(
      place: place, position: position, expected: self.expected ?? expected, found: found,
      nearest: reason, words: self.expected ?? QuotingText(words: kind))
  }

  static let call = BodyError(reason: "a call, a visit or a fragment answers with JSON only")

  /// The body is known to be JSON where XML is expected, or the other way round.
  static let otherContent = BodyError(
    found: "a body of another kind", reason: "the body is of another kind")

  static let burst = BodyError(reason: "a burst has statuses only")

  /// The same error, or a better reason where the response says that its body is coded.
  ///
  /// The harness decodes no content coding: no request asks for one (RFC 9110, section 12.5.3), and
  /// a few bytes could unpack to any size.
  func explained(by response: HTTPResponse) -> BodyError {
    let codings = response.headers.values(of: "Content-Encoding").joined(separator: ", ")
    // A body that could be parsed is not coded, even if the header says so.
    if expected != nil || response.body.isEmpty || codings.isEmpty
      || HeaderList.isSame(codings, "identity")
    {
      return self
    }
    var error = self
    error.reason =
      "the body is coded (Content-Encoding: \(MessageText.cut(codings, to: 80))), though no"
      + " coding was asked for; it is not unpacked"
    return error
  }

  /// Why a body is not JSON, or is ambiguous JSON.
  init(_ error: JSONTextError, _ bytes: [UInt8]) {
    found = Self.found(bytes)
    if case .repeated(let duplicate) = error {
      place = .body(duplicate.pointer.appending(name: duplicate.name))
      expected = "one member `\(duplicate.name)`"
      found = "two, at byte \(duplicate.firstOffset) and at byte \(duplicate.offset)"
    }
    reason = error.reason(of: bytes, as: "the body")
  }

  static func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyError> {
    do throws(XMLError) {
      return .success(try XMLReader.read(bytes))
    } catch {
      let reason: QuotingText =
        bytes.isEmpty
        ? "the body is empty" : "the body is not XML: at byte \(error.offset), \(error.description)"
      return .failure(BodyError(found: found(bytes), reason: reason))
    }
  }

  static func text(_ bytes: [UInt8]) -> Result<String, BodyError> {
    let hasMark = bytes.starts(with: byteOrderMark)
    if let text = String(
      validating: hasMark ? bytes.dropFirst(byteOrderMark.count) : bytes[...], as: UTF8.self)
    {
      return .success(text)
    }
    return .failure(
      BodyError(
        place: .text, found: found(bytes),
        reason: "the body is not UTF-8: at byte \(offsetOfInvalid(bytes))"))
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The reason why readable JSON may not be sent so; nil if it may.
  static func markBeforeJSON(_ bytes: [UInt8]) -> BodyError? {
    guard bytes.starts(with: byteOrderMark) else { return nil }
    return BodyError(
      place: .text, expected: "JSON without a byte order mark",
      found: "text behind a byte order mark (EF BB BF)",
      reason: "a sender must not put one before JSON (RFC 8259, section 8.1)")
  }

  private static func found(_ bytes: [UInt8]) -> FoundValue {
    FoundValue(words: bytes.isEmpty ? "an empty body" : MessageText.excerpt(bytes))
  }

  private static func offsetOfInvalid(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput, .error: return offset
      }
    }
  }
}
