// SPDX-License-Identifier: Apache-2.0
// Finds the values beside secret names in a text of any kind.

import HTTP
import Text

/// Finds the values beside secret names in a text of any kind, in one pass.
///
///     SAMLResponse=PHN…&    "access_token": "ey…"    <ns:userId x="1"><![CDATA[…]]></ns:userId>
///     name="SAMLResponse" value="PHN…"               <user id="…">    <token value="…"/>
///     <input value="…" name="token">      Authorization: Bearer …     https://user:password@host/
///     <Attribute Name="userToken"><AttributeValue>…</AttributeValue>  and a part of multipart/form-data
///     ["access_token", "…"    {u'token': u'…'}    <password><b>…    <key>token</key><string>…
///     curl -u user:password
struct SecretSearch {
  let bytes: [UInt8]
  /// The same in lower case.
  let lower: [UInt8]
  var effort: SearchEffort
  private var found: [(name: String, value: String)] = []
  /// The name of the element before the place that was reached, and whether an `id` in it is a secret.
  private var element: Range<Int> = 0..<0
  private var isInOwner = false
  /// The tag before the place that was reached.
  private var tag = Tag()
  private var quotes: [UInt8: NextPlace] = [:]
  private var blankLines = NextPlace()
  var lineEnds = NextPlace()
  var (tagBegins, tagEnds) = (NextPlace(), NextPlace())
  private var lastAdded: Range<Int>?
  /// Whether values in brackets are known already, since the text is itself such a value.
  var isInside = false
  /// Where the last element ends of which all texts are secret.
  var markupEnd = 0
  /// Where the word `curl` ended last.
  private var command: Int?

  /// The tag that began last before a place.
  private struct Tag {
    /// So far the text was read.
    var place = 0
    /// nil where none has begun.
    var start: Int?
    /// The value of its first attribute `value`; nil where it has none.
    var value: Range<Int>?
  }

  /// Where the value of a name stands.
  enum Place {
    case value(Range<Int>)
    /// In brackets; the whole is itself a string where it has a quote.
    case items(from: Int, quote: UInt8?)
    /// On lines of their own, as in YAML, the first of which begins there.
    case lines(from: Int)
    /// On the lines below the sign of a block of text, as in YAML.
    case text(from: Int)
    /// In the elements of an element, the first of which begins there.
    case markup(from: Int)
  }

  /// A value stands at most so far before its name.
  private static let valueLimitBytes = 64 * 1024
  /// A value follows its name after at most so many bytes of punctuation and attributes.
  private static let gapLimitBytes = 512
  /// A longer value of `code` is no word of an enumeration.
  private static let longestWord = 64

  private init(_ text: String, _ effort: SearchEffort) {
    bytes = Array(text.utf8)
    lower = bytes.map(Octets.lowercased)
    self.effort = effort
  }
}

extension SecretSearch {
  /// The values beside secret names in a text, as far as the effort goes.
  static func pairs(
    in text: String, _ effort: inout SearchEffort
  ) -> [(name: String, value: String)] {
    var search = SecretSearch(text, effort)
    search.run(in: search.bytes.indices)
    effort = search.effort
    return search.found
  }

  mutating func run(in range: Range<Int>) {
    lazy var isError = ["error", "details"].contains { lower[...].range(of: Array($0.utf8)) != nil }
    var index = range.lowerBound
    while index < range.upperBound, !effort.isOver {
      guard isName(bytes[index]) else {
        if bytes[index] == UInt8(ascii: ":"), starts("://", at: index) { addUser(from: index + 3) }
        effort.look(at: 1)
        index += 1
        continue
      }
      let name = index..<(bytes[index...].firstIndex { !isName($0) } ?? bytes.count)
      effort.look(at: name.count)
      index = name.upperBound
      if let before = bytes[..<name.lowerBound].last, "<:".utf8.contains(before) {
        (element, isInOwner) = (name, SecretPlaces.isOwner(bytes[name]))
      }
      if isWord(name, "curl") { command = index }
      if bytes[name.lowerBound] == UInt8(ascii: "-") { addUser(ofOption: name) }
      let isCode = isWord(name, "code")
      // The code of an error, and a word of an enumeration, is no secret.
      guard isSecret(name), !(isCode && isError), let place = place(of: name) else { continue }
      switch place {
      case .value(let value):
        if isCode, value.count <= Self.longestWord, SecretPlaces.isWord(bytes[value]) { continue }
        add(name, value)
        // The inside of a secret is secret with it.
        index = max(index, value.upperBound)
        if !isCode, element == name, bytes[index...].first == UInt8(ascii: "<") {
          addMarkup(of: name, from: index)
        }
      case .markup(let start):
        if !isCode { addMarkup(of: name, from: start) }
      case .items, .lines, .text:
        // A code in brackets is that of no session, and its names are looked at one by one.
        if isCode || isInside { continue }
        index = max(index, addAll(of: name, at: place))
      }
    }
  }

