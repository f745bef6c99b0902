// SPDX-License-Identifier: Apache-2.0
// The verdict of the suites on a service with a seeded defect.

import Formats
import Record

/// The verdict of the suites on a service with one seeded defect.
struct DefectResult: Sendable, Equatable {
  var name: String
  /// The ids of the requirements that it breaks, the main one first.
  var requirements: [String]
  /// Whether a scenario that was conformant no longer is.
  var isCaught: Bool
  /// The names of the scenarios that caught it.
  var scenarios: [String]
  /// The ids of the requirements that the report marks failed.
  var blamed: [String]
  /// A remark on a defect that is not caught: who notices it instead, or why it could
  /// not be tried.
  var remark: String?

  /// Whether the report blames one of the requirements that it breaks.
  var isBlamedRightly: Bool { requirements.contains { blamed.contains($0) } }
}

extension DefectResult {
  var json: JSONValue {
    var object = JSONObject([
      (name: "name", value: .string(name)),
      (name: "requirement", value: .string(requirements.first ?? "")),
      (name: "requirements", value: .strings(requirements)),
      (name: "caught", value: .boolean(isCaught)), (name: "by", value: .strings(scenarios)),
      (name: "blamed", value: .strings(blamed)),
    ])
    object["remark"] = remark.map { .string($0) }
    return .object(object)
  }
}

extension DefectResult {
  /// - Parameter isWhole: Whether all suites were tried; a part of them need not see everything.
  init(_ trial: DefectTrial, ofAllSuites isWhole: Bool) {
    var remark: String?
    var scenarios: [String] = []
    var blamed: [String] = []
    switch trial.result {
    case .caught(let by, let requirements): (scenarios, blamed) = (by, requirements)
    case .hidden(let finding): remark = "a finding hides what is no known secret: \(finding)"
    case .missed(let others, let requirements):
      if let first = others.first {
        remark =
          "only scenarios notice it that cover none of its requirements: '\(first)'"
          + (others.count > 1 ? " and \(others.count - 1) more" : "")
          + ", which blame \(requirements.isEmpty ? "nothing" : requirements.joined(separator: ", "))"
      }
    case .unseen:
      remark =
        "it changes nothing that "
        + (isWhole
          ? "a scenario sees: the table of defects is wrong" : "one of these scenarios asks for")
    case .uncovered: remark = "no scenario covers its requirements"
    case .failed(let reason): remark = reason
    }
    self.init(
      name: trial.name, requirements: trial.requirements, isCaught: trial.isCaught,
      scenarios: scenarios, blamed: blamed, remark: remark)
  }
}
