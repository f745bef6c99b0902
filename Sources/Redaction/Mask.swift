// SPDX-License-Identifier: Apache-2.0
// Decides what of a text is shown.

import Formats
import Synchronization
import Text

/// Replaces what is secret in texts by `‹name›`. The first rule that applies decides:
///
/// 1. A known secret is masked, in every form and letter case, and each part of it of twelve or more
///    characters that stands alone.
/// 2. SAML messages in XML are masked wherever they begin.
/// 3. What is public is shown: `OwnTexts`, and what a suite tells the framework.
/// 4. A run of 16 or more characters of tokens is masked, unless it is words, a number, a date, or a path.
/// 5. All else is shown.
///
/// Before the end of a run, what comes later may show that something is secret. So a cautious mask shows of
/// messages nothing but public words, numbers and times, and `‹…›` for the rest.
package struct Mask: Sendable {
  let secrets: KnownSecrets
  /// Tells values of one name apart; nil where all have the same name.
  package var numbers: HiddenNumbers?
  /// Whether only what is public is shown of messages, and of sentences of the harness no run of six
  /// characters that is no word.
  package var isCautious = false
  /// Whether what has the form of words is shown, though no list has them: a name, or a value in the place
  /// of a word.
  var showsForms = false
  /// Secrets that are known besides, from all other exchanges. They have to be settled.
  package var general: KnownSecrets?
}

extension Mask {
  /// Whether no text of an answer is shown.
  package var withholdsAnswers: Bool { secrets.reason != nil || secrets.isCutShort }

  /// A text of an answer with each secret replaced by its name: `‹access_token›`.
  ///
  /// - Parameter context: A text that ended where this one begins; a secret may begin in it.
  package func masked(_ text: String, after context: String = "") -> String {
    if secrets.isCutShort { return Self.notSearched(text.utf8.count) }
    if let reason = secrets.reason { return "‹not shown: \(reason)›" }
    return replacing(
      context + text, from: context.utf8.count, hiding: isCautious ? .unknown : .tokens)
  }

  /// A text that the harness or a suite has written, with each secret in it replaced by its name: an
  /// expectation, a place, a sentence. It is shown also where there are too many secrets, but for every
  /// word that the suites did not write.
  package func maskedOwn(_ text: String) -> String {
    replacing(text, hiding: isCautious || withholdsAnswers ? .codes : .tokens)
  }

  /// The name of a member of an answer.
  package func maskedName(_ name: String) -> String { masked(name, isOwn: false) }

  /// Whether something in a text is replaced for which no suite has a name.
  ///
  /// - Parameter atStart: Whether the text has to begin with it.
  package func hidesUnnamed(_ text: String, atStart: Bool = false) -> Bool {
    let parts = hidden(in: Array(text.utf8), isCautious ? .codes : .tokens) ?? []
    return parts.contains { $0.name == nil && (!atStart || $0.range.lowerBound == 0) }
  }

  /// A text that the user has given, such as the path of a file. What looks like a token in it is
  /// shown, unless it is known as a secret.
  package func maskedGiven(_ text: String) -> String { replacing(text, hiding: .secrets) }

  /// Whether a value consists of names of secrets, and of what the suites wrote or, where that is allowed, of
  /// words and numbers.
  private func isKnown(_ value: String, orWords: Bool) -> Bool {
    value.split(separator: "›").map { $0.prefix { $0 != "‹" } }.allSatisfy { text in
      text.allSatisfy(\.isWhitespace) || secrets.own.contains(String(text))
        || orWords
          && text.utf8.split(separator: 0x20).allSatisfy {
            TokenRuns.isHarmless(Array($0)[...], secrets.own)
          }
    }
  }

  /// The mask of a text that came where a suite expects one of some words: what it says in other words decides
  /// the finding.
  package func expecting(_ words: [String]) -> Mask {
    let areWords = words.allSatisfy { word in
      word.utf8.allSatisfy { isLetterOrDigit($0) && !$0.isDigit || $0 == UInt8(ascii: "_") }
    }
    var mask = self
    mask.showsForms = !words.isEmpty && areWords && !isCautious
    return mask
  }

  /// A part of the text that is replaced, in its bytes.
  struct Hidden {
    var range: Range<Int>
    var name: String?
    /// The value for which its number stands, a whole secret; nil for the part itself.
    var value: [UInt8]?
  }

