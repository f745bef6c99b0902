// SPDX-License-Identifier: Apache-2.0
// Why a service could not be tried.

/// Why a service could not be tried.
struct TrialError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A sentence without a full stop.
  let description: String

  init(_ description: String) { self.description = description }
}
