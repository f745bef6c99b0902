// SPDX-License-Identifier: Apache-2.0
// What a run and the attendant of a program tell each other: two numbers at a time.

/// What an attendant tells the run.
enum AttendantReport: Equatable {
  /// The program runs, as this process.
  case started(Int32)
  /// The program can't be started, for the system's error of this number.
  case failed(Int32)
  case ended(ProcessSystem.Ending)
}

/// What the run tells an attendant: to end the program. The end of the conversation, as when the run
/// is killed, says to end it at once.
struct AttendantOrder: Equatable {
  /// How long the program may take to end by itself.
  var patienceMilliseconds: Int32
  /// How long it may take after a SIGTERM.
  var graceMilliseconds: Int32
}

extension AttendantReport {
  var bytes: [UInt8] {
    switch self {
    case .started(let process): AttendantNumbers.bytes(0, process)
    case .failed(let error): AttendantNumbers.bytes(1, error)
    case .ended(.status(let status)): AttendantNumbers.bytes(2, status)
    case .ended(.signal(let number)): AttendantNumbers.bytes(3, number)
    }
  }

  /// - Returns: nil where there are too few bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let (kind, number) = AttendantNumbers.numbers(bytes) else { return nil }
    switch kind {
    case 0: self = .started(number)
    case 1: self = .failed(number)
    case 2: self = .ended(.status(number))
    default: self = .ended(.signal(number))
    }
  }
}

extension AttendantOrder {
  var bytes: [UInt8] { AttendantNumbers.bytes(patienceMilliseconds, graceMilliseconds) }

  /// - Returns: nil where there are too few bytes.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let (patience, grace) = AttendantNumbers.numbers(bytes) else { return nil }
    self.init(patienceMilliseconds: patience, graceMilliseconds: grace)
  }
}

/// Two numbers in eight bytes.
enum AttendantNumbers {
  static let size = 8

  fileprivate static func bytes(_ first: Int32, _ second: Int32) -> [UInt8] {
    [first, second].flatMap { number in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: UInt32(bitPattern: number) >> $0) }
    }
  }

  fileprivate static func numbers(_ bytes: ArraySlice<UInt8>) -> (Int32, Int32)? {
    guard bytes.count >= size else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> Int32 {
      Int32(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    return (number(bytes.prefix(4)), number(bytes.dropFirst(4).prefix(4)))
  }
}
