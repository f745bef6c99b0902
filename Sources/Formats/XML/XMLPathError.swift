// SPDX-License-Identifier: Apache-2.0
// Why a text is not an XML path, and where.

package import Text

/// Why a text is no XML path, and where.
package typealias XMLPathError = LocatedError<XMLPathMistake, ScalarOffset>

/// Why a text is not an XML path.
package enum XMLPathMistake: Sendable, Equatable {
  case expected(String)
  case afterAttribute
  case variable
  case tooLong(limit: Int)
}

extension XMLPathMistake: CustomStringConvertible {
  package var description: String {
    switch self {
    case .expected(let what): "expected \(what)"
    case .afterAttribute: "an attribute ends a path"
    case .variable: "a variable can't stand here"
    case .tooLong(let limit): "the path is longer than \(limit) bytes"
    }
  }
}
