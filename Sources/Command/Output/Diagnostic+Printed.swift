// SPDX-License-Identifier: Apache-2.0
// A mistake as the command prints it.

import Suites
import Text

extension Diagnostic {
  /// The mistake with its place; one of the command line has none.
  package var line: String {
    if case .option = origin { "\(severity.rawValue): \(message)" } else { description }
  }

  /// The same with its line of the file, and carets below it.
  func printed(in file: SourceFile?) -> Printed {
    let excerpt = file.flatMap { Excerpt(of: $0, at: position, length: length) }
    return "\(line)\n" + (excerpt?.printed ?? Printed())
  }
}
