// SPDX-License-Identifier: Apache-2.0
// The secrets that a scenario has come to know, and how it comes to know them.

import Encodings
import HTTPMessages
package import JSON
package import SuiteModel

/// The secrets that are known so far. What may be printed is masked by the `mask` of all of them,
/// once the last is known.
package struct Redaction: Sendable {
  /// Shorter values are no secrets; masking them would make reports unreadable.
  static let shortest = 6
  /// So many secrets are looked for, and so many bytes of them in all. Where an answer has more, no
  /// text of the scenario is shown.
  private static let limit = 500
  private static let limitBytes = 256 * 1024

  private(set) var secrets: [SecretForms] = []
  private var known: Set<String> = []
  private var byteCount = 0
  private var isOverfull = false
  /// Shared by all that are copied from one.
  private let cache = SecretCache()

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

  /// Adds a secret, to be shown as `‹name›`. One of fewer than six bytes is none, and of a longer
  /// one than can be saved, only an answer has more, of which reports show the beginning.
  package mutating func add(_ secret: String, named name: String) {
    let isLong = secret.utf8.count > SavedSize.limitBytes
    let secret = isLong ? String(decoding: secret.utf8.prefix(64 * 1024), as: UTF8.self) : secret
    guard secret.utf8.count >= Self.shortest, hasRoom(for: secret) else { return }
    secrets.append(cache.forms(of: secret, named: name))
  }

  private mutating func hasRoom(for secret: String) -> Bool {
    guard !isOverfull, !known.contains(secret) else { return false }
    byteCount += secret.utf8.count
    isOverfull = secrets.count >= Self.limit || byteCount > Self.limitBytes
    if !isOverfull { known.insert(secret) }
    return !isOverfull
  }

  /// Adds all texts and numbers in a value.
  package mutating func addAll(_ value: JSONValue, named name: String) {
    var rest = [value]
    while let value = rest.popLast() {
      switch value {
      case .string(let text): add(text, named: name)
      case .number(let number): add(number.literal, named: name)
      case .array(let items): rest += items
      case .object(let object): rest += object.members.map(\.value)
      case .null, .boolean: break
      }
    }
  }

  package mutating func merge(_ other: Redaction) {
    for secret in other.secrets where hasRoom(for: secret.text) { secrets.append(secret) }
    isOverfull = isOverfull || other.isOverfull
  }

  /// Texts without the secrets known so far.
  package var mask: Mask { Mask(secrets, showsNothing: isOverfull) }
}

extension Redaction {
  /// Adds what the secret members of a JSON value hold, and every SAML message in it.
  package mutating func addSecrets(in value: JSONValue) {
    var rest: [(value: JSONValue, isRequest: Bool)] = [(value, false)]
    while let (value, isRequest) = rest.popLast() {
      switch value {
      case .array(let items): for item in items { rest.append((item, false)) }
      case .object(let object):
        for member in object.members {
          switch member.value {
          case .null, .boolean: break
          case .string(let text):
            let isSecret =
              SecretPlaces.isSecret(member.name) || isRequest && member.name == "request"
            if isSecret || SecretPlaces.isSAML(text) { add(text, named: member.name) }
          case .number, .array, .object:
            if SecretPlaces.isSecret(member.name) {
              addAll(member.value, named: member.name)
            } else {
              rest.append((member.value, member.name == "authenticationRequest"))
            }
          }
        }
      case .string(let text): if SecretPlaces.isSAML(text) { add(text, named: "SAML") }
      case .number, .null, .boolean: break
      }
    }
  }

  /// Adds what a request carries in secret places.
  mutating func addSecrets(of request: HTTPRequest) {
    for field in request.headers.fields where SecretPlaces.isSecretHeader(field.name) {
      let scheme = SecretPlaces.scheme(of: field.value)
      add(String(field.value.dropFirst(scheme.map { $0.count + 1 } ?? 0)), named: field.name)
    }
    if request.target.utf8.contains(UInt8(ascii: "?")) { addSecrets(inText: request.target) }
    guard !request.body.isEmpty else { return }
    if let root = try? JSONParser.document(request.body).root {
      addSecrets(in: root)
    } else if let fields = FormBody.decode(request.body) {
      addSecrets(in: .object(fields.map { ($0.name, .string($0.value)) }))
    }
    if request.body.first != UInt8(ascii: "{") {
      addSecrets(inText: String(decoding: request.body, as: UTF8.self))
    }
  }

  /// Adds what an answer carries in secret places.
  ///
  /// - Parameter json: Its body, where that is JSON.
  mutating func addSecrets(of response: HTTPResponse, json: JSONValue?) {
    for field in response.headers.fields where HeaderList.isSame(field.name, "Location") {
      addSecrets(inText: field.value)
    }
    if let json { return addSecrets(in: json) }
    guard !response.body.isEmpty else { return }
    if let root = try? JSONParser.document(response.body, limits: .answer).root {
      return addSecrets(in: root)
    }
    let text = String(decoding: response.body, as: UTF8.self)
    if SecretPlaces.isSAML(text) { add(text, named: "SAML") }
    addSecrets(inText: text)
  }

  /// Adds the values beside secret names in a URL, a page, XML or broken JSON.
  mutating func addSecrets(inText text: String) {
    for (name, value) in SecretPlaces.pairs(in: text) {
      add(value, named: name)
      if let decoded = PercentEncoding.decode(value, plusIsBlank: true) {
        add(decoded, named: name)
      }
    }
  }
}
