// SPDX-License-Identifier: Apache-2.0
// A device of a log, and how it is found among those of the recordings.

import Formats
import Text

/// A device of a log, whose calls have to be joined with the exchanges of a session.
struct LogDevice {
  /// The index of the log.
  let log: Int
  let number: Int
  /// The indices of its calls in the log.
  let calls: [Int]
}

/// The reason why the calls of a device are not judged.
enum UnjoinedReason: Error, Hashable {
  /// Nothing of it is equal to something of a device of the recordings, and there are several.
  case noPair
  /// As much of it is equal to something of one device as of another.
  case severalDevices
  case otherTime
  /// Its calls can't be in order with the exchanges that have the same values, whatever its clock is.
  case noClock
  /// Its clock differs, and is not known so closely that there is one order of calls and exchanges.
  case vagueClock

  var description: String {
    switch self {
    case .noPair: "no value of its calls is also in the recordings, which have several devices"
    case .severalDevices: "its values are those of several devices of the recordings"
    case .otherTime: "its calls are of another time than the recordings"
    case .vagueClock:
      "its clock differs from that of the recordings, and by how much, its values don't tell closely"
        + " enough"
    case .noClock: "no difference of the clocks brings its calls in order with the recordings"
    }
  }
}

/// What the clock of a log may be ahead of that of the recordings, in milliseconds.
struct ClockDifference {
  private var least = Int.min
  private var most = Int.max

  /// Times that were rounded on the way.
  private static let rounding = 5

  /// A call was sent after an exchange was answered.
  mutating func note(call: Int, after exchange: Int) { most = min(most, call - exchange) }

  /// A call was answered before an exchange was sent.
  mutating func note(call: Int, before exchange: Int) { least = max(least, call - exchange) }

  /// All that is possible; nil where nothing fits.
  var range: ClosedRange<Int>? {
    if least > most {
      if least - most > Self.rounding { return nil }
      let middle = most + (least - most) / 2
      return middle...middle
    }
    return least...most
  }
}
