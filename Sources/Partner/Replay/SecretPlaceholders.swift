// SPDX-License-Identifier: Apache-2.0
// Places in a recording for secrets: how they are made, and filled in a replay.

import Formats
import Text

/// Puts places for secrets into what is recorded, and fills them again.
///
///     {"secret": "text", "number": 1, "length": 40}     the same number is the same text
///     {"secret": "number", "number": 2, "length": 6}
///     {"secret": "jws", "number": 3, "header": {…}, "claims": {…}}
///     {"secret": "document", "template": "<Response ID=\"{{id 1}}\" …"}
///
/// What is not declared as harmless is a secret, and so is a text that looks like a token.
struct SecretPlaceholders {
  private var numbers: [String: Int] = [:]

  /// Texts from this length on that have only the characters of tokens count as tokens.
  private static let shortestToken = 32
  private static let longestText = 1 << 20
  /// Members of a token that a service has to know, and are nobody's secret.
  private static let publicClaims: Set<String> = ["alg", "typ", "iss", "aud"]
  static let dates: Set<String> = ["exp", "iat", "nbf", "auth_time", "expirationDate"]

  /// Whether a value is the place of a secret.
  static func isPlace(_ value: JSONValue) -> Bool { value["secret"]?.string != nil }

  /// Whether a text could be a token.
  static func isToken(_ text: String) -> Bool {
    text.utf8.count >= shortestToken
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "+/=-_.~%".utf8.contains(byte)
        }
      }
  }
}

extension SecretPlaceholders {
  /// A value with places for its secrets.
  ///
  /// - Parameters:
  ///   - kind: What is declared of it; nil for nothing.
  ///   - write: Makes the template of a document.
  mutating func replaced(
    _ value: JSONValue, _ kind: Form.Kind?, isSecret: Bool = false, _ write: (String) -> String
  ) -> JSONValue {
    switch (value, isSecret ? nil : kind) {
    case (.null, _), (.boolean, _), (.string(""), _), (_, .integer?), (_, .date?), (_, .words?):
      return value
    case (.string(let text), .text?), (.string(let text), .label?):
      return Self.isToken(text) ? place(of: text, write) : value
    case (.number, .label?): return value
    case (.string(let text), _): return place(of: text, write)
    case (.number(let number), _): return numbered("number", number.literal)
    case (.array(let items), let kind):
      let kind: Form.Kind? = kind == .texts ? .text : nil
      return .array(items.map { replaced($0, kind, write) })
    case (.object(let object), let kind):
      var result = JSONObject()
      var form: Form?
      if case .parts(let parts)? = kind { form = parts }
      for member in object.members {
        let known = form?[member.name]
        result.append(
          member.name,
          replaced(member.value, known?.kind, isSecret: known?.isSecret ?? true, write))
      }
      return .object(result)
    }
  }

  private mutating func place(of text: String, _ write: (String) -> String) -> JSONValue {
    if text.first(where: { !$0.isWhitespace }) == "<" {
      return ["secret": "document", "template": .string(write(text))]
    }
    guard let token = try? JWS.document(text) else { return numbered("text", text) }
    var place = numbered("jws", text).object ?? JSONObject()
    for part in ["header", "claims"] {
      var object = JSONObject()
      for member in token[part]?.object?.members ?? [] {
        let isKnown = Self.publicClaims.contains(member.name) || Self.dates.contains(member.name)
        object.append(member.name, isKnown ? member.value : replaced(member.value, nil, write))
      }
      place[part] = .object(object)
    }
    place["length"] = nil
    return .object(place)
  }

  private mutating func numbered(_ kind: String, _ text: String) -> JSONValue {
    let number = numbers[text] ?? numbers.count + 1
    numbers[text] = number
    return [
      "secret": .string(kind), "number": .integer(number), "length": .integer(text.utf8.count),
    ]
  }
}

extension SecretPlaceholders {
  /// A recorded value with a made-up text in each place, and its dates moved.
  ///
  /// - Parameters:
  ///   - distance: The milliseconds from the recording to the replay.
  ///   - write: Makes a document from its template.
  static func filled(
    _ value: JSONValue, _ kind: Form.Kind?, movedBy distance: Int, _ write: (String) -> String
  ) -> JSONValue {
    switch value {
    case .array(let items):
      return .array(items.map { filled($0, nil, movedBy: distance, write) })
    case .object(let object):
      guard let secret = value["secret"]?.string else {
        var form: Form?
        if case .parts(let parts)? = kind { form = parts }
        return .object(
          JSONObject(
            object.members.map { member in
              let kind = dates.contains(member.name) ? .date : form?[member.name]?.kind
              return (member.name, filled(member.value, kind, movedBy: distance, write))
            }))
      }
      return text(of: secret, value, distance, write)
    default: return kind == .date ? RecordedDates.shifted(value, by: distance) : value
    }
  }

  private static func text(
    of secret: String, _ place: JSONValue, _ distance: Int, _ write: (String) -> String
  ) -> JSONValue {
    let number = place["number"]?.number?.integer ?? 0
    let length = max(1, min(place["length"]?.number?.integer ?? 16, longestText))
    let digits = SHA256.hexadecimal(Array("value \(number)".utf8))
    let text = String(repeating: digits, count: length / digits.count + 1).prefix(length)
    switch secret {
    case "document": return .string(write(place["template"]?.string ?? ""))
    case "number":
      return .integer(
        Int(
          text.prefix(15).map { $0.isNumber ? $0 : "7" }.reduce("1") {
            "\($0)\($1)"
          }.prefix(min(length, 15))) ?? 1)
    case "jws":
      let parts = ["header", "claims"].map { name in
        JSONWriter.text(filled(place[name] ?? [:], nil, movedBy: distance, write))
      }
      return .string((parts + [digits]).map(Base64.encode(url:)).joined(separator: "."))
    default: return .string(String(text))
    }
  }
}
