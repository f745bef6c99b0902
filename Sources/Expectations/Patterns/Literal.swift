// SPDX-License-Identifier: Apache-2.0
// A value that the answer must equal.

import Formats

/// A value that the answer must equal, and how the suite writes it.
struct Literal: Sendable, Equatable {
  let value: JSONValue
  /// As written in the suite; nil for the value of a variable, which is shown as JSON.
  let written: String?

  init(_ value: JSONValue, written: String? = nil) {
    self.value = value
    self.written = written
  }

  static func == (left: Literal, right: Literal) -> Bool { left.value == right.value }

  /// As written; the value of a variable as JSON.
  var text: QuotingText { written.map { .text($0) } ?? MessageText.of(value) }

  /// For sentences: `the boolean true`, `the string "a"`, `null`.
  var noun: QuotingText {
    let text = MessageText.of(value)
    return value == .null || Kinds(of: value).isSubset(of: [.array, .object])
      ? text : "the \(words: value.typeName) \(text)"
  }
}
