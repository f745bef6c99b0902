// SPDX-License-Identifier: Apache-2.0
// Finds the secrets in requests, answers and other texts.

package import Formats
package import HTTP
import Text

extension KnownSecrets {
  /// A document within a string of a document is searched, too, up to this depth.
  private static let depth = 4

  /// A value, and what surrounds it.
  private struct Place {
    let value: JSONValue
    /// The name of the member that it is; nil for an item of an array.
    let name: String?
    let depth: Int
  }

  /// Adds the values of the secret members of a JSON value, and every SAML message in it.
  package mutating func addSecrets(in value: JSONValue) {
    addSecrets(in: value, depth: 0)
  }

  private mutating func addSecrets(in value: JSONValue, depth: Int) {
    var rest = [Place(value: value, name: nil, depth: depth)]
    while let place = rest.popLast() {
      switch place.value {
      case .array(let items):
        for item in items {
          // The items of `users` are users.
          let owner = place.name.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
          rest.append(Place(value: item, name: owner, depth: place.depth))
        }
      case .object(let object): addSecrets(of: object, in: place, &rest)
      case .string(let text): addSecrets(inString: text, depth: place.depth)
      case .number, .null, .boolean: break
      }
    }
  }

  private mutating func addSecrets(
    of object: JSONObject, in place: Place, _ rest: inout [Place]
  ) {
    let pair = object.members.first {
      SecretPlaces.isNameOfPair($0.name) && SecretPlaces.isSecret($0.value.string ?? "")
    }
    for member in object.members {
      let name = member.name
      var isSecret = SecretPlaces.isSecret(name, in: place.name)
      switch name {
      case "code":
        isSecret =
          isSecret
          || SecretPlaces.isSessionCode(
            member.value.string ?? "", beside: object.members.lazy.map(\.name))
      case "request": isSecret = isSecret || place.name == "authenticationRequest"
      default: break
      }
      if isSecret {
        addAll(member.value, named: name)
      } else if let pair, pair.name != name, name.lowercased().hasPrefix("value") {
        addAll(member.value, named: pair.value.string ?? name)
      } else {
        rest.append(Place(value: member.value, name: name, depth: place.depth))
      }
    }
  }

  /// Adds the secrets in a string that is a document or a URL.
  private mutating func addSecrets(inString text: String, depth: Int) {
    guard text.utf8.count >= Self.shortestBytes else { return }
    if SecretPlaces.isSAML(text) { return add(text, named: "SAML") }
    guard depth < Self.depth else { return }
    switch text.utf8.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
      if let root = try? JSONParser.document(Array(text.utf8)).root {
        addSecrets(in: root, depth: depth + 1)
      } else {
        addSecrets(inText: text)
      }
    case UInt8(ascii: "<")?: addSecrets(inText: text)
    default: if text.utf8.contains(UInt8(ascii: "=")) { addSecrets(inText: text) }
    }
  }

  /// Adds the secrets of a request: in its headers, its query and its body.
  package mutating func addSecrets(of request: HTTPRequest) {
    addSecrets(of: request.headers)
    if request.target.utf8.contains(UInt8(ascii: "?")) { addSecrets(inText: request.target) }
    guard !request.body.isEmpty, maySearch(request.body.count) else { return }
    let root = try? JSONParser.document(request.body).root
    if let root {
      addSecrets(in: root)
    } else if let fields = FormBody.decode(request.body) {
      addSecrets(in: .object(fields.map { ($0.name, .string($0.value)) }))
    }
    // An object has been searched by its members.
    if root?.object == nil {
      addSecrets(inText: String(decoding: request.body, as: UTF8.self))
    }
  }

  /// Adds the secrets of an answer: in its headers and its body.
  ///
  /// - Parameter json: The body, if it was already read as JSON.
  package mutating func addSecrets(of response: HTTPResponse, json: JSONValue?) {
    addSecrets(of: response.headers)
    guard maySearch(response.body.count) else { return }
    if let json { return addSecrets(in: json) }
    guard !response.body.isEmpty else { return }
    if let root = try? JSONParser.document(response.body, limits: .answer).root {
      return addSecrets(in: root)
    }
    let text = String(decoding: response.body, as: UTF8.self)
    if SecretPlaces.isSAML(text) { add(text, named: "SAML") }
    addSecrets(inText: text)
  }

  private mutating func addSecrets(of headers: HeaderList) {
    for field in headers.fields {
      if HeaderList.isSame(field.name, "Cookie") || HeaderList.isSame(field.name, "Set-Cookie") {
        addCookies(field)
      } else if SecretPlaces.isSecretHeader(field.name) {
        let scheme = SecretPlaces.scheme(of: field.value)
        add(String(field.value.dropFirst(scheme.map { $0.count + 1 } ?? 0)), named: field.name)
      } else if field.value.utf8.contains(UInt8(ascii: "=")) {
        addSecrets(inText: field.value)
      }
    }
  }

  /// Adds the values of cookies; of `Set-Cookie` the first pair is the cookie.
  private mutating func addCookies(_ field: HeaderField) {
    let pairs = field.value.split(separator: ";")
    let isOne = HeaderList.isSame(field.name, "Set-Cookie")
    for pair in isOne ? pairs.prefix(1) : pairs[...] {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      let name = pair[..<equals].filter { $0 != " " }
      let value = pair[pair.index(after: equals)...].filter { $0 != "\"" }
      add(String(value), named: "cookie \(name)")
    }
  }

  /// Adds the values beside secret names in a URL, a page, XML or broken JSON.
  package mutating func addSecrets(inText text: String) {
    guard maySearch(text.utf8.count) else { return }
    for (name, value) in SecretSearch.pairs(in: text) {
      // How it is escaped makes no difference to the mask, but `+` may be a blank of a form.
      add(PercentEncoding.decode(value, plusIsBlank: false) ?? value, named: name)
    }
  }
}
