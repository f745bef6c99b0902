// SPDX-License-Identifier: Apache-2.0
// Writes the score of a self-test as JSON, and reads it back.

package import JSON
import SourceText

extension Sharpness {
  /// The value that `selftest --json` writes.
  package var json: JSONValue {
    var object = JSONObject()
    object.append("format", .integer(Self.formatVersion))
    object["score"] = mutants?.scoreJSON
    object["mutants"] = mutants.map { .integer($0.all) }
    object["caught"] = mutants.map { .integer($0.caught) }
    object["warned"] = mutants.map { .integer($0.warned) }
    object["harmless"] = mutants.map { .integer($0.harmless) }
    object.append("target", .string(target))
    object.append("seed", .integer(seed))
    object.append("share", .rounded(share, places: 4))
    object.append(
      "suites",
      .array(suites.map { ["file": .string($0.file), "digest": .string($0.digest)] }))
    object.append("survivors", .array(survivors.map(\.json)))
    object.append("defects", .array(defects.map(\.json)))
    object.append("requirementsWithoutDefect", .strings(requirementsWithoutDefect))
    object.append(
      "variants",
      .array(
        variants.map {
          [
            "name": .string($0.name), "failed": .strings($0.failed), "alarms": .strings($0.alarms),
          ]
        }))
    object["recordings"] = recordings?.json
    return .object(object)
  }

  /// Reads what `json` writes. Members that this version does not know are ignored.
  ///
  /// - Throws: `RecordError` for the first member that is missing or has a wrong value.
  package init(_ value: JSONValue) throws(RecordError) {
    let reader = RecordReader(value)
    let version = try reader.integer("format")
    guard version == Self.formatVersion else {
      throw try reader.member("format").error(
        .unknownValue("\(version)", expected: "\(Self.formatVersion)"))
    }
    self.init(
      target: try reader.string("target"),
      suites: try reader.list("suites") { item throws(RecordError) in
        SuiteDigest(file: try item.string("file"), digest: try item.string("digest"))
      },
      share: try reader.fraction("share"), seed: try reader.integer("seed"))
    mutants = try MutantTally(reader)
    survivors = try reader.list("survivors") { item throws(RecordError) in try Survivor(item) }
    defects = try reader.list("defects") { item throws(RecordError) in try DefectResult(item) }
    requirementsWithoutDefect = try reader.strings("requirementsWithoutDefect")
    variants = try reader.list("variants") { item throws(RecordError) in
      VariantResult(
        name: try item.string("name"), failed: try item.strings("failed"),
        alarms: try item.strings("alarms"))
    }
    recordings = try reader.optional("recordings").map { item throws(RecordError) in
      try RecordingSharpness(item)
    }
  }
}

extension MutantTally {
  /// The score with four places.
  var scoreJSON: JSONValue { .rounded(score, places: 4) }

  /// Reads the counts; nil where there are none.
  init?(_ reader: RecordReader) throws(RecordError) {
    if try reader.optional("mutants") == nil { return nil }
    self.init(
      all: try reader.count("mutants"), caught: try reader.count("caught"),
      warned: try reader.count("warned"), harmless: try reader.count("harmless"))
    guard survived >= 0 else {
      throw try reader.member("mutants").error(
        .unknownValue("\(all)", expected: "at least what became of them"))
    }
  }
}

extension Survivor {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append("file", .string(location.file))
    object.append("line", .integer(location.position.line))
    object.append("column", .integer(location.position.column))
    object.append("scenario", .string(scenario))
    object.append("step", .string(step))
    object.append("place", .string(place))
    object.append("mutation", .string(mutation))
    object.append("summary", .string(summary))
    object.append("requirement", requirement.map { .string($0) } ?? .null)
    object["suggestion"] = suggestion.map { .string($0) }
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      location: SourceLocation(
        file: try reader.string("file"),
        position: Position(line: try reader.count("line"), column: try reader.count("column"))),
      scenario: try reader.string("scenario"), step: try reader.string("step"),
      place: try reader.string("place"), mutation: try reader.string("mutation"),
      summary: try reader.string("summary"),
      requirement: try reader.optionalString("requirement"),
      suggestion: try reader.optionalString("suggestion"))
  }
}

extension DefectResult {
  fileprivate var json: JSONValue {
    var object = JSONObject([
      (name: "name", value: .string(name)),
      (name: "requirement", value: .string(requirements.first ?? "")),
      (name: "requirements", value: .strings(requirements)),
      (name: "caught", value: .boolean(isCaught)),
      (name: "by", value: .strings(scenarios)),
      (name: "blamed", value: .strings(blamed)),
    ])
    object["remark"] = remark.map { .string($0) }
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      name: try reader.string("name"), requirements: try reader.strings("requirements"),
      isCaught: try reader.flag("caught"), scenarios: try reader.strings("by"),
      blamed: try reader.strings("blamed"), remark: try reader.optionalString("remark"))
  }
}

extension RecordReader {
  /// A number from 0 to 1.
  fileprivate func fraction(_ name: String) throws(RecordError) -> Double {
    let reader = try member(name)
    guard let number = reader.value.number?.double else { throw reader.wrongType("number") }
    guard 0...1 ~= number else {
      throw reader.error(.unknownValue("\(number)", expected: "a number from 0 to 1"))
    }
    return number
  }
}

extension JSONValue {
  /// A number with at most so many places after the point; cut, so that no score looks better than
  /// it is.
  fileprivate static func rounded(_ number: Double, places: Int) -> JSONValue {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let cut = Int((number * Double(scale)).rounded(.down))
    let digits = String(cut % scale)
    var fraction = String(repeating: "0", count: places - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let literal = fraction.isEmpty ? "\(cut / scale)" : "\(cut / scale).\(fraction)"
    return JSONNumber(literal: literal).map { .number($0) } ?? .integer(cut / scale)
  }
}
