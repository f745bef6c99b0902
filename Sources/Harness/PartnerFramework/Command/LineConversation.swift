// SPDX-License-Identifier: Apache-2.0
// A conversation in lines with a program, given as functions: the process is somebody else's.

/// A running program that is spoken with in lines, on its standard input and output.
package struct LineConversation {
  /// What became of a line that was to be sent.
  package enum Sending: Sendable, Equatable {
    case sent
    /// The program reads no more; how it ended if it has, such as "with status 1".
    case ended(String?)
    /// The deadline passed before the program read it all.
    case late
  }

  /// What came.
  package enum Reception: Sendable, Equatable {
    /// Bytes up to a line feed, which is not among them; nor is a carriage return before it.
    case line([UInt8])
    /// The program writes no more; how it ended if it has, such as "with status 1".
    case ended(String?)
    /// The deadline passed before a whole line came.
    case late
    /// More than `lineLimitBytes` came without a line feed.
    case tooLong
  }

  /// Writes a line and a line feed. May block until the deadline.
  package let send: ([UInt8], PartnerDeadline) -> Sending
  /// The next line. With a deadline in the past it gives what has come already, and doesn't wait.
  package let receive: (PartnerDeadline) -> Reception
  /// Ends the program and whatever it started; called once, whatever happened before.
  package let end: () -> Void

  package init(
    send: @escaping ([UInt8], PartnerDeadline) -> Sending,
    receive: @escaping (PartnerDeadline) -> Reception, end: @escaping () -> Void
  ) {
    self.send = send
    self.receive = receive
    self.end = end
  }
}

extension LineConversation {
  /// How long a line of a program may be.
  package static let lineLimitBytes = 8 << 20

  static let ended = "closed its output"

  /// "ended with status 1", or what else can be said.
  static func ending(_ how: String?, else what: String) -> String {
    how.map { "ended \($0)" } ?? what
  }
}
