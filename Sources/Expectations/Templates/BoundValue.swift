// SPDX-License-Identifier: Apache-2.0
// The value of a name of a suite.

package import Formats

/// The value of a name.
package enum BoundValue: Sendable, Equatable {
  case json(JSONValue)
  /// A value given by `with`: a pattern, with its matchers. Every name in it has its value
  /// already, because the fragment that takes it may use the name for something else.
  case pattern(ValueTemplate)
  /// The value is not known before the suite runs.
  case unknown
}

extension BoundValue {
  /// The value as JSON; nil for a value with a matcher in it, and for an unknown one.
  package var json: JSONValue? {
    switch self {
    case .json(let value): value
    case .pattern(let template): try? template.jsonWithoutMatchers(in: Bindings { _, _ in nil })
    case .unknown: nil
    }
  }
}
