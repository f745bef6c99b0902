// SPDX-License-Identifier: Apache-2.0
// The parts of exchanges that repeat: what was found of them once holds for all equal ones.

internal import Formats
internal import Suites

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

  /// By what an exchange's is known again.
  enum Key {
    /// The exchange hasn't it.
    case missing
    case text(String)
    /// It is not remembered: it is long, or has several values.
    case tooLong
  }

  func key(of document: ExchangeDocument) -> Key {
    switch self {
    case .header(let name):
      switch document.header(name) {
      case nil: return .missing
      case .string(let value)? where value.utf8.count <= Self.keyBytes: return .text(value)
      default: return .tooLong
      }
    case .line:
      let line = document.line
      guard line.url.utf8.count <= Self.keyBytes else { return .tooLong }
      return .text("\(line.method) \(line.url)")
    case .content: return document.shortContent.map { .text($0) } ?? .tooLong
    }
  }

  private static let keyBytes = 1_000
}

/// What was found of the values of a facet.
struct FacetMemo: Sendable {
  /// A question that the facet decides alone.
  enum Question: Sendable, Equatable {
    case lone(LoneExpectation)
    case part(ObjectIdentifier)
  }

  let facet: Facet
  private var questions: [Question] = []
  private var slotNames: [String] = []
  private var rows: [String: Int] = [:]
  /// The row of exchanges that haven't it.
  private var missingRow: Int?
  private var rowCount = 0
  /// A row of the questions for each value.
  private var answers: [UInt8] = []
  private var slots: [Int32] = []

  /// So many values are remembered.
  private static let limit = 4_096

  static let unasked: Int32 = .min

  init(_ facet: Facet) {
    self.facet = facet
  }
}

extension FacetMemo {
  /// The place of a question, which is new where it was not asked before.
  mutating func place(of question: Question) -> Int {
    if let place = questions.firstIndex(of: question) { return place }
    questions.append(question)
    return questions.count - 1
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
    let row = newRow()
    rows[key] = row
    return row
  }

  /// The row of exchanges that haven't it.
  mutating func rowOfMissing() -> Int {
    if let missingRow { return missingRow }
    let row = newRow()
    missingRow = row
    return row
  }

  private mutating func newRow() -> Int {
    if rowCount >= Self.limit {
      rows.removeAll(keepingCapacity: true)
      missingRow = nil
      rowCount = 0
      answers.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
    }
    answers.append(contentsOf: repeatElement(0, count: questions.count))
    slots.append(contentsOf: repeatElement(Self.unasked, count: slotNames.count))
    rowCount += 1
    return rowCount - 1
  }

  mutating func holds(_ question: Int, row: Int, _ found: @autoclosure () -> Bool) -> Bool {
    let place = row * questions.count + question
    if answers[place] == 0 { answers[place] = found() ? 2 : 1 }
    return answers[place] == 2
  }

  subscript(slot slot: Int, row row: Int) -> Int32 {
    get { slots[row * slotNames.count + slot] }
    set { slots[row * slotNames.count + slot] = newValue }
  }
}
