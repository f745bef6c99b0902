// SPDX-License-Identifier: Apache-2.0
// The requests of a scenario, kept to make recipes that reproduce a failure without the harness.

import Formats
import HTTP
import Record
import Redaction
import Suites
import Text

extension ScenarioSession {
  func addRecipes(to steps: inout [StepRecord]) {
    var writer = RecipeWriter(
      trace: trace, origin: "\(context.profile.baseURL.origin)",
      devices: devices.map {
        Trace.Value(reference: "~\(trace.prefix)device_\($0.name)", text: $0.id)
      }, mask: secrets.mask)
    writer.write(to: &steps)
  }
}

/// Makes the recipes of the steps of a trace.
///
/// A recipe is what was sent, with references to values that a script has, without secrets.
struct RecipeWriter {
  let trace: Trace
  let origin: String
  let devices: [Trace.Value]
  var mask: Mask
  /// The values known when the request was sent, the longest first; and texts sent in Base64.
  var values: [Trace.Value] = []
  var encoded: [String] = []
}

extension RecipeWriter {
  mutating func write(to steps: inout [StepRecord]) {
    mask.keepsReferences = true
    for index in steps.indices {
      if let number = steps[index].traceNumber, trace.entries.indices.contains(number) {
        steps[index].recipe = recipe(of: trace.entries[number])
      }
      write(to: &steps[index].steps)
    }
  }

  private mutating func recipe(of entry: Trace.Entry) -> StepRecipe? {
    guard let sent = entry.request else { return nil }
    values = (devices + trace.values.prefix(entry.valueCount)).sorted {
      $0.text.utf8.count > $1.text.utf8.count
    }
    encoded = []
    var recipe = StepRecipe(method: mask.maskedOwn(sent.method), target: target(sent.target))
    recipe.headers = sent.headers.fields.map { field in
      let name = mask.maskedOwn(field.name)
      let value = self.text(field.value).text
      return HeaderField(name, mask.maskedHeader(name, value))
    }
    recipe.body = mask.maskedOwn(body(of: sent))
    recipe.encoded = encoded
    recipe.pauseMilliseconds = entry.pause?.wholeMilliseconds
    recipe.redirectURL = entry.redirectURL.map { mask.maskedOwn($0) }
    recipe.takes = entry.takes.filter { mask.maskedOwn($0.place) == $0.place }
    return recipe
  }

  /// A target: a URL of an answer is taken as it is; otherwise each part is percent-encoded.
  private mutating func target(_ target: String) -> String {
    for value in values where value.reference.hasPrefix("$") {
      let path =
        value.text.hasPrefix("\(origin)/") ? value.text.dropFirst(origin.count) : value.text[...]
      guard path.hasPrefix("/"), path.utf8.count > 1, target.hasPrefix(path) else { continue }
      let rest = String(target.dropFirst(path.count))
      guard "?&".contains(rest.prefix(1)) else { continue }
      return "‹/\(value.reference.dropFirst())›" + (rest.isEmpty ? "" : self.target(rest))
    }
    return mask.maskedOwn(
      parts(of: target, /[^\/?&=]+/, { PercentEncoding.decode($0) }, PercentEncoding.encode))
  }