  mutating func add(_ name: Range<Int>, _ value: Range<Int>) {
    // The value of a tag may have several names.
    if value == lastAdded { return }
    lastAdded = value
    add(String(decoding: bytes[name], as: UTF8.self), bytes[value])
  }

  private mutating func add(_ name: String, _ value: ArraySlice<UInt8>) {
    found.append((name, String(decoding: value, as: UTF8.self)))
  }

  /// The user and the password of a URL.
  private mutating func addUser(from start: Int) {
    let authority = bytes[start...].prefix(Self.gapLimitBytes)
      .prefix { $0 > 0x20 && !"/?#\"'<>\\".utf8.contains($0) }
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { return }
    for part in authority[..<end].split(separator: UInt8(ascii: ":"), maxSplits: 1) {
      add("user of a URL", part)
    }
  }

  /// The user and the password that an option of `curl` gives: `-u user:password`.
  private mutating func addUser(ofOption name: Range<Int>) {
    guard let command, name.upperBound - command <= Self.gapLimitBytes else { return }
    var start = name.upperBound
    if bytes[name].starts(with: "-u".utf8), name.count > 2 {
      start = name.lowerBound + 2
    } else if !["-u", "-U", "--user", "--proxy-user"].contains(where: {
      bytes[name].elementsEqual($0.utf8)
    }) {
      return
    }
    let isMark: (UInt8) -> Bool = { $0 <= 0x20 || $0 == 0x3D || $0 == UInt8(ascii: "\\") }
    start = bytes[start...].prefix(8).firstIndex { !isMark($0) } ?? start
    let quote = bytes[start...].first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
    if quote != nil { start += 1 }
    let value = bytes[start...].prefix(Self.gapLimitBytes)
      .prefix { quote == nil ? !Self.isDelimiter[Int($0)] : $0 != quote && $0 != 0x0A }
    effort.look(at: value.count)
    let parts = value.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    if parts.count == 2 { for part in parts { add("user of a command", part) } }
  }

  private func isSecret(_ name: Range<Int>) -> Bool {
    SecretPlaces.isSecret(bytes[name]) || isWord(name, "code")
      || isWord(name, "id") && element != name && isInOwner
  }

  private func isWord(_ range: Range<Int>, _ word: String) -> Bool {
    lower[range].elementsEqual(word.utf8)
  }

