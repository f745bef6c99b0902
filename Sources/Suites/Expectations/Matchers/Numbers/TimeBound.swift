// SPDX-License-Identifier: Apache-2.0
// The bounds of `!timestamp`.

internal import Formats
internal import Text

/// A bound of `!timestamp`.
enum TimeBound: Sendable, Equatable {
  case exact(Int, written: String)
  /// So many milliseconds after the answer came, give or take the clock tolerance.
  case now(offset: Int, written: String)
}

extension TimeBound {
  var written: String {
    switch self {
    case .exact(_, let written), .now(_, let written): written
    }
  }

  /// The times it may stand for.
  func range(at moment: Moment) -> ClosedRange<Int> {
    switch self {
    case .exact(let time, _): return time...time
    case .now(let offset, _):
      let time = moment.now.milliseconds.saturatingAdding(offset)
      let tolerance = max(0, moment.tolerance.wholeMilliseconds)
      return time.saturatingAdding(-tolerance)...time.saturatingAdding(tolerance)
    }
  }
}

extension TimeBound {
  /// Reads a bound: a number, a string of digits, `now`, `now + 24h`. Nil for any other value.
  init?(_ value: JSONValue) {
    switch value {
    case .number(let number):
      guard let time = number.integer else { return nil }
      self = .exact(time, written: number.literal)
    case .string(let text):
      if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
        guard let time = Int(text) else { return nil }
        self = .exact(time, written: "\"\(text)\"")
        return
      }
      guard text.hasPrefix("now"), let offset = Self.offset(in: text.dropFirst(3)) else {
        return nil
      }
      self = .now(offset: offset, written: text)
    case .null, .boolean, .array, .object: return nil
    }
  }

  /// The milliseconds of ` + 24h`; 0 for nothing.
  private static func offset(in text: Substring) -> Int? {
    let text = text.drop { $0 == " " }
    guard let sign = text.first else { return 0 }
    guard sign == "+" || sign == "-",
      let duration = DurationText.parse(String(text.dropFirst().drop { $0 == " " }))
    else { return nil }
    let milliseconds = duration.wholeMilliseconds
    return sign == "+" ? milliseconds : -milliseconds
  }
}
