// SPDX-License-Identifier: Apache-2.0
// What a mask hides of a text besides known secrets.

/// What a mask hides of a text besides known secrets.
enum Hiding {
  case secrets
  /// What looks like a token.
  case tokens
  /// What may be a code as well: shorter runs that are no words, and numbers.
  case codes
  /// All but public words, times, and numbers that are too short for a code.
  case unknown
}
