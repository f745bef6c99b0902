// SPDX-License-Identifier: Apache-2.0
// `!media-type t`: a content type, without case, with the parameters that are asked for.

internal import Formats
internal import HTTP

/// `!media-type application/json`: this type and subtype, without case. Parameters that are given
/// must be there; the string may have others.
struct MediaTypeMatcher: TextMatcher {
  static let name = "media-type"

  let type: MediaType
  let written: String

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.text(tag).flatMap { text in
      if let type = MediaType(text) { return .known(Self(type: type, written: text)) }
      compilation.fail(
        "'\(text)' is not a media type; write one such as application/json",
        at: tag.argumentPosition, length: text.unicodeScalars.count)
      return .mistake
    }
  }
}

extension MediaTypeMatcher {
  var argumentText: QuotingText? { FlowText.plain(written) }

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
      case let value?:
        "its parameter '\(parameter.name)' is '\(MessageText.cut(value, to: 80))'"
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
