// SPDX-License-Identifier: Apache-2.0
// The reasons why the calls of a device are not judged.

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
