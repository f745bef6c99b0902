// SPDX-License-Identifier: Apache-2.0
// The keys of demands.

/// The keys of demands, of which a rule has one.
enum DemandKey: String, CaseIterable {
  case expect
  case earlier
  case notEarlier = "not-earlier"
  case later
  case notLater = "not-later"
  case next
  case latest
  case atMost = "at-most"
  case apart
  case all
  case any

  static let names = allCases.map(\.rawValue)
}
