// SPDX-License-Identifier: Apache-2.0
// `!media-type`: a content type, without case, with the parameters that are asked for.

internal import Findings
internal import HTTPMessages
internal import JSON
internal import SourceText

/// `!media-type application/json`: type and subtype without case; parameters that are given must
/// be there, others may.
package struct MediaTypeMatcher: Sendable, Equatable {
  let type: MediaType
  package let written: String

  package static func == (left: MediaTypeMatcher, right: MediaTypeMatcher) -> Bool {
    left.type == right.type
  }
}

extension MediaTypeMatcher {
  func accepts(_ text: String) -> Bool {
    guard let other = MediaType(text) else { return false }
    return other.type == type.type && other.subtype == type.subtype
      && type.parameters.allSatisfy { Self.has($0, other) }
  }

  func reason(_ text: String, _ place: Place) -> String? {
    guard let other = MediaType(text) else { return "\(place.name) is no media type" }
    guard other.type == type.type, other.subtype == type.subtype else { return nil }
    return type.parameters.first { !Self.has($0, other) }.map { parameter in
      switch other[parameter: parameter.name] {
      case nil: "\(place.name) has no parameter '\(parameter.name)'"
      case let value?: "its parameter '\(parameter.name)' is '\(Wording.cut(value, to: 80))'"
      }
    }
  }

  /// The value of `charset` compares without case (RFC 9110, section 8.3.2), others as they are.
  private static func has(_ parameter: MediaType.Parameter, _ type: MediaType) -> Bool {
    guard let value = type[parameter: parameter.name] else { return false }
    return parameter.name == "charset"
      ? value.lowercased() == parameter.value.lowercased() : value == parameter.value
  }
}

extension PatternCompilation {
  mutating func mediaType(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    guard let text = text(argument, tag) else { return nil }
    guard let text else { return .unknown }
    guard let type = MediaType(text) else {
      fail(
        "'\(text)' is no media type; write one such as application/json",
        at: argument?.position ?? tag.position, length: text.unicodeScalars.count)
      return nil
    }
    return .mediaType(MediaTypeMatcher(type: type, written: text))
  }
}
