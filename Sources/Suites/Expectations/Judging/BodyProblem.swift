// SPDX-License-Identifier: Apache-2.0
// Why a body can't be judged as JSON, XML or text.

internal import Formats
internal import HTTP
internal import Text

/// Why an answer can't be read as the JSON, XML or text that a suite expects.
package struct BodyProblem: Error, Sendable, Equatable {
  package let place: Place
  /// The expected value for the finding; nil for the pattern itself.
  package let expected: QuotingText?
  package let found: QuotingText
  /// One sentence without a full stop, with the offset where there is one.
  package let reason: QuotingText
}

extension BodyProblem {
  func mismatch(_ expected: QuotingText, at position: Position) -> Finding {
    Finding(
      place: place, position: position, expected: self.expected ?? expected, found: found,
      nearest: reason)
  }

  static let call = BodyProblem(
    place: .body(.root), expected: nil, found: QuotingText(words: Finding.nothing),
    reason: "a call, a visit or a fragment answers with JSON only")

  /// Of a body that is known to be JSON where XML is expected, or the other way round.
  static let otherContent = BodyProblem(
    place: .body(.root), expected: nil, found: "a body of another kind",
    reason: "the body is of another kind")

  static let burst = BodyProblem(
    place: .body(.root), expected: nil, found: QuotingText(words: Finding.nothing),
    reason: "a burst has statuses only")

  /// The same problem, or a better reason where the response says that its body is coded.
  ///
  /// The harness decodes no content coding: no request asks for one (RFC 9110, section 12.5.3), and
  /// a few bytes could unpack to any size.
  func explained(by response: HTTPResponse) -> BodyProblem {
    let codings = response.headers.values(of: "Content-Encoding").joined(separator: ", ")
    // A body that could be parsed is not coded, whatever the header says.
    if expected != nil || response.body.isEmpty || codings.isEmpty
      || HeaderList.isSame(codings, "identity")
    {
      return self
    }
    return BodyProblem(
      place: place, expected: expected, found: found,
      reason: "the body is coded (Content-Encoding: \(MessageText.cut(codings, to: 80))), though no"
        + " coding was asked for; it is not unpacked")
  }

  /// Why a body is not JSON, or is ambiguous JSON.
  init(_ text: JSONReading, _ bytes: [UInt8]) {
    switch text.problem {
    case .repeated(let duplicate)?:
      place = .body(duplicate.pointer.appending(name: duplicate.name))
      expected = "one member `\(duplicate.name)`"
      found = "two, at byte \(duplicate.firstOffset) and at byte \(duplicate.offset)"
    case .invalid?, nil:
      place = .body(.root)
      expected = nil
      found = Self.found(bytes)
    }
    reason = text.problem?.reason(of: bytes, as: "the body") ?? "the body is not JSON"
  }

  static func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyProblem> {
    do throws(XMLError) {
      return .success(try XMLReader.read(bytes))
    } catch {
      let reason: QuotingText =
        bytes.isEmpty
        ? "the body is empty" : "the body is not XML: at byte \(error.offset), \(error.description)"
      return .failure(
        BodyProblem(
          place: .body(.root), expected: nil, found: found(bytes), reason: reason))
    }
  }

  static func text(_ bytes: [UInt8]) -> Result<String, BodyProblem> {
    let hasMark = bytes.starts(with: byteOrderMark)
    if let text = String(
      validating: hasMark ? bytes.dropFirst(byteOrderMark.count) : bytes[...], as: UTF8.self)
    {
      return .success(text)
    }
    return .failure(
      BodyProblem(
        place: .text, expected: nil, found: found(bytes),
        reason: "the body is not UTF-8: at byte \(offsetOfInvalid(bytes))"))
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Why a body that can be read as JSON is none that may be sent; nil if it may.
  static func markBeforeJSON(_ bytes: [UInt8]) -> BodyProblem? {
    guard bytes.starts(with: byteOrderMark) else { return nil }
    return BodyProblem(
      place: .text, expected: "JSON without a byte order mark", found: "one, EF BB BF",
      reason: "a sender must not put one before JSON (RFC 8259, section 8.1)")
  }

  private static func found(_ bytes: [UInt8]) -> QuotingText {
    bytes.isEmpty ? "an empty body" : MessageText.excerpt(bytes)
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
