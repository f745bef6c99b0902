// SPDX-License-Identifier: Apache-2.0
// The secrets of a target's profile, and what is known to everybody.

import Formats
package import Record
package import Suites

extension KnownSecrets {
  /// The secrets that are known before anything is sent: the secret facts of the profile.
  ///
  /// - Parameters:
  ///   - names: The names that the suites call secret.
  ///   - texts: What the suites have written, which is no secret.
  package init(_ profile: Profile, named names: Set<String>, texts: [[UInt8]]) {
    let facts = profile.factsByName
    let secrets = Set(facts.keys.filter { KnownSecrets.isSecretName($0) }).union(profile.secrets)
    let values = facts.filter { !secrets.contains($0.key) && !names.contains($0.key) }
      .map { JSONWriter.bytes(["\($0.key)": $0.value]) }
    self.init(own: OwnTexts(texts + values + [Array("\(profile.baseURL)".utf8)]))
    for name in secrets.sorted() {
      if let value = facts[name] { addAll(value, named: name) }
    }
  }

  /// The same for all suites of a collection.
  package init(_ profile: Profile, for suites: SuiteCollection) {
    self.init(profile, named: Set(suites.suites.flatMap(\.secrets)), texts: suites.texts)
  }
}
