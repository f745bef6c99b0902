// SPDX-License-Identifier: Apache-2.0
// A scenario's requests and values, so that a failure can be reproduced without the harness.

import Formats
import HTTP
import Record
import Suites
import Text

/// The requests of a scenario, or of a shared fragment, and the values that it took from answers.
///
/// It is kept as it is while the steps run, and made into recipes only where something failed.
struct Trace {
  /// A text that a script has under another value, and how recipes write it: `$access_token`.
  struct Value {
    let reference: String
    let text: String
  }

  /// The request of a step, and the values it took.
  struct Entry {
    var request: HTTPRequest?
    var pause: Duration?
    /// Where a visit ends; nil for other requests.
    var redirectURL: String?
    var sentAt = Timestamp(milliseconds: 0)
    /// How many values were known when it was sent.
    var valueCount = 0
    var takes: [StepRecipe.Take] = []
  }

  /// Begins the names of the values: a scenario uses those of shared fragments, too.
  var prefix = ""
  private(set) var values: [Value] = []
  private(set) var entries: [Entry] = []
  /// The entry of the step under way; nil before the first.
  private var current: Int?

  /// Shorter values may stand anywhere by chance, and longer ones are not passed on.
  private static let sizes = 4...(256 * 1024)

  /// Begins a step. Those of its fragment come after it.
  ///
  /// - Returns: The number of the step, and that of the step around it.
  mutating func begin() -> (number: Int, outer: Int?) {
    let outer = current
    current = entries.count
    entries.append(Entry())
    return (entries.count - 1, outer)
  }

  /// Goes on with the step around the one that ends.
  mutating func end(_ outer: Int?) { current = outer }

  /// - Parameters:
  ///   - pause: The pause before it is sent again; nil for what is sent once.
  ///   - redirectURL: Where a user agent ends that begins with the request.
  mutating func sends(
    _ request: HTTPRequest, pause: Duration? = nil, until redirectURL: String? = nil,
    at time: Timestamp
  ) {
    guard let current else { return }
    entries[current] = Entry(
      request: request, pause: pause, redirectURL: redirectURL, sentAt: time,
      valueCount: values.count, takes: entries[current].takes)
  }

  /// Notes a value that the step under way saved from a response.
  mutating func takes(_ name: String, _ value: JSONValue, from observation: Observation) {
    guard let current, let response = observation.response, let text = value.scalarText,
      Self.sizes ~= text.utf8.count, !values.contains(where: { $0.text == text })
    else { return }
    func take(_ name: String, _ text: String, _ source: StepRecipe.Take.Source, _ place: String) {
      let unique = "\(prefix)\(name)_\(values.count + 1)"
      values.append(Value(reference: "$\(unique)", text: text))
      entries[current].takes.append(StepRecipe.Take(unique, source, place))
    }
    if let json = try? observation.json.get(), let everything = try? JSONPath("$..*"),
      let node = (try? everything.nodes(in: json))?.first(where: { $0.value.scalarText == text })
    {
      let place = node.pointer.description
      take(name, text, .json, place)
      if let id = Self.requestID(text) { take("\(name)_id", id, .requestID, place) }
    } else if let field = response.headers.fields.first(where: { $0.value == text }) {
      take(name, text, .header, field.name)
    } else if response.body.elementsEqual(text.utf8) {
      take(name, text, .body, "")
    }
  }

  /// Knows the values that a shared fragment took.
  mutating func takes(fromShared trace: Trace) { values += trace.values }

  /// The ID of a SAML request in Base64, which the response repeats; nil for another text.
  private static func requestID(_ text: String) -> String? {
    let bytes = Base64.decode(text.filter { !$0.isWhitespace })
    return bytes.flatMap { String(validating: $0, as: UTF8.self) }?
      .firstMatch(of: /^<[\s\S]*?\sID="([^"]{8,})"/).map { String($0.1) }
  }
}
