// SPDX-License-Identifier: Apache-2.0
// Writes the score of a self-test as JSON.

import Formats
import Record
import Text

extension Sharpness {
  /// The value that `sso-selftest --json` writes.
  var json: JSONValue {
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
}

extension MutantTally {
  /// The score with four places.
  var scoreJSON: JSONValue { .rounded(score, places: 4) }
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