  /// The value of a name. It follows `:`, `=` or `>`, with quotes and blanks around these; or it is that
  /// of an attribute or member `value`; or the contents of an element with attributes.
  private mutating func place(of name: Range<Int>) -> Place? {
    // The name may be that of an attribute in XML, or of a part of a form: `Name="userToken"`.
    let isNamed = [" name=\"", "name=\\\"", " name='"].contains {
      lower[..<name.lowerBound].suffix($0.utf8.count).elementsEqual($0.utf8)
    }
    effort.look(at: 24)
    if isNamed, let value = value(before: name) ?? part(after: name) { return .value(value) }
    var index = name.upperBound
    defer { effort.look(at: index - name.upperBound) }
    var hasSeparator = false
    var hasLineBreak = false
    var quote: UInt8?
    var scheme: Int?
    let limit = min(bytes.count, index + Self.gapLimitBytes)
    while index < limit {
      switch bytes[index] {
      case _ where hasSeparator && isBlockSign(at: index): return .text(from: index)
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"):
        (hasSeparator, hasLineBreak, quote) = (true, false, nil)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = hasSeparator ? bytes[index] : nil
      // `user[password]=…`, as in forms.
      case UInt8(ascii: "]") where !hasSeparator && index == name.upperBound: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if hasSeparator { return .items(from: index, quote: quote) }
      case 0x0A, 0x0D: hasLineBreak = hasSeparator
      case UInt8(ascii: "\\"), 0...0x20: break
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        // `"name": "token", "value": "…"`.
        if hasSeparator { return nil }
        if let value = valueOfPair(name, from: index) { return .value(value) }
      case UInt8(ascii: "<"):
        if !hasSeparator, let end = endOfKey(at: index, name) {
          (index, hasSeparator) = (end, true)
          break
        }
        if hasSeparator, element == name, isElement(at: index + 1) { return .markup(from: index) }
        guard hasSeparator, let end = endOfTag(at: index, isNamed) else { return nil }
        index = end
      // `u'…'`, as in Python.
      case _ where hasSeparator && quote == nil && isPrefixOfText(at: index): break
      case _ where hasLineBreak && isNested(at: index, quote, under: name):
        return .lines(from: index)
      case _ where hasLineBreak && isNameOfOther(at: index, quote): return nil
      case _ where endOfValueName(at: index, hasSeparator) != nil:
        index = (endOfValueName(at: index, hasSeparator) ?? index) - 1
        hasSeparator = false
      case _ where hasSeparator:
        if lower[name].suffix(6).elementsEqual("cookie".utf8) {
          return .value(
            bytes[index...].prefix { $0 >= 0x20 && !"\"'<".utf8.contains($0) }.indices)
        }
        let end = end(from: index, quote)
        let word = String(decoding: bytes[index..<end], as: UTF8.self)
        guard SecretPlaces.schemes.contains(word) else {
          return end > index
            ? .value((scheme.map { $0 + 6 == index ? $0 : index } ?? index)..<end) : nil
        }
        // `Bearer …`: the credentials follow. Those behind `Basic` have two parts.
        scheme = word == "Basic" ? index : nil
        (index, quote) = (end, nil)
      default:
        // `<token type="x">` or `<param name="token" type="x" value="…">`.
        guard let end = endOfAttribute(at: index) else { return nil }
        index = end
      }
      index += 1
    }
    return nil
  }

  /// The end of the name of a value, in the place of which the value stands: `"value": "…"`; nil where none
  /// begins.
  private mutating func endOfValueName(at start: Int, _ hasSeparator: Bool) -> Int? {
    guard !isName(bytes[start - 1]) else { return nil }
    let word = bytes[start...].prefix(SecretPlaces.longestValueName + 1).prefix(while: isName)
    guard SecretPlaces.isNameOfValue(word) else { return nil }
    return !hasSeparator || separator(after: word.endIndex) != nil ? word.endIndex : nil
  }

  /// The second of two texts in brackets, of which a name is the first: `["token", "…"]`, complete or cut.
  ///
  /// - Parameter comma: Where the sign between them stands.
  private mutating func valueOfPair(_ name: Range<Int>, from comma: Int) -> Range<Int>? {
    let isMark: (UInt8) -> Bool = {
      $0 <= 0x20 || "\\\"'ub".utf8.contains($0)
    }
    let bracket = bytes[..<name.lowerBound].suffix(8).last { !isMark($0) }
    guard bracket == 0x5B || bracket == UInt8(ascii: "("), bytes[comma] == UInt8(ascii: ","),
      isQuote(bytes[comma - 1]),
      let open = bytes[comma...].dropFirst().prefix(8).firstIndex(where: { isQuote($0) }),
      bytes[(comma + 1)..<open].allSatisfy(isMark)
    else { return nil }
    let value = (open + 1)..<end(from: open + 1, bytes[open])
    let rest = bytes[value.upperBound...].prefix(8).drop(while: isMark)
    let isLast = rest.first.map { $0 == 0x5D || $0 == UInt8(ascii: ")") } ?? true
    // A list of names is no pair.
    return isLast && !value.isEmpty && !SecretPlaces.isSecret(bytes[value]) ? value : nil
  }

  /// The `>` of the tag behind that which ends a key of a property list: `<key>token</key><string>`.
  private mutating func endOfKey(at start: Int, _ name: Range<Int>) -> Int? {
    guard start == name.upperBound, starts("</key>", at: start) else { return nil }
    let rest = bytes[(start + 6)...].prefix(Self.gapLimitBytes).drop { $0 <= 0x20 }
    guard rest.first == UInt8(ascii: "<"), isElement(at: rest.startIndex + 1) else { return nil }
    return rest.firstIndex(of: UInt8(ascii: ">"))
  }

  /// Whether an element begins, and none ends.
  private func isElement(at index: Int) -> Bool { index < bytes.count && isName(bytes[index]) }

