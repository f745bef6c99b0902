// SPDX-License-Identifier: Apache-2.0
// The protocol of the partner's framework on a device.

/// The partner's framework on one device, as the streaming application sees it.
///
/// Every emulator conforms to it. An instance belongs to one device of one scenario on one thread.
/// Opening a state counts as a start of the application: it has silently asked for permission and
/// provider once, so `status` is defined right away.
///
/// A call throws `PartnerError.framework` if the framework answers with an error, and another case
/// if there is no answer: for a mistake of the suite, or a fault of the emulator. A call to a program
/// or a real device may block until `deadline`.
package protocol PartnerFramework: AnyObject {
  /// Asks for permission to read the user's subscription, with the prompt if `prompting`. The
  /// answer is the access status, and an error if the framework gives one.
  func permission(prompting: Bool, deadline: PartnerDeadline) throws(PartnerError)
    -> PermissionAnswer

  /// Asks for the provider that the user is signed in with. The request may name the supported
  /// providers.
  func metadata(_ request: MetadataRequest, deadline: PartnerDeadline) throws(PartnerError)
    -> AccountMetadata

  /// Passes the service's authentication request on to the provider, and returns the response.
  func authenticate(_ request: AuthenticationRequest, deadline: PartnerDeadline)
    throws(PartnerError) -> AccountMetadata

  /// Does what the person does outside the application.
  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError)

  /// The value of AP-Partner-Framework-Status that the application sends now, as it goes on the wire:
  /// Base64, except in states whose fault is another value. nil if the application sends none.
  func status(deadline: PartnerDeadline) throws(PartnerError) -> String?
}

/// The moment at which a step gives up a call.
package struct PartnerDeadline: Sendable {
  package let instant: ContinuousClock.Instant

  package init(_ instant: ContinuousClock.Instant) {
    self.instant = instant
  }
}
