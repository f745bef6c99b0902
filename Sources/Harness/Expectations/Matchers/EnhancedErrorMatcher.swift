// SPDX-License-Identifier: Apache-2.0
// `!enhanced-error`: the error payload of the service.

internal import Findings
internal import JSON
internal import SourceText

/// The error payload of the service: an object with the members below, or one whose single member
/// `error` is such an object.
enum EnhancedError {
  /// What the application should do: the values of `action`.
  static let actions = [
    "none", "configuration", "application-registration", "authentication", "authorization", "retry",
  ]

  /// The members that every payload has, and what they are.
  private static let members:
    [(name: String, expected: String, holds: @Sendable (JSONValue) -> Bool)] = [
      (
        "action", "one of \(actions.joined(separator: ", "))",
        { $0.string.map(actions.contains) ?? false }
      ),
      ("status", "an integer", { $0.number?.isInteger ?? false }),
      ("code", "a string", { $0.string != nil }),
      ("message", "a string", { $0.string != nil }),
    ]

  static func accepts(_ value: JSONValue, _ wanted: ObjectMatcher, in scope: Scope) -> Bool {
    let payload = payload(of: value)
    return payload.object != nil
      && members.allSatisfy { member in payload[member.name].map(member.holds) ?? false }
      && wanted.accepts(payload, in: scope)
  }

  static func mismatches(
    _ value: JSONValue, _ wanted: ObjectMatcher, of pattern: Pattern, at place: Place,
    in scope: Scope
  ) -> [Finding] {
    let payload = payload(of: value)
    guard let object = payload.object else { return [] }
    let place = object.members.count != value.object?.members.count ? place.member("error") : place
    let asked = wanted.mismatches(payload, of: pattern, at: place, in: scope)
    let form = members.compactMap { member -> Finding? in
      let found = object[member.name]
      let own = place.member(member.name)
      // What a pattern of the suite already complains of is not told twice.
      guard !(found.map(member.holds) ?? false), !asked.contains(where: { $0.place == own }) else {
        return nil
      }
      return Finding(
        place: own, position: pattern.position, expected: member.expected,
        found: Wording.text(found),
        nearest: found.map { "\(Pattern.subject($0, own)); expected \(member.expected)" }
          ?? "an enhanced error has the member `\(member.name)`")
    }
    return form + asked
  }

  private static func payload(of value: JSONValue) -> JSONValue {
    if let object = value.object, object.count == 1, let inner = object["error"],
      inner.object != nil
    {
      return inner
    }
    return value
  }
}

extension PatternCompilation {
  /// The argument of `!enhanced-error`: nil, or patterns for some of its members.
  mutating func enhancedError(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    guard let argument else {
      return .enhancedError(ObjectMatcher(entries: [], isClosed: false))
    }
    if case .unknown = argument { return .unknown }
    let names = ["code", "status", "action"]
    guard let members = members(argument, of: tag, allowed: names) else { return nil }
    var entries: [ObjectMatcher.Entry] = []
    var isValid = true
    for member in members {
      guard let pattern = pattern(member.value, .json),
        allows(pattern, of: member.name, at: member.value.position)
      else {
        isValid = false
        continue
      }
      entries.append(ObjectMatcher.Entry(key: .name(member.name), pattern: pattern))
    }
    return isValid
      ? .enhancedError(ObjectMatcher(entries: entries, isClosed: false)) : nil
  }

  /// Whether a member of the payload can be so.
  private mutating func allows(_ pattern: Pattern, of member: String, at position: Position)
    -> Bool
  {
    let kind: Kinds = member == "status" ? .number : .string
    guard pattern.mayAccept.isDisjoint(with: kind) else {
      if member == "action", case .literal(let literal) = pattern.form,
        let action = literal.value.string, !EnhancedError.actions.contains(action)
      {
        let hint = Suggestion.hint(for: action, among: EnhancedError.actions)
        let actions = EnhancedError.actions.joined(separator: ", ")
        fail(
          "'\(action)' is no action of an enhanced error"
            + (hint.isEmpty ? ", expected one of: \(actions)" : hint),
          at: position, length: action.unicodeScalars.count)
        return false
      }
      return true
    }
    fail("'\(member)' of an enhanced error is \(kind)", at: position)
    return false
  }
}
