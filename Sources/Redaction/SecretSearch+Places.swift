// SPDX-License-Identifier: Apache-2.0
// Where the value of a name stands in a text of any kind.

import Text

extension SecretSearch {
  /// The value of a name. It follows `:`, `=` or `>`, with quotes and blanks around these; or it is that
  /// of an attribute or member `value`; or the contents of an element with attributes.
  mutating func place(of name: Range<Int>) -> Place? {
    // The name may be that of an attribute in XML, or of a part of a form: `Name="userToken"`.
    let isNamed = [" name=\"", " name='"].contains {
      name.lowerBound >= 7 && starts($0, at: name.lowerBound - 7)
    }
    effort.look(at: 24)
    if isNamed, let value = value(before: name) ?? part(after: name) { return .value(value) }
    var index = name.upperBound
    defer { effort.look(at: max(0, index - name.upperBound)) }
    if let value = wordBehindBlanks(name) { return value }
    /// The sign between name and value.
    var separator: UInt8?
    var hasLineBreak = false
    var quote: Quote?
    var scheme: Int?
    let limit = min(bytes.count, index + Self.gapLimitBytes)
    while index < limit {
      let byte = bytes[index]
      switch byte {
      case _ where separator != nil && isBlockSign(at: index): return .text(from: index)
      case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ">"):
        let isArrow = byte == UInt8(ascii: ">") && "=-".utf8.contains(bytes[index - 1])
        (separator, hasLineBreak, quote) = (isArrow ? UInt8(ascii: "=") : byte, false, nil)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
        quote = separator == nil ? nil : Quote(sign: byte, level: text.level(index))
      // `user[password]=…`, as in forms.
      case UInt8(ascii: "]") where separator == nil && index == name.upperBound: break
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if separator != nil { return .items(from: index, quote: quote) }
      // `AccessToken(value=…)`.
      case UInt8(ascii: "(") where separator == nil && index == name.upperBound: break
      case 0x0A, 0x0D: hasLineBreak = separator != nil
      case UInt8(ascii: "\\"), UInt8(ascii: "*"), 0...0x20: break
      case UInt8(ascii: "-") where separator == nil && starts("->", at: index): break
      case UInt8(ascii: "|") where separator != nil || isCell(name): separator = separator ?? byte
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if separator != nil { return nil }
        if let value = valueOfPair(name, from: index) { return .value(value) }
        if let end = endOfMembers(name, from: index) { index = end - 1 }
      case UInt8(ascii: "<"):
        if separator == nil, let end = endOfKey(at: index, name) {
          (index, separator) = (end, UInt8(ascii: ">"))
          break
        }
        if separator != nil, element == name, isElement(at: index + 1) {
          return .markup(from: index)
        }
        guard let separator else { return nil }
        if let end = endOfTag(at: index, isNamed) {
          index = end
        } else if separator != UInt8(ascii: ">"), let end = endOfTags(at: index, until: limit) {
          if end.isWord { return .word((index + 1)..<end.index) }
          index = end.index
        } else {
          return nil
        }
      // `u'…'`, as in Python.
      case _ where separator != nil && quote == nil && isPrefixOfText(at: index): break
      case 0xE2 where quote == nil, 0xC2 where quote == nil:
        if let length = lengthOfQuote(at: index) {
          index += length - 1
        } else if separator == nil {
          guard starts("→", at: index) else { return nil }
          (index, separator) = (index + 2, UInt8(ascii: "="))
        } else {
          return .word(index..<end(from: index, nil))
        }
      case _ where hasLineBreak && isNested(at: index, quote, under: name):
        return .lines(from: index)
      case _ where hasLineBreak && isNameOfOther(at: index, quote): return nil
      case _ where endOfValueName(at: index, separator != nil) != nil:
        index = (endOfValueName(at: index, separator != nil) ?? index) - 1
        separator = nil
      case _ where separator != nil:
        if ends(name, with: "cookie") {
          return .value(
            bytes[index...].prefix { $0 >= 0x20 && !"\"'<".utf8.contains($0) }.indices)
        }
        let end = end(from: index, quote)
        let word = String(decoding: bytes[index..<end].prefix(16), as: UTF8.self)
        guard end - index <= 16, SecretPlaces.schemes.contains(word) else {
          let start = scheme.map { $0 + 6 == index ? $0 : index } ?? index
          if quote != nil { return end > index ? .value(start..<end) : nil }
          if separator == UInt8(ascii: ">"), let text = textOfElement(from: index, name) {
            add(name, text)
          }
          return end > index ? .word(start..<end) : nil
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

  /// A quote that began, and its level.
  struct Quote {
    let sign: UInt8
    let level: UInt8
  }

  private func ends(_ name: Range<Int>, with word: String) -> Bool {
    name.count >= word.utf8.count && starts(word, at: name.upperBound - word.utf8.count)
  }

  /// The end of the name of a value, in the place of which the value stands: `"value": "…"`; nil where none
  /// begins.
  private mutating func endOfValueName(at start: Int, _ hasSeparator: Bool) -> Int? {
    guard !isName(bytes[start - 1]) else { return nil }
    let word = bytes[start...].prefix(SecretPlaces.longestValueName + 1).prefix(while: isName)
    guard SecretPlaces.isNameOfValue(word) else { return nil }
    return !hasSeparator || separator(after: word.endIndex) != nil ? word.endIndex : nil
  }

  /// A value that only blanks part from its name: that of an option, in columns, or behind a scheme.
  ///
  ///     --password …        token    …        Bearer …
  private mutating func wordBehindBlanks(_ name: Range<Int>) -> Place? {
    let rest = bytes[name.upperBound...].prefix(Self.gapLimitBytes)
    let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 }
    guard let first = blanks.first else { return nil }
    effort.look(at: blanks.count)
    var start = blanks.endIndex
    guard start < bytes.count, bytes[start] > 0x20, !"-=:>|,;<".utf8.contains(bytes[start]) else {
      return nil
    }
    let quote = isQuote(bytes[start]) ? Quote(sign: bytes[start], level: text.level(start)) : nil
    if quote != nil { start += 1 }
    let before = name.lowerBound > 0 ? bytes[name.lowerBound - 1] : 0x20
    let isOption =
      bytes[name.lowerBound] == UInt8(ascii: "-") && (before <= 0x20 || isQuote(before))
    if isOption {
      let value = start..<end(from: start, quote)
      return value.isEmpty ? nil : quote == nil ? .word(value) : .value(value)
    }
    guard quote == nil else { return nil }
    let word = start..<end(from: start, nil)
    if isWord(name, "bearer") || isWord(name, "dpop") {
      return hasSignsOfToken(word) ? .word(word) : nil
    }
    // Nothing else stands on the line.
    let line = bytes[word.upperBound...].prefix(Self.gapLimitBytes).first {
      $0 != 0x20 && $0 != 0x09
    }
    guard first == 0x09 || blanks.count > 1, (line ?? 0x0A) == 0x0A || line == 0x0D else {
      return nil
    }
    let sign = bytes[..<name.lowerBound].suffix(64).last { $0 != 0x20 && $0 != 0x09 } ?? 0x0A
    return sign == 0x0A || sign == 0x0D ? .word(word) : nil
  }

  /// Whether a word has digits, or letters of both cases, as no word of a sentence has.
  private func hasSignsOfToken(_ word: Range<Int>) -> Bool {
    let letters = bytes[word].dropFirst()
    return word.count >= SecretIndex.shortestSecret
      && (bytes[word].contains(where: \.isDigit)
        || letters.contains { 0x41...0x5A ~= $0 } && letters.contains { 0x61...0x7A ~= $0 })
  }

  /// Whether a name stands in a cell of a table: `| token | …`, or at the begin of a line.
  private func isCell(_ name: Range<Int>) -> Bool {
    let before = bytes[..<name.lowerBound].suffix(16).last {
      $0 > 0x20 && !"*`_\"".utf8.contains($0)
    }
    let blank = bytes[..<name.lowerBound].suffix(16).last {
      $0 != 0x20 && !"*`_\"".utf8.contains($0)
    }
    return before == UInt8(ascii: "|") || blank == nil || blank == 0x0A || blank == 0x0D
  }

  /// How long the sign is that quotes a text in print: `“…”`, `«…»`; nil where another character stands.
  private func lengthOfQuote(at index: Int) -> Int? {
    ["“", "”", "„", "‘", "’", "‚", "«", "»"].first { starts($0, at: index) }?.utf8.count
  }

  /// The text up to the end of an element, where it has several words; nil where it has one.
  private mutating func textOfElement(from start: Int, _ name: Range<Int>) -> Range<Int>? {
    let end = next(0x3C, from: start)
    guard !isWord(name, "code"), end < bytes.count, end - start <= Self.valueLimitBytes,
      start >= textEnd
    else { return nil }
    textEnd = end
    effort.look(at: end - start)
    let section = bytes[start..<end].range(of: Array("]]>".utf8))?.lowerBound ?? end
    guard let last = bytes[start..<section].lastIndex(where: { $0 > 0x20 }),
      bytes[start..<last].contains(where: { $0 <= 0x20 })
    else { return nil }
    return start..<(last + 1)
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
    let quote = Quote(sign: bytes[open], level: text.level(open))
    let value = (open + 1)..<end(from: open + 1, quote)
    let rest = bytes[value.upperBound...].prefix(8).drop { isMark($0) || $0 == UInt8(ascii: ",") }
    let isCut = rest.isEmpty && value.upperBound + 8 >= bytes.count
    let isLast =
      isCut
      || bytes[value.upperBound...].prefix(8).drop(while: isMark).first.map {
        $0 == 0x5D || $0 == UInt8(ascii: ")")
      } ?? true
    // A list of names is no pair.
    return isLast && !value.isEmpty && !SecretPlaces.isSecret(bytes[value]) ? value : nil
  }

  /// Behind other members, where that with the value begins: `"name": "token", "type": "x", "value": "…"`.
  ///
  /// - Parameter comma: The sign behind the name.
  private mutating func endOfMembers(_ name: Range<Int>, from comma: Int) -> Int? {
    var index = comma + 1
    let limit = min(bytes.count, comma + Self.gapLimitBytes / 2)
    defer { effort.look(at: index - comma) }
    while index < limit, !"{}[]<".utf8.contains(bytes[index]) {
      if isName(bytes[index]) {
        if !isName(bytes[index - 1]), let end = endOfValueName(at: index, true) {
          return end > index ? index : nil
        }
      }
      index += 1
    }
    return nil
  }

  /// The elements that hold the name of what the next one holds.
  private static let namingElements = [
    "key", "td", "th", "dt", "name", "label", "attribute", "param",
  ]

  /// The `>` of the tag behind those which end a name: `<key>token</key><string>`, `<td>token</td><td>`.
  private mutating func endOfKey(at start: Int, _ name: Range<Int>) -> Int? {
    guard start == name.upperBound || bytes[start - 1] <= 0x20, starts("</", at: start) else {
      return nil
    }
    var index = start
    var isKey = false
    let limit = min(bytes.count, start + Self.gapLimitBytes)
    defer { effort.look(at: index - start) }
    while index < limit, bytes[index] == UInt8(ascii: "<"),
      let end = bytes[index..<limit].firstIndex(of: UInt8(ascii: ">"))
    {
      if starts("</", at: index) {
        isKey = isKey || Self.namingElements.contains { starts("\($0)>", at: index + 2) }
        if starts("</tr", at: index) { return nil }
      }
      let next = bytes[end...].dropFirst().firstIndex { $0 > 0x20 } ?? bytes.count
      if next < bytes.count, bytes[next] != UInt8(ascii: "<") {
        return isKey && !starts("</", at: index) && !starts("<key", at: index) ? end : nil
      }
      index = next
    }
    return nil
  }

  /// The `>` before the next text, where only tags stand before it; or the end of what only seems to be a tag:
  /// `token=<…>`.
  private func endOfTags(at start: Int, until limit: Int) -> (index: Int, isWord: Bool)? {
    var index = start
    while index < limit, bytes[index] == UInt8(ascii: "<"),
      let end = bytes[index..<limit].firstIndex(of: UInt8(ascii: ">"))
    {
      let next = bytes[end...].dropFirst().first
      if index == start, next.map({ $0 <= 0x20 || "\"',;.)".utf8.contains($0) }) ?? true,
        bytes[(index + 1)..<end].allSatisfy({ TokenRuns.isTokenByte[Int($0)] }),
        hasSignsOfToken((index + 1)..<end)
      {
        return (end, true)
      }
      index = bytes[end...].dropFirst().firstIndex { $0 > 0x20 } ?? bytes.count
      if index < bytes.count, bytes[index] != UInt8(ascii: "<") { return (end, false) }
    }
    return nil
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
          let sign = Quote(sign: bytes[quote], level: text.level(quote))
          tag.value = (quote + 1)..<end(from: quote + 1, sign)
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
}
