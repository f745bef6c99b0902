// SPDX-License-Identifier: Apache-2.0
// The secrets that a run or an audit knows so far, and how messages tell more.

package import Formats
package import HTTP
import Text

/// The secrets known so far. Once the last one is known, `mask` masks everything that may be printed.
package struct KnownSecrets: Sendable {
  /// How much a scenario may tell. If it is more, nothing is shown of its answers.
  private static let limit = (count: 20_000, bytes: 1 << 20)
  /// So many bytes of a scenario's messages are searched; after that nothing is shown of answers.
  private static let searchLimitBytes = 256 * 1024 * 1024
  /// At most so many texts are told to a framework.
  private static let toldLimit = 100

  private(set) var index = SecretIndex()
  private var known: Set<String> = []
  /// What was searched: whole answers, or all exchanges before, of which only short secrets count.
  private var searched = (known: Set<String>(), parts: Set<String>(), byteCount: 0)
  /// Whether these are the secrets of one exchange, to be passed on.
  private var passesOn = false
  /// The header fields that were searched: most messages of a scenario have the same ones.
  private var fields: Set<HeaderField> = []
  private var byteCount = 0
  private var searchedBytes = 0
  /// Why nothing of answers may be shown; nil while it may.
  private(set) var reason: String?
  /// Whether the time ended before all texts were searched, so that none of answers may be shown.
  private(set) var isCutShort = false
  /// Whether the time for searching is over. What is being searched then is withheld.
  package var isTimeOver: @Sendable () -> Bool = { false } {
    didSet { effort = SearchEffort(until: isTimeOver) }
  }
  /// How much of the message that is searched was looked at.
  private var effort = SearchEffort()
  let own: OwnTexts
  /// Texts that are not secret although they stand in signed messages, as normal texts: what a suite
  /// tells the framework, such as the id of the user's provider, and ids in documented paths.
  private var told: Set<[UInt8]> = []
  /// The header fields whose values are JSON in Base64, in lower case.
  private(set) var encodedHeaders: Set<String> = ["x-device-info"] {
    didSet { if encodedHeaders.count > oldValue.count { fields = [] } }
  }

  /// - Parameter own: What is public, and so is no secret.
  package init(own: OwnTexts = OwnTexts()) { self.own = own }
}

extension KnownSecrets {
  /// A longer value is not passed on from one scenario to another: it is masked as a token.
  private static let longestShort = 128

  /// Whether a value of that name is a secret: `access_token`.
  package static func isSecretName(_ name: String) -> Bool { SecretPlaces.isSecret(name) }

  /// Adds a secret, to be shown as `‹name›`; behind a scheme such as `Bearer` the credentials, of `Basic`
  /// also the user and the password. Ignores values under six bytes, what the suites have written, and
  /// URLs and paths whose parts they have written.
  package mutating func add(_ secret: String, named name: String) {
    guard secret.utf8.count >= SecretIndex.shortestSecret, !known.contains(secret) else { return }
    effort.look(at: secret.utf8.count)
    // A chain of schemes has credentials only at its end.
    var (credentials, scheme) = (secret[...], nil as String?)
    while let next = SecretPlaces.scheme(of: credentials) {
      let rest = credentials.dropFirst(next.utf8.count + 1)
      guard rest.utf8.count >= SecretIndex.shortestSecret else { break }
      (credentials, scheme) = (rest, next)
    }
    if let scheme {
      let credentials = String(credentials)
      add(credentials, named: name)
      guard scheme == "Basic", let pair = Base64.text(credentials) else { return }
      for part in pair.split(separator: ":", maxSplits: 1) { add(String(part), named: name) }
    } else if let message = SAMLText.message(in: secret) {
      addMessage(message, named: name)
      known.insert(secret)
    } else if !own.contains(secret), !own.containsAddress(secret), !TokenRuns.isTime(secret) {
      insert(Secret(text: secret, name: name))
      if let token = try? JWS.document(secret) { addSecrets(in: token) }
    }
  }

  /// Adds a secret that is new, as long as there is room for it.
  private mutating func insert(_ secret: Secret, isForeign: Bool = false) {
    guard known.insert(secret.text).inserted else { return }
    if !isForeign {
      byteCount += secret.text.utf8.count
      if index.secrets.count >= Self.limit.count || byteCount > Self.limit.bytes {
        reason = reason ?? "the answers hold too many secrets"
        return
      }
    }
    var secret = secret
    secret.isForeign = isForeign
    index.append(secret)
  }

