// SPDX-License-Identifier: Apache-2.0
// A running program that reads and writes lines.

import Formats

/// A running program that reads and writes lines; who starts the process is not known here.
package struct LineConversation {
  /// The outcome of sending a line.
  package enum Sending: Sendable, Equatable {
    case sent
    /// The program reads no more; the text says how it ended, such as `with status 1`, if it has.
    case ended(String?)
    /// The deadline passed before the program had read the whole line.
    case late
  }

  /// The outcome of waiting for a line.
  package enum Reception: Sendable, Equatable {
    /// The bytes before a line feed, without a carriage return at their end.
    case line([UInt8])
    /// The program writes no more; the text says how it ended, such as `with status 1`, if it has.
    case ended(String?)
    /// The deadline passed before a whole line was there.
    case late
    /// The line is longer than the limit.
    case tooLong
  }

  /// Writes a line and a line feed. May block until the deadline.
  package let send: ([UInt8], PartnerDeadline) -> Sending
  /// Waits for the next line. With a deadline in the past, returns what is already there.
  package let receive: (PartnerDeadline) -> Reception
  /// Ends the input of the program: no line follows.
  package let endInput: () -> Void
  /// Ends the program and everything that it started; called exactly once.
  package let end: () -> Void

  package init(
    send: @escaping ([UInt8], PartnerDeadline) -> Sending,
    receive: @escaping (PartnerDeadline) -> Reception, endInput: @escaping () -> Void = {},
    end: @escaping () -> Void
  ) {
    self.send = send
    self.receive = receive
    self.endInput = endInput
    self.end = end
  }

  /// The limit on the length of a program's lines.
  package static let lineLimitBytes = 8 << 20

  static let ended = "closed its output"

  /// `ended with status 1`; another description if it is not known how the program ended.
  static func ending(_ how: String?, else what: String) -> String {
    how.map { "ended \($0)" } ?? what
  }
}
