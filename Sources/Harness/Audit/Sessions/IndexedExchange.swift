// SPDX-License-Identifier: Apache-2.0
// What is kept of each exchange while the others are read.

internal import Traffic

/// What is kept of an exchange of the service: enough to find it, and no more.
struct IndexedExchange: Sendable {
  let entry: EntryReference
  /// When the request was sent, in milliseconds since 1970.
  let time: Int
  /// When the answer was complete; nil where that is not known.
  let end: Int?
  let kind: Int
  /// By the index of its name, the number of each value.
  let values: [ValueNumber]
  /// What was found out about the patterns of its kind that depend on nothing else.
  let marks: [Mark]
  let isDeliberate: Bool
}

/// The number of a text, the same for equal ones.
enum ValueNumber: Sendable, Hashable {
  case number(Int32)
  /// The exchange hasn't it.
  case none
  /// The recording lacks the part in which it would be.
  case unknown
}

/// Whether an exchange matches a pattern.
enum Mark: UInt8, Sendable {
  case yes
  case no
  case unknown
}

/// Numbers for texts.
struct ValueNumbers {
  private var numbers: [String: Int32] = [:]
  private(set) var texts: [String] = []

  mutating func number(of text: String) -> Int32 {
    if let number = numbers[text] { return number }
    let number = Int32(texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }
}