  /// Adds a message in the form in which it is sent, what it holds by name, and every run of it that
  /// is neither public nor words.
  private mutating func addMessage(_ xml: String, named name: String) {
    addSecrets(inText: xml)
    // A part of so many digits is not Base64 of any text.
    insert(Secret(text: String(Base64.encode(xml).prefix(4097)), name: name))
    let runs = NormalText.unescaped(Array(xml.utf8), &effort).split {
      !TokenRuns.isTokenByte[Int($0)]
    }
    for run in runs where run.count >= SecretIndex.shortestPart {
      if TokenRuns.seemsHarmless(run, own) || isPublic(run) { continue }
      let text = String(decoding: run, as: UTF8.self)
      if !known.contains(text) { insert(Secret(text: text, name: name)) }
    }
  }

  /// Whether a run of characters stands in what the suites wrote, or told the framework.
  func isPublic(_ run: ArraySlice<UInt8>) -> Bool {
    let run = NormalText.bytes(of: run)[...]
    return own.containsParts(of: run) || told.contains { $0[...].range(of: Array(run)) != nil }
  }

  /// Counts bytes that are to be searched; false if there are too many, so that no answer is shown.
  mutating func maySearch(_ count: Int) -> Bool {
    effort.look(at: count)
    isCutShort = isCutShort || effort.isOver
    if isCutShort { return false }
    searchedBytes += count
    guard searchedBytes > Self.searchLimitBytes else { return true }
    reason = reason ?? "the answers are too large to search them"
    return false
  }

  /// Remembers a text that is searched; false if one before was the same, and searched in the same way.
  private mutating func isNew(_ text: String, as way: Character) -> Bool {
    searched.byteCount += text.utf8.count
    return searched.parts.insert("\(way)\(text)").inserted
  }

  /// Adds every text and number in a value.
  package mutating func addAll(_ value: JSONValue, named name: String) {
    switch value {
    case .string(let text): add(text, named: name)
    case .number(let number): add(number.integer.map(String.init) ?? number.literal, named: name)
    case .array(let items): for item in items { addAll(item, named: name) }
    case .object(let object):
      for member in object.members {
        // The address of a session is no secret, but for what is in it.
        if let text = member.value.string, text.hasPrefix("/") || text.contains("://") {
          addSecrets(inText: text)
        } else {
          addAll(member.value, named: name)
        }
      }
    case .null, .boolean: break
    }
  }

  /// Adds a value that a suite saves as a secret. A URL is none as a whole, unless its name says so: it is
  /// searched as any text is.
  package mutating func addSaved(_ value: JSONValue, named name: String) {
    if let text = value.string, !Self.isSecretName(name), own.leads(to: text) {
      addSecrets(inText: text)
    } else {
      addAll(value, named: name)
    }
  }

  /// Adds texts that are not secret, wherever they stand: what a suite tells the framework, and ids in
  /// documented paths. What has the name of a secret, or is known as one, is left out.
  package mutating func addPublic(_ told: JSONObject) {
    for member in told.members where !Self.isSecretName(member.name) {
      guard let text = member.value.string, !known.contains(text) else { continue }
      let bytes = NormalText.bytes(of: text.utf8)
      guard 2...256 ~= bytes.count else { continue }
      if self.told.count < Self.toldLimit { self.told.insert(bytes) }
    }
  }

  /// Adds header fields that the documents define as JSON in Base64.
  package mutating func addEncodedHeaders(_ names: some Sequence<String>) {
    encodedHeaders.formUnion(names.map { $0.lowercased() })
  }

  /// Adds the secrets that a shared fragment has learned, and what it knows to be public.
  package mutating func merge(_ other: KnownSecrets) {
    for secret in other.index.secrets { insert(secret) }
    known.formUnion(other.known)
    told.formUnion(other.told)
    encodedHeaders.formUnion(other.encodedHeaders)
    reason = reason ?? other.reason
    isCutShort = isCutShort || other.isCutShort
  }

  /// What a run keeps of a scenario's secrets until its end.
  ///
  /// - Parameter hasSecrets: Whether the secrets themselves are kept, or only what is public, and why
  ///   answers are withheld.
  package func kept(hasSecrets: Bool) -> KnownSecrets {
    var kept = KnownSecrets(own: own)
    kept.passesOn = true
    if hasSecrets { kept.index = SecretIndex(index.secrets) }
    kept.told = told
    kept.encodedHeaders = encodedHeaders
    (kept.reason, kept.isCutShort) = (reason, isCutShort)
    return kept
  }

