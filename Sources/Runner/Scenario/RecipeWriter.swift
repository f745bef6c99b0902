// SPDX-License-Identifier: Apache-2.0
// Makes recipes from a trace: what was sent, with references in place of values of known origin.

import Formats
import HTTP
import Partner
import Record
import Suites
import Text

extension ScenarioSession {
  /// Gives each step that was traced its recipe.
  func addRecipes(to steps: inout [StepRecord]) {
    let isEmulated = context.surroundings.framework.followsClock
    var writer = RecipeWriter(
      trace: trace, origin: "\(context.profile.baseURL.origin)",
      devices: devices.map {
        Trace.Value(reference: "~\(trace.prefix)device_\($0.name)", text: $0.id)
      }, mask: secrets.mask, messageMask: isEmulated ? secrets.withoutMessages.mask : nil)
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
  /// Masks every part of a SAML message. nil where nobody may read one.
  let messageMask: Mask?
  /// The identifiers that are made anew, by their texts.
  var made: [String: String] = [:]
  /// When the request was sent, the values that were known then, the longest first, and those of its
  /// texts that were sent in Base64.
  var sentAt = Timestamp(milliseconds: 0)
  var values: [Trace.Value] = []
  var encoded: [String] = []

  fileprivate enum Piece {
    case literal(String)
    case reference(String)
  }

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
    sentAt = entry.sentAt
    values = Self.ordered(devices + trace.values.prefix(entry.valueCount))
    encoded = []
    var request = StepRecipe.Request(
      method: mask.maskedOwn(sent.method), target: target(sent.target))
    request.headers = sent.headers.fields.map {
      mask.maskedSent(HeaderField($0.name, Self.text(pieces(of: $0.value))))
    }
    request.body = mask.maskedOwn(body(of: sent))
    request.encoded = encoded
    request.pauseMilliseconds = entry.pause?.wholeMilliseconds
    request.redirectURL = entry.redirectURL.map { mask.maskedOwn($0) }
    return StepRecipe(
      request: request, takes: entry.takes.filter { mask.maskedOwn($0.place) == $0.place })
  }

  private static func ordered(_ values: [Trace.Value]) -> [Trace.Value] {
    values.sorted { $0.text.utf8.count > $1.text.utf8.count }
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
    guard type.contains("json") else { return Self.text(pieces(of: body)) }
    return Self.text(
      pieces(of: body) { String(JSONWriter.text(.string($0)).dropFirst().dropLast()) })
  }

  /// A text of parts that are encoded each for itself.
  private mutating func parts(
    of text: String, _ part: Regex<Substring>, _ decode: (String) -> String?,
    _ encode: (String) -> String
  ) -> String {
    text.replacing(part) { match in
      guard let pieces = decode(String(match.output)).map({ pieces(of: $0) }), pieces.hasReference
      else { return String(match.output) }
      return Self.text(pieces, encode)
    }
  }

  private static func text(_ pieces: [Piece], _ encode: (String) -> String = { $0 }) -> String {
    pieces.map { piece in
      switch piece {
      case .literal(let text): encode(text)
      case .reference(let name): "‹\(name)›"
      }
    }.joined()
  }

  /// - Parameter form: How a value stands in the text.
  private mutating func pieces(
    of text: String, depth: Int = 0, _ form: (String) -> String = { $0 }
  ) -> [Piece] {
    let pieces = [.literal(text)].cut(at: values, form).cut { text in
      text.matches(of: /[A-Za-z0-9+\/]{8,}={0,2}/).compactMap { match in
        base64(String(match.output), depth).map { (match.range, $0) }
      }
    }
    return pieces.cut(times)
  }

  /// The reference of a text in Base64 in which there are references; nil for another.
  private mutating func base64(_ run: String, _ depth: Int) -> String? {
    guard depth < 4, let bytes = Base64.decode(run), Base64.encode(bytes) == run,
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    if let messageMask, text.hasPrefix("<") {
      encoded.append(message(text, messageMask))
    } else {
      let pieces = self.pieces(of: text, depth: depth + 1)
      guard pieces.hasReference else { return nil }
      encoded.append(mask.maskedOwn(Self.text(pieces)))
    }
    return "$base64_\(encoded.count)"
  }

  /// A SAML message, word by word, so that it stands nowhere as a whole. What its provider makes up is
  /// made anew, and so is what may not be shown.
  private mutating func message(_ text: String, _ mask: Mask) -> String {
    let attributes = /\s(?:ID|SessionIndex)="([^"]{4,})"/
    let elements =
      /<(?:\w+:)?(?:NameID|AttributeValue|SignatureValue|DigestValue|X509Certificate)(?:\s[^>]*)?>([^<]{4,})</
    let own = (text.matches(of: attributes).map(\.1) + text.matches(of: elements).map(\.1)).map {
      Trace.Value(reference: anew(String($0)), text: String($0))
    }
    var output = ""
    for piece in [.literal(text)].cut(at: Self.ordered(values + own)).cut(times) {
      guard case .literal(let text) = piece else {
        output += Self.text([piece])
        continue
      }
      for match in text.matches(of: /[ <][^ <]*|[^ <]+/) {
        let word = String(match.output)
        output += mask.maskedGiven(word) == word ? "\(word)‹›" : "‹\(anew(word))›"
      }
    }
    return output
  }

  private mutating func anew(_ text: String) -> String {
    let name = made[text] ?? "~\(trace.prefix)made_\(made.count + 1)"
    made[text] = name
    return name
  }

  /// Times of thirteen digits or as in a SAML message, not farther away than 20 years.
  private func times(in text: String) -> [(range: Range<String.Index>, reference: String)] {
    text.matches(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|\d+/).compactMap { match in
      let text = String(match.output)
      let isNumber = text.utf8.count == 13
      let milliseconds = isNumber ? Int(text) : Timestamp(iso8601: text)?.milliseconds
      guard let milliseconds, case let offset = milliseconds - sentAt.milliseconds,
        abs(offset) < 20 * 366 * 86_400_000
      else { return nil }
      return (match.range, "\(isNumber ? "#" : "@")\(offset)")
    }
  }
}

extension [RecipeWriter.Piece] {
  fileprivate var hasReference: Bool {
    contains { if case .reference = $0 { true } else { false } }
  }

  fileprivate func cut(
    at values: [Trace.Value], _ form: (String) -> String = { $0 }
  ) -> [RecipeWriter.Piece] {
    values.reduce(self) { pieces, value in
      let wanted = form(value.text)
      return pieces.cut { text in
        text.utf8.ranges(of: wanted.utf8).map { ($0, value.reference) }
      }
    }
  }

  /// The same with references in place of the ranges that are found in literals.
  fileprivate func cut(
    _ find: (String) -> [(range: Range<String.Index>, reference: String)]
  ) -> [RecipeWriter.Piece] {
    flatMap { piece -> [RecipeWriter.Piece] in
      guard case .literal(let text) = piece else { return [piece] }
      var output: [RecipeWriter.Piece] = []
      var end = text.startIndex
      for found in find(text) {
        if end < found.range.lowerBound {
          output.append(.literal(String(text[end..<found.range.lowerBound])))
        }
        output.append(.reference(found.reference))
        end = found.range.upperBound
      }
      return end < text.endIndex ? output + [.literal(String(text[end...]))] : output
    }
  }
}
