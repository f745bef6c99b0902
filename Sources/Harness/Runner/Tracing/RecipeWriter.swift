// SPDX-License-Identifier: Apache-2.0
// Makes recipes from a trace: finds the origin of each part of what was sent.

import Encodings
import HTTPMessages
import JSON
import Results

/// Makes the recipes of the steps of a trace.
///
/// What was sent is searched for values whose origins are known. The rest stands in the recipe as it
/// was sent, and is masked like everything else in a record.
struct RecipeWriter {
  /// A text whose origin is known.
  struct Needle {
    let bytes: [UInt8]
    let piece: StepRecipe.Piece
  }

  let trace: Trace
  let origin: String
  /// When the scenario began.
  let begin: Timestamp
  /// Whether a text can be shown although it stands in a message of an emulated framework.
  let isPublic: (String) -> Bool
  private let fixed: [Needle]
  /// The identifiers that are made anew, by their texts.
  private var made: [String: Int] = [:]

  /// - Parameters:
  ///   - secrets: The secret facts by name.
  ///   - devices: The ids of the devices by name.
  ///   - settings: What the framework was told that is no secret. It stands in SAML messages, too,
  ///     and parts of these are masked.
  init(
    _ trace: Trace, origin: String, begin: Timestamp, isPublic: @escaping (String) -> Bool,
    secrets: [(name: String, text: String)], devices: [(name: String, id: String)],
    settings: [String]
  ) {
    self.trace = trace
    self.origin = origin
    self.begin = begin
    self.isPublic = isPublic
    fixed =
      secrets.map { Needle($0.text, .environment(Self.variable($0.name))) }
      + devices.map { Needle($0.id, .device($0.name)) }
      + settings.map { Needle($0, .encoded(.plain, [.literal($0)])) }
      + [Needle(origin, .targetOrigin)]
  }
}

extension RecipeWriter.Needle {
  init(_ text: String, _ piece: StepRecipe.Piece) {
    self.init(bytes: Array(text.utf8), piece: piece)
  }
}

extension RecipeWriter {
  /// The name of the environment variable for a fact.
  static func variable(_ name: String) -> String {
    StepRecipe.variablePrefix + name.uppercased()
  }

  /// Gives each step its recipe, and takes its number away.
  mutating func write(to steps: inout [StepRecord]) {
    for index in steps.indices {
      if let number = steps[index].traceNumber, trace.entries.indices.contains(number) {
        steps[index].recipe = recipe(of: trace.entries[number])
      }
      if !steps[index].steps.isEmpty { write(to: &steps[index].steps) }
    }
  }

  private mutating func recipe(of entry: Trace.Entry) -> StepRecipe? {
    var recipe = StepRecipe(takes: entry.takes)
    let time = entry.sentAt ?? begin
    var text = TextPieces(
      needles: needles(first: entry.valueCount), near: time, begin: begin, messages: trace.messages,
      isPublic: isPublic, made: made)
    if let request = entry.request {
      recipe.request = StepRecipe.Request(
        method: request.method, target: target(request.target, entry, &text),
        headers: request.headers.fields.map {
          StepRecipe.Header(name: $0.name, value: text.pieces(of: $0.value))
        },
        body: body(of: request, &text), times: entry.times,
        pauseMilliseconds: entry.pause?.wholeMilliseconds)
    } else if let visit = entry.visit {
      recipe.request = StepRecipe.Request(
        method: "GET", target: target(visit.target, entry, &text), redirectURL: visit.redirectURL)
    } else if entry.takes.isEmpty {
      return nil
    }
    made = text.made
    return recipe
  }

  /// The values that were known when a step sent its request; the longest first.
  private func needles(first count: Int) -> [Needle] {
    var needles = fixed.filter { !$0.bytes.isEmpty }
    for value in trace.values.prefix(count) {
      let piece = StepRecipe.Piece.value(value.name)
      needles.append(Needle(value.text, piece))
      // A SAML response repeats these parts of the request.
      for (coding, part) in Self.parts(ofRequest: value.text) {
        needles.append(Needle(part, .encoded(coding, [piece])))
      }
    }
    return needles.enumerated().sorted { left, right in
      (right.element.bytes.count, left.offset) < (left.element.bytes.count, right.offset)
    }.map(\.element)
  }

  /// What a response repeats of a SAML request in Base64; empty for another text.
  private static func parts(
    ofRequest text: String
  ) -> [(coding: StepRecipe.Coding, part: String)] {
    guard text.utf8.count > 40, let bytes = Base64.decode(text.filter { !$0.isWhitespace }),
      bytes.first == UInt8(ascii: "<"), let xml = String(validating: bytes, as: UTF8.self)
    else { return [] }
    let parts: [(StepRecipe.Coding, Substring?)] = [
      (.requestID, xml.firstMatch(of: /\sID="([^"]*)"/)?.1),
      (.requestURL, xml.firstMatch(of: /\sAssertionConsumerServiceURL="([^"]*)"/)?.1),
      (
        .requestIssuer,
        xml.firstMatch(of: /<(?:[A-Za-z0-9_]+:)?Issuer(?:\s[^>]*)?>\s*([^<]*?)\s*</)?.1
      ),
    ]
    return parts.compactMap { coding, part in
      part.flatMap { $0.utf8.count < 8 ? nil : (coding, String($0)) }
    }
  }

  private func target(
    _ target: String, _ entry: Trace.Entry, _ text: inout TextPieces
  ) -> [StepRecipe.Piece] {
    // A URL of an answer is taken as it is.
    for value in trace.values.prefix(entry.valueCount).reversed() {
      let path =
        value.text.hasPrefix("\(origin)/")
        ? String(value.text.dropFirst(origin.count)) : value.text.hasPrefix("/") ? value.text : ""
      guard path.utf8.count > 1, target.hasPrefix(path) else { continue }
      let rest = String(target.dropFirst(path.count))
      guard rest.isEmpty || "?&".contains(rest.prefix(1)) else { continue }
      return [.encoded(.target, [.value(value.name)])]
        + (rest.isEmpty ? [] : text.pieces(ofTarget: rest))
    }
    return text.pieces(ofTarget: target)
  }

  private func body(of request: HTTPRequest, _ text: inout TextPieces) -> [StepRecipe.Piece] {
    guard !request.body.isEmpty else { return [] }
    let body = String(decoding: request.body, as: UTF8.self)
    let type = request.headers["Content-Type"]?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") { return text.pieces(ofForm: body) }
    return text.pieces(of: body, isJSON: type.contains("json"))
  }
}
