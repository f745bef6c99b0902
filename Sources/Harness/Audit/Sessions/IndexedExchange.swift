// SPDX-License-Identifier: Apache-2.0
// What is kept of each exchange while the others are read.

internal import JSON
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
  /// The values that rules save from its kind, and then the headers that patterns ask for.
  let details: [DetailNumber]
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

/// The number of a JSON value, the same for equal ones.
enum DetailNumber: Sendable, Hashable {
  case number(Int32)
  /// The exchange hasn't it.
  case none
  /// The recording lacks these parts, in which it would be.
  case lacking(ExchangeParts)
  /// It has to be read once more.
  case unread
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
  /// The JSON values that exchanges have, each once.
  private(set) var details: [JSONValue] = []
  private var detailNumbers: [String: Int32] = [:]

  mutating func number(of text: String) -> Int32 {
    if let number = numbers[text] { return number }
    let number = Int32(texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  mutating func detail(_ value: JSONValue) -> Int32 {
    let key =
      value.string.map { "=\($0)" } ?? String(decoding: JSONWriter.bytes(value), as: UTF8.self)
    if let number = detailNumbers[key] { return number }
    let number = Int32(details.count)
    detailNumbers[key] = number
    details.append(value)
    return number
  }
}

/// Arrays of which equal ones share their memory: most exchanges have those of another one.
struct SharedArrays<Element: Hashable & Sendable>: Sendable {
  private var known: Set<[Element]> = []
  private static var limit: Int { 20_000 }

  mutating func shared(_ array: [Element]) -> [Element] {
    if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
    return known.insert(array).memberAfterInsert
  }
}
