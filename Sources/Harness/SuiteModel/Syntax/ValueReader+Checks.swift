// SPDX-License-Identifier: Apache-2.0
// Compiles patterns with unknown variables, to find mistakes before a run.

import Documents
import Expectations
import SourceText

extension ValueReader {
  /// Reports the mistakes of a pattern that stands alone, whatever its variables are.
  static func check(_ template: ValueTemplate, _ nodes: inout NodeReader) {
    do {
      _ = try PatternCompiler.compile(template.node(in: .unknown))
    } catch {
      report(error, &nodes)
    }
  }

  /// Reports why something could not be compiled.
  static func report(_ error: any Error, _ nodes: inout NodeReader) {
    switch error {
    case let error as PatternErrors:
      for mistake in error.errors {
        nodes.error(mistake.message, at: mistake.position, length: mistake.length)
      }
    case let error as EvaluationError:
      nodes.error(error.message, at: error.position ?? Position.start)
    default: nodes.error("\(error)", at: Position.start)
    }
  }
}
