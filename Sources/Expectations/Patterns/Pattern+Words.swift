// SPDX-License-Identifier: Apache-2.0
// What a pattern accepts, in words for people who know no suite.

import Formats

extension Pattern {
  /// The value that is right, as the end of a sentence: `a URL, or nothing`, `any status but 400 to
  /// 499`. Cut to a length for messages.
  var words: QuotingText { phrase.cut(to: MessageText.limit) }

  /// The same in full length.
  var phrase: QuotingText {
    switch form {
    case .unknown: "a value that is not known"
    case .literal(let literal): MessageText.of(literal.value)
    case .statusClass(let first): "\(words: "\(first)00") to \(words: "\(first)99")"
    case .object(let object): object.phrase
    case .list(let items): items.isEmpty ? "empty" : "an array of \(Self.joined(items, "and"))"
    case .absent: MessageText.of(nil)
    case .optional(let pattern): "\(pattern.phrase), or nothing"
    case .not(let pattern): pattern.opposite
    case .oneOf(let items): Self.alternatives(items)
    case .all(let items): Self.together(items)
    case .matcher(let any): any.matcher.phrase
    }
  }

  /// Everything else than what the pattern accepts.
  var opposite: QuotingText {
    switch form {
    case .not(let pattern): pattern.phrase
    case .statusClass: "any status but \(phrase)"
    case .absent: "anything that is there"
    case .matcher(let any) where any.matcher is QuantityMatcher:
      (any.matcher as? QuantityMatcher)?.opposite ?? phrase
    default: "something else than \(phrase)"
    }
  }

  /// Whether its words are about items, so that something *has* them.
  var isOfItems: Bool {
    switch form {
    case .not(let pattern): pattern.isOfItems
    case .matcher(let any): any.matcher is QuantityMatcher
    default: false
    }
  }

  /// Nothing comes last, unless it is right and all else an exception.
  private static func alternatives(_ items: [Pattern]) -> QuotingText {
    let (absent, present) = (
      items.filter { $0.form == .absent }, items.filter { $0.form != .absent }
    )
    let rest: QuotingText = absent.isEmpty ? "" : ", or nothing"
    let optional = exceptionsToNothing(items)
    if !optional.isEmpty {
      return "missing, unless \(optional.map(\.exception).joined(separator: ", or "))"
    }
    let exceptions = exceptions(items)
    if !exceptions.isEmpty {
      if exceptions.allSatisfy({ $0.onlyMember != nil }) {
        let members = exceptions.compactMap(\.onlyMember).joined(separator: ", or ")
        return "empty, but for \(members)\(rest)"
      }
      let clauses = exceptions.map(\.exception).joined(separator: ", or ")
      return "empty, unless \(clauses)\(rest)"
    }
    return present.isEmpty ? MessageText.of(nil) : joined(present, "or") + rest
  }

  /// The other values that alternatives accept where `{}` or `!size 0` is the first of them; else
  /// empty.
  static func exceptions(_ items: [Pattern]) -> [Pattern] {
    let present = items.filter { $0.form != .absent }
    return present.first?.acceptsOnlyEmpty ?? false ? Array(present.dropFirst()) : []
  }

  /// The objects that alternatives accept where `!absent` is the first of them and all others are such;
  /// else empty.
  static func exceptionsToNothing(_ items: [Pattern]) -> [Pattern] {
    guard items.first?.form == .absent else { return [] }
    let others = items.dropFirst()
    return others.allSatisfy { $0.openMap.map { !$0.entries.isEmpty } ?? false }
      ? Array(others) : []
  }

  private var acceptsOnlyEmpty: Bool {
    switch form {
    case .object(let object): object.isClosed && object.entries.isEmpty
    case .matcher(let any): (any.matcher as? SizeMatcher)?.bounds.max == 0
    default: false
    }
  }

  /// What an item is, after its noun: ` in which `a` is 1`, ` that is "b"`.
  var asAttribute: QuotingText {
    guard let map = openMap, !map.entries.isEmpty else { return " that is \(phrase)" }
    return " in which \(map.clauses)"
  }

  /// What a value is that may be there as an exception, as the end of a sentence: `` `a` is 1 ``.
  var exception: QuotingText {
    guard case .object(let object) = form, !object.entries.isEmpty else { return "it is \(phrase)" }
    return "\(object.clauses)\(words: object.isClosed ? ", without other members" : "")"
  }

  /// Of an object with one member alone that is an object: `` `a`, in which `b` is 1 ``; nil for another one.
  private var onlyMember: QuotingText? {
    guard case .object(let object) = form, object.isClosed, object.entries.count == 1,
      case .name(let name) = object.entries[0].key,
      let inner = object.entries[0].pattern.openMap, !inner.entries.isEmpty
    else { return nil }
    return "`\(name)`, in which \(inner.clauses)"
  }

