// SPDX-License-Identifier: Apache-2.0
// The profile of a target as the record of a run keeps it.

import Formats
import Record
import Suites

extension ProfileRecord {
  /// The profile without secrets.
  init(_ profile: Profile, _ secrets: RunSecrets) {
    let hidden = secrets.names.union(profile.secrets)
    self.init(
      facts: profile.facts.members.map { fact in
        let isSecret = hidden.contains(fact.name) || KnownSecrets.isSecretName(fact.name)
        return Fact(
          name: secrets.mask.maskedGiven(fact.name),
          value: isSecret ? .string(Self.hiddenValue) : fact.value.masked(by: secrets.mask))
      },
      cookbooks: profile.cookbooks,
      rate: profile.rate.map { Rate(perSecond: $0.perSecond, burst: $0.burst) },
      clockTolerance: profile.clockTolerance, connectTimeout: profile.timeouts.connect,
      responseTimeout: profile.timeouts.response)
  }
}

extension JSONValue {
  /// The value with each secret replaced; that of a member with the name of a secret as a whole.
  fileprivate func masked(by mask: Mask) -> JSONValue {
    switch self {
    case .null, .boolean: self
    case .string(let text): .string(mask.maskedGiven(text))
    case .number(let number):
      mask.maskedGiven(number.literal) == number.literal ? self : .string(ProfileRecord.hiddenValue)
    case .array(let items): .array(items.map { $0.masked(by: mask) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { member in
            let isSecret = KnownSecrets.isSecretName(member.name)
            return (
              name: mask.maskedGiven(member.name),
              value: isSecret
                ? .string(ProfileRecord.hiddenValue) : member.value.masked(by: mask)
            )
          }))
    }
  }
}
