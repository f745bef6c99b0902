// SPDX-License-Identifier: Apache-2.0
// The JSON Schema of profiles that give these facts, as Suites/profile.schema.json has it.

import Formats
import Suites

extension FactTable {
  /// The schema of a profile: that of all profiles, and the facts by name and type.
  var profileSchema: JSONValue {
    var facts = JSONObject()
    for declaration in declarations { facts.append(declaration.name, declaration.schema) }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "A target profile of sso-conformance",
      "description": "Made from facts.yaml",
      "$ref": "suite.schema.json#/$defs/profile",
      "properties": [
        "facts": ["additionalProperties": false, "properties": .object(facts)],
        "secrets": ["items": ["enum": .array(names.map(JSONValue.string))]],
      ],
    ]
  }
}

extension FactDeclaration {
  /// To an editor, `!env NAME` is the text `NAME`.
  private static let variable: JSONValue = ["type": "string", "pattern": "^[A-Z_][A-Z0-9_]*$"]

  fileprivate var schema: JSONValue {
    var allowed: [JSONValue] = []
    switch type {
    case .text where values.isEmpty:
      allowed = [essential.isEmpty ? ["type": "string"] : ["type": "string", "minLength": 1]]
    case .text: allowed = [["enum": .array(values.map(JSONValue.string))], Self.variable]
    case .integer, .boolean: allowed = [type.schema(items: nil), Self.variable]
    case .list: allowed = [type.schema(items: items)]
    case .map:
      var properties = JSONObject()
      for part in parts {
        properties.append(
          part.name,
          .object(
            JSONObject([
              ("description", .string(part.about)),
              ("anyOf", [part.type.schema(items: part.items), ["type": "null"]]),
            ])))
      }
      allowed = [
        parts.isEmpty
          ? ["type": "object"]
          : [
            "type": "object", "additionalProperties": false, "properties": .object(properties),
          ]
      ]
    }
    if essential.isEmpty || standard != nil { allowed.append(["type": "null"]) }
    var object = JSONObject([("description", JSONValue.string(about))])
    if let only = allowed.first?.object, allowed.count == 1 {
      for member in only.members { object.append(member.name, member.value) }
    } else {
      object.append("anyOf", .array(allowed))
    }
    if !isSecret { object.append("examples", [standard ?? example]) }
    return .object(object)
  }
}

extension FactType {
  fileprivate func schema(items: FactType?) -> JSONValue {
    switch self {
    case .text: ["type": "string"]
    case .integer: ["type": "integer"]
    case .boolean: ["type": "boolean"]
    case .list:
      items.map { ["type": "array", "items": $0.schema(items: nil)] } ?? ["type": "array"]
    case .map: ["type": "object"]
    }
  }
}
