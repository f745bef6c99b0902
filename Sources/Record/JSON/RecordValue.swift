// SPDX-License-Identifier: Apache-2.0
// The values that members of a record have.

import Expectations
import Formats
import HTTP
import Suites
import Text

/// A value of a member.
protocol RecordValue {
  /// Reads the value at the current place.
  static func read(from coder: RecordCoder) throws(RecordError) -> Self

  func write(to coder: RecordCoder)
}

/// A part of a record: the members of a JSON object.
protocol RecordPart: RecordValue {
  /// Reads the members; while a record is written, writes those of a value, and makes it again.
  ///
  /// - Parameter old: The value that is written; nil while one is read.
  init(_ coder: RecordCoder, _ old: Self?) throws(RecordError)
}

extension RecordPart {
  static func read(from coder: RecordCoder) throws(RecordError) -> Self { try Self(coder, nil) }

  func write(to coder: RecordCoder) {
    coder.open()
    _ = try? Self(coder, self)
    coder.close()
  }
}

extension Array: RecordValue where Element: RecordValue {
  static func read(from coder: RecordCoder) throws(RecordError) -> [Element] { try coder.items() }

  func write(to coder: RecordCoder) {
    coder.write("[")
    for index in indices {
      if index > 0 { coder.write(",") }
      self[index].write(to: coder)
    }
    coder.write("]")
  }
}

extension String: RecordValue {
  static func read(from coder: RecordCoder) throws(RecordError) -> String {
    guard let text = coder.reader.value.string else { throw coder.reader.wrongType("string") }
    return text
  }

  func write(to coder: RecordCoder) { coder.write(string: self) }
}

extension Bool: RecordValue {
  static func read(from coder: RecordCoder) throws(RecordError) -> Bool {
    guard let flag = coder.reader.value.boolean else { throw coder.reader.wrongType("boolean") }
    return flag
  }

  func write(to coder: RecordCoder) { coder.write(self ? "true" : "false") }
}

extension Int: RecordValue {
  static func read(from coder: RecordCoder) throws(RecordError) -> Int {
    guard let number = coder.reader.value.number?.integer else {
      throw coder.reader.wrongType("integer")
    }
    return number
  }

  func write(to coder: RecordCoder) { coder.write(String(self)) }
}

/// A number as Swift writes it, without `.0`; 0 where JSON has no such number.
extension Double: RecordValue {
  static func read(from coder: RecordCoder) throws(RecordError) -> Double {
    guard let number = coder.reader.value.number else { throw coder.reader.wrongType("number") }
    return number.double
  }

  func write(to coder: RecordCoder) {
    let text = "\(self)"
    let literal = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    coder.write(JSONNumber(literal: literal) == nil ? "0" : literal)
  }
}

/// Milliseconds with up to three decimals.
extension Duration: RecordValue {
  static func read(from coder: RecordCoder) throws(RecordError) -> Duration {
    guard let number = coder.reader.value.number else { throw coder.reader.wrongType("number") }
    let microseconds = (number.double * 1000).rounded()
    guard microseconds.magnitude < 1e18 else {
      throw coder.reader.error(
        .unknownValue(number.literal, expected: "a duration in milliseconds"))
    }
    return .microseconds(Int64(microseconds))
  }

  func write(to coder: RecordCoder) { coder.write(Wording.milliseconds(self)) }
}

/// Any value.
extension JSONValue: RecordValue {
  static func read(from coder: RecordCoder) throws(RecordError) -> JSONValue { coder.reader.value }

  func write(to coder: RecordCoder) { coder.write(JSONWriter.bytes(self)) }
}

/// A value that is written as a text of some form.
protocol RecordText: RecordValue {
  /// What the text has to be, for an error.
  static var expectedText: String { get }
  /// nil for a text of another form.
  static func value(ofText text: String) -> Self?
  var recordText: String { get }
}

extension RecordText {
  static func read(from coder: RecordCoder) throws(RecordError) -> Self {
    let text = try String.read(from: coder)
    guard let value = value(ofText: text) else {
      throw coder.reader.error(.unknownValue(text, expected: expectedText))
    }
    return value
  }

  func write(to coder: RecordCoder) { coder.write(string: recordText) }
}

extension SourceLocation: RecordText {
  static var expectedText: String { "file:line:column" }
  static func value(ofText text: String) -> SourceLocation? { SourceLocation(text) }
  var recordText: String { description }
}

/// A time as our own reports write it: with each digit, and a day that the calendar has.
extension Timestamp: RecordText {
  static var expectedText: String { "a time as 2026-11-21T05:30:00.123Z" }
  static func value(ofText text: String) -> Timestamp? {
    Timestamp(iso8601: text).flatMap { $0.iso8601 == text ? $0 : nil }
  }
  var recordText: String { iso8601 }
}

extension CalendarDay: RecordText {
  static var expectedText: String { "a day as 2027-01-31" }
  static func value(ofText text: String) -> CalendarDay? { CalendarDay(text) }
  var recordText: String { description }
}

extension PlacePattern: RecordText {
  static var expectedText: String { forms }
  static func value(ofText text: String) -> PlacePattern? { try? PlacePattern(text) }
  var recordText: String { text }
}

/// One of the words of an enumeration.
protocol RecordWord: RecordText, RawRepresentable<String>, CaseIterable {}

extension RecordWord {
  static var expectedText: String { Wording.list(allCases.map(\.rawValue), "or") }
  static func value(ofText text: String) -> Self? { Self(rawValue: text) }
  var recordText: String { rawValue }
}

extension CallOrder.Demand: RecordWord {}
extension EvidenceFile.Kind: RecordWord {}
extension ExpectedValue.Kind: RecordWord {}
extension Finding.Excess: RecordWord {}
extension FoundValue.Kind: RecordWord {}
extension JudgedSide: RecordWord {}
extension OutageRecord.Kind: RecordWord {}
extension RunProblem.Kind: RecordWord {}
extension StepRecord.Action: RecordWord {}
extension Trouble.Reason: RecordWord {}
extension Verdict.Kind: RecordWord {}
