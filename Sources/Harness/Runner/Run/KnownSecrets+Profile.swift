// SPDX-License-Identifier: Apache-2.0
// The secrets of a target's profile.

import JSON
package import Redaction
package import SuiteModel

extension KnownSecrets {
  /// The secrets that are known before anything is sent: the secret facts of the profile.
  package init(_ profile: Profile) {
    self.init()
    let facts = profile.factsByName
    for name in Set(profile.secrets).sorted() {
      if let value = facts[name] { addAll(value, named: name) }
    }
  }
}
