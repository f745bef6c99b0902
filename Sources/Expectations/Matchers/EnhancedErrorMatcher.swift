// SPDX-License-Identifier: Apache-2.0
// `!enhanced-error`: the error payload of the service.

internal import Formats
internal import Text

/// `!enhanced-error {code, status, action}`: the error payload of the service, an object with the
/// members below, or an object whose single member `error` is such a payload.
struct EnhancedErrorMatcher: Matcher {
  /// The patterns for some of the members.
  let object: ObjectPattern

  private typealias Member = (
    name: String, expected: String, isRequired: Bool, holds: @Sendable (JSONValue) -> Bool
  )

  /// The members that a payload has or may have, and their values.
  private static let members: [Member] = [
    ("action", "a string", true, { $0.string != nil }),
    ("status", "an integer", true, { $0.number?.isInteger ?? false }),
    ("code", "a string", true, { $0.string != nil }),
    ("message", "a string", true, { $0.string != nil }),
    ("helpUrl", "a URL", false, { $0.string.map { !$0.isEmpty } ?? ($0 == .null) }),
    ("details", "a string", false, { $0.string != nil || $0 == .null }),
    ("trace", "a string", false, { $0.string != nil || $0 == .null }),
  ]

  private static func members(in scope: Scope) -> [Member] {
    guard let actions = scope.actions else { return members }
    let action: Member = (
      "action", "one of \(actions.joined(separator: ", "))", true,
      { $0.string.map(actions.contains) ?? false }
    )
    return [action] + members.dropFirst()
  }

  var mayAccept: Kinds { .object }
  var children: [Pattern] { object.entries.map(\.pattern) }
  var memberNames: [String] {
    Self.members.filter(\.isRequired).map(\.name) + object.entries.map(\.key.source)
  }

  var argumentText: QuotingText? { FlowText.map(object) }
  var phrase: QuotingText {
    object.entries.isEmpty ? "an enhanced error" : "an enhanced error in which \(object.clauses)"
  }

  func accepts(_ value: JSONValue, in scope: Scope) -> Bool {
    let payload = Self.payload(of: value)
    return payload.object != nil
      && Self.members(in: scope).allSatisfy { payload[$0.name].map($0.holds) ?? !$0.isRequired }
      && object.accepts(payload, in: scope)
  }

  func innerMismatches(
    _ value: JSONValue, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    let payload = Self.payload(of: value)
    guard let found = payload.object else { return [] }
    let place = found.members.count != value.object?.members.count ? place.member("error") : place
    let asked = object.mismatches(payload, of: pattern, at: place, in: scope)
    let form = Self.members(in: scope).compactMap { member -> Finding? in
      let value = found[member.name]
      let own = place.member(member.name)
      // A member is not reported twice where a pattern of the suite refuses it, too.
      guard !(value.map(member.holds) ?? !member.isRequired),
        !asked.contains(where: { $0.place == own })
      else { return nil }
      return Finding(
        place: own, position: pattern.position, expected: QuotingText(words: member.expected),
        found: FoundValue(of: value),
        nearest: value.map { "\(Pattern.subject($0, own)); expected \(words: member.expected)" }
          ?? "an enhanced error has the member `\(member.name)`")
    }
    // What the suite asked for says more than what any such error has.
    return asked + form
  }

  func covers(_ other: Pattern) -> Bool {
    other.matcher(Self.self).map { object.covers($0.object) } ?? false
  }

  private static func payload(of value: JSONValue) -> JSONValue {
    if let object = value.object, object.count == 1, let inner = object["error"],
      inner.object != nil
    {
      return inner
    }
    return value
  }

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    let options = compilation.options(tag, ["code", "status", "action"]) {
      compilation, option -> Argument<ObjectPattern.Entry> in
      guard let pattern = compilation.pattern(option.value, .json),
        allows(pattern, of: option.name, at: option.value.position, &compilation)
      else { return .mistake }
      return .known(ObjectPattern.Entry(key: .name(option.name), pattern: pattern))
    }
    return options.map { Self(object: ObjectPattern(entries: $0.values, isClosed: false)) }
  }

  /// Whether a member of the payload can match a pattern; the mistake is reported.
  private static func allows(
    _ pattern: Pattern, of member: String, at position: Position,
    _ compilation: inout PatternCompilation
  ) -> Bool {
    let kind: Kinds = member == "status" ? .number : .string
    guard pattern.mayAccept.isDisjoint(with: kind) else {
      if member == "action", case .literal(let literal) = pattern.form,
        let action = literal.value.string, let actions = compilation.bindings.actions,
        !actions.contains(action)
      {
        let hint = Suggestion.hint(for: action, among: actions)
        compilation.fail(
          "'\(action)' is not an action of an enhanced error"
            + (hint.isEmpty ? ", expected one of: \(actions.joined(separator: ", "))" : hint),
          at: position, length: action.unicodeScalars.count)
        return false
      }
      return true
    }
    compilation.fail("'\(member)' of an enhanced error is \(kind)", at: position)
    return false
  }
}