  /// The text from an index on, in UTF-8, with all that is hidden replaced.
  ///
  private func replacing(
    _ text: String, from start: Int = 0, hiding: Hiding
  ) -> String {
    let bytes = Array(text.utf8)
    let isShort = bytes.count < SecretIndex.shortestSecret && hiding != .unknown
    guard let hidden = isShort ? [] : hidden(in: bytes, hiding) else {
      return Self.notSearched(bytes.count - start)
    }
    if hidden.isEmpty, start == 0 { return text }
    var output: [UInt8] = []
    var copied = start
    for part in hidden where part.range.upperBound > copied {
      output += bytes[copied..<max(copied, part.range.lowerBound)]
      let value = part.value ?? NormalText.bytes(of: bytes[part.range])
      output += shown(part.name, for: value).utf8
      copied = part.range.upperBound
    }
    return String(decoding: output + bytes[copied...], as: UTF8.self)
  }

  /// Stands for a text that was not searched when the time was over.
  private static func notSearched(_ count: Int) -> String { "‹\(count) bytes, not searched›" }

  /// What is replaced, in order; nil where the time was over before all was searched.
  private func hidden(in bytes: [UInt8], _ hiding: Hiding) -> [Hidden]? {
    // What overlaps becomes one, with the name that tells the most; so do unknown words in a row.
    found(in: bytes, hiding)?.reduce(into: []) { parts, next in
      guard let last = parts.last else { return parts.append(next) }
      let gap = bytes[min(last.range.upperBound, next.range.lowerBound)..<next.range.lowerBound]
      let isInRow =
        hiding == .unknown && last.name == nil && next.name == nil && gap.allSatisfy { $0 <= 0x20 }
      guard isInRow || next.range.lowerBound < last.range.upperBound else {
        return parts.append(next)
      }
      let end = max(last.range.upperBound, next.range.upperBound)
      parts[parts.count - 1] = Hidden(
        range: last.range.lowerBound..<end, name: last.name ?? next.name,
        value: last.value ?? next.value)
    }
  }

