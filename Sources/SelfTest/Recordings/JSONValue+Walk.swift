// SPDX-License-Identifier: Apache-2.0
// Goes through all values of a JSON document.

import Audit
import Formats

extension JSONValue {
  /// Calls back for each value in it that is neither an array nor an object, with the names on the way
  /// to it: `.profiles.*.notAfter`. A name below a map is a name of the documents or `*`.
  func walk(_ name: String, depth: Int = 0, _ visit: (_ name: String, JSONValue) -> Void) {
    guard depth < 16 else { return }
    switch self {
    case .object(let object):
      for member in object.members {
        // Under names of its own a map has entries: `*` stands for each of them.
        let isEntry = depth > 0 && member.value.object != nil
        member.value.walk("\(name).\(isEntry ? "*" : member.name)", depth: depth + 1, visit)
      }
    case .array(let items):
      for item in items { item.walk("\(name)[*]", depth: depth + 1, visit) }
    case .null, .boolean, .number, .string: visit(name, self)
    }
  }

  /// A whole number, or a text of its digits.
  var wholeNumber: Int? { number?.integer ?? string.flatMap { Int($0) } }
}
