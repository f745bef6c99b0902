// SPDX-License-Identifier: Apache-2.0
// The faults of an application whose framework is in order.

/// The fault of an application whose framework is in order. The emulator makes the first five, which
/// are faults of the header; the suite has to make the others.
enum ClientFault: String, Sendable, CaseIterable {
  /// The header is sent unencoded: text that is not Base64, or not an object.
  case malformedHeader = "malformed header"
  case expirationAsNumber = "number"
  case expirationInSeconds = "seconds"
  case unknownAccessStatus = "unknown enumeration value"
  case staleHeader = "stale header"
  case noRedirectURL = "no redirectUrl"
  case doubleEncoding = "double-encode"

  /// The values of the malformed header. The first one is sent.
  static let headerValues = ["%%%", "bm90IGpzb24=", "W10="]
}
