// SPDX-License-Identifier: Apache-2.0
// Reads records from JSON and writes them, by one list of the members of each type.

import Formats
import Suites
import Text

/// A part of a record: the members of a JSON object.
protocol RecordPart {
  /// Reads the members; while a record is written, writes those of a value, and makes it again.
  ///
  /// - Parameter old: The value that is written; nil while one is read.
  init(_ coder: RecordCoder, _ old: Self?) throws(RecordError)
}

/// Reads a record, or writes one.
///
/// Each function takes the value that is to be written, which is nil while a record is read, and
/// returns it, or the one that was read. Writing throws nothing.
final class RecordCoder {
  /// What stands at the current place; `null` while a record is written.
  private(set) var reader: RecordReader
  /// What is written.
  private(set) var text = JSONText()
  /// That of the record which is written; nil while one is read.
  let judgement: RunJudgement?
  /// Takes what is written, piece by piece.
  private let write: ([UInt8]) -> Void
  /// The file that the positions of findings are in.
  var file = ""
  /// What became of the known failures that are still to be written.
  var standings: ArraySlice<KnownStanding>
  /// The verdicts on requirements by their ids.
  let verdicts: [String: RequirementVerdict]
  /// How many lists of steps contain the current place.
  private var stepDepth = 0

  init(reading value: JSONValue) {
    reader = RecordReader(value)
    judgement = nil
    standings = []
    verdicts = [:]
    write = { _ in }
  }

  init(writing judgement: RunJudgement, _ write: @escaping ([UInt8]) -> Void) {
    reader = RecordReader(.null)
    self.judgement = judgement
    standings = judgement.known[...]
    verdicts = judgement.coverage.rows.reduce(into: [:]) {
      if $0[$1.requirement.id] == nil { $0[$1.requirement.id] = $1.verdict }
    }
    self.write = write
  }
}

extension RecordCoder {
  var isWriting: Bool { judgement != nil }

  /// A member that has to be there.
  func callAsFunction<Value>(
    _ name: StaticString, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value
  ) throws(RecordError) -> Value {
    let (outer, breaksLines) = (reader, text.breaksLines)
    defer {
      reader = outer
      text.breaksLines = breaksLines
    }
    if isWriting { text.name(name) } else { reader = try outer.member("\(name)") }
    return try value(old)
  }

  /// A member that is left out where it has no value.
  func optional<Value>(
    _ name: StaticString, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value
  ) throws(RecordError) -> Value? {
    if isWriting ? old == nil : try isMissing(name) { return nil }
    return try self(name, old, value)
  }

  /// A member that is left out where it has its usual value.
  func callAsFunction<Value: Equatable>(
    _ name: StaticString, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value,
    unless usual: Value
  ) throws(RecordError) -> Value {
    if isWriting ? old == usual : try isMissing(name) { return usual }
    return try self(name, old, value)
  }

  /// A member that is always written, and need not be there.
  func callAsFunction<Value>(
    _ name: StaticString, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value,
    or usual: Value
  ) throws(RecordError) -> Value {
    if !isWriting, try isMissing(name) { return usual }
    return try self(name, old, value)
  }

  /// A member that follows from the rest: it is written for other tools, and not read.
  func derived(_ name: StaticString, _ value: @autoclosure () -> JSONValue?) {
    guard isWriting, let value = value() else { return }
    let breaksLines = text.breaksLines
    text.name(name)
    text.value(value)
    text.breaksLines = breaksLines
  }

  private func isMissing(_ name: StaticString) throws(RecordError) -> Bool {
    try reader.optional("\(name)") == nil
  }
}

extension RecordCoder {
  func string(_ old: String?) throws(RecordError) -> String {
    guard let old else { return try reader.string() }
    text.string(nil, old)
    return old
  }

  func strings(_ old: [String]?) throws(RecordError) -> [String] { try list(old, string) }

  func flag(_ old: Bool?) throws(RecordError) -> Bool {
    guard let old else { return try reader.flag() }
    text.flag(nil, old)
    return old
  }

  func integer(_ old: Int?) throws(RecordError) -> Int {
    guard let old else { return try reader.integer() }
    text.integer(nil, old)
    return old
  }

  /// An integer that counts something: from 0 to a billion.
  func count(_ old: Int?) throws(RecordError) -> Int {
    old == nil ? try reader.count() : try integer(old)
  }

