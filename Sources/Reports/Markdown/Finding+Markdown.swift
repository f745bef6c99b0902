// SPDX-License-Identifier: Apache-2.0
// A finding in Markdown.

import Suites

extension Finding {
  /// ``status`: expected `200`, found `500```.
  ///
  /// - Parameter limit: How many characters of what was expected and found are kept.
  func markdown(limit: Int) -> String {
    let place = Markdown.code(place.description, limit: 200)
    let expected = Markdown.code(expected, limit: limit)
    return "\(place): expected \(expected), \(outcome(Markdown.code(found, limit: limit)))"
  }
}
