// SPDX-License-Identifier: Apache-2.0
// The secrets that a scenario knows so far, and how messages tell more.

package import Formats
package import HTTP
import Text

/// The secrets that are known so far. Once the last one is known, `mask` of all of them masks
/// everything that may be printed.
package struct KnownSecrets: Sendable {
  /// Shorter values don't count as secrets; masking them would make reports unreadable.
  static let shortestBytes = 6
  /// A longer secret is remembered by its first 64 KiB.
  ///
  /// No step saves a longer value, so only an answer can hold one, and reports show no more than
  /// the beginning of an answer.
  package static let longestBytes = 256 * 1024
  /// At most this many secrets are searched for. If there are more, nothing is shown of answers, and
  /// of the others only the beginnings are searched for in what the harness says itself.
  private static let limit = 500
  /// At most this many bytes of secrets are searched for; the same for more.
  private static let limitBytes = 512 * 1024
  /// So many bytes of messages are searched for secrets in a scenario; after that nothing is shown
  /// of answers.
  private static let searchLimitBytes = 256 * 1024 * 1024
  /// Longer secrets are compared with the forms of those that are known: the same message is in an
  /// answer as XML and in a request in Base64.
  private static let longBytes = 64

  private(set) var secrets: [SecretForms] = []
  private var known: Set<String> = []
  private var byteCount = 0
  private var searchedBytes = 0
  /// The secrets that there was no room for; nil while there is room.
  private var rest: FurtherSecrets?
  private let own: OwnTexts
  private var publicTexts = PublicTexts()
  /// Whether values of one name are told apart by numbers.
  private let numbersValues: Bool

  /// - Parameters:
  ///   - own: What is known to everybody, and so is no secret.
  ///   - numbersValues: Whether several values of one name are shown with numbers, as `‹code 1›` and
  ///     `‹code 2›`, so that a reader sees which are the same and which differ.
  package init(own: OwnTexts = OwnTexts(), numbersValues: Bool = false) {
    self.own = own
    self.numbersValues = numbersValues
  }
}

extension KnownSecrets {
  /// Whether a value of that name is a secret: `access_token`.
  package static func isSecretName(_ name: String) -> Bool { SecretPlaces.isSecret(name) }

  /// Adds a secret, to be shown as `‹name›`. Ignores values under six bytes, and what the suites
  /// have written.
  package mutating func add(_ secret: String, named name: String) {
    let isLong = secret.utf8.count > Self.longestBytes
    let secret = isLong ? String(decoding: secret.utf8.prefix(64 * 1024), as: UTF8.self) : secret
    guard secret.utf8.count >= Self.shortestBytes, !known.contains(secret), !isOwn(secret),
      !isFormOfLong(secret)
    else { return }
    if hasRoom(for: secret) {
      secrets.append(SecretForms(of: secret, named: name))
    } else {
      rest?.add(secret, named: name)
    }
  }

  /// Whether the suites have written it. A SAML message is a secret also then.
  private func isOwn(_ secret: String) -> Bool {
    // Most secrets differ in their first characters already.
    let start = String(decoding: secret.utf8.prefix(128), as: UTF8.self)
    return own.contains(start) && (start.utf8.count == secret.utf8.count || own.contains(secret))
      && !SecretPlaces.isSAML(secret)
  }

  /// Whether a long text is a secret that is known, in one of its forms.
  private func isFormOfLong(_ text: String) -> Bool {
    guard text.utf8.count > Self.longBytes else { return false }
    var bytes = NormalText.bytes(of: Array(text.utf8))
    while bytes.last == UInt8(ascii: "=") { bytes.removeLast() }
    return secrets.contains { secret in
      secret.text.utf8.count > Self.longBytes / 2
        && secret.forms.contains { form in
          // A form in Base64 is without the last character, if that depends on what follows.
          form.bytes.count <= bytes.count && bytes.count <= form.bytes.count + 2
            && bytes.starts(with: form.bytes)
        }
    }
  }

  /// Counts a secret that is not known yet; false if it is one too many.
  private mutating func hasRoom(for secret: String) -> Bool {
    if rest != nil { return false }
    byteCount += secret.utf8.count
    if secrets.count >= Self.limit || byteCount > Self.limitBytes {
      rest = FurtherSecrets(because: "the answers hold too many secrets")
      return false
    }
    known.insert(secret)
    return true
  }

