// SPDX-License-Identifier: Apache-2.0
// `!string`, `!matches`, `!contains` and `!starts-with`.

internal import Findings
internal import JSON
internal import RegularExpressions
internal import SourceText

/// `!matches`: a regular expression over the whole of a string.
package struct ExpressionMatcher: Sendable, Equatable {
  let regular: RegularExpression
  package let source: String

  package static func == (left: ExpressionMatcher, right: ExpressionMatcher) -> Bool {
    left.source.utf8.elementsEqual(right.source.utf8)
  }
}

enum StringMatching {
  /// Whether a text holds a part, byte by byte; in linear time (Knuth, Morris, Pratt), for both may
  /// come from the target.
  static func contains(_ text: String, _ part: String) -> Bool {
    let part = Array(part.utf8)
    if part.isEmpty { return true }
    // By length, how much of the part's beginning ends there again.
    var border = [0]
    for byte in part.dropFirst() {
      border.append(advance(border[border.count - 1], by: byte, in: part, border))
    }
    var matched = 0
    for byte in text.utf8 {
      matched = advance(matched, by: byte, in: part, border)
      if matched == part.count { return true }
    }
    return false
  }

  private static func advance(_ matched: Int, by byte: UInt8, in part: [UInt8], _ border: [Int])
    -> Int
  {
    var matched = matched
    while matched > 0, part[matched] != byte { matched = border[matched - 1] }
    return part[matched] == byte ? matched + 1 : 0
  }

  static func trimmed(_ text: String) -> Substring.UnicodeScalarView {
    func isWhite(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
    let scalars = text.unicodeScalars
    let start = scalars.firstIndex { !isWhite($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isWhite($0) }.map { scalars.index(after: $0) } ?? start
    return text[start..<end].unicodeScalars
  }

  static func caseHint(_ text: String, _ part: String, _ place: Place) -> String? {
    contains(text.lowercased(), part.lowercased()) && !contains(text, part)
      ? "\(place.name) has it in another case" : nil
  }
}

extension PatternCompilation {
  /// The argument of `!string`: nil, or `{length: …}`.
  mutating func string(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    guard let argument else { return .string(length: nil) }
    if case .unknown = argument { return .unknown }
    guard let members = members(argument, of: tag, allowed: ["length"]) else { return nil }
    guard let length = members.first else { return .string(length: nil) }
    guard let bounds = count(length.value, of: tag, named: "'length'") else { return nil }
    return bounds.map { .string(length: $0) } ?? .unknown
  }

  mutating func expression(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    switch argument {
    case .expression(let regular, let source, _):
      return .matches(ExpressionMatcher(regular: regular, source: source))
    case .value(.string(let text), let position)?:
      // A variable is what it is, not an expression.
      return expression(Self.escaped(text), at: position, offset: 0)
    case .scalar(let value, let written, let isPlain, let position)?:
      guard isPlain || value.string != nil else { break }
      return expression(written, at: position, offset: isPlain ? 0 : 1)
    case .unknown?: return .unknown
    default: break
    }
    fail(
      "\(tag.name) wants a regular expression, such as !matches '[0-9]+'",
      at: argument?.position ?? tag.position, length: argument == nil ? tag.length : 1)
    return nil
  }

  private mutating func expression(_ source: String, at position: Position, offset: ScalarOffset)
    -> Pattern.Form?
  {
    do throws(ExpressionError) {
      return .matches(
        ExpressionMatcher(regular: try RegularExpression(source), source: source))
    } catch {
      fail(
        "invalid regular expression: \(error.description)",
        at: position.advanced(by: offset + error.offset))
      return nil
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if #"\.^$|?*+()[]{}"#.contains(character) { result += "\\" }
      result.append(character)
    }
  }

  /// The argument of a string matcher: a plain scalar is the text that it is written as.
  ///
  /// - Returns: nil after a mistake; the inner nil where a variable has no value yet.
  mutating func text(_ argument: PatternNode?, _ tag: Tag) -> String?? {
    switch argument {
    case .scalar(let value, let written, let isPlain, _)?:
      if isPlain { return written }
      if let text = value.string { return text }
    case .value(.string(let text), _)?: return text
    case .value(let value, _)? where Kinds(of: value).isSubset(of: [.number, .boolean]):
      return JSONWriter.text(value)
    case .unknown?: return .some(nil)
    default: break
    }
    fail(
      "\(tag.name) wants a text", at: argument?.position ?? tag.position,
      length: argument == nil ? tag.length : 1)
    return nil
  }
}
