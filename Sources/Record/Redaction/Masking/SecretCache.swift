// SPDX-License-Identifier: Apache-2.0
// A cache of the forms of secrets.

import Synchronization

/// Keeps the forms of the secrets used last: most scenarios of a run know the same token.
final class SecretCache: Sendable {
  /// How many secrets are kept.
  private static let limit = 256
  /// Longer secrets are not kept.
  private static let lengthLimitBytes = 4096

  private let known = Mutex<[String: SecretForms]>([:])

  /// The forms of a secret, from the cache if they are there.
  func forms(of secret: String, named name: String) -> SecretForms {
    guard secret.utf8.count <= Self.lengthLimitBytes else {
      return SecretForms(of: secret, named: name)
    }
    if let forms = known.withLock({ $0[secret] }), forms.name == name { return forms }
    let forms = SecretForms(of: secret, named: name)
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[secret] = forms
    }
    return forms
  }
}
