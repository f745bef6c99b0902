// SPDX-License-Identifier: Apache-2.0
// Compiles patterns with unknown variables, to find mistakes before a run.

internal import Text

extension ValueReader {
  /// Reports the mistakes that a pattern has whatever its variables are.
  package static func check(_ template: ValueTemplate, _ nodes: inout NodeReader) {
    do throws(PatternErrors) {
      _ = try template.checkedPattern()
    } catch {
      report(error, &nodes)
    }
  }

  static func report(_ errors: PatternErrors, _ nodes: inout NodeReader) {
    for mistake in errors.errors {
      nodes.error(mistake.message, at: mistake.position, length: mistake.length)
    }
  }
}
