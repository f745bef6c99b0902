// SPDX-License-Identifier: Apache-2.0
// What a scenario has sent and taken, so that a failure can be reproduced without the harness.

import Encodings
import Expectations
import HTTPMessages
import JSON
import Results
import Templates

/// The requests of a scenario, or of a shared fragment, and the values that it took from answers.
///
/// It is kept as it is while the steps run, and made into recipes only where something failed.
struct Trace {
  /// A value that was taken from an answer.
  struct Value {
    /// Unique in the trace.
    let name: String
    let text: String
  }

  /// What a step did.
  struct Entry {
    var request: HTTPRequest?
    var times = 1
    var pause: Duration?
    /// The target of the URL that a user agent visited, and where the visit ends.
    var visit: (target: String, redirectURL: String)?
    var sentAt: Timestamp?
    /// How many values were known when it was sent.
    var valueCount = 0
    var takes: [StepRecipe.Take] = []
  }

  private(set) var values: [Value] = []
  private(set) var entries: [Entry] = []
  /// What the suite has told an emulated framework, such as the id of the user's provider.
  private(set) var settings: [String] = []
  /// The SAML messages that the framework has made, as they are and unwrapped.
  private(set) var messages: Set<String> = []
  /// The entry of the step under way; nil before the first.
  private var current: Int?
  private var names: [String: Int] = [:]
}

extension Trace {
  /// Values that are shorter may stand anywhere by chance.
  private static let shortestBytes = 4
  /// Longer values are not passed on.
  private static let longestBytes = 256 * 1024

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

  mutating func sends(
    _ request: HTTPRequest, times: Int, pause: Duration?, at time: Timestamp
  ) {
    guard let current else { return }
    entries[current].request = request
    entries[current].times = times
    entries[current].pause = pause
    entries[current].sentAt = time
    entries[current].valueCount = values.count
  }

  mutating func visits(_ target: String, until redirectURL: String, at time: Timestamp) {
    guard let current else { return }
    entries[current].visit = (target, redirectURL)
    entries[current].sentAt = time
    entries[current].valueCount = values.count
  }

  /// Notes what the suite tells the framework.
  mutating func configures(_ options: JSONObject) {
    for option in options.members {
      guard let text = option.value.string, text.utf8.count >= Self.shortestBytes,
        !settings.contains(text)
      else { continue }
      settings.append(text)
    }
  }

  /// Notes what an emulated framework has answered: SAML messages that it made up.
  mutating func answers(_ value: JSONValue) {
    switch value {
    case .string(let text):
      guard SAMLValues(text) != nil else { return }
      messages.insert(text)
      if case .string(let unwrapped)? = try? Filter.unwrap.apply(to: value) {
        messages.insert(unwrapped)
      }
    case .object(let object): for member in object.members { answers(member.value) }
    case .array(let items): for item in items { answers(item) }
    case .number, .boolean, .null: break
    }
  }

  /// Notes a value that the step under way saved from a response.
  mutating func takes(_ name: String, _ value: JSONValue, from observation: Observation) {
    guard let current, let response = observation.response, let text = isOfUse(value),
      let origin = Self.origin(of: text, named: name, in: response, observation)
    else { return }
    add(name, text, origin, to: current)
  }

  /// Notes the values that a shared fragment gave to the step under way.
  mutating func takes(_ gives: JSONObject, fromShared trace: Trace) {
    guard let current else { return }
    for member in gives.members {
      guard let text = isOfUse(member.value),
        let value = trace.values.last(where: { $0.text == text })
      else { continue }
      add(member.name, text, .shared(value.name), to: current)
    }
  }

  /// The text of a value that can be passed on, and is not known yet.
  private func isOfUse(_ value: JSONValue) -> String? {
    guard let text = value.scalarText,
      Self.shortestBytes...Self.longestBytes ~= text.utf8.count,
      !values.contains(where: { $0.text == text })
    else { return nil }
    return text
  }

  private mutating func add(
    _ name: String, _ text: String, _ origin: StepRecipe.Origin, to entry: Int
  ) {
    let count = names[name, default: 0] + 1
    names[name] = count
    let unique = count == 1 ? name : "\(name)_\(count)"
    guard StepRecipe.isName(unique) else { return }
    values.append(Value(name: unique, text: text))
    entries[entry].takes.append(StepRecipe.Take(name: unique, origin: origin))
  }

  /// Where a text stands in a response; of several places, that with the most similar name.
  private static func origin(
    of text: String, named name: String, in response: HTTPResponse, _ observation: Observation
  ) -> StepRecipe.Origin? {
    if case .success(let json) = observation.json {
      var found: [JSONPointer] = []
      search(json, JSONPointer(), text, &found)
      let wanted = plain(name)
      let best = found.first { pointer in
        if case .name(let last)? = pointer.tokens.last { plain(last) == wanted } else { false }
      }
      if let pointer = best ?? found.first { return .body(pointer.description) }
    }
    for field in response.headers.fields where field.value == text { return .header(field.name) }
    if response.body.elementsEqual(text.utf8) { return .text }
    return nil
  }

  private static func search(
    _ value: JSONValue, _ pointer: JSONPointer, _ text: String, _ found: inout [JSONPointer]
  ) {
    switch value {
    case .object(let object):
      for member in object.members {
        search(member.value, pointer.appending(name: member.name), text, &found)
      }
    case .array(let items):
      for (index, item) in items.enumerated() {
        search(item, pointer.appending(index: index), text, &found)
      }
    case .string, .number: if value.scalarText == text { found.append(pointer) }
    case .null, .boolean: break
    }
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