  /// Whether there is a secret.
  package var isEmpty: Bool { index.secrets.isEmpty }

  /// Adds the secrets of another scenario. A long one is masked in this one as a token, if it looks
  /// like one.
  package mutating func addShort(of other: KnownSecrets) {
    for secret in other.index.secrets {
      let isShort = secret.text.utf8.count <= Self.longestShort
      guard isShort || secret.hasBlanks || secret.isWords(knowing: own),
        !known.contains(secret.text), !own.contains(secret.text)
      else { continue }
      insert(secret, isForeign: true)
    }
  }

  /// Adds the short secrets of an exchange, which is searched as if there were no other; but what was
  /// searched in one before is not searched again.
  package mutating func addShort(_ search: (inout KnownSecrets) -> Void) {
    var found = KnownSecrets()
    found.passesOn = true
    found.isTimeOver = isTimeOver
    swap(&found.searched, &searched)
    swap(&found.known, &found.searched.known)
    search(&found)
    addShort(of: found)
    isCutShort = isCutShort || found.isCutShort
    found.searched.byteCount += found.byteCount
    // Where there are too many secrets, some were left out. At most 16 MiB are remembered.
    guard found.reason == nil, found.searched.byteCount < 16 << 20 else { return }
    swap(&found.known, &found.searched.known)
    swap(&found.searched, &searched)
  }

  /// Masks the secrets known so far.
  package var mask: Mask {
    var secrets = self
    secrets.settle()
    return Mask(secrets: secrets)
  }

  /// Has the secrets known so far be found, for whoever makes several masks of them.
  package mutating func settle() { index.settle() }

  /// A document within a string of a document is searched, too, up to this depth.
  private static let depth = 8

