// SPDX-License-Identifier: Apache-2.0
// A table of one variable that is filled when a run begins.

package import Expectations
import Formats
package import Text

/// A table of one variable that is filled when a run begins: `{each: m, in: …}`.
package struct LiveTable: Sendable, Equatable {
  package enum Rows: Sendable, Equatable {
    /// A list among the facts.
    case facts(VariableExpression)
    /// The distinct nodes that a query selects in the object that a fragment gives.
    case answer(FragmentUse, query: QueryTemplate)
  }

  package let variable: String
  package let rows: Rows
  package let position: Position
}
