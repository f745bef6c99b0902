// SPDX-License-Identifier: Apache-2.0
// Catalogues as they stand in the record of a run.

import Catalogues
import Findings
import JSON

extension Catalogue {
  /// The catalogue with the verdict on each requirement.
  ///
  /// - Parameter verdicts: By the ids of the requirements.
  func json(_ verdicts: [String: RequirementVerdict]) -> JSONValue {
    var object: JSONObject = JSONObject()
    object.append("cookbook", .string(cookbook))
    object.append("revision", .string(revision))
    if !ambiguities.isEmpty {
      object.append(
        "ambiguities",
        .object(ambiguities.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.json) })
      )
    }
    object.append(
      "phases",
      .array(
        phases.map { phase in
          [
            "id": .string(phase.id), "title": .string(phase.title),
            "requirements": .array(phase.requirements.map { $0.json(verdicts[$0.id]) }),
          ]
        }))
    return .object(object)
  }

  /// Reads what `json` writes, without the verdicts.
  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      cookbook: try reader.string("cookbook"), revision: try reader.string("revision"),
      phases: try reader.list("phases") { phase throws(RecordError) in
        Phase(
          id: try phase.string("id"), title: try phase.string("title"),
          requirements: try phase.list("requirements") { item throws(RecordError) in
            try Requirement(item)
          })
      },
      ambiguities: try reader.optional("ambiguities")?.ambiguities() ?? [:])
  }
}

extension Requirement {
  fileprivate func json(_ verdict: RequirementVerdict?) -> JSONValue {
    var object = JSONObject()
    object.append("id", .string(id))
    object["verdict"] = verdict.map { .string($0.rawValue) }
    object.append("level", .string(level.text))
    object.append("subject", .string(subject))
    object.append("text", .string(text))
    object.append("testableBy", .string(testableBy.text))
    object["endpoint"] = endpoint.map { .string($0) }
    object.append("source", .string(source))
    object["url"] = (url?.text).map { .string($0) }
    object["ambiguity"] = ambiguity.map { .string($0) }
    object.append("step", .string(step))
    object["excuse"] = excuse.map { .string($0) }
    object["unrecorded"] = unrecorded.map { .string($0) }
    object["effect"] = effect.map { .string($0) }
    object["places"] = places.map { .array($0.map { .string($0.text) }) }
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      id: try reader.string("id"), level: Level(try reader.string("level")),
      subject: try reader.string("subject"), text: try reader.string("text"),
      testableBy: TestableBy(try reader.string("testableBy")),
      endpoint: try reader.optionalString("endpoint"),
      source: try reader.string("source"), ambiguity: try reader.optionalString("ambiguity"),
      step: try reader.string("step"), excuse: try reader.optionalString("excuse"),
      places: try reader.places(), unrecorded: try reader.optionalString("unrecorded"),
      url: try reader.address(), effect: try reader.optionalString("effect"))
  }
}

extension RecordReader {
  fileprivate func ambiguities() throws(RecordError) -> [String: Ambiguity] {
    guard case .object(let object) = value else { throw wrongType("object") }
    var ambiguities: [String: Ambiguity] = [:]
    for name in object.names {
      let item = try member(name)
      ambiguities[name] = Ambiguity(
        text: try item.string("text"),
        isChoice: try item.optional("choice") == nil ? false : try item.flag("choice"),
        url: try item.address())
    }
    return ambiguities
  }

  /// The address under `url`; nil where it is missing, or where no report may link it.
  fileprivate func address() throws(RecordError) -> WebAddress? {
    try optionalString("url").flatMap { WebAddress($0) }
  }
}
