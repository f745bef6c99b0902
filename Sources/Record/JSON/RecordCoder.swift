// SPDX-License-Identifier: Apache-2.0
// Reads records from JSON and writes them, by one list of the members of each type.

import Formats
import Suites
import Text

/// Reads a record, or writes one.
///
/// Each function takes the value that is to be written, which is nil while a record is read, and
/// returns it, or the one that was read. What is written goes into bytes at once; writing throws nothing.
final class RecordCoder {
  /// The value at the current place; `null` while a record is written.
  private(set) var reader: RecordReader
  /// What was written and not taken yet.
  private var output: [UInt8] = []
  /// Takes what was written, piece by piece; nil where all of it is kept.
  private let take: (([UInt8]) -> Void)?
  /// How many objects contain the current place.
  private var depth = 0
  /// Whether the next member of the object follows another one.
  private var isBehindMember = false
  /// That of the record which is written; nil while one is read.
  let judgement: RunJudgement?
  let isWriting: Bool
  /// The file that the positions of findings are in.
  var file = ""
  /// How the known failures ended that are still to be written.
  var knownStatuses: ArraySlice<KnownFailureStatus>
  /// The verdicts on requirements by their ids.
  let verdicts: [String: RequirementVerdict]
  /// How many lists of steps contain the current place.
  private var stepDepth = 0

  /// So many bytes are taken at once.
  private static let pieceBytes = 64 * 1024

  init(reading value: JSONValue) {
    reader = RecordReader(value)
    (judgement, isWriting, take) = (nil, false, nil)
    knownStatuses = []
    verdicts = [:]
  }

  /// - Parameter take: Takes what is written, piece by piece; nil where `bytes(of:)` gives it.
  init(writing judgement: RunJudgement, to take: (([UInt8]) -> Void)? = nil) {
    reader = RecordReader(.null)
    (self.judgement, isWriting, self.take) = (judgement, true, take)
    knownStatuses = judgement.known[...]
    verdicts = judgement.coverage.rows.reduce(into: [:]) {
      if $0[$1.requirement.id] == nil { $0[$1.requirement.id] = $1.verdict }
    }
  }
}

extension RecordCoder {
  /// A member that has to be there.
  func callAsFunction<Value: RecordValue>(
    _ name: String, _ old: Value?
  ) throws(RecordError) -> Value {
    if let old {
      begin(name)
      old.write(to: self)
      return old
    }
    let outer = reader
    defer { reader = outer }
    reader = try outer.member(name)
    return try Value.read(from: self)
  }

  /// A member that is left out where it has no value.
  func optional<Value: RecordValue>(
    _ name: String, _ old: Value?
  ) throws(RecordError) -> Value? {
    if isWriting ? old == nil : try isMissing(name) { return nil }
    return try self(name, old)
  }

  /// A member that is left out where it has its usual value.
  func callAsFunction<Value: RecordValue & Equatable>(
    _ name: String, _ old: Value?, unless usual: Value
  ) throws(RecordError) -> Value {
    if isWriting ? old == usual : try isMissing(name) { return usual }
    return try self(name, old)
  }

  /// A list that is left out where it is empty.
  func some<Item: RecordValue>(_ name: String, _ old: [Item]?) throws(RecordError) -> [Item] {
    if isWriting ? old?.isEmpty ?? true : try isMissing(name) { return [] }
    return try self(name, old)
  }

  /// A member that is always written, and need not be there.
  func callAsFunction<Value: RecordValue>(
    _ name: String, _ old: Value?, or usual: Value
  ) throws(RecordError) -> Value {
    if !isWriting, try isMissing(name) { return usual }
    return try self(name, old)
  }

  /// An integer that counts something: from 0 to a billion, so that sums of them stay in range.
  func count(_ name: String, _ old: Int?) throws(RecordError) -> Int {
    let number = try self(name, old)
    guard isWriting || 0...1_000_000_000 ~= number else {
      throw try reader.member(name).error(
        .unknownValue("\(number)", expected: "a number from 0 to 1000000000"))
    }
    return number
  }

  /// The same, left out where it has its usual value.
  func count(_ name: String, _ old: Int?, unless usual: Int) throws(RecordError) -> Int {
    if isWriting ? old == usual : try isMissing(name) { return usual }
    return try count(name, old)
  }

  /// The same, left out where it has no value.
  func optionalCount(_ name: String, _ old: Int?) throws(RecordError) -> Int? {
    if isWriting ? old == nil : try isMissing(name) { return nil }
    return try count(name, old)
  }

  /// Parts by their names, in the order of these; left out where there are none.
  func parts<Part: RecordPart>(
    _ name: String, _ old: [String: Part]?
  ) throws(RecordError) -> [String: Part] {
    if let old {
      if old.isEmpty { return old }
      begin(name)
      open()
      for name in old.keys.sorted() { _ = try self(name, old[name]) }
      close()
      return old
    }
    guard !isWriting, let inner = try reader.optional(name) else { return [:] }
    guard let names = inner.value.object?.names else { throw inner.wrongType("object") }
    let outer = reader
    defer { reader = outer }
    reader = inner
    var parts: [String: Part] = [:]
    for name in names { parts[name] = try self(name, nil) }
    return parts
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
    return areAlwaysWritten ? try self("steps", old, or: []) : try some("steps", old)
  }

  /// A list with a line for each item.
  func lines<Part: RecordPart>(_ name: String, _ old: [Part]?) throws(RecordError) -> [Part] {
    guard let old else { return try self(name, nil, or: []) }
    begin(name)
    write("[")
    for (index, item) in old.enumerated() {
      write(index > 0 ? ",\n" : "\n")
      item.write(to: self)
      if let take, output.count >= Self.pieceBytes {
        take(output)
        output.removeAll(keepingCapacity: true)
      }
    }
    if !old.isEmpty { write("\n") }
    write("]")
    return old
  }

  /// A member that follows from the rest: it is written for other tools, and not read.
  func derived(_ name: String, _ value: @autoclosure () -> JSONValue?) {
    guard isWriting, let value = value() else { return }
    begin(name)
    value.write(to: self)
  }

  private func isMissing(_ name: String) throws(RecordError) -> Bool {
    try reader.optional(name) == nil
  }
}

extension RecordCoder {
  /// Begins a member. Those of the whole record have a line each.
  private func begin(_ name: String) {
    if isBehindMember { output.append(UInt8(ascii: ",")) }
    if depth == 1 { output.append(0x0A) }
    isBehindMember = true
    JSONWriter.append(name, to: &output)
    output.append(UInt8(ascii: ":"))
  }

  /// Begins an object.
  func open() {
    output.append(UInt8(ascii: "{"))
    depth += 1
    isBehindMember = false
  }

  /// Ends an object.
  func close() {
    if depth == 1 { output.append(0x0A) }
    depth -= 1
    isBehindMember = true
    output.append(UInt8(ascii: "}"))
  }

  /// Writes what is JSON already.
  func write(_ json: String) { output += json.utf8 }

  /// The same in bytes.
  func write(_ json: [UInt8]) { output += json }

  func write(string: String) { JSONWriter.append(string, to: &output) }

  /// Reads the items of the array at the current place, one after the other.
  func items<Item: RecordValue>() throws(RecordError) -> [Item] {
    let outer = reader
    defer { reader = outer }
    var items: [Item] = []
    for inner in try outer.items() {
      reader = inner
      items.append(try Item.read(from: self))
    }
    return items
  }

  /// Writes a record. What was not taken is the result.
  func bytes(of record: RunRecord) -> [UInt8] {
    record.write(to: self)
    return output
  }
}
