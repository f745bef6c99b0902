// SPDX-License-Identifier: Apache-2.0
// The secrets that a scenario knows so far.

package import JSON

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
  /// Of at most so many further secrets the beginnings are searched for.
  private static let beginningLimit = 2000
  /// So many bytes of a secret are its beginning. Base64 encodes them alike, whatever follows.
  private static let beginningBytes = 96
  /// Longer secrets are compared with the forms of those that are known: the same message is in an
  /// answer as XML and in a request in Base64.
  private static let longBytes = 4096

  private(set) var secrets: [SecretForms] = []
  private var known: Set<String> = []
  private var byteCount = 0
  private var isOverfull = false
  /// The beginnings of the secrets that there was no room for.
  private var beginnings: [SecretForms] = []
  /// Copies of this value share the cache.
  private let cache = SecretCache()

  package init() {}
}

extension KnownSecrets {
  /// Adds a secret, to be shown as `‹name›`. Ignores values under six bytes.
  package mutating func add(_ secret: String, named name: String) {
    let isLong = secret.utf8.count > Self.longestBytes
    let secret = isLong ? String(decoding: secret.utf8.prefix(64 * 1024), as: UTF8.self) : secret
    guard secret.utf8.count >= Self.shortestBytes, !isFormOfLong(secret) else { return }
    guard hasRoom(for: secret) else { return addBeginning(of: secret, named: name) }
    secrets.append(cache.forms(of: secret, named: name))
  }

  /// Whether a long text is a secret that is known, in one of its forms.
  private func isFormOfLong(_ text: String) -> Bool {
    let count = text.utf8.count
    guard count > Self.longBytes else { return false }
    return secrets.contains { secret in
      secret.text.utf8.count > Self.longBytes / 8
        && secret.forms.contains { form in
          form.count == count
            && zip(form, text.utf8).allSatisfy { $0 == SecretPlaces.lowercased($1) }
        }
    }
  }

  /// Remembers how a secret begins for which there is no room.
  private mutating func addBeginning(of secret: String, named name: String) {
    guard isOverfull, !known.contains(secret), beginnings.count < Self.beginningLimit else {
      return
    }
    let start = String(decoding: secret.utf8.prefix(Self.beginningBytes), as: UTF8.self)
    beginnings.append(SecretForms(of: start, named: name))
  }

  /// Counts a secret that is not known yet; false if it is known, or one too many.
  private mutating func hasRoom(for secret: String) -> Bool {
    guard !isOverfull, !known.contains(secret) else { return false }
    byteCount += secret.utf8.count
    isOverfull = secrets.count >= Self.limit || byteCount > Self.limitBytes
    if !isOverfull { known.insert(secret) }
    return !isOverfull
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

  /// Adds the secrets that a shared fragment has learned.
  package mutating func merge(_ other: KnownSecrets) {
    for secret in other.secrets {
      if hasRoom(for: secret.text) {
        secrets.append(secret)
      } else {
        addBeginning(of: secret.text, named: secret.name)
      }
    }
    beginnings += other.beginnings.prefix(max(0, Self.beginningLimit - beginnings.count))
    isOverfull = isOverfull || other.isOverfull
  }

  /// Masks the secrets known so far.
  package var mask: Mask {
    Mask(
      secrets, beginnings: beginnings,
      isOverfull: isOverfull, isHopeless: beginnings.count >= Self.beginningLimit)
  }
}