  /// Counts bytes that are going to be searched for secrets; false if they are too many, and then
  /// nothing is shown of answers.
  mutating func maySearch(_ count: Int) -> Bool {
    searchedBytes += count
    guard searchedBytes > Self.searchLimitBytes else { return true }
    if rest == nil { rest = FurtherSecrets(because: "the answers are too large to search them") }
    return false
  }

  /// Adds every text and number in a value.
  package mutating func addAll(_ value: JSONValue, named name: String) {
    switch value {
    case .string(let text): add(text, named: name)
    case .number(let number): add(number.literal, named: name)
    case .array(let items): for item in items.reversed() { addAll(item, named: name) }
    case .object(let object):
      for member in object.members.reversed() { addAll(member.value, named: name) }
    case .null, .boolean: break
    }
  }

  /// Adds texts that are not secret although they stand in SAML messages: what a suite tells the
  /// framework. What has the name of a secret, or is known as one, is left out.
  package mutating func addPublic(_ told: JSONObject) {
    for member in told.members where !Self.isSecretName(member.name) {
      if let text = member.value.string, !known.contains(text) { publicTexts.insert(text) }
    }
  }

  /// Adds the secrets that a shared fragment has learned, and what it knows to be public.
  package mutating func merge(_ other: KnownSecrets) {
    for secret in other.secrets where !known.contains(secret.text) {
      if hasRoom(for: secret.text) {
        secrets.append(secret)
      } else {
        rest?.add(secret.text, named: secret.name)
      }
    }
    publicTexts.merge(other.publicTexts)
    guard let others = other.rest else { return }
    rest = rest ?? FurtherSecrets(because: others.reason)
    rest?.merge(others)
  }

  /// Masks the secrets known so far.
  package var mask: Mask {
    Mask(
      secrets, own: own, publicTexts: publicTexts, rest: rest,
      numbers: numbersValues ? SecretNumbers.numbers(of: secrets) : [:])
  }
}

extension KnownSecrets {
  /// A document within a string of a document is searched, too, up to this depth.
  private static let depth = 4

  /// Adds the values of the secret members of a JSON value, and every SAML message in it.
  package mutating func addSecrets(in value: JSONValue) {
    addSecrets(in: value, named: nil, depth: 0)
  }

  /// - Parameter name: The name of the member that the value is; nil for an item of an array.
  private mutating func addSecrets(in value: JSONValue, named name: String?, depth: Int) {
    switch value {
    case .array(let items):
      // The items of `users` are users.
      let owner = name.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
      for item in items.reversed() { addSecrets(in: item, named: owner, depth: depth) }
    case .object(let object): addSecrets(of: object, named: name, depth: depth)
    case .string(let text): addSecrets(inString: text, depth: depth)
    case .number, .null, .boolean: break
    }
  }

  private mutating func addSecrets(of object: JSONObject, named owner: String?, depth: Int) {
    let pair = object.members.first {
      SecretPlaces.isNameOfPair($0.name) && SecretPlaces.isSecret($0.value.string ?? "")
    }
    var rest: [JSONObject.Member] = []
    for member in object.members {
      let (name, value) = (member.name, member.value)
      let isSecret =
        SecretPlaces.isSecret(name, in: owner)
        || name == "request" && owner == "authenticationRequest"
        || name == "code"
          && SecretPlaces.isSessionCode(value.string ?? "", beside: object.members.lazy.map(\.name))
      if isSecret {
        addAll(value, named: name)
      } else if let pair, pair.name != name, name.lowercased().hasPrefix("value") {
        addAll(value, named: pair.value.string ?? name)
      } else {
        rest.append(member)
      }
    }
    for member in rest.reversed() { addSecrets(in: member.value, named: member.name, depth: depth) }
  }

  /// Adds the secrets in a string that is a document or a URL.
  private mutating func addSecrets(inString text: String, depth: Int) {
    guard text.utf8.count >= Self.shortestBytes else { return }
    if SecretPlaces.isSAML(text) { return add(text, named: "SAML") }
    guard depth < Self.depth else { return }
    switch text.utf8.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{")?, UInt8(ascii: "[")?:
      if let root = try? JSONParser.document(Array(text.utf8)).root {
        addSecrets(in: root, named: nil, depth: depth + 1)
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
    if root?.object == nil { addSecrets(inText: String(decoding: request.body, as: UTF8.self)) }
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