  /// Whether a letter says of which kind the text in quotes behind it is.
  private func isPrefixOfText(at index: Int) -> Bool {
    let rest = bytes[(index + 1)...].drop { $0 == UInt8(ascii: "\\") }
    return "uUbBrRfF@".utf8.contains(bytes[index]) && rest.first.map(isQuote) ?? false
      && rest.startIndex - index < 8
  }

  /// The value before a name, in the same tag: `<input value="…" name="token">`.
  private mutating func value(before name: Range<Int>) -> Range<Int>? {
    let attribute = Array(" value=".utf8)
    effort.look(at: name.lowerBound - tag.place)
    while tag.place < name.lowerBound {
      if bytes[tag.place] == UInt8(ascii: "<") {
        (tag.start, tag.value) = (tag.place, nil)
      } else if bytes[tag.place] == 0x20, tag.start != nil, tag.value == nil,
        bytes[tag.place...].starts(with: attribute)
      {
        let quote = tag.place + attribute.count
        if quote + 1 < name.lowerBound {
          tag.value = (quote + 1)..<end(from: quote + 1, bytes[quote])
        }
      }
      tag.place += 1
    }
    guard let start = tag.start, name.lowerBound - start <= Self.valueLimitBytes,
      let value = tag.value, !value.isEmpty, value.upperBound < name.lowerBound
    else { return nil }
    return value
  }

  /// The value of a part of a form, behind the empty line after its headers.
  private mutating func part(after name: Range<Int>) -> Range<Int>? {
    let before = bytes[..<name.lowerBound].suffix(64)
    effort.look(at: before.count)
    guard before.range(of: Array("form-data".utf8)) != nil else { return nil }
    let line = blankLines.from(name.upperBound, to: bytes.count, &effort) { [bytes] index in
      bytes[index] == 0x0A
        && (bytes[(index + 1)...].starts(with: [0x0A])
          || bytes[(index + 1)...].starts(with: [0x0D, 0x0A]))
    }
    guard line < min(bytes.count, name.upperBound + Self.gapLimitBytes) else { return nil }
    let start = line + (bytes[line + 1] == 0x0A ? 2 : 3)
    return start..<end(from: start, nil)
  }

  /// The last byte of what stands between a name and its value: the begin of a section, or of an element
  /// within the one that has the name as an attribute.
  private func endOfTag(at start: Int, _ isNamed: Bool) -> Int? {
    if starts("<![cdata[", at: start) { return start + 8 }
    guard isNamed, start + 1 < bytes.count, isName(bytes[start + 1]) else { return nil }
    return bytes[start...].prefix(Self.gapLimitBytes).firstIndex(of: UInt8(ascii: ">"))
  }

  /// The last byte of an attribute that begins at an index; nil where none does.
  private func endOfAttribute(at start: Int) -> Int? {
    let rest = bytes[start...].prefix(Self.gapLimitBytes)
    let value = rest.drop { isName($0) || $0 == UInt8(ascii: ":") }
    guard start > 0, bytes[start - 1] <= 0x20, value.first == UInt8(ascii: "="),
      let quote = value.dropFirst().first, "\"'".utf8.contains(quote)
    else { return nil }
    return value.dropFirst(2).firstIndex(of: quote)
  }

  /// The end of a value: its quote, or else the beginning of something else.
  mutating func end(from start: Int, _ quote: UInt8?) -> Int {
    guard let quote else {
      let end = bytes[start...].firstIndex { Self.isDelimiter[Int($0)] } ?? bytes.count
      effort.look(at: end - start)
      return end
    }
    let backslash = UInt8(ascii: "\\")
    // A quote that is escaped itself ends with the escape.
    let isEscaped = start >= 2 && bytes[start - 2] == backslash
    var index = start
    while index < bytes.count {
      index = quotes[quote, default: NextPlace()].from(index, to: bytes.count, &effort) {
        [bytes] in bytes[$0] == quote
      }
      if index == bytes.count || index < start + 2 || bytes[index - 1] != backslash {
        // `\"` at the very beginning.
        let isCut = isEscaped && index == start + 1 && bytes[start] == backslash
        return isCut ? start : index
      }
      if isEscaped { return index - 1 }
      index += 1
    }
    return index
  }

  private func starts(_ text: String, at index: Int) -> Bool {
    lower[index...].starts(with: text.utf8)
  }

  static let isDelimiter: [Bool] = (0...255).map { (byte: UInt8) in
    byte <= 0x20 || "\"'<>&#\\,;)]}".utf8.contains(byte)
  }
}

/// Whether a byte may be part of a name.
private func isName(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte == 0x5F || byte == 0x2D }
