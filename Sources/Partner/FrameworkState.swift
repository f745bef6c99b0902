// SPDX-License-Identifier: Apache-2.0
// A state of an emulator, as people read about it.

import Formats

/// A state that an emulator knows, described for people who write suites.
package struct FrameworkState: Sendable, Equatable {
  package let name: String
  package let title: String
  package let summary: String
  /// The heading under which the state is listed; empty for no heading.
  package var group = ""
  /// Further facts in whole sentences, such as what the service should hold for the device.
  package var notes: [String] = []
  /// The event that makes later answers differ; nil if the state is not about an event.
  package var event: FrameworkEvent?
  /// Who makes the situation that the state is named after.
  package var maker = Maker.framework

  /// A party that makes a situation.
  package enum Maker: String, Sendable, CaseIterable { case framework, application, service }
}

/// An event that makes later answers of a state differ.
package enum FrameworkEvent: Sendable, Equatable {
  case call(PartnerCall)
  case user(UserAction)
  /// The clock goes on by this many milliseconds.
  case clock(Int)
}
