// SPDX-License-Identifier: Apache-2.0
// The protocol of the partner's framework on a device.

/// The partner's framework on one device, as the streaming application sees it.
///
/// Every emulator conforms to it. An instance belongs to one device of one scenario on one thread.
/// Opening a state counts as a start of the application: it has silently asked for permission and
/// provider once, so its values are defined right away.
///
/// A call throws if it has no answer: for a mistake of the suite, or a fault of the emulator. A call
/// to a program or a real device may block until `deadline`.
package protocol PartnerFramework: AnyObject {
  /// Answers a call of the application. An error that the framework gives is an answer, too.
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer

  /// Does what the person does outside the application.
  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError)

  /// A declared value, as the application now sends it in its header; nil if it sends none.
  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String?

  /// The choice that a call of an application waits for; nil for a call that has its answer. Suites
  /// say in advance what the person does, so that nothing waits.
  func awaited(by call: PartnerCall) throws(PartnerError) -> AwaitedChoice?
}

extension PartnerFramework {
  package func awaited(by call: PartnerCall) throws(PartnerError) -> AwaitedChoice? { nil }
}

/// The moment at which a step gives up a call.
package typealias PartnerDeadline = ContinuousClock.Instant
