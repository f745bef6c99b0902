// SPDX-License-Identifier: Apache-2.0
// The secrets that a scenario knows so far.

package import Formats

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
  /// Copies of this value share the cache.
  private let cache = SecretCache()

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
      secrets.append(cache.forms(of: secret, named: name))
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

  /// The same without SAML messages; what is secret in them stays.
  package var withoutMessages: KnownSecrets {
    var copy = self
    copy.secrets.removeAll { SecretPlaces.isSAML($0.text) }
    return copy
  }

  /// Adds every text and number in a value.
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
