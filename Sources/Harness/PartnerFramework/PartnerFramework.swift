// SPDX-License-Identifier: Apache-2.0
// The partner's framework on a device: the one protocol that every emulator conforms to.

/// The partner's framework on one device, as the streaming application sees it.
///
/// An instance belongs to one device of one scenario on one thread. It stands in a named state
/// from the moment it is opened, as if the application had just started: the permission and the
/// provider have been asked for once, silently, so that `status` is defined at once.
///
/// Each call throws `PartnerError.framework` where the framework itself answers with an error,
/// and another case where there is no answer: a mistake of the suite, a fault of the emulator.
/// A call may block until `deadline` where a program or a device stands behind the protocol.
package protocol PartnerFramework: AnyObject {
  /// Asks for permission to read the user's subscription, showing the prompt if `prompting`;
  /// the answer is the access status and, where the framework gives one along, an error.
  func permission(prompting: Bool, deadline: PartnerDeadline) throws(PartnerError)
    -> PermissionAnswer

  /// Asks which provider the user is signed in with; the request may name the supported ones.
  func metadata(_ request: MetadataRequest, deadline: PartnerDeadline) throws(PartnerError)
    -> AccountMetadata

  /// Passes the service's authentication request on to the provider and returns its response.
  func authenticate(_ request: AuthenticationRequest, deadline: PartnerDeadline)
    throws(PartnerError) -> AccountMetadata

  /// What the person does outside the application.
  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError)

  /// The value of AP-Partner-Framework-Status that the application now sends, as it goes on the
  /// wire (Base64, but for the states whose fault is that it isn't); nil where there is none to
  /// send.
  func status(deadline: PartnerDeadline) throws(PartnerError) -> String?
}

/// The moment at which a step gives a call up.
package struct PartnerDeadline: Sendable {
  package let instant: ContinuousClock.Instant

  package init(_ instant: ContinuousClock.Instant) {
    self.instant = instant
  }
}
