// SPDX-License-Identifier: Apache-2.0
// Puts made-up values in the place of the secrets in a text.

package import Formats
import Text

/// Puts made-up values of the same form in the place of the secrets that a mask finds in texts.
///
/// What is encoded is taken apart and put together again in the same way: JSON, URLs and forms, Base64,
/// tokens, SAML messages, and each of these within another. So what is not secret in them stays, and
/// a value is the same in all encodings.
package struct Disguise: Sendable {
  let mask: Mask
  let values: MadeUpValues

  /// - Parameters:
  ///   - known: The secrets of an exchange.
  ///   - general: Those of all exchanges.
  package init(_ known: KnownSecrets, general: KnownSecrets, _ values: MadeUpValues) {
    var mask = known.mask
    mask.general = general
    mask.general?.settle()
    self.mask = mask
    self.values = values
  }
}

extension Disguise {
  /// What is within more layers than these is replaced as it stands there.
  static let depth = 12

  /// Whether no text of an answer may be shown, so that all of it has to be replaced.
  package var replacesAnswers: Bool { mask.withholdsAnswers }

  /// A text of any kind.
  ///
  /// - Parameters:
  ///   - whole: Whether all of it is secret, but for times, and for what gives it its form.
  ///   - depth: How many layers it is within.
  package func text(_ text: String, whole: Bool = false, depth: Int = 0) -> String {
    guard depth < Self.depth else { return made(text) }
    if !whole, text.utf8.count < SecretIndex.shortestSecret { return text }
    switch text.utf8.first(where: { $0 > 0x20 }) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return json(text, whole: whole, depth: depth)
    case UInt8(ascii: "<") where SAMLText.isMessage(text): return saml(text, depth: depth)
    default:
      return isURL(text)
        ? url(text, whole: whole, depth: depth) : plain(text, whole: whole, depth: depth)
    }
  }

  /// The value of a header field. Where a report shows nothing of it, all of it is replaced.
  package func header(_ name: String, _ value: String) -> String {
    // The names and attributes of cookies are no secrets. HTTP/2 has its start line in fields.
    if name.hasPrefix(":") || name.lowercased().hasSuffix("cookie")
      || SecretPlaces.isShownHeader(name)
      || mask.withholdsHeader(name, value, masked: mask.maskedOwn(value)) == nil
    {
      return text(value)
    }
    let scheme = SecretPlaces.scheme(of: value).map { "\($0) " } ?? ""
    return scheme + text(String(value.dropFirst(scheme.count)), whole: true)
  }

  /// The name of a member or a field. One that the rules know stays, also where it is a secret elsewhere.
  package func name(_ name: String) -> String {
    mask.secrets.own.contains(name) ? name : text(name)
  }

  /// A number as JSON has it.
  package func number(_ number: JSONNumber, whole: Bool = false) -> JSONNumber {
    let digits = number.integer.map(String.init) ?? number.literal
    let isSecret = mask.found(in: Array(digits.utf8), .secrets).map { !$0.isEmpty } ?? true
    guard isSecret || whole && !staysInWhole(digits) else { return number }
    return JSONNumber(literal: made(digits)) ?? number
  }

  /// A form: names and values with `=` between them and `&` between these.
  package func form(_ text: String, whole: Bool = false, depth: Int = 0) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
      let mark = pair.firstIndex(of: "=")
      let written = pair[..<(mark ?? pair.endIndex)]
      let name =
        mask.secrets.own.contains(String(written))
        ? String(written) : atom(written, isOfForm: true, depth: depth)
      guard let mark else { return name }
      let value = pair[pair.index(after: mark)...]
      return "\(name)=\(atom(value, isOfForm: true, whole: whole, depth: depth))"
    }.joined(separator: "&")
  }

  private func isURL(_ text: String) -> Bool {
    guard text.utf8.allSatisfy({ $0 > 0x20 && !"\"'<>{}\\^`,;".utf8.contains($0) }) else {
      return false
    }
    let scheme = text.utf8.prefix { $0.isAlphanumeric || "+-.".utf8.contains($0) }
    return !scheme.isEmpty && text.utf8[scheme.endIndex...].starts(with: "://".utf8)
      || text.utf8.first == UInt8(ascii: "/") && text.utf8.contains { "?&".utf8.contains($0) }
      || text.utf8.first == UInt8(ascii: "/") && Base64.text(text) == nil
  }

  private func url(_ text: String, whole: Bool, depth: Int) -> String {
    let (rest, fragment) = Self.cut(text[...], at: "#")
    let (place, query) = Self.cut(rest, at: "?")
    var path = place
    var output = ""
    if let mark = place.firstRange(of: "://") {
      let host = place[mark.upperBound...].prefix { $0 != "/" }
      // The host stays, but for a user and a password before it.
      output = "\(place[..<mark.upperBound])\(plain(String(host), whole: false, depth: depth))"
      path = place[host.endIndex...]
    }
    output += path.split(separator: "/", omittingEmptySubsequences: false)
      .map { atom($0, isOfForm: false, depth: depth) }.joined(separator: "/")
    if let query { output += "?\(form(String(query), whole: whole, depth: depth))" }
    guard let fragment else { return output }
    let isForm = fragment.contains("=")
    return output + "#"
      + (isForm
        ? form(String(fragment), whole: whole, depth: depth)
        : atom(fragment, isOfForm: false, whole: whole, depth: depth))
  }

  private static func cut(
    _ text: Substring, at mark: Character
  ) -> (before: Substring, after: Substring?) {
    guard let place = text.firstIndex(of: mark) else { return (text, nil) }
    return (text[..<place], text[text.index(after: place)...])
  }

  /// A segment of a path, or a name or a value of a form, which is percent-encoded.
  private func atom(
    _ raw: Substring, isOfForm: Bool, whole: Bool = false, depth: Int
  ) -> String {
    let raw = String(raw)
    let style = PercentStyle(raw, plusIsBlank: isOfForm)
    guard let decoded = style.decoded else { return plain(raw, whole: whole, depth: depth) }
    let new = text(decoded, whole: whole, depth: depth + 1)
    return new == decoded ? raw : style.encoded(new)
  }

  /// JSON, in which strings and numbers are replaced, and all else stays as it is written. It may be
  /// broken or cut.
  ///
  /// - Parameter shown: The members whose values are not secret as a whole.
  func json(_ text: String, whole: Bool, shown: Set<String> = [], depth: Int) -> String {
    var scanner = JSONScanner(Array(text.utf8))
    var output = Array(scanner.bytes[..<scanner.index])
    var name = ""
    while let byte = scanner.next {
      let start = scanner.index
      if byte <= 0x20 || "{}[]:,".utf8.contains(byte) {
        output.append(byte)
        scanner.index += 1
        continue
      }
      guard let scalar = try? scanner.scalar() else {
        // From there on it is a text of another kind.
        let rest = String(decoding: scanner.bytes[start...], as: UTF8.self)
        output += plain(rest, whole: whole, depth: depth).utf8
        break
      }
      let isName =
        scanner.bytes[scanner.index...].first { $0 > 0x20 } == UInt8(ascii: ":")
      if isName {
        name = scalar.string ?? ""
        let new = self.name(name)
        output +=
          new == name
          ? Array(scanner.bytes[start..<scanner.index]) : JSONWriter.bytes(.string(new))
        continue
      }
      let isSecret = whole && !shown.contains(name)
      let new: JSONValue
      switch scalar {
      case .string(let string): new = .string(self.text(string, whole: isSecret, depth: depth + 1))
      case .number(let number): new = .number(self.number(number, whole: isSecret))
      default: new = scalar
      }
      output +=
        new == scalar ? Array(scanner.bytes[start..<scanner.index]) : JSONWriter.bytes(new)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether a text stays although it stands in a secret: a time, a short number, a word of JSON.
  private func staysInWhole(_ text: String) -> Bool {
    TokenRuns.isTime(text) || ["true", "false", "null"].contains(text)
      || text.utf8.count < SecretIndex.shortestSecret && text.utf8.allSatisfy(\.isDigit)
  }

  /// A text that is replaced as it stands there.
  package func made(_ text: String) -> String {
    String(decoding: values.value(for: Array(text.utf8)), as: UTF8.self)
  }
}

extension Disguise {
  /// A text that is taken as it is, with what the mask finds in it replaced.
  func plain(_ text: String, whole: Bool, depth: Int) -> String {
    if whole, staysInWhole(text) { return text }
    let bytes = Array(text.utf8)
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    // What was not searched may be anything.
    guard let found = mask.found(in: bytes) else { return made(text) }
    if whole, found.isEmpty { return secret(text, depth: depth) }
    var output = ""
    var copied = 0
    var index = 0
    while index < found.count {
      var cluster = found[index].range
      var parts: [Mask.Hidden] = []
      while index < found.count, parts.isEmpty || found[index].range.lowerBound < cluster.upperBound
      {
        cluster = cluster.lowerBound..<max(cluster.upperBound, found[index].range.upperBound)
        parts.append(found[index])
        index += 1
      }
      // What stands between is made up by itself in a text that is secret as a whole.
      let between = piece(copied..<cluster.lowerBound)
      output += whole ? made(between) : between
      output += replaced(bytes, cluster, parts, depth: depth)
      copied = cluster.upperBound
    }
    let rest = piece(copied..<bytes.count)
    return output + (whole ? made(rest) : rest)
  }

  /// What stands in the place of a secret. A scheme such as `Bearer` stays, and each word is one by
  /// itself: the first may be a scheme that is not a usual one.
  private func secret(_ text: String, depth: Int) -> String {
    structured(text, whole: true, depth: depth)
      ?? text.split(separator: " ", omittingEmptySubsequences: false).map { word in
        let word = String(word)
        if SecretPlaces.schemes.contains(word) { return word }
        return structured(word, whole: true, depth: depth) ?? made(word)
      }.joined(separator: " ")
  }

  /// What stands in the place of a range in which parts are hidden that overlap.
  private func replaced(
    _ bytes: [UInt8], _ range: Range<Int>, _ parts: [Mask.Hidden], depth: Int
  ) -> String {
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let wholes = parts.filter { $0.value != nil }
    let isSecret = wholes.contains { $0.range == range }
    if let text = structured(piece(range), whole: isSecret, depth: depth) { return text }
    if isSecret { return secret(piece(range), depth: depth) }
    // A secret has the same value wherever it stands.
    var output = ""
    var copied = range.lowerBound
    let sorted = wholes.sorted {
      ($0.range.lowerBound, $1.range.count) < ($1.range.lowerBound, $0.range.count)
    }
    for part in sorted where part.range.lowerBound >= copied {
      output += made(piece(copied..<part.range.lowerBound))
      output += secret(piece(part.range), depth: depth)
      copied = part.range.upperBound
    }
    return output + made(piece(copied..<range.upperBound))
  }
}
