// SPDX-License-Identifier: Apache-2.0
// The values of the names that an answer was judged by.

package import Expectations
package import Formats
import HTTP
import Record
import Redaction
import Suites
import Text

/// The values of all names that the templates of a step can see.
package struct NameValues: Sendable {
  package var saved: [String: BoundValue]
  package var given: [String: BoundValue]
  let facts: [String: JSONValue]
  /// The values of the built-in names that the step's expectations use, by `name.member`.
  let builtIn: [String: JSONValue]

  /// The values for templates.
  package var bindings: Bindings {
    var bindings = Bindings(facts: facts) { [builtIn] name, member in
      builtIn[Self.key(name, member)]
    }
    bindings.saved = saved
    bindings.given = given
    return bindings
  }

  /// The names of the facts that have a value, in their order.
  package func factNames(of value: JSONValue) -> [String] {
    facts.keys.sorted().filter { facts[$0] == value }
  }

  static func key(_ name: String, _ member: String?) -> String {
    member.map { "\(name).\($0)" } ?? name
  }
}
