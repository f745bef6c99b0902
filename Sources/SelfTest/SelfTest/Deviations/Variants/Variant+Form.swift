// SPDX-License-Identifier: Apache-2.0
// Variants in the form of the JSON of answers.

internal import HTTPMessages
internal import JSON

extension Variant {
  static let form: [Variant] = [
    Variant(
      "absent-members-as-null", by: "AMB-56",
      summary: "Members of sessions that are not there are written as null",
      .json(at: ServiceEndpoint.sessions) { json, _ in
        for name in ["code", "missingParameters", "authenticationRequest", "notBefore", "notAfter"]
        where json[name] == nil {
          json.set(name, .null)
        }
      }),
    Variant(
      "times-as-texts", by: "AMB-07", summary: "All times are texts of digits",
      .json(at: ServiceEndpoint.v2) { json, _ in
        json = json.mapped { value in
          guard var object = value.object else { return value }
          for name in times {
            if let number = object[name]?.number { object[name] = .string(number.literal) }
          }
          return .object(object)
        }
      }),
    Variant(
      "times-as-numbers", by: "AMB-07", summary: "All times are numbers",
      .json(at: ServiceEndpoint.v2) { json, _ in
        json = json.mapped { value in
          guard var object = value.object else { return value }
          for name in times {
            if let number = object[name]?.string.flatMap({ Int($0) }) {
              object[name] = .integer(number)
            }
          }
          return .object(object)
        }
      }),
    Variant(
      "more-members", by: "REST API V2, tables of the answers",
      summary: "Objects have members that no document names",
      .json(at: ServiceEndpoint.everywhere, status: 200...499) { json, _ in
        json = json.mapped { value in
          guard case .object(var object) = value, !isMap(object) else { return value }
          object.append("x-release", ["number": 17, "features": [.null, true, "profiles"]])
          return .object(object)
        }
      }),
    Variant(
      "members-reversed", by: "RFC 8259, section 4",
      summary: "The members of objects are in the other order",
      .json(at: ServiceEndpoint.everywhere, status: 200...499) { json, _ in
        json = json.mapped { value in
          guard let object = value.object else { return value }
          return .object(JSONObject(Array(object.members.reversed())))
        }
      }),
    Variant(
      "indented-json", by: "RFC 8259, section 2",
      summary: "JSON has blanks and line breaks between its tokens",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        guard response.hasJSON, let json = response.json else { return }
        response.body = JSONWriter.bytes(json, indented: true) + Array("\r\n".utf8)
      }),
    Variant(
      "escaped-slashes", by: "RFC 8259, section 7", summary: "Slashes in JSON texts are escaped",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        guard response.hasJSON else { return }
        response.body = Array(
          String(decoding: response.body, as: UTF8.self).replacing("/", with: "\\/").utf8)
      }),
    Variant(
      "escaped-letters", by: "RFC 8259, section 7",
      summary: "Letters in JSON texts are written as \\u and four digits",
      .answer(at: ServiceEndpoint.everywhere) { response, _ in
        if response.hasJSON { response.body = escapingLetters(response.body) }
      }),
    Variant(
      "json-with-charset", by: "AMB-13",
      summary: "The type of JSON is application/json;charset=UTF-8",
      type("application/json;charset=UTF-8")),
    Variant(
      "json-type-in-capitals", by: "RFC 9110, section 8.3.1",
      summary: "The type of JSON is Application/JSON; Charset=\"utf-8\"",
      type("Application/JSON; Charset=\"utf-8\"")),
  ]

  private static let times = ["notBefore", "notAfter"]

  private static func type(_ text: String) -> Alteration {
    .answer(at: ServiceEndpoint.everywhere) { response, _ in
      if response.headers["Content-Type"] == "application/json" {
        response.headers.set("Content-Type", text)
      }
    }
  }

  /// Whether the members of an object are named for things, so that one more would be a thing more.
  private static func isMap(_ object: JSONObject) -> Bool {
    object.members.allSatisfy { $0.value.object != nil }
  }

  private static func escapingLetters(_ json: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var escaped: [UInt8] = []
    var isInText = false
    var isEscape = false
    for byte in json {
      if isEscape {
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else if byte == UInt8(ascii: "\"") {
        isInText.toggle()
      } else if isInText, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) {
        escaped += [UInt8(ascii: "\\"), UInt8(ascii: "u"), digits[0], digits[0]]
        escaped += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        continue
      }
      escaped.append(byte)
    }
    return escaped
  }
}

extension HTTPResponse {
  /// Whether the body is JSON by its type.
  fileprivate var hasJSON: Bool {
    !body.isEmpty && headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true
  }
}
