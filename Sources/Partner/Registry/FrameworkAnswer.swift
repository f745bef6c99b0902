// SPDX-License-Identifier: Apache-2.0
// The answers of an emulator to the calls of the cookbook, for people.

package import Formats

/// The answer to one call in a state.
package struct FrameworkAnswer: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case json(JSONValue)
    /// The call never answers.
    case never
  }

  package let call: PartnerCall
  package let outcome: Outcome
  /// The status header that the application sends after the call, as it goes on the wire.
  package let status: String?
}

extension PartnerCall {
  /// The calls of the cookbook, silent and interactive.
  static let samples: [PartnerCall] =
    [true, false].map { .permission(prompting: $0) }
    + [false, true].map { .metadata(MetadataRequest(isInterruptionAllowed: $0)) }
    + [false, true].map {
      .authenticate(
        AuthenticationRequest(
          verificationToken: "opaque", attributeNames: ["uid"],
          metadata: MetadataRequest(isInterruptionAllowed: $0)))
    }
}
