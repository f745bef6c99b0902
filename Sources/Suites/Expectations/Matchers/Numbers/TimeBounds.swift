// SPDX-License-Identifier: Apache-2.0
// The bounds of `!timestamp` and `!http-date` together.

internal import Formats
internal import Text

/// `{after, before, at}`: where a time must lie. `after` and `before` do not include their bound.
struct TimeBounds: Sendable, Equatable {
  let after: TimeBound?
  let before: TimeBound?
  let at: TimeBound?

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    let options = compilation.options(tag, ["after", "before", "at"]) { compilation, option in
      compilation.constant(
        option,
        else: "'\(option.name)' must be milliseconds since 1970, as a number or a string of digits,"
          + " or 'now', 'now + 24h', 'now - 5m'", TimeBound.init)
    }
    return options.flatMap { options in
      let bounds = Self(after: options["after"], before: options["before"], at: options["at"])
      if let contradiction = bounds.contradiction {
        compilation.fail(contradiction, at: tag.argumentPosition)
        return .mistake
      }
      return options.hasUnknown ? .unknown : .known(bounds)
    }
  }
}

extension TimeBounds {
  /// As a suite writes them; nil where there are none.
  var text: QuotingText? {
    let bounds = [("after", after), ("before", before), ("at", at)].compactMap { name, bound in
      bound.map { (name, QuotingText.text($0.written)) }
    }
    return bounds.isEmpty ? nil : FlowText.options(bounds)
  }

  /// Whether no bound is `now`.
  var areExact: Bool {
    [after, before, at].allSatisfy { bound in
      if case .now? = bound { false } else { true }
    }
  }

  /// The first bound that no time of a range keeps; nil if one keeps them all.
  ///
  /// - Parameter times: The times that a value may stand for.
  func broken(by times: ClosedRange<Int>, at moment: Moment) -> Broken? {
    if let after, times.upperBound <= after.range(at: moment).lowerBound { return .after(after) }
    if let before, times.lowerBound >= before.range(at: moment).upperBound {
      return .before(before)
    }
    if let at, !at.range(at: moment).overlaps(times) { return .at(at) }
    return nil
  }

  enum Broken {
    case after(TimeBound)
    case before(TimeBound)
    case at(TimeBound)
  }

  /// Why no time can match, if the bounds as written show it.
  private var contradiction: String? {
    func isBefore(_ left: TimeBound, _ right: TimeBound) -> Bool? {
      switch (left, right) {
      case (.exact(let left, _), .exact(let right, _)): left < right
      case (.now(let left, _), .now(let right, _)): left < right
      default: nil
      }
    }
    if let after, let before, isBefore(after, before) == false {
      return "no time is after \(after.written) and before \(before.written)"
    }
    if let after, let at, isBefore(after, at) == false {
      return "no time is after \(after.written) and at \(at.written)"
    }
    if let at, let before, isBefore(at, before) == false {
      return "no time is before \(before.written) and at \(at.written)"
    }
    return nil
  }
}