  private mutating func body(of request: HTTPRequest) -> String {
    let body = String(decoding: request.body, as: UTF8.self)
    let type = request.headers["Content-Type"]?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      return parts(
        of: body, /[^&=]+/, { PercentEncoding.decode($0, plusIsBlank: true) },
        PercentEncoding.encodeForm)
    }
    guard type.contains("json") else { return text(body).text }
    return text(body) { String(JSONWriter.text(.string($0)).dropFirst().dropLast()) }.text
  }

  /// A text of parts that are encoded each for itself.
  private mutating func parts(
    of text: String, _ part: Regex<Substring>, _ decode: (String) -> String?,
    _ encode: (String) -> String
  ) -> String {
    text.replacing(part) { match in
      guard let part = decode(String(match.output)).map({ self.text($0, encode: encode) }),
        part.hasReference
      else { return String(match.output) }
      return part.text
    }
  }

  /// A text with references in place of values, and of Base64 in which there are some.
  ///
  /// - Parameters:
  ///   - form: How a value stands in the text.
  ///   - encode: Writes what is no reference.
  private mutating func text(
    _ text: String, depth: Int = 0, form: (String) -> String = { $0 },
    encode: (String) -> String = { $0 }
  ) -> (text: String, hasReference: Bool) {
    let own = Array(text.utf8)[...]
    let wanted = values.map { (Array(form($0.text).utf8), $0.reference) }
    var found: [(range: Range<String.Index>, reference: String)] = []
    // Few are there, and the library's search takes long.
    for (bytes, reference) in wanted where own.range(of: bytes) != nil {
      for range in text.utf8.ranges(of: bytes)
      where !found.contains(where: { $0.range.overlaps(range) }) {
        found.append((range, reference))
      }
    }
    for match in text.matches(of: /[A-Za-z0-9+\/]{8,}={0,2}/)
    where !found.contains(where: { $0.range.overlaps(match.range) }) {
      if let reference = base64(String(match.output), depth) {
        found.append((match.range, reference))
      }
    }
    var output = ""
    var end = text.startIndex
    for (range, reference) in found.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      output += encode(String(text[end..<range.lowerBound])) + "‹\(reference)›"
      end = range.upperBound
    }
    return (output + encode(String(text[end...])), !found.isEmpty)
  }

  /// The reference of a text in Base64 in which there are references; nil for another.
  private mutating func base64(_ run: String, _ depth: Int) -> String? {
    guard depth < 4, let bytes = Base64.decode(run), Base64.encode(bytes) == run,
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let inner = self.text(text, depth: depth + 1)
    guard inner.hasReference else { return nil }
    encoded.append(mask.maskedOwn(inner.text))
    return "$base64_\(encoded.count)"
  }
}

/// The requests of a scenario, or of a shared fragment, and the values that it took from answers.
///
/// It is kept as it is while the steps run, and made into recipes only where something failed.
struct Trace {
  /// A text that a script has under another value, and how recipes write it: `$access_token`.
  struct Value {
    let reference: String
    let text: String
  }

  /// The traffic of one step.
  struct Entry {
    var request: HTTPRequest?
    var pause: Duration?
    /// Where a visit ends; nil for other requests.
    var redirectURL: String?
    /// How many values were known when it was sent.
    var valueCount = 0
    var takes: [StepRecipe.Take] = []
  }

  /// Begins the names of the values: a scenario uses those of shared fragments, too.
  var prefix = ""
  /// Also those that shared fragments took.
  var values: [Value] = []
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
    _ request: HTTPRequest, pause: Duration? = nil, until redirectURL: String? = nil
  ) {
    guard let current else { return }
    entries[current] = Entry(
      request: request, pause: pause, redirectURL: redirectURL, valueCount: values.count,
      takes: entries[current].takes)
  }

  /// Notes a value that the step under way saved from a response.
  mutating func takes(_ name: String, _ value: JSONValue, from observation: Observation) {
    guard let current, let response = observation.response, let text = value.scalarText,
      Self.sizes ~= text.utf8.count, !values.contains(where: { $0.text == text })
    else { return }
    func take(_ source: StepRecipe.Take.Source, _ place: String) {
      let unique = "\(prefix)\(name)_\(values.count + 1)"
      values.append(Value(reference: "$\(unique)", text: text))
      entries[current].takes.append(StepRecipe.Take(unique, source, place))
    }
    if let json = try? observation.json.get(), let everything = try? JSONPath("$..*"),
      let node = (try? everything.nodes(in: json))?.first(where: { $0.value.scalarText == text })
    {
      take(.json, node.pointer.description)
    } else if let field = response.headers.fields.first(where: { $0.value == text }) {
      take(.header, field.name)
    } else if response.body.elementsEqual(text.utf8) {
      take(.body, "")
    }
  }
}
