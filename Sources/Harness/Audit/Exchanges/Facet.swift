// SPDX-License-Identifier: Apache-2.0
// The parts of exchanges that repeat: what was found of them once holds for all equal ones.

internal import Expectations
internal import JSON

/// A part of an exchange that is the same in many of them.
enum Facet: Sendable, Hashable {
  /// The values of a field of the request, by its name in lower case.
  case header(String)
  /// The method and the URL.
  case line
  /// The body of the request, and its type.
  case content
}

extension Facet {
  /// The facet that decides of a value of the document; nil where more than one does.
  init?(of names: [String], _ decoded: [DecodedPart]) {
    switch names.first {
    case "headers": if names.count > 1 { self = .header(names[1]) } else { return nil }
    case "method", "url", "scheme", "host", "path", "parameters", "query": self = .line
    case "form", "json", "text": self = .content
    case "decoded":
      guard names.count > 1, let part = decoded.first(where: { $0.name == names[1] }),
        let source = part.source.names, source.first != "decoded"
      else { return nil }
      self.init(of: source, decoded)
    default: return nil
    }
  }

  /// By what an exchange's is known again; nil where it is long, or has several values.
  ///
  /// - Returns: The empty text where it is missing.
  func key(of document: ExchangeDocument) -> String? {
    switch self {
    case .header(let name):
      switch document.header(name) {
      case nil: return ""
      case .string(let value)? where value.utf8.count <= Self.keyBytes: return "=\(value)"
      default: return nil
      }
    case .line:
      let line = document.line
      guard line.url.utf8.count <= Self.keyBytes else { return nil }
      return "\(line.method) \(line.url)"
    case .content: return document.shortContent
    }
  }

  private static let keyBytes = 1_000
}

/// What was found of the values of a facet.
struct FacetMemo: Sendable {
  let facet: Facet
  private var leaves: [LoneExpectation] = []
  private var slotNames: [String] = []
  private var rows: [String: Int] = [:]
  /// A row of the leaves for each value.
  private var answers: [UInt8] = []
  private var slots: [Int32] = []

  /// So many values are remembered.
  private static let limit = 8_192

  static let unasked: Int32 = .min

  init(_ facet: Facet) {
    self.facet = facet
  }
}

extension FacetMemo {
  /// The place of a question, which is new where it was not asked before.
  mutating func place(of question: LoneExpectation) -> Int {
    if let place = leaves.firstIndex(of: question) { return place }
    leaves.append(question)
    return leaves.count - 1
  }

  /// The place of a number that is remembered under a name.
  mutating func slot(named name: String) -> Int {
    if let slot = slotNames.firstIndex(of: name) { return slot }
    slotNames.append(name)
    return slotNames.count - 1
  }

  /// The row of a value.
  mutating func row(_ key: String) -> Int {
    if let row = rows[key] { return row }
    if rows.count >= Self.limit {
      rows.removeAll(keepingCapacity: true)
      answers.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
    }
    let row = rows.count
    rows[key] = row
    answers.append(contentsOf: repeatElement(0, count: leaves.count))
    slots.append(contentsOf: repeatElement(Self.unasked, count: slotNames.count))
    return row
  }

  mutating func holds(_ leaf: Int, row: Int, _ found: @autoclosure () -> Bool) -> Bool {
    let place = row * leaves.count + leaf
    if answers[place] == 0 { answers[place] = found() ? 2 : 1 }
    return answers[place] == 2
  }

  subscript(slot slot: Int, row row: Int) -> Int32 {
    get { slots[row * slotNames.count + slot] }
    set { slots[row * slotNames.count + slot] = newValue }
  }
}