  /// All that is secret in a text, by where it begins; nil where the time was over before all was
  /// searched.
  func found(in bytes: [UInt8], _ hiding: Hiding = .tokens) -> [Hidden]? {
    var effort = SearchEffort(until: secrets.isTimeOver)
    let text = NormalText(bytes, &effort)
    if effort.isOver { return nil }
    var hidden: [Hidden] = []
    let indexes = [secrets.index, general?.index].compactMap(\.self)
      .filter { $0.mayMatch(text.bytes) }
    if !indexes.isEmpty {
      let folded = text.folded(&effort)
      if effort.isOver { return nil }
      for match in indexes.flatMap({
        $0.matches(in: folded, knowing: secrets.own)
      }) {
        hidden.append(
          Hidden(
            range: folded.range(of: match.range), name: name(of: match.secret),
            value: match.isWhole ? NormalText.bytes(of: match.secret.text.utf8) : nil))
      }
    }
    if hiding != .secrets {
      hidden += SAMLText.ranges(in: text.bytes, &effort).map {
        Hidden(range: text.range(of: $0), name: "SAML")
      }
      let runs = TokenRuns(
        text: text, hiding: hiding, showsForms: showsForms, own: secrets.own,
        isPublic: secrets.isPublic)
      hidden += runs.ranges.map { Hidden(range: text.range(of: $0)) }
    }
    if effort.isOver { return nil }
    return hidden.count < 2
      ? hidden : hidden.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The name by which a secret is shown; nil for one that itself holds a secret.
  private func name(of secret: Secret) -> String? {
    guard let name = secret.shownName(knowing: secrets.own) else { return nil }
    var effort = SearchEffort()
    let words = NormalText(Array(name.utf8)).folded(&effort)
    if !secrets.index.matches(in: words, knowing: OwnTexts()).isEmpty {
      return nil
    }
    return name
  }

  private func shown(_ name: String?, for value: [UInt8]) -> String {
    let name = name ?? (isCautious ? "…" : "masked")
    return "‹\(numbers?.number(of: value, named: name).map { "\(name) \($0)" } ?? name)›"
  }

  /// A body or a value: JSON and XML stay well formed.
  ///
  /// - Parameter isOwn: Whether the harness has sent it.
  package func maskedDocument(_ text: String, isOwn: Bool) -> String {
    if !isOwn, withholdsAnswers { return masked(text) }
    return Self.isJSON(text) ? maskedJSON(text, isOwn: isOwn) : masked(text, isOwn: isOwn)
  }

  /// A text that is searched also where answers are withheld.
  private func masked(_ text: String, isOwn: Bool) -> String {
    isOwn || !isCautious ? maskedOwn(text) : replacing(text, hiding: .unknown)
  }

  /// JSON text with the secrets in its names, strings and numbers masked. Strings are decoded before they
  /// are searched, and written anew where something was masked; a number that is secret becomes a
  /// string; the rest stays as it came. The text may be broken or cut.
  private func maskedJSON(_ text: String, isOwn: Bool) -> String {
    var scanner = JSONScanner(Array(text.utf8))
    var output = Array(scanner.bytes[..<scanner.index])
    var effort = SearchEffort(until: secrets.isTimeOver)
    var ofNames = self
    ofNames.showsForms = !isCautious
    func isEnd(_ byte: UInt8?) -> Bool {
      byte.map { $0 <= 0x20 || "{}[]:,".utf8.contains($0) } ?? true
    }
    while let byte = scanner.next {
      let start = scanner.index
      effort.look(at: 1)
      if effort.isOver { return Self.notSearched(text.utf8.count) }
      if byte <= 0x20 || "{}[]:,".utf8.contains(byte) {
        output.append(byte)
        scanner.index += 1
        continue
      }
      guard let value = try? scanner.scalar(), isEnd(scanner.next) else {
        // Only a string that is cut leaves what came before as it is.
        guard byte == UInt8(ascii: "\""), scanner.next == nil else {
          return masked(text, isOwn: isOwn)
        }
        let rest = String(decoding: scanner.bytes[start...], as: UTF8.self)
        return String(decoding: output, as: UTF8.self) + masked(rest, isOwn: isOwn)
      }
      // However the number is written: `1.5e6`.
      let scalar = value.string ?? value.number.map { $0.integer.map(String.init) ?? $0.literal }
      let isGiven = value.string == nil && !isCautious
      let isName = scanner.bytes[scanner.index...].first { $0 > 0x20 } == UInt8(ascii: ":")
      let mask = isName ? ofNames : self
      let masked = scalar.map { isGiven ? maskedGiven($0) : mask.masked($0, isOwn: isOwn) }
      output +=
        masked == scalar
        ? Array(scanner.bytes[start..<scanner.index]) : JSONWriter.bytes(.string(masked ?? ""))
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func isJSON(_ text: String) -> Bool {
    text.utf8.first { $0 > 0x20 }.map("{[\"".utf8.contains) ?? false
  }

  /// The value of a header field. JSON in Base64 that a document defines stays as it is where nothing in
  /// it is secret, or else is decoded and masked. Of a usual field, such as `Location`, all that is no
  /// secret is shown; of one that carries a secret the scheme, which a reader looks for; of others what
  /// the suites wrote, and words.
  package func maskedHeader(_ name: String, _ value: String, isOwn: Bool = true) -> String {
    // The harness has made it, for the service's team to find the request by.
    if isOwn, name.lowercased() == "traceparent", value.utf8.count == 55 { return value }
    if secrets.encodedHeaders.contains(name.lowercased()), let text = Base64.text(value),
      Self.isJSON(text)
    {
      let masked = maskedJSON(text, isOwn: isOwn)
      return masked == text ? value : masked
    }
    let masked = isOwn ? maskedOwn(value) : masked(value)
    return withholdsHeader(name, value, masked: masked) ?? masked
  }

  /// The value of a header field of which nothing but the scheme is shown; nil where more is.
  func withholdsHeader(_ name: String, _ value: String, masked: String) -> String? {
    if SecretPlaces.isShownHeader(name) || SecretPlaces.schemes.contains(value) { return nil }
    let scheme = SecretPlaces.scheme(of: masked).map { "\($0) " } ?? ""
    let credentials = String(masked.dropFirst(scheme.count))
    if isKnown(credentials, orWords: !SecretPlaces.isSecretHeader(name)) { return nil }
    return scheme + shown(nil, for: Array(credentials.utf8))
  }
}
