// SPDX-License-Identifier: Apache-2.0
// How the argument of a matcher is written.

/// The syntax of a matcher's argument, before any variable in it has a value.
package enum ArgumentSyntax: Sendable {
  /// A value or a pattern; also options, whose names are keys.
  case pattern
  /// A regular expression: variables in it stand for their texts.
  case expression
  /// A map whose keys are XML paths.
  case paths
}
