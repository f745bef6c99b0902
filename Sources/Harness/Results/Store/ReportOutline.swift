// SPDX-License-Identifier: Apache-2.0
// Finds the scenarios in the text of a report, without holding the text.

/// The text of a report without its scenarios, and where each scenario stands.
///
/// The text is given piece by piece. The items of the first member `scenarios` of each item of the
/// first member `suites` are left out; whether what is left is JSON, and each item, is for a parser
/// to say. A name that is written with escapes is not found, and its value stays in the text.
struct ReportOutline {
  /// Where the text of a scenario stands in the report, with the blanks around it.
  struct Item {
    let offset: Int
    let count: Int
  }

  /// The text without the scenarios.
  private(set) var text: [UInt8] = []
  /// The scenarios of each suite, in the order of the report.
  private(set) var suites: [[Item]] = []

  /// What is open around the current byte.
  private enum Place {
    case root
    /// Within the value of `suites`.
    case suites
    /// Within one of its items.
    case suite
  }

  private var places: [Place] = []
  /// Whether the current byte is within the value of `scenarios`.
  private var isSkipping = false
  /// How many arrays and objects are open within the innermost place.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// The bytes of the current string; empty where it can't be a name that counts.
  private var string: [UInt8] = []
  /// The name before the current value.
  private var name: [UInt8] = []
  private var hasSuites = false
  private var hasScenarios = false
  private var offset = 0
  /// Where the current scenario begins.
  private var start = 0
  /// Whether the current scenario has more than blanks.
  private var hasItem = false
}

extension ReportOutline {
  /// The names that count have fewer bytes.
  private static let longestName = 16

  /// Goes on with the next bytes of the text.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if isSkipping { skip(byte) } else { keep(byte) }
      offset += 1
    }
  }

  /// A byte of what is kept.
  private mutating func keep(_ byte: UInt8) {
    text.append(byte)
    if isInString {
      if !string(goesOnWith: byte) { name = string.count < Self.longestName ? string : [] }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): begin()
    case UInt8(ascii: "["), UInt8(ascii: "{"): open(byte)
    case UInt8(ascii: "]"), UInt8(ascii: "}"): close()
    case UInt8(ascii: ","): name = []
    default: break
    }
  }

  private mutating func open(_ byte: UInt8) {
    let isObject = byte == UInt8(ascii: "{")
    defer { name = [] }
    guard depth == 0 else {
      depth += 1
      return
    }
    switch places.last {
    case nil where isObject: places.append(.root)
    case .root? where !isObject && !hasSuites && name.elementsEqual("suites".utf8):
      hasSuites = true
      places.append(.suites)
    case .suites? where isObject:
      hasScenarios = false
      suites.append([])
      places.append(.suite)
    case .suites?:
      // Not a suite: it keeps its place in the list.
      suites.append([])
      depth += 1
    case .suite? where !isObject && !hasScenarios && name.elementsEqual("scenarios".utf8):
      hasScenarios = true
      isSkipping = true
      (start, hasItem) = (offset + 1, false)
    default: depth += 1
    }
  }

  private mutating func close() {
    if depth > 0 { depth -= 1 } else { _ = places.popLast() }
  }

  /// A byte of a scenario.
  private mutating func skip(_ byte: UInt8) {
    if isInString {
      _ = string(goesOnWith: byte)
      return
    }
    switch byte {
    case UInt8(ascii: "\""): begin()
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]") where depth == 0, UInt8(ascii: "}") where depth == 0:
      if hasItem || !(suites.last?.isEmpty ?? true) { endItem() }
      text.append(byte)
      isSkipping = false
      return
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    case UInt8(ascii: ",") where depth == 0:
      endItem()
      (start, hasItem) = (offset + 1, false)
      return
    case 0x09, 0x0A, 0x0D, 0x20: return
    default: break
    }
    hasItem = true
  }

  private mutating func endItem() {
    suites[suites.count - 1].append(Item(offset: start, count: offset - start))
  }

  private mutating func begin() {
    (isInString, isEscaped) = (true, false)
    string.removeAll(keepingCapacity: true)
    hasItem = true
  }

  /// Takes a byte of a string; false for the quote at its end.
  private mutating func string(goesOnWith byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
      return false
    }
    if string.count < Self.longestName { string.append(byte) }
    return true
  }
}
