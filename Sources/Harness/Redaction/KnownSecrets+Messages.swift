// SPDX-License-Identifier: Apache-2.0
// Finds the secrets in requests, answers and other texts.

import Encodings
package import HTTPMessages
package import JSON

extension KnownSecrets {
  /// Adds the values of the secret members of a JSON value, and every SAML message in it.
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

  /// Adds the secrets of a request: in its headers, its query and its body.
  package mutating func addSecrets(of request: HTTPRequest) {
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

  /// Adds the secrets of an answer: in its `Location` and its body.
  ///
  /// - Parameter json: The body, if it was already read as JSON.
  package mutating func addSecrets(of response: HTTPResponse, json: JSONValue?) {
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
  package mutating func addSecrets(inText text: String) {
    for (name, value) in SecretPlaces.pairs(in: text) {
      add(value, named: name)
      if let decoded = PercentEncoding.decode(value, plusIsBlank: true) {
        add(decoded, named: name)
      }
    }
  }
}
