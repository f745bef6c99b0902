// SPDX-License-Identifier: Apache-2.0
// Masks secrets in whatever a record holds, whatever encoding they stand in.

import Encodings
package import JSON
package import SuiteModel

/// The secrets that are known so far, and texts without them.
package struct Redaction: Sendable {
  /// Shorter values are no secrets; masking them would make reports unreadable.
  private static let shortest = 6
  /// A secret that was cut is still masked, if at least so much of it is left.
  private static let shortestPart = 12

  /// Each text to be masked, and the name that stands in its place; the longest first.
  private var texts: [(text: [UInt8], name: String)] = []
  private var known: Set<String> = []

  package init() {}
}

extension Redaction {
  /// What is secret before anything has been sent: those of the target's facts.
  package init(_ profile: Profile) {
    let facts = profile.factsByName
    for name in Names.secretFacts.union(profile.secrets).sorted() {
      if let value = facts[name] { addAll(value, named: name) }
    }
  }

  /// Header fields whose values are never shown.
  private static let secretHeaders: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "ap-device-identifier",
    "ap-tempass-identity", "ap-temppass-identity", "adobe-subject-token", "ad-service-token",
    "x-roku-reserved-roku-connect-token", "ap-visitor-identifier",
  ]

  /// Members of JSON and of forms whose values are never shown, in any letter case.
  private static let secretMembers: Set<String> = [
    "access_token", "refresh_token", "client_secret", "client_id", "software_statement",
    "serializedtoken", "samlresponse", "samlrequest", "samlattributequeryresponse",
    "verificationtoken", "authenticationrequest.request", "userid", "upstreamuserid",
    "householdid", "deviceid", "device_id", "password",
  ]

  package static func isSecretHeader(_ name: String) -> Bool {
    secretHeaders.contains(name.lowercased())
  }

  /// Adds a secret: from now on it is masked as it is, and in Base64, percent-encoded, as a form
  /// value, as JSON text and as a digest.
  package mutating func add(_ secret: String, named name: String) {
    guard secret.utf8.count >= Self.shortest, known.insert(secret).inserted else { return }
    let base64 = Base64.encode(secret)
    var forms = [
      secret, base64, PercentEncoding.encode(secret), PercentEncoding.encodeForm(secret),
      PercentEncoding.encode(base64), PercentEncoding.encodeForm(base64),
      String(JSONWriter.text(.string(secret)).dropFirst().dropLast()),
      SHA256.hexadecimal(Array(secret.utf8)),
    ]
    if let decoded = Base64.decode(secret), decoded.count >= Self.shortestPart,
      let text = String(validating: decoded, as: UTF8.self)
    {
      forms.append(text)
      forms.append(String(JSONWriter.text(.string(text)).dropFirst().dropLast()))
    }
    if secret.contains("\n") || secret.contains("  "),
      case .string(let unwrapped)? = try? Filter.unwrap.apply(to: .string(secret))
    {
      forms += [unwrapped, Base64.encode(unwrapped)]
    }
    for form in forms where !texts.contains(where: { $0.text.elementsEqual(form.utf8) }) {
      texts.append((Array(form.utf8), name))
    }
    texts.sort { $0.text.count > $1.text.count }
  }

  /// Adds what secret members of a JSON value hold.
  package mutating func addSecrets(in value: JSONValue) {
    collect(value, parent: "", depth: 0)
  }

  /// Adds all texts in a value.
  package mutating func addAll(_ value: JSONValue, named name: String) {
    switch value {
    case .string(let text): add(text, named: name)
    case .number(let number): add(number.literal, named: name)
    case .array(let items): for item in items { addAll(item, named: name) }
    case .object(let object): for member in object.members { addAll(member.value, named: name) }
    case .null, .boolean: break
    }
  }

  package mutating func merge(_ other: Redaction) {
    for entry in other.texts
    where !texts.contains(where: { $0.text == entry.text }) { texts.append(entry) }
    known.formUnion(other.known)
    texts.sort { $0.text.count > $1.text.count }
  }

  private mutating func collect(_ value: JSONValue, parent: String, depth: Int) {
    switch value {
    case .array(let items): for item in items { collect(item, parent: parent, depth: depth + 1) }
    case .object(let object):
      for member in object.members {
        let name = member.name.lowercased()
        if Self.secretMembers.contains(name) || Self.secretMembers.contains("\(parent).\(name)") {
          addAll(member.value, named: member.name)
        } else {
          collect(member.value, parent: name, depth: depth + 1)
        }
      }
    case .string, .number, .boolean, .null: break
    }
  }

  /// The text with every secret replaced by its name: `‹access_token›`.
  package func masked(_ text: String) -> String {
    guard !texts.isEmpty, text.utf8.count >= Self.shortest else { return text }
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    var isChanged = false
    while index < bytes.count {
      if let (length, name) = secret(in: bytes, at: index) {
        if !isChanged {
          output = Array(bytes[..<index])
          isChanged = true
        }
        output += "‹\(name)›".utf8
        index += length
      } else {
        if isChanged { output.append(bytes[index]) }
        index += 1
      }
    }
    return isChanged ? String(decoding: output, as: UTF8.self) : text
  }

  /// The secret that begins here, whole, or cut where the text ends or was cut (`…`).
  private func secret(in bytes: [UInt8], at start: Int) -> (length: Int, name: String)? {
    let first = bytes[start]
    for (text, name) in texts where text[0] == first {
      var length = 0
      while length < text.count, start + length < bytes.count,
        text[length] == bytes[start + length]
      {
        length += 1
      }
      if length == text.count { return (length, name) }
      let end = start + length
      let isCut = end == bytes.count || bytes[end...].starts(with: "…".utf8)
      if isCut, length >= Self.shortestPart { return (length, name) }
    }
    return nil
  }
}