  /// Adds the values of the secret members of a JSON value, and every SAML message in it.
  ///
  /// - Parameters:
  ///   - name: The name of the member that the value is; nil for an item of an array.
  ///   - depth: How many documents the value is within.
  package mutating func addSecrets(
    in value: JSONValue, named name: String? = nil, depth: Int = 0
  ) {
    switch value {
    case .array(let items):
      // `["access_token", "…"]`, but no list of names.
      if items.count == 2, let pair = items[0].string, SecretPlaces.isSecret(pair),
        !(items[1].string.map { SecretPlaces.isSecret($0) } ?? false)
      {
        addAll(items[1], named: pair)
      }
      // The arguments of a command: `["--password", "…"]`.
      for (option, value) in zip(items, items.dropFirst()) {
        guard let option = option.string, option.hasPrefix("-"), SecretPlaces.isSecret(option),
          let value = value.string, !value.hasPrefix("-")
        else { continue }
        add(value, named: String(option.drop { $0 == "-" }))
      }
      // The items of `users` are users.
      let owner = name.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }
      for item in items { addSecrets(in: item, named: owner, depth: depth) }
    case .object(let object): addSecrets(of: object, named: name, depth: depth)
    case .string(let text): addSecrets(inString: text, depth: depth)
    case .number, .null, .boolean: break
    }
  }

  private mutating func addSecrets(of object: JSONObject, named owner: String?, depth: Int) {
    let pair = object.members.first {
      SecretPlaces.isNameOfPair($0.name) && SecretPlaces.isSecret($0.value.string ?? "")
    }
    // A map from the ids of devices.
    if owner?.lowercased() == "devices" { object.names.forEach { add($0, named: "device") } }
    lazy var kind = SecretPlaces.CodeKind(of: object)
    for member in object.members {
      let (name, value) = (member.name, member.value)
      let isSecret =
        SecretPlaces.isSecret(name, in: owner)
        || name == "request" && owner == "authenticationRequest"
        || name == "code" && kind.isSecret(value.string ?? "")
      if isSecret {
        addAll(value, named: name)
      } else if let pair, pair.name != name,
        name.lowercased().hasPrefix("value") || SecretPlaces.isNameOfValue(Array(name.utf8)[...])
      {
        addAll(value, named: pair.value.string ?? name)
      } else {
        addSecrets(in: value, named: name, depth: depth)
      }
    }
  }

  /// Adds the secrets in a string that is a document, also in Base64, or a URL.
  private mutating func addSecrets(inString text: String, depth: Int) {
    effort.look(at: text.utf8.count)
    isCutShort = isCutShort || effort.isOver
    guard text.utf8.count >= SecretIndex.shortestSecret, depth < Self.depth, !isCutShort,
      !passesOn || isNew(text, as: Character("\(depth)"))
    else { return }
    let decoded = Base64.text(text)
    if SAMLText.isMessage(text) || decoded.map(SAMLText.isMessage) ?? false {
      add(text, named: "SAML")
    } else if let decoded = decoded
      ?? (text.hasPrefix("%") ? PercentEncoding.decode(text) : nil), decoded != text
    {
      addSecrets(inString: decoded, depth: depth + 1)
    } else if let root = Self.document(text) {
      addSecrets(in: root, depth: depth + 1)
    } else {
      addSecrets(inText: text)
    }
  }

  /// A text as a token, an object or an array; nil for another, which its signs tell without reading it.
  private static func document(_ text: String) -> JSONValue? {
    switch text.utf8.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try? JSONParser.document(text).root
    default: text.utf8.count { $0 == UInt8(ascii: ".") } == 2 ? try? JWS.document(text) : nil
    }
  }

  /// Adds the secrets of a request: in its headers, its query and its body.
  package mutating func addSecrets(of request: HTTPRequest) {
    effort = SearchEffort(until: isTimeOver)
    addSecrets(inText: request.target)
    addSecrets(of: request.headers, request.body, mayBeForm: true)
  }

  /// Adds the secrets of an answer: in its headers and its body.
  ///
  /// - Parameter json: The body, if it was already read as JSON.
  package mutating func addSecrets(of response: HTTPResponse, json: JSONValue?) {
    effort = SearchEffort(until: isTimeOver)
    addSecrets(of: response.headers, response.body, json: json)
  }

  private mutating func addSecrets(
    of headers: HeaderList, _ body: [UInt8], json: JSONValue? = nil, mayBeForm: Bool = false
  ) {
    for field in headers.fields { addSecrets(of: field) }
    guard !body.isEmpty, maySearch(body.count) else { return }
    // Outside of an exchange that is passed on, only whole answers come again and again.
    if passesOn || !mayBeForm && searched.byteCount + body.count < Self.limit.bytes,
      let text = String(validating: body, as: UTF8.self), !isNew(text, as: mayBeForm ? "f" : "b")
    {
      return
    }
    if let root = try? json ?? JSONParser.document(body, limits: .answer).root {
      addSecrets(in: root)
    } else {
      if mayBeForm, let fields = FormBody.decode(body) {
        addSecrets(in: .object(fields.map { ($0.name, .string($0.value)) }))
      }
      addSecrets(inString: String(decoding: body, as: UTF8.self), depth: 0)
    }
  }

  private mutating func addSecrets(of field: HeaderField) {
    guard !fields.contains(field) else { return }
    if fields.count < 1_000 { fields.insert(field) }
    let name = field.name.lowercased()
    if encodedHeaders.contains(name) { return addSecrets(inString: field.value, depth: 0) }
    if name.hasSuffix("cookie"), field.value.contains("=") { return addCookies(field.value) }
    if SecretPlaces.isSecretHeader(name) { add(field.value, named: field.name) }
    if field.value.utf8.contains(where: "=:".utf8.contains) { addSecrets(inText: field.value) }
  }

  private static let cookieAttributes =
    "path domain expires max-age samesite secure httponly version priority".split(separator: " ")

  /// Adds the values of cookies, also of several in one line.
  private mutating func addCookies(_ line: String) {
    for pair in line.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      guard let equals = pair.firstIndex(of: "=") else { continue }
      let name = pair[..<equals].filter { $0 != " " }
      let value = pair[pair.index(after: equals)...].filter { $0 != "\"" }
      if !Self.cookieAttributes.contains(name.lowercased()[...]) {
        add(value, named: "cookie \(name)")
      }
    }
  }

  /// Adds the values beside secret names in a URL, a page, XML or broken JSON.
  package mutating func addSecrets(inText text: String) {
    // Without one of these signs no name has a value.
    let mayHaveValues = text.utf8.contains {
      $0 == 0x20 || $0 == 0x09 || "[(:=>|".utf8.contains($0) || EscapeReader.begins(with: $0)
    }
    guard maySearch(text.utf8.count), mayHaveValues, !passesOn || isNew(text, as: "t")
    else { return }
    let pairs = SecretSearch.pairs(in: text, &effort)
    isCutShort = isCutShort || effort.isOver
    for (name, value) in pairs {
      if name.lowercased().hasSuffix("cookie"), value.contains("=") {
        addCookies(value)
      } else {
        add(value, named: name)
      }
    }
  }
}