  /// Milliseconds with three decimals.
  func duration(_ old: Duration?) throws(RecordError) -> Duration {
    guard let old else { return try reader.duration() }
    text.literal(nil, Wording.milliseconds(old))
    return old
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(_ old: Word?) throws(RecordError) -> Word
  where Word.RawValue == String {
    guard let old else { return try reader.word() as Word }
    text.string(nil, old.rawValue)
    return old
  }

  /// `file:line:column`.
  func location(_ old: SourceLocation?) throws(RecordError) -> SourceLocation {
    try text(old, \.description, "file:line:column") { SourceLocation($0) }
  }

  /// A time as our own reports write it: with each digit, and a day that the calendar has.
  func time(_ old: Timestamp?) throws(RecordError) -> Timestamp {
    try text(old, \.iso8601, "a time as 2026-11-21T05:30:00.123Z") { text in
      Timestamp(iso8601: text).flatMap { $0.iso8601 == text ? $0 : nil }
    }
  }

  func day(_ old: CalendarDay?) throws(RecordError) -> CalendarDay {
    try text(old, \.description, "a day as 2027-01-31") { CalendarDay($0) }
  }

  func places(_ old: [PlacePattern]?) throws(RecordError) -> [PlacePattern] {
    try list(old) { old throws(RecordError) in
      try text(old, \.text, PlacePattern.forms) { try? PlacePattern($0) }
    }
  }

  /// What is written as a text.
  ///
  /// - Parameters:
  ///   - expected: What the text has to be, for an error.
  ///   - read: Gives nil for another text.
  private func text<Value>(
    _ old: Value?, _ write: (Value) -> String, _ expected: String, _ read: (String) -> Value?
  ) throws(RecordError) -> Value {
    if let old {
      text.string(nil, write(old))
      return old
    }
    let found = try reader.string()
    guard let value = read(found) else {
      throw reader.error(.unknownValue(found, expected: expected))
    }
    return value
  }

  /// Any value.
  func value(_ old: JSONValue?) throws(RecordError) -> JSONValue {
    guard let old else { return reader.value }
    text.value(old)
    return old
  }

  func object<Part: RecordPart>(_ old: Part?) throws(RecordError) -> Part {
    if isWriting { text.open("{") }
    let part = try Part(self, old)
    if isWriting { text.close("}") }
    return part
  }

  func list<Part: RecordPart>(_ old: [Part]?) throws(RecordError) -> [Part] {
    try list(old, object)
  }

  func list<Item>(
    _ old: [Item]?, _ item: (Item?) throws(RecordError) -> Item
  ) throws(RecordError) -> [Item] {
    if let old {
      text.open("[")
      for old in old { _ = try item(old) }
      text.close("]")
      return old
    }
    let outer = reader
    defer { reader = outer }
    return try outer.list { inner throws(RecordError) in
      reader = inner
      return try item(nil)
    }
  }

  /// A list with a line for each item.
  func lines<Part: RecordPart>(_ old: [Part]?) throws(RecordError) -> [Part] {
    try lines(old, andEnd: !(old?.isEmpty ?? true))
  }

  /// - Parameter andEnd: Whether the end has a line of its own.
  func lines<Part: RecordPart>(_ old: [Part]?, andEnd: Bool) throws(RecordError) -> [Part] {
    guard let old else { return try list(nil, object) }
    text.open("[")
    for old in old {
      text.breaksLines = true
      _ = try object(old)
      write(text.takeBytes())
    }
    text.breaksLines = false
    if andEnd { text.lineBreak() }
    text.close("]")
    return old
  }

  /// The steps below the current place.
  ///
  /// - Parameter areAlwaysWritten: Whether the member is there without steps.
  func steps(
    _ old: [StepRecord]?, areAlwaysWritten: Bool = false
  ) throws(RecordError) -> [StepRecord] {
    let limit = [StepRecord].depthLimit
    guard isWriting || stepDepth <= limit else { throw reader.error(.tooDeep(limit: limit)) }
    stepDepth += 1
    defer { stepDepth -= 1 }
    return areAlwaysWritten
      ? try self("steps", old, list, or: []) : try self("steps", old, list, unless: [])
  }

  /// A part that has readers and writers of its own.
  func custom<Value>(
    _ old: Value?, _ write: (Value, inout JSONText) -> Void,
    _ read: (RecordReader) throws(RecordError) -> Value
  ) throws(RecordError) -> Value {
    guard let old else { return try read(reader) }
    text.object { write(old, &$0) }
    return old
  }

  /// Writes the record, a line for each member.
  func writeWhole(_ record: RunRecord) {
    text.open("{")
    text.breaksLines = true
    _ = try? RunRecord(self, record)
    text.breaksLines = false
    text.lineBreak()
    text.close("}")
    text.lineBreak()
    write(text.takeBytes())
  }
}
