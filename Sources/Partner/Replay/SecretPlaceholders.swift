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
  /// Whether a text that is declared as harmless is known to be a secret, or to hold one.
  var isKnown: @Sendable (String) -> Bool = { _ in false }
  /// Whether people read the result: a mark stands in each place then.
  var isOutline = false
  private var numbers: [String: Int] = [:]

  /// Texts from this length on that have only the characters of tokens count as tokens.
  private static let shortestToken = 32
  private static let longestText = 1 << 20
  /// Members of a token that a service has to know, and that are not secret.
  private static let publicClaims: Set<String> = ["alg", "typ", "iss", "aud"]
  static let dates: Set<String> = ["exp", "iat", "nbf", "auth_time", "expirationDate"]

  /// Whether a value is the place of a secret.
  static func isPlace(_ value: JSONValue) -> Bool {
    value["secret"]?.string != nil
      && ["number", "length", "template", "claims"].contains { value[$0] != nil }
  }

  /// Whether a text could be a token.
  static func isToken(_ text: String) -> Bool {
    text.utf8.count >= shortestToken
      && text.utf8.allSatisfy { $0.isAlphanumeric || "+/=-_.~%".utf8.contains($0) }
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
    case (.null, _), (.boolean, _), (.string(""), _), (.number, .integer?), (.number, .date?),
      (.number, .label?):
      return value
    case (.string(let text), .date?) where Int(text) != nil: return value
    case (.string(let text), .words(let words)?) where words.contains(text): return value
    case (.string(let text), .text?), (.string(let text), .label?):
      return isHarmless(text) ? value : place(of: text, write)
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
        let isNamed = known != nil || isHarmless(member.name)
        result.append(
          isNamed ? member.name : Self.text(numbered("text", member.name)),
          replaced(member.value, known?.kind, isSecret: known?.isSecret ?? true, write))
      }
      return .object(result)
    }
  }

  private func isHarmless(_ text: String) -> Bool { !Self.isToken(text) && !isKnown(text) }

  private mutating func place(of text: String, _ write: (String) -> String) -> JSONValue {
    if !isOutline, text.first(where: { !$0.isWhitespace }) == "<" {
      return ["secret": "document", "template": .string(write(text))]
    }
    guard let token = try? JWS.document(text) else { return numbered("text", text) }
    var place = numbered("jws", text).object ?? JSONObject()
    for part in ["header", "claims"] {
      var object = JSONObject()
      for member in token[part]?.object?.members ?? [] {
        var kind: Form.Kind?
        if Self.publicClaims.contains(member.name) {
          kind = member.value.array == nil ? .label : .texts
        } else if Self.dates.contains(member.name) {
          kind = .date
        }
        object.append(member.name, replaced(member.value, kind, write))
      }
      place[part] = .object(object)
    }
    place["length"] = nil
    return .object(place)
  }

  private mutating func numbered(_ kind: String, _ text: String) -> JSONValue {
    if isOutline { return "‹masked›" }
    let number = numbers[text] ?? numbers.count + 1
    numbers[text] = number
    return [
      "secret": .string(kind), "number": .integer(number), "length": .integer(text.utf8.count),
    ]
  }
}

extension FrameworkValue {
  /// The parts of a value that are not secret, as a report shows them below the header; nil
  /// where nothing is declared of its form, or it has another one.
  package func outline(of value: String) -> String? {
    var places = SecretPlaceholders()
    places.isOutline = true
    let whole: JSONValue? =
      switch decoding {
      case .none: nil
      // One that is no secret stands decoded below its header.
      case .base64JSON where !isSecret: nil
      case .base64JSON: Self.structure(value).map { places.replaced($0, .parts(form), { $0 }) }
      case .jws:
        (try? JWS.document(value)).map { _ in places.replaced(.string(value), nil, { $0 }) }
      }
    return whole.map { JSONWriter.text($0) }
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
      guard isPlace(value), let secret = value["secret"]?.string else {
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
    let text = Self.text(place)
    switch secret {
    case "document": return .string(write(place["template"]?.string ?? ""))
    case "number":
      return .integer(
        Int(
          text.prefix(15).map { $0.isNumber ? $0 : "7" }.reduce("1") {
            "\($0)\($1)"
          }.prefix(min(text.utf8.count, 15))) ?? 1)
    case "jws":
      let parts = ["header", "claims"].map { name in
        JSONWriter.text(filled(place[name] ?? [:], nil, movedBy: distance, write))
      }
      return .string((parts + [text]).map(Base64.encode(url:)).joined(separator: "."))
    default: return .string(text)
    }
  }

  /// The made-up text of a number, as long as the secret was.
  private static func text(_ place: JSONValue) -> String {
    let standard = place["claims"] == nil ? 16 : 64
    let length = max(1, min(place["length"]?.number?.integer ?? standard, longestText))
    let number = place["number"]?.number?.integer ?? 0
    let digits = SHA256.hexadecimal(Array("value \(number)".utf8))
    return String(String(repeating: digits, count: length / digits.count + 1).prefix(length))
  }
}
