// SPDX-License-Identifier: Apache-2.0
// What a verdict rests on as JSON.

import JSON

extension EvidenceRecord {
  /// - Parameter tool: Its version is a part of the digest.
  func json(_ tool: ToolRecord) -> JSONValue {
    var object = JSONObject()
    object.append("digest", .string(digest(tool)))
    object.append(
      "files",
      .array(
        files.map {
          [
            "kind": .string($0.kind.rawValue), "file": .string($0.path),
            "digest": .string($0.digest),
          ]
        }))
    object["profile"] = profile?.json
    return .object(object)
  }

  /// Reads what `json` writes, without the digest of all, which follows from the rest.
  init(_ reader: RecordReader) throws(RecordError) {
    self.init(
      files: try reader.list("files") { item throws(RecordError) in
        EvidenceFile(
          kind: try item.word("kind"), path: try item.string("file"),
          digest: try item.string("digest"))
      },
      profile: try reader.optional("profile").map { item throws(RecordError) in
        try ProfileRecord(item)
      })
  }
}

extension ProfileRecord {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object.append(
      "facts", .object(JSONObject(facts.map { (name: $0.name, value: $0.value) })))
    object["cookbooks"] = cookbooks.map { .strings($0) }
    object["rate"] = rate.map {
      ["perSecond": .decimal($0.perSecond), "burst": .integer($0.burst)]
    }
    object.append("clockToleranceMs", clockTolerance.json)
    object.append("connectTimeoutMs", connectTimeout.json)
    object.append("responseTimeoutMs", responseTimeout.json)
    return .object(object)
  }

  fileprivate init(_ reader: RecordReader) throws(RecordError) {
    let facts = try reader.member("facts")
    guard case .object(let object) = facts.value else { throw facts.wrongType("object") }
    self.init(
      facts: object.members.map { Fact(name: $0.name, value: $0.value) },
      cookbooks: try reader.optional("cookbooks") == nil ? nil : try reader.strings("cookbooks"),
      rate: try reader.optional("rate").map { item throws(RecordError) in
        let perSecond = try item.member("perSecond")
        guard let number = perSecond.value.number else { throw perSecond.wrongType("number") }
        return Rate(perSecond: number.double, burst: try item.count("burst"))
      },
      clockTolerance: try reader.duration("clockToleranceMs"),
      connectTimeout: try reader.duration("connectTimeoutMs"),
      responseTimeout: try reader.duration("responseTimeoutMs"))
  }
}

extension JSONValue {
  /// A number as Swift writes it, without `.0`; 0 where JSON has no such number.
  fileprivate static func decimal(_ number: Double) -> JSONValue {
    let text = "\(number)"
    let literal = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    return JSONNumber(literal: literal).map { .number($0) } ?? 0
  }
}
