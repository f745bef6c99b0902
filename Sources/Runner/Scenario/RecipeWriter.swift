// SPDX-License-Identifier: Apache-2.0
// Makes recipes from a trace: the requests, with references in place of values of known origin.

import Formats
import HTTP
import Record
import Suites
import Text

extension ScenarioSession {
  /// Gives each step that was traced its recipe.
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
/// What was sent is searched for values that a script takes or makes. The rest stands in the recipe as
/// it was sent, without its secrets.
struct RecipeWriter {
  let trace: Trace
  let origin: String
  let devices: [Trace.Value]
  let mask: Mask
  /// The values that were known when the request was sent, the longest first, and those of its texts
  /// that were sent in Base64.
  var values: [Trace.Value] = []
  var encoded: [String] = []
}

extension RecipeWriter {
  mutating func write(to steps: inout [StepRecord]) {
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
    recipe.headers = sent.headers.fields.map {
      mask.maskedSent(HeaderField($0.name, self.text($0.value).text))
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
    let wanted = values.map { (Array(form($0.text).utf8), $0.reference) }
    var found: [(range: Range<String.Index>, reference: String)] = []
    for (bytes, reference) in wanted {
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
