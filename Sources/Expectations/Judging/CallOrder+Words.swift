// SPDX-License-Identifier: Apache-2.0
// The order of calls in words, with the call and the time of both ends.

import Text

extension TimedCall {
  /// How much of a path stands in a sentence.
  private static let pathLimit = 70

  /// `` `POST /o/client/token` ``.
  package var words: QuotingText {
    let path = QuotingText.text(self.path).cut(to: Self.pathLimit)
    return "`\(QuotingText.text(method).cut(to: 20)) \(path)`"
  }

  /// The call as what another one comes after: by its answer, where that is an error.
  ///
  /// - Parameter isKnown: Whether the sentence has named the call.
  private func reference(isKnown: Bool) -> QuotingText {
    guard status >= 400 else { return words }
    let wait = retryAfter.map {
      " with `Retry-After: \(QuotingText.text($0).cut(to: 40))`" as QuotingText
    }
    return "the \(status)\(isKnown ? "" : " of \(words)" as QuotingText)\(wait ?? "")"
  }

  /// `` `GET /b` 3 s after `GET /a` ``, `` `GET /a` again after 3 s ``.
  fileprivate func after(_ earlier: TimedCall, isExact: Bool = false) -> QuotingText {
    let span = DurationText.span(distance(from: earlier), isExact: isExact)
    guard isAlike(earlier) else {
      return "\(words) \(words: span) after \(earlier.reference(isKnown: false))"
    }
    return earlier.status >= 400
      ? "\(words) again \(words: span) after \(earlier.reference(isKnown: true))"
      : "\(words) again after \(words: span)"
  }
}

extension CallOrder {
  /// What is demanded, as what was expected.
  package var expected: QuotingText {
    let wanted = wantedWords
    switch demand {
    case .earlier: return "\(wanted) before it\(window)"
    case .notEarlier: return "no \(wanted) before it\(window)"
    case .later: return "\(wanted) after it\(window)"
    case .notLater: return "no \(wanted) after it\(window)"
    case .atMost: return "at most \(most ?? 0) × \(wanted) after it\(window)"
    case .apart: return "at least \(words: limitWords) before the next \(wanted)"
    case .next, .latest, .value: return wanted
    }
  }

  /// What was found, with the call and the time of both ends.
  package var found: FoundValue {
    switch demand {
    case .earlier, .later: return .nothing
    case .next, .notLater, .apart:
      return others.first.map { FoundValue(words: $0.after(call, isExact: demand == .apart)) }
        ?? .nothing
    case .notEarlier, .latest, .value:
      return others.first.map { FoundValue(words: call.after($0)) } ?? .nothing
    case .atMost:
      guard let last = others.last else { return .nothing }
      let span = DurationText.span(last.distance(from: call))
      let isOfOne = others.allSatisfy(last.isAlike)
      let what: QuotingText = isOfOne ? last.words : "\(last.words) and calls like it"
      return FoundValue(
        words: "\(what) \(count) times in the \(words: span) after \(call.words)")
    }
  }

  /// The place of a finding that is about the order alone.
  package var place: Place {
    switch demand {
    case .earlier, .notEarlier, .latest, .value: .other("the calls before it")
    case .later, .notLater, .next, .atMost: .other("the calls after it")
    case .apart: .other("the time between calls")
    }
  }

  /// Why the nearest call is not the one that is demanded.
  package func difference(_ told: QuotingText) -> QuotingText? {
    guard let nearest = others.first else { return nil }
    let span = DurationText.span(nearest.distance(from: call))
    let side = demand == .earlier ? "before" : "after"
    let name: QuotingText = wanted.count == 1 ? "" : ", \(nearest.words)"
    return "the nearest\(name), \(words: span) \(words: side), differs: \(told)"
  }

  /// What is wrong, as a headline.
  ///
  /// - Parameters:
  ///   - plain: What is wrong with what was sent or answered, where that counts.
  ///   - nearest: Why the nearest call is not the one that is demanded; nil without one.
  package func fact(_ plain: String, nearest: String?) -> String {
    switch demand {
    case .notEarlier:
      let state = isValid.map {
        $0 ? ", while that answer still held" : ", after that answer had expired"
      }
      return "\(found.text)\(state ?? "")"
    case .notLater: return found.text.description
    case .apart: return "\(found.text), less than \(limitWords)"
    case .atMost: return "\(found.text), more than \(most ?? 0)"
    case .earlier, .later:
      let side = demand == .earlier ? "before" : "after"
      let kind = nearest == nil ? "no" : "no fitting"
      let missing: QuotingText =
        "\(words: kind) \(wantedWords) \(words: side) \(call.words)\(window)"
      return "\(missing)\(nearest.map { ": \($0)" } ?? "")"
    case .next, .latest, .value: return "\(found.text): \(plain)"
    }
  }

  /// `` `POST /o/client/token` or 5 other calls with the same device, still valid ``.
  private var wantedWords: QuotingText {
    var text = Self.words(ofCalls: wanted)
    if !same.isEmpty { text += " with the same \(words: same.joined(separator: " and "))" }
    if let isValid {
      text += QuotingText(words: isValid ? " that still holds" : " that has expired")
    }
    return text
  }

  /// Where looking for the calls ends.
  private var window: QuotingText {
    var text: QuotingText = ""
    let isBack = demand == .earlier || demand == .notEarlier
    if let limit { text += " within \(words: DurationText.span(limit))" }
    if !bound.isEmpty {
      text += isBack ? ", since the last " : ", before the next "
      text += Self.words(ofCalls: bound)
    }
    return text
  }

  private var limitWords: String { DurationText.span(limit ?? .zero, isExact: true) }

  /// The first of several calls by its name, and how many others there are.
  private static func words(ofCalls calls: [String]) -> QuotingText {
    guard let first = calls.first else { return "such call" }
    switch calls.count {
    case 1: return "`\(words: first)`"
    case 2: return "`\(words: first)` or `\(words: calls[1])`"
    default: return "`\(words: first)` or \(calls.count - 1) other calls"
    }
  }
}
