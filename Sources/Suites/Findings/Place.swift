// SPDX-License-Identifier: Apache-2.0
// Where something was found that a suite does not expect.

package import Formats

/// The place of a finding, as reports name it: a part of an answer, or what else a step checks.
package indirect enum Place: Sendable, Hashable {
  case status
  case header(String)
  /// A value in a JSON body or in the JSON of a call.
  case body(JSONPointer)
  /// The selection of a query: all of it, or the fact that it is empty.
  case query(String)
  /// The selection of an XML path in the body.
  case xml(String)
  /// The body as text.
  case text
  /// The status codes of a burst, or one of them by its index.
  case statuses(Int?)
  /// A part of a URL, `host`, or one value of its query, `query code`.
  case part(String)
  /// The text that a Base64 string decodes to.
  case decoded
  /// The value of a variable, under `when:`.
  case variable(String)
  /// A place in the document that a string holds.
  case inside(Place, Place)

  /// A value that `save:` takes from the answer, by the name of its variable.
  case saved(String)
  /// The condition of `retry:`.
  case retry
  /// The fragment that the step uses, by its name.
  case fragment(String)
  /// An error of the partner's framework.
  case frameworkError
  /// A call to the partner's framework: `authenticate`.
  case call(String)
  /// The way of a user agent.
  case visit
  /// A header that says how to read the body, by its name: the answer is of no use to any client.
  case framing(String)
  /// A text of a record that names none of the other places, such as one that was masked.
  case other(String)
}

extension Place: CustomStringConvertible {
  /// `/profiles/0/mvpd`, `header Content-Type`, `/request → decoded → xml /Request/@ID`.
  package var description: String {
    switch self {
    case .status: "status"
    case .header(let name): "header \(name)"
    case .body(let pointer): pointer.tokens.isEmpty ? "body" : "\(pointer)"
    case .query(let source): source
    case .xml(let path): "xml \(path)"
    case .text: "text"
    case .statuses(let index): index.map { "statuses/\($0)" } ?? "statuses"
    case .part(let name), .call(let name), .other(let name): name
    case .decoded: "decoded"
    case .variable(let name): "${\(name)}"
    case .inside(let outer, let inner): "\(outer)\(Self.separator)\(inner.innerDescription)"
    case .saved(let name): "save: \(name)"
    case .retry: "retry"
    case .fragment(let name): "fragment \(name)"
    case .frameworkError: "error"
    case .visit: "visit"
    case .framing(let name): "framing \(name)"
    }
  }

  private var innerDescription: String {
    if case .body(let pointer) = self, pointer.tokens.isEmpty { return "json" }
    return description
  }

  static let separator = " → "
}
