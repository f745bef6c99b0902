// SPDX-License-Identifier: Apache-2.0
// Reads records from JSON and writes them, by one list of the members of each type.

import Expectations
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
  /// The value at the current place; `null` while a record is written.
  private(set) var reader: RecordReader
  /// The value that was written last.
  private var written = JSONValue.null
  /// The members of the object that is being written.
  private var members: [JSONObject.Member] = []
  /// That of the record which is written; nil while one is read.
  let judgement: RunJudgement?
  private(set) lazy var isWriting = judgement != nil
  /// The file that the positions of findings are in.
  var file = ""
  /// How the known failures ended that are still to be written.
  var knownStatuses: ArraySlice<KnownFailureStatus>
  /// The verdicts on requirements by their ids.
  let verdicts: [String: RequirementVerdict]
  /// How many lists of steps contain the current place.
  private var stepDepth = 0

  init(reading value: JSONValue) {
    reader = RecordReader(value)
    judgement = nil
    knownStatuses = []
    verdicts = [:]
  }

  init(writing judgement: RunJudgement) {
    reader = RecordReader(.null)
    self.judgement = judgement
    knownStatuses = judgement.known[...]
    verdicts = judgement.coverage.rows.reduce(into: [:]) {
      if $0[$1.requirement.id] == nil { $0[$1.requirement.id] = $1.verdict }
    }
  }
}

extension RecordCoder {
  /// A member that has to be there.
  func callAsFunction<Value>(
    _ name: String, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value
  ) throws(RecordError) -> Value {
    let outer = reader
    defer { reader = outer }
    if !isWriting { reader = try outer.member(name) }
    let result = try value(old)
    if isWriting { members.append(JSONObject.Member(name: name, value: written)) }
    return result
  }

  /// A member that is left out where it has no value.
  func optional<Value>(
    _ name: String, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value
  ) throws(RecordError) -> Value? {
    if isWriting ? old == nil : try isMissing(name) { return nil }
    return try self(name, old, value)
  }

  /// A member that is left out where it has its usual value.
  func callAsFunction<Value: Equatable>(
    _ name: String, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value,
    unless usual: Value
  ) throws(RecordError) -> Value {
    if isWriting ? old == usual : try isMissing(name) { return usual }
    return try self(name, old, value)
  }

  /// A member that is always written, and need not be there.
  func callAsFunction<Value>(
    _ name: String, _ old: Value?, _ value: (Value?) throws(RecordError) -> Value, or usual: Value
  ) throws(RecordError) -> Value {
    if !isWriting, try isMissing(name) { return usual }
    return try self(name, old, value)
  }

  /// A member that follows from the rest: it is written for other tools, and not read.
  func derived(_ name: String, _ value: @autoclosure () -> JSONValue?) {
    guard isWriting, let value = value() else { return }
    members.append(JSONObject.Member(name: name, value: value))
  }

  private func isMissing(_ name: String) throws(RecordError) -> Bool {
    try reader.optional(name) == nil
  }

  func string(_ old: String?) throws(RecordError) -> String {
    try scalar(old, JSONValue.string, { $0.string }, "string")
  }

  /// A value that is one in JSON, too.
  ///
  /// - Parameter read: Gives nil for a value of another type.
  private func scalar<Value>(
    _ old: Value?, _ json: (Value) -> JSONValue, _ read: (JSONValue) -> Value?, _ type: String
  ) throws(RecordError) -> Value {
    guard let value = old ?? read(reader.value) else { throw reader.wrongType(type) }
    if old != nil { written = json(value) }
    return value
  }

  func strings(_ old: [String]?) throws(RecordError) -> [String] { try list(old, string) }

  func flag(_ old: Bool?) throws(RecordError) -> Bool {
    try scalar(old, JSONValue.boolean, { $0.boolean }, "boolean")
  }

  func integer(_ old: Int?) throws(RecordError) -> Int {
    try scalar(old, { .integer($0) }, { $0.number?.integer }, "integer")
  }

  /// An integer that counts something: from 0 to a billion, so that sums of them stay in range.
  func count(_ old: Int?) throws(RecordError) -> Int {
    let number = try integer(old)
    guard old != nil || 0...1_000_000_000 ~= number else {
      throw reader.error(.unknownValue("\(number)", expected: "a number from 0 to 1000000000"))
    }
    return number
  }

  /// Milliseconds with up to three decimals.
  func duration(_ old: Duration?) throws(RecordError) -> Duration {
    if let old {
      write(number: Wording.milliseconds(old))
      return old
    }
    guard let number = reader.value.number else { throw reader.wrongType("number") }
    let microseconds = (number.double * 1000).rounded()
    guard microseconds.magnitude < 1e18 else {
      throw reader.error(.unknownValue(number.literal, expected: "a duration in milliseconds"))
    }
    return .microseconds(Int64(microseconds))
  }

