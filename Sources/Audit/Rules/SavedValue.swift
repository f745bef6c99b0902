// SPDX-License-Identifier: Apache-2.0
// The values that a rule saves.

import Expectations
import Formats
import Suites

/// A value that a rule saves.
struct SavedValue: Sendable {
  let name: String
  /// The first that selects something counts.
  let sources: [SavedSource]
}

struct SavedSource: Sendable {
  let template: SourceTemplate
  /// The names that a query of names only goes through.
  let names: [String]?
  /// Whether it is an XML path, into the answer.
  let isOfAnswer: Bool
  let parts: ExchangeParts
  /// The only header that it reads, in lower case.
  let header: String?
}
