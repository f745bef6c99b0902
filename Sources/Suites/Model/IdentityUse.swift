// SPDX-License-Identifier: Apache-2.0
// The part of a scenario that may belong to a person.

/// The part of a scenario that may belong to a person: the framework, where sign-ins last longer
/// than a scenario's device, and facts. What fragments, tables and default headers use counts, too.
package struct IdentityUse: Sendable, Equatable {
  /// The devices that use their framework; the device of a shared fragment is called `device`.
  package internal(set) var devices: Set<String> = []
  /// The scenario's devices on which a framework is opened: each needs an identity.
  package internal(set) var opened: Set<String> = []
  /// The names of all facts that are used.
  package internal(set) var facts: Set<String> = []
}
