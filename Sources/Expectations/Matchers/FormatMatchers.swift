// SPDX-License-Identifier: Apache-2.0
// Matchers of texts in a format: `!base64`, `!json`, `!jws`, `!xml`, `!media-type`.

import Formats
import HTTP
import Text

/// `!base64 p`: a string in Base64 whose text matches `p`; without `p`, any string in Base64.
struct Base64Matcher: TextMatcher {
  let pattern: Pattern?

  var children: [Pattern] { pattern.map { [$0] } ?? [] }
  var argumentText: QuotingText? { pattern?.argumentText }
  var phrase: QuotingText { pattern.map { "Base64 of \($0.phrase)" } ?? "Base64" }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard let bytes = Base64.decode(text) else { return false }
    guard let pattern else { return true }
    return String(validating: bytes, as: UTF8.self)
      .map { pattern.accepts(.string($0), in: scope) } ?? false
  }

  func innerMismatches(
    _ text: String, of base64: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard let pattern, let bytes = Base64.decode(text) else { return [] }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      return [
        base64.mismatch(
          .string(text), at: place,
          nearest: "\(place.name) decodes to \(MessageText.count(bytes.count, "byte"))"
            + " that are not UTF-8 text")
      ]
    }
    return pattern.mismatches(.string(decoded), at: .inside(place, .decoded), in: scope)
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    let subject = "\(place.name) is not Base64:"
    var offset = 0
    for byte in text.utf8 {
      offset += 1
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"),
        UInt8(ascii: "="):
        continue
      case 0x0A, 0x0D: return "\(subject) character \(offset) is a line break"
      case 0x09, 0x20: return "\(subject) character \(offset) is white space"
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        return "\(subject) character \(offset) is of the alphabet for URLs"
      case UInt8(ascii: "%"):
        return "\(subject) character \(offset) is '%': it may be percent-encoded"
      default: return "\(subject) character \(offset) is not of its alphabet"
      }
    }
    if !text.utf8.count.isMultiple(of: 4) {
      return "\(subject) its length, \(text.utf8.count), is not a multiple of 4"
    }
    return Base64.decode(text) == nil ? "\(subject) it ends wrongly" : nil
  }
}

/// `!json p`: a string that is JSON and whose value matches `p`; without `p`, any JSON. Queries in
/// `p` are over that value.
struct JSONMatcher: TextMatcher {
  let pattern: Pattern?

  var children: [Pattern] { pattern.map { [$0] } ?? [] }
  var argumentText: QuotingText? { pattern?.argumentText }
  var phrase: QuotingText { pattern.map { "JSON text of \($0.phrase)" } ?? "JSON text" }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard case .success(let value) = Self.read(text) else { return false }
    return pattern?.accepts(value, in: scope.over(value)) ?? true
  }

  func innerMismatches(
    _ text: String, of json: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard let pattern, case .success(let document) = Self.read(text) else { return [] }
    return pattern.mismatches(document, at: .inside(place, .body(.root)), in: scope.over(document))
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    guard case .failure(let error) = Self.read(text) else { return nil }
    return error.reason(of: Array(text.utf8), as: place.name)
  }

  private static func read(_ text: String) -> Result<JSONValue, JSONTextError> {
    JSONTextError.read(Array(text.utf8))
  }
}

/// `!jws {header: p, claims: p}`: a token whose header and claims match. Queries in the patterns are
/// over `{header, claims}`. The signature is not judged.
struct JWSMatcher: TextMatcher {
  let object: ObjectPattern

  var children: [Pattern] { object.entries.map(\.pattern) }
  var argumentText: QuotingText? { FlowText.map(object) }
  var phrase: QuotingText {
    object.entries.isEmpty ? "a JSON Web Token" : "a JSON Web Token in which \(object.clauses)"
  }

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    let options = compilation.options(tag, ["header", "claims"]) { compilation, option in
      let subject = Subject.one(.object, noun: "'\(option.name)' of a token")
      return Argument(compilation.pattern(option.value, subject))
        .map { ObjectPattern.Entry(key: .name(option.name), pattern: $0) }
    }
    return options.map { Self(object: ObjectPattern(entries: $0.values, isClosed: false)) }
  }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard let token = try? JWS.document(text) else { return false }
    return object.accepts(token, in: scope.over(token))
  }

  func innerMismatches(
    _ text: String, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard let token = try? JWS.document(text) else { return [] }
    let inside = Place.inside(place, .body(.root))
    return object.mismatches(token, of: pattern, at: inside, in: scope.over(token))
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    do throws(JWSError) {
      _ = try JWS.document(text)
      return nil
    } catch {
      return "\(place.name) is not a token: it \(words: error.message)"
    }
  }

  func covers(_ other: Pattern) -> Bool {
    other.matcher(Self.self).map { object.covers($0.object) } ?? false
  }
}

/// `!xml {path: p}`: a string that is XML and in which each path selects what its pattern expects;
/// without a map, any XML.
struct XMLMatcher: TextMatcher {
  let entries: [XMLEntry]

  var children: [Pattern] { entries.map(\.pattern) }
  var argumentText: QuotingText? { FlowText.map(entries.map { ($0.source, $0.pattern) }) }
  var phrase: QuotingText { XMLEntry.phrase(of: entries) }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard case .success(let root) = Self.root(of: text) else { return false }
    return entries.allSatisfy { $0.accepts(root, in: scope) }
  }

  func innerMismatches(
    _ text: String, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard case .success(let root) = Self.root(of: text) else { return [] }
    return entries.flatMap { $0.mismatches(root, inside: place, in: scope) }
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    guard case .failure(let error) = Self.root(of: text) else { return nil }
    return "\(place.name) is not XML: at byte \(error.offset), \(error.description)"
  }

  private static func root(of text: String) -> Result<XMLElement, XMLError> {
    do throws(XMLError) {
      return .success(try XMLReader.read(Array(text.utf8)))
    } catch {
      return .failure(error)
    }
  }
}

/// `!media-type application/json`: this type and subtype, without case. Parameters that are given
/// must be there; the string may have others.
struct MediaTypeMatcher: TextMatcher {
  let type: MediaType
  let written: String

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.text(tag).flatMap { text in
      if let type = MediaType(text) { return .known(Self(type: type, written: text)) }
      return compilation.mistake(
        "'\(text)' is not a media type; write one such as application/json",
        at: tag.argumentPosition, length: text.unicodeScalars.count)
    }
  }

  var argumentText: QuotingText? { FlowText.plain(written) }
  var phrase: QuotingText { .text(written) }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard let other = MediaType(text) else { return false }
    return other.type == type.type && other.subtype == type.subtype
      && type.parameters.allSatisfy { Self.has($0, other) }
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    guard let other = MediaType(text) else { return "\(place.name) is not a media type" }
    guard other.type == type.type, other.subtype == type.subtype else { return nil }
    return type.parameters.first { !Self.has($0, other) }.map { parameter in
      switch other[parameter: parameter.name] {
      case nil: "\(place.name) has no parameter '\(parameter.name)'"
      case let value?: "its parameter '\(parameter.name)' is '\(MessageText.cut(value, to: 80))'"
      }
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.type == right.type }

  /// The value of `charset` compares without case (RFC 9110, section 8.3.2), others as they are.
  private static func has(_ parameter: MediaType.Parameter, _ type: MediaType) -> Bool {
    guard let value = type[parameter: parameter.name] else { return false }
    return parameter.name == "charset"
      ? value.lowercased() == parameter.value.lowercased() : value == parameter.value
  }
}