  /// What is refused comes last, after what is said of items. What another of them says as well is left
  /// out, and several maps are one.
  private static func together(_ items: [Pattern]) -> QuotingText {
    var (wanted, refused): ([Pattern], [Pattern]) = ([], [])
    for item in items {
      if case .not(let inner) = item.form { refused.append(inner) } else { wanted.append(item) }
    }
    // What is said of items has an opposite of its own.
    let (items, values) = (refused.filter(\.isOfItems), refused.filter { !$0.isOfItems })
    var others = items.map(\.opposite)
    wanted = withoutRepetition(wanted)
    if wanted.contains(where: { !$0.isOfItems }) {
      others = wanted.filter(\.isOfItems).map(\.phrase) + others
      wanted.removeAll(where: \.isOfItems)
    }
    if wanted.isEmpty {
      let rest: [QuotingText] =
        values.isEmpty ? [] : ["something else than \(joined(values, "or"))"]
      return QuotingText.list(rest + others)
    }
    let head = joined(wanted, "and") + (values.isEmpty ? "" : ", but not \(joined(values, "or"))")
    return others.isEmpty ? head : "\(head), with \(QuotingText.list(others))"
  }

  /// The patterns without those that say only what another one implies, and with the open maps among
  /// them as one.
  private static func withoutRepetition(_ items: [Pattern]) -> [Pattern] {
    var telling = items.enumerated().filter { index, item in
      !items.enumerated().contains { other, pattern in
        other != index && pattern.mayAccept.isSubset(of: item.alwaysAccepts)
          && (other < index || !item.mayAccept.isSubset(of: pattern.alwaysAccepts))
      }
    }.map(\.element)
    let maps = telling.filter { $0.openMap != nil }
    guard let first = maps.first, maps.count > 1 else { return telling }
    let entries = maps.compactMap(\.openMap).flatMap(\.entries)
    let map = Pattern(
      .object(ObjectPattern(entries: entries, isClosed: false)), at: first.position)
    let place = telling.firstIndex { $0.openMap != nil } ?? 0
    telling.removeAll { $0.openMap != nil }
    telling.insert(map, at: place)
    return telling
  }

  /// The map that the pattern is, where it accepts other members as well.
  private var openMap: ObjectPattern? {
    if case .object(let object) = form, !object.isClosed, object.needsObject { object } else { nil }
  }

  static func joined(_ items: [Pattern], _ conjunction: String) -> QuotingText {
    guard let last = items.last, items.count > 1 else { return items.first?.phrase ?? "nothing" }
    let first = items.dropLast().map(\.phrase).joined(separator: ", ")
    return "\(first) \(words: conjunction) \(last.phrase)"
  }

  /// The pattern as the end of a sentence about a part: `` `a` is 1 ``, `` `a` is missing ``.
  package func clause(_ name: QuotingText) -> QuotingText {
    switch form {
    case .absent: "\(name) is missing"
    case .optional(let pattern): "\(name), if it is there, is \(pattern.phrase)"
    case .matcher(let any) where any.matcher.alwaysAccepts == .values: "\(name) is there"
    case _ where isOfItems: "\(name) has \(phrase)"
    default: "\(name) is \(phrase)"
    }
  }
}

extension Pattern {
  /// Whether it is `null`.
  var isNull: Bool {
    if case .literal(let literal) = form { literal.value == .null } else { false }
  }
}

extension Finding {
  /// The finding in a value that may be missing, which its words say.
  func ofOptional(at outer: Place) -> Finding {
    guard let words = wordsText else { return self }
    var finding = self
    if place == outer {
      finding.wordsText = "\(words), or nothing"
    } else {
      finding.wordsText = "\(words), unless \(outer.name) is missing"
      finding.excess = excess ?? .granted
    }
    return finding
  }
}

extension Expectation {
  /// What an answer is that fits, as the end of a sentence: `` the status is 200 and `id` is 7 ``.
  package var clauses: QuotingText { clauses(upTo: MessageText.limit) }

  /// The same, of which at most so many characters are shown.
  func clauses(upTo limit: Int) -> QuotingText {
    var body = (json ?? text)?.clause("the body") ?? xml.map(XMLEntry.phrase)
    if case .object(let object)? = json?.form, !object.isClosed, !object.entries.isEmpty {
      body = object.clauses
    }
    let parts = [status?.clause("the status"), body].compactMap(\.self)
    let head = headers.map { $0.pattern.clause("the header `\($0.name)`") }
    return QuotingText.list(parts + head).cut(to: limit)
  }
}

extension ObjectPattern {
  /// `` an object in which `id` is 7 ``.
  var phrase: QuotingText {
    let noun: QuotingText = needsObject ? "an object" : "JSON"
    if entries.isEmpty { return isClosed ? "an empty object" : noun }
    return "\(noun) in which \(clauses)\(words: isClosed ? ", without other members" : "")"
  }

  /// `` `id` is 7 and `name` is missing ``.
  var clauses: QuotingText {
    QuotingText.list(entries.map(\.clause))
  }
}

extension QuotingText {
  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [QuotingText]) -> QuotingText {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return "\(items.dropLast().joined(separator: ", ")) and \(last)"
  }
}