  /// Writes a number by its literal; 0 where JSON has no such number.
  func write(number literal: String) {
    written = JSONNumber(literal: literal).map { .number($0) } ?? 0
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable & CaseIterable>(_ old: Word?) throws(RecordError) -> Word
  where Word.RawValue == String {
    try text(old, { $0.rawValue }, Wording.list(Word.allCases.map(\.rawValue), "or")) {
      Word(rawValue: $0)
    }
  }

  /// `file:line:column`.
  func location(_ old: SourceLocation?) throws(RecordError) -> SourceLocation {
    try text(old, { $0.description }, "file:line:column") { SourceLocation($0) }
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

  /// Writes a value as a text.
  ///
  /// - Parameters:
  ///   - expected: What the text has to be, for an error.
  ///   - read: Gives nil for another text.
  private func text<Value>(
    _ old: Value?, _ write: (Value) -> String, _ expected: @autoclosure () -> String,
    _ read: (String) -> Value?
  ) throws(RecordError) -> Value {
    let found = try string(old.map(write))
    guard let value = old ?? read(found) else {
      throw reader.error(.unknownValue(found, expected: expected()))
    }
    return value
  }

  /// Any value.
  func value(_ old: JSONValue?) throws(RecordError) -> JSONValue {
    guard let old else { return reader.value }
    written = old
    return old
  }

  func values(_ old: [JSONValue]?) throws(RecordError) -> [JSONValue] { try list(old, value) }

  func object<Part: RecordPart>(_ old: Part?) throws(RecordError) -> Part {
    try collecting { () throws(RecordError) in try Part(self, old) }
  }

  /// Parts by their names, in the order of these.
  func parts<Part: RecordPart>(_ old: [String: Part]?) throws(RecordError) -> [String: Part] {
    guard let names = old?.keys.sorted() ?? reader.value.object?.names else {
      throw reader.wrongType("object")
    }
    return try collecting { () throws(RecordError) in
      var parts: [String: Part] = [:]
      for name in names { parts[name] = try self(name, old?[name], object) }
      return parts
    }
  }

  /// Makes the members that `write` writes an object.
  private func collecting<Value>(
    _ write: () throws(RecordError) -> Value
  ) throws(RecordError) -> Value {
    let outer = members
    members = []
    defer { members = outer }
    let value = try write()
    written = .object(JSONObject(members))
    return value
  }

  func list<Part: RecordPart>(_ old: [Part]?) throws(RecordError) -> [Part] {
    try list(old, object)
  }

  func list<Item>(
    _ old: [Item]?, _ item: (Item?) throws(RecordError) -> Item
  ) throws(RecordError) -> [Item] {
    if let old {
      var items: [JSONValue] = []
      for old in old {
        _ = try item(old)
        items.append(written)
      }
      written = .array(items)
      return old
    }
    let outer = reader
    defer { reader = outer }
    return try outer.items().map { inner throws(RecordError) in
      reader = inner
      return try item(nil)
    }
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

  /// The record as a value.
  func writeWhole(_ record: RunRecord) -> JSONObject {
    _ = try? object(record)
    return written.object ?? JSONObject()
  }
}

/// Why a text is not the record of a run, with the place.
package struct RecordError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case missing
    /// The type that was found, and the one that was expected.
    case wrongType(String, expected: String)
    case unknownValue(String, expected: String)
    /// The record has a version that this program doesn't know.
    case unknownVersion(Int)
    case tooDeep(limit: Int)
  }

  package let reason: Reason
  /// A JSON Pointer (RFC 6901) into the document.
  package let pointer: String
}

extension RecordError: CustomStringConvertible {
  package var description: String {
    let place = pointer.isEmpty ? "the record" : pointer
    return switch reason {
    case .missing: "\(place) is missing"
    case .wrongType(let found, let expected): "\(place) is of type \(found), expected \(expected)"
    case .unknownValue(let found, let expected): "\(place) is '\(found)', expected \(expected)"
    case .unknownVersion(let version):
      "the record is of version \(version), and only \(RunRecord.formatVersion) is known"
    case .tooDeep(let limit): "\(place) has steps nested more than \(limit) deep"
    }
  }
}

/// A value of the document with its place.
struct RecordReader {
  let value: JSONValue
  private let path: Path

  private indirect enum Path {
    case root
    case member(Path, String)
    case item(Path, Int)
  }

  init(_ value: JSONValue) { self.init(value, .root) }

  private init(_ value: JSONValue, _ path: Path) {
    self.value = value
    self.path = path
  }
}

extension RecordReader {
  func error(_ reason: RecordError.Reason) -> RecordError {
    var components: [String] = []
    var path = path
    while true {
      switch path {
      case .root: return RecordError(reason: reason, pointer: components.reversed().joined())
      case .member(let parent, let name):
        components.append(JSONPointer([.name(name)]).description)
        path = parent
      case .item(let parent, let index):
        components.append("/\(index)")
        path = parent
      }
    }
  }

  /// The member of that name; nil where it is missing or null.
  func optional(_ name: String) throws(RecordError) -> RecordReader? {
    guard case .object(let object) = value else { throw wrongType("object") }
    guard let member = object[name] else { return nil }
    if case .null = member { return nil }
    return RecordReader(member, .member(path, name))
  }

  func member(_ name: String) throws(RecordError) -> RecordReader {
    guard let member = try optional(name) else {
      throw RecordReader(.null, .member(path, name)).error(.missing)
    }
    return member
  }

  func items() throws(RecordError) -> [RecordReader] {
    guard case .array(let items) = value else { throw wrongType("array") }
    return items.enumerated().map { RecordReader($1, .item(path, $0)) }
  }

  func wrongType(_ expected: String) -> RecordError {
    error(.wrongType(value.typeName, expected: expected))
  }
}
