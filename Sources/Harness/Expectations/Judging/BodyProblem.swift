// SPDX-License-Identifier: Apache-2.0
// Why a body can't be judged as what the suite takes it for.

package import Findings
internal import HTTPMessages
internal import JSON
internal import SourceText
internal import XML

/// Why an answer has no JSON, XML or text to look into.
package struct BodyProblem: Error, Sendable, Equatable {
  package let place: Place
  /// What should be there; nil for what the pattern says.
  package let expected: String?
  package let found: String
  /// One sentence without a full stop, with the offset where there is one.
  package let reason: String
}

extension BodyProblem {
  func mismatch(_ expected: String, at position: Position) -> Finding {
    Finding(
      place: place, position: position, expected: self.expected ?? expected, found: found,
      nearest: reason)
  }

  static let call = BodyProblem(
    place: .body(.root), expected: nil, found: MessageText.nothing,
    reason: "a call, a visit or a fragment answers with JSON only")

  static let burst = BodyProblem(
    place: .body(.root), expected: nil, found: MessageText.nothing,
    reason: "of a burst only the statuses are known")

  /// What a body that can't be read is, where its response says that it is coded.
  ///
  /// No coding is ever undone: no request asks for one (RFC 9110, section 12.5.3), and what a few
  /// bytes unpack to has no limit.
  func explained(by response: HTTPResponse) -> BodyProblem {
    let codings = response.headers.values(of: "Content-Encoding").joined(separator: ", ")
    // A body that was read, with something else wrong in it, is not coded whatever is said.
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

  /// Why a body is no JSON, or can't be taken for one.
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
    reason = text.problem?.reason(of: bytes, as: "the body") ?? "the body is no JSON"
  }

  static func xml(_ bytes: [UInt8]) -> Result<XMLElement, BodyProblem> {
    do throws(XMLError) {
      return .success(try XMLReader.read(bytes))
    } catch {
      let reason =
        bytes.isEmpty
        ? "the body is empty" : "the body is no XML: at byte \(error.offset), \(error.description)"
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
        reason: "the body is no UTF-8: at byte \(offsetOfInvalid(bytes))"))
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func found(_ bytes: [UInt8]) -> String {
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

/// A text read as JSON, for use: an object with two members of one name is a problem, because it
/// can be read in two ways.
struct JSONReading {
  enum Problem: Sendable, Equatable {
    case invalid(JSONError)
    case repeated(JSONDuplicate)
  }

  let value: JSONValue?
  let problem: Problem?

  init(_ bytes: [UInt8]) {
    do throws(JSONError) {
      let document = try JSONParser.document(bytes, limits: .answer)
      problem = document.duplicates.first.map { .repeated($0) }
      value = problem == nil ? document.root : nil
    } catch {
      problem = .invalid(error)
      value = nil
    }
  }
}

extension JSONReading.Problem {
  func reason(of bytes: [UInt8], as name: String) -> String {
    switch self {
    case .invalid where bytes.isEmpty: "\(name) is empty"
    case .invalid(let error):
      "\(name) is no JSON: at byte \(error.offset), \(error.description)"
    case .repeated(let duplicate):
      "\(name) has an object with two members `\(duplicate.name)`,"
        + " the second at byte \(duplicate.offset)"
    }
  }
}
