// SPDX-License-Identifier: Apache-2.0
// A place where the service can be told to do otherwise.

/// A place in the service where one rule can be told to work otherwise. It is off in the service
/// as it is.
///
/// Each switch is declared in a file `Switch+Area.swift`, and asked for where its rule stands, by
/// `call.has(…)` or `store.has(…)`. It knows neither requirements nor tests.
package struct Switch: Hashable, Sendable {
  /// In words with hyphens; each switch has another.
  package let name: String

  package init(_ name: String) { self.name = name }
}
