// SPDX-License-Identifier: Apache-2.0
// What is closest to the expected: the sentence that tells what to mend.

internal import Encodings
internal import Findings
internal import JSON
internal import SourceText

extension Pattern {
  /// Why a value is not as the pattern says, where more can be said than both beside each other.
  func nearest(_ value: JSONValue, at place: Place, in scope: Scope) -> String? {
    switch form {
    case .timestamp(let timestamp): return timestamp.reason(value, at: place, scope.moment)
    case .oneOf(let patterns):
      if mayAccept.contains(Kinds(of: value)) {
        return Self.closest(patterns, value, at: place, in: scope)
      }
    default: break
    }
    guard mayAccept.contains(Kinds(of: value)) else {
      if mayAccept.isSubset(of: .nothing) { return nil }
      return "\(Self.subject(value, place)), \(Wording.kind(value)); expected \(noun)"
    }
    switch form {
    case .literal(let literal): return Self.closeness(of: value, to: literal.value, place)
    case .number(let number): return number.reason(value, place)
    case .size, .list, .unordered: return Self.sizeSentence(value, place)
    case .string(let length?):
      let count = value.string?.unicodeScalars.count ?? 0
      return length.contains(count)
        ? nil : "\(place.name) has \(Wording.count(count, "character"))"
    case .contains(let text), .startsWith(let text):
      return value.string.flatMap { StringMatching.caseHint($0, text, place) }
    case .base64: return value.string.flatMap { EncodedText.base64Reason($0, place) }
    case .json: return value.string.flatMap { EncodedText.jsonReason($0, place) }
    case .xml: return value.string.flatMap { EncodedText.xmlReason($0, place) }
    case .mediaType(let type): return value.string.flatMap { type.reason($0, place) }
    default: return nil
    }
  }

  /// What the pattern wants, as a noun: `the boolean true`, `an integer`.
  private var noun: String {
    switch form {
    case .literal(let literal): literal.noun
    case .statusClass: "a status code"
    case .number(let number): number.isWhole ? "an integer" : "a number"
    default: mayAccept.subtracting(.nothing).description
    }
  }

  /// `` `expires` is "5" ``: what came, where, short enough for a sentence.
  static func subject(_ value: JSONValue, _ place: Place) -> String {
    "\(place.name) is \(quoted(value))"
  }

  /// A value within a sentence: strings in back quotes, so that their own quotes are seen.
  private static func quoted(_ value: JSONValue) -> String {
    let text = Wording.cut(Wording.text(value), to: 80)
    return value.string == nil ? text : "`\(text)`"
  }

  static func sizeSentence(_ value: JSONValue, _ place: Place) -> String? {
    switch value {
    case .array(let items): "\(place.name) has \(Wording.count(items.count, "item"))"
    case .object(let object): "\(place.name) has \(Wording.count(object.count, "member"))"
    default: nil
    }
  }

  /// What tells two strings apart that look alike.
  private static func closeness(of value: JSONValue, to wanted: JSONValue, _ place: Place)
    -> String?
  {
    guard let value = value.string, let wanted = wanted.string else { return nil }
    if value.lowercased() == wanted.lowercased() { return "\(place.name) differs only in case" }
    if StringMatching.trimmed(value).elementsEqual(StringMatching.trimmed(wanted)) {
      return "\(place.name) differs only in the white space around it"
    }
    let same = zip(value.unicodeScalars, wanted.unicodeScalars).prefix { $0 == $1 }.count
    guard same >= 20 else { return nil }
    return "\(place.name) is the same up to character \(same)"
  }

  /// The alternative that comes closest, if it tells more than that it is another value.
  private static func closest(
    _ patterns: [Pattern], _ value: JSONValue, at place: Place, in scope: Scope
  ) -> String? {
    let candidates = patterns.filter { $0.mayAccept.contains(Kinds(of: value)) }
    let distances = candidates.map { $0.distance(value, in: scope) }
    guard let least = distances.min() else { return nil }
    let closest = zip(candidates, distances).filter { $0.1 == least }.map(\.0)
    for pattern in closest {
      let mismatches = pattern.mismatches(value, at: place, in: scope)
      guard let first = mismatches.first else { continue }
      if first.place != place || first.nearest != nil { return summary(mismatches) }
    }
    return nil
  }

  /// The first of some mismatches in words, and how many more there are.
  static func summary(_ mismatches: [Finding]) -> String? {
    guard let first = mismatches.first else { return nil }
    let more = mismatches.count - 1
    return more == 0
      ? first.sentence : "\(first.sentence), and \(Wording.count(more, "difference")) more"
  }
}

extension ObjectMatcher {
  /// The member of an object that may be the missing one under a wrong name.
  func misspelling(of name: String, in object: JSONObject) -> String? {
    // Of two letters one is half of the word: any other name of two would be near.
    if name.utf8.count < 3 { return nil }
    let known = Set(
      entries.compactMap { entry in
        if case .name(let name) = entry.key { name } else { nil }
      })
    let others = object.names.filter { !known.contains($0) }
    // An object of the target may be large, and comparing costs the product of the lengths.
    return Suggestion.nearest(to: name, among: Array(others.prefix(100)))
      .map { "`\(name)` is missing; there is `\($0)`" }
  }
}
