// SPDX-License-Identifier: Apache-2.0
// What is known of exchanges, as rows of numbers.

import Formats

/// What is known of exchanges, as rows of numbers. An exchange has the places of its rows.
///
/// The rows stand one behind the other in flat arrays, equal ones once. An array for each exchange
/// would take more memory for its header than for its numbers, and reading it would count references:
/// in a large recording both were most of what an audit took.
struct ExchangeRows: Sendable {
  private var values = RowPool<Int32>()
  private var marks = RowPool<UInt8>()
  private var details = RowPool<Int32>()
}

extension ExchangeRows {
  mutating func add(
    values: [ValueNumber], marks: [Mark], details: [DetailNumber]
  ) -> IndexedExchange.Rows {
    IndexedExchange.Rows(
      values: self.values.start(of: values) { $0.packed },
      marks: self.marks.start(of: marks) { $0.rawValue },
      details: self.details.start(of: details) { $0.packed })
  }

  /// The value with an index of its name.
  func value(_ index: Int, of exchange: IndexedExchange) -> ValueNumber {
    ValueNumber(packed: values[exchange.rows.values, index])
  }

  func mark(_ slot: Int, of exchange: IndexedExchange) -> Mark {
    // Nothing else was put in.
    Mark(rawValue: marks[exchange.rows.marks, slot]) ?? .unknown
  }

  func detail(_ slot: Int, of exchange: IndexedExchange) -> DetailNumber {
    DetailNumber(packed: details[exchange.rows.details, slot])
  }
}

/// Rows of which equal ones share their place.
private struct RowPool<Element: FixedWidthInteger & Sendable>: Sendable {
  /// Of one size each, so that nothing is copied where they grow. No row is in two of them.
  private var pieces: [[Element]] = []
  /// Where a row with a hash begins.
  private var starts: [UInt64: Int32] = [:]

  // Computed, because a generic type stores nothing for all.
  private static var pieceBits: Int { 16 }
  /// Of so many rows the places are remembered.
  private static var limit: Int { 20_000 }

  /// The place of a row, which is new where there is no equal one.
  mutating func start<Item>(of row: [Item], _ packed: (Item) -> Element) -> Int32 {
    if row.isEmpty { return 0 }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for item in row {
      hash = (hash ^ UInt64(truncatingIfNeeded: packed(item))) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    if let start = starts[hash], holds(row, at: start, packed) { return start }
    if starts.count >= Self.limit { starts.removeAll(keepingCapacity: true) }
    let size = 1 << Self.pieceBits
    if pieces.isEmpty || pieces[pieces.count - 1].count + row.count > size {
      pieces.append([])
      pieces[pieces.count - 1].reserveCapacity(size)
    }
    let last = pieces.count - 1
    let start = Int32(last << Self.pieceBits + pieces[last].count)
    starts[hash] = start
    for item in row { pieces[last].append(packed(item)) }
    return start
  }

  private func holds<Item>(_ row: [Item], at start: Int32, _ packed: (Item) -> Element) -> Bool {
    let piece = pieces[Int(start) >> Self.pieceBits]
    let offset = Int(start) & (1 << Self.pieceBits - 1)
    guard offset + row.count <= piece.count else { return false }
    for index in row.indices where piece[offset + index] != packed(row[index]) { return false }
    return true
  }

  subscript(start: Int32, index: Int) -> Element {
    pieces[Int(start) >> Self.pieceBits][Int(start) & (1 << Self.pieceBits - 1) + index]
  }
}

extension ValueNumber {
  fileprivate var packed: Int32 {
    switch self {
    case .number(let number): number
    case .none: -1
    case .unknown: -2
    }
  }

  fileprivate init(packed: Int32) {
    self = packed >= 0 ? .number(packed) : packed == -1 ? .none : .unknown
  }
}

extension DetailNumber {
  fileprivate var packed: Int32 {
    switch self {
    case .number(let number): number
    case .none: -1
    case .unread: -2
    case .lacking(let parts): -3 - Int32(parts.rawValue)
    }
  }

  fileprivate init(packed: Int32) {
    switch packed {
    case 0...: self = .number(packed)
    case -1: self = .none
    case -2: self = .unread
    default: self = .lacking(ExchangeParts(rawValue: UInt8(-3 - packed)))
    }
  }
}

/// Numbers for texts and for JSON values.
struct ValueNumbers {
  private var numbers: [String: Int32] = [:]
  private(set) var texts: [String] = []
  /// The JSON values that exchanges have, each once.
  private(set) var details: [JSONValue] = []
  /// The numbers of those that are strings, which share their memory with them.
  private var stringNumbers: [String: Int32] = [:]
  /// The numbers of the others, by the JSON that they are.
  private var otherNumbers: [String: Int32] = [:]
  private var detailBytes = 0

  /// So many bytes of JSON values may be kept. Others are read once more where they are needed.
  private static let detailBytesLimit = 32 << 20
}

extension ValueNumbers {
  mutating func number(of text: String) -> Int32 {
    if let number = numbers[text] { return number }
    let number = Int32(texts.count)
    numbers[text] = number
    texts.append(text)
    return number
  }

  /// Forgets which text has which number: there are no more texts.
  mutating func close() {
    numbers = [:]
    stringNumbers = [:]
    otherNumbers = [:]
  }

  /// Whether there is room for further JSON values.
  var hasRoom: Bool { detailBytes < Self.detailBytesLimit }

  /// The number of a JSON value.
  mutating func detail(_ value: JSONValue) -> Int32 {
    let next = Int32(details.count)
    if let text = value.string {
      if let number = stringNumbers[text] { return number }
      stringNumbers[text] = next
      detailBytes += text.utf8.count
    } else {
      let text = String(decoding: JSONWriter.bytes(value), as: UTF8.self)
      if let number = otherNumbers[text] { return number }
      otherNumbers[text] = next
      // The value takes several times as much as its text.
      detailBytes += 8 * text.utf8.count
    }
    details.append(value)
    return next
  }
}
