// SPDX-License-Identifier: Apache-2.0
// Finds the values below a secret name: in brackets, as in JSON, and on lines of their own, as in YAML.

import Text

/// What stands below a secret name is secret with all its values, as a member of JSON is that is read
/// as a whole. A name within is none of these values: `:` or `=` follows it. Where it could be a value
/// as well, as in `[abc=def`, both are.
extension SecretSearch {
  /// Adds all values at a place, and all secrets in the URLs there.
  ///
  /// - Returns: Where the place ends.
  mutating func addAll(of name: Range<Int>, at place: Place) -> Int {
    switch place {
    case .value(let value), .word(let value):
      add(name, value)
      return value.upperBound
    case .items(let start, let quote):
      let end = addItems(of: name, in: start..<bytes.count)
      guard let quote else { return end }
      let value = start..<self.end(from: start, quote)
      add(name, value)
      add(name, value.dropFirst())
      return max(end, value.upperBound)
    case .lines(let start): return addLines(of: name, from: start, areText: false)
    case .text(let start): return addLines(of: name, from: endOfLine(start), areText: true)
    case .markup(let start):
      addMarkup(of: name, from: start)
      return start
    }
  }

  private mutating func add(_ name: Range<Int>, item: Range<Int>, isMember: Bool) {
    if item.isEmpty { return }
    // The address of a session is no secret, but for what is in it.
    let isURL =
      bytes[item].first == UInt8(ascii: "/") || bytes[item].range(of: Array("://".utf8)) != nil
    effort.look(at: item.count)
    guard isMember, isURL, !isInside else { return add(name, item) }
    isInside = true
    run(in: item)
    isInside = false
  }

  /// Adds the values from a bracket to the one that closes it, or to the end of the range.
  private mutating func addItems(of name: Range<Int>, in range: Range<Int>) -> Int {
    var depth = 0
    // Whether a value without quotes may begin, and whether it has a name.
    var (mayBegin, isMember) = (false, false)
    var index = range.lowerBound
    while index < range.upperBound, !effort.isOver {
      let byte = bytes[index]
      effort.look(at: 1)
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        (mayBegin, isMember) = (true, false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return index + 1 }
        (mayBegin, isMember) = (false, false)
      case UInt8(ascii: ","), UInt8(ascii: ";"): (mayBegin, isMember) = (true, false)
      case UInt8(ascii: ":"), UInt8(ascii: "="): (mayBegin, isMember) = (true, true)
      // The end of a script.
      case UInt8(ascii: "<"): return index
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // A text in quotes does not go over lines.
        let quote = Quote(sign: byte, level: text.level(index))
        let end = min(
          end(from: index + 1, quote), endOfLine(index, upTo: quote.level), range.upperBound)
        let item = (index + 1)..<max(index + 1, end)
        if isMember || separator(after: end) == nil { add(name, item: item, isMember: isMember) }
        (mayBegin, isMember) = (false, false)
        index = end
        if index < range.upperBound, bytes[index] == UInt8(ascii: "\\") { index += 1 }
      case UInt8(ascii: "\\"), 0...0x20: break
      case _ where mayBegin:
        let end = min(endOfWord(index), range.upperBound)
        let isName = !isMember && addWord(of: name, index..<end)
        if isMember { add(name, item: index..<end, isMember: true) }
        (mayBegin, isMember) = (isName, isName)
        index = end - 1
      default: break
      }
      index += 1
    }
    return min(index, range.upperBound)
  }

  /// Adds a word in brackets, unless it is a name; of `abc:def` and `abc=def` both that and `def`.
  ///
  /// - Returns: Whether a value follows.
  private mutating func addWord(of name: Range<Int>, _ word: Range<Int>) -> Bool {
    guard let separator = bytes[word].firstIndex(where: { $0 == 0x3A || $0 == 0x3D }) else {
      if self.separator(after: word.upperBound) != nil { return true }
      add(name, item: word, isMember: false)
      return false
    }
    let rest = (separator + 1)..<word.upperBound
    let isQuoted = rest.isEmpty && word.upperBound < bytes.count && isQuote(bytes[word.upperBound])
    // `abc=` may be padded Base64.
    if !rest.isEmpty || bytes[separator] == 0x3D && !isQuoted {
      add(name, item: word, isMember: false)
    }
    if !rest.isEmpty { add(name, item: rest, isMember: true) }
    return rest.isEmpty
  }

  /// The end of a word without quotes in brackets.
  private mutating func endOfWord(_ start: Int) -> Int {
    let rest = bytes[(start + 1)...]
    let end =
      rest.firstIndex { Self.isDelimiter[Int($0)] || $0 == UInt8(ascii: "{") || $0 == 0x5B }
      ?? bytes.count
    effort.look(at: end - start)
    return end
  }

  /// The `:` or `=` behind a name that ended, maybe with a quote; nil where there is none.
  mutating func separator(after end: Int) -> Int? {
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "\\") }
    var rest = bytes[end...].drop(while: isBlank)
    if rest.first.map(isQuote) ?? false { rest = rest.dropFirst().drop(while: isBlank) }
    effort.look(at: rest.startIndex - end)
    return rest.first.flatMap { $0 == 0x3A || $0 == 0x3D ? rest.startIndex : nil }
  }

  func isQuote(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x27 }
}

extension SecretSearch {
  /// Adds all texts in the elements of an element, to its end tag or to the end of what it is in. The names
  /// in it are looked at one by one all the same.
  mutating func addMarkup(of name: Range<Int>, from start: Int) {
    // Elements within are known already.
    guard start >= markupEnd else { return }
    var depth = 0
    var index = start
    while index < bytes.count, !effort.isOver {
      let end = next(0x3C, from: index)
      let text = bytes[index..<end]
      // The end of a section, in which markup is text.
      let close = text.range(of: Array("]]>".utf8))?.lowerBound ?? end
      effort.look(at: text.count)
      let words = index..<close
      if let first = bytes[words].firstIndex(where: { $0 > 0x20 }),
        let last = bytes[words].lastIndex(where: { $0 > 0x20 })
      {
        add(name, first..<(last + 1))
      }
      guard end < bytes.count else { break }
      let isSection = starts("<![cdata[", at: end)
      let tag =
        isSection ? end + 8 : next(0x3E, from: end)
      if bytes[(end + 1)...].first == UInt8(ascii: "/") {
        depth -= 1
        if depth < 0 { break }
      } else if !isSection, tag < bytes.count, bytes[tag - 1] != UInt8(ascii: "/") {
        depth += 1
      }
      index = min(tag + 1, bytes.count)
    }
    markupEnd = index
  }

  /// Whether a line below a secret name begins what has this name, as in YAML: an item, or a member that
  /// is further to the right.
  ///
  /// - Parameter start: Where the line begins, behind its blanks and its quote.
  mutating func isNested(at start: Int, _ quote: Quote?, under name: Range<Int>) -> Bool {
    let begin = quote == nil ? start : start - 1
    let isItem = isItem(at: begin)
    guard isItem || nameEnd(at: start, quote) != nil else { return false }
    let (column, own) = (self.column(begin), key(of: name))
    return column > own || isItem && column == own
  }

  /// Whether a line below a secret name has a name, and a value of its own.
  mutating func isNameOfOther(at start: Int, _ quote: Quote?) -> Bool {
    guard let end = nameEnd(at: start, quote) else { return false }
    return bytes[end] == 0x3A && bytes[(end + 1)...].first.map { $0 <= 0x20 || isQuote($0) } ?? true
  }

  /// Whether a block of text begins below: `|` or `>`, and the end of the line.
  func isBlockSign(at start: Int) -> Bool {
    guard bytes[start] == UInt8(ascii: "|") || bytes[start] == UInt8(ascii: ">"),
      bytes[..<start].suffix(8).last(where: { $0 > 0x20 }) == 0x3A
    else { return false }
    let rest = bytes[(start + 1)...].prefix(8)
      .drop { $0.isDigit || $0 == 0x20 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    return rest.first == 0x0A || rest.first == 0x0D
  }

  /// Where `:` or `=` follows a name at the begin of a line; nil where it is no name.
  private mutating func nameEnd(at start: Int, _ quote: Quote?) -> Int? {
    if let quote { return separator(after: min(end(from: start, quote), endOfLine(start))) }
    let name = bytes[start...].prefix(Self.longestName)
    effort.look(at: name.count)
    return name.firstIndex { $0 == 0x3A || $0 == 0x3D || $0 == 0x0A || $0 == 0x3C || isQuote($0) }
      .flatMap { bytes[$0] == 0x3A || bytes[$0] == 0x3D ? $0 : nil }
  }

  private static let longestName = 128

  /// Adds the values on the lines from a place on, as long as these are below a name.
  ///
  /// - Parameter areText: Whether the lines are one text, of which each line counts.
  private mutating func addLines(of name: Range<Int>, from start: Int, areText: Bool) -> Int {
    let own = key(of: name)
    var index = areText ? start : start - column(start)
    while index < bytes.count, !effort.isOver {
      let end = endOfLine(index)
      let begin = bytes[index..<end].firstIndex { $0 > 0x20 } ?? end
      effort.look(at: 2 * (end - index) + 1)
      if begin < end {
        let isBelow = begin - index > own || !areText && begin - index == own && isItem(at: begin)
        guard isBelow else { return index }
        if areText {
          add(name, begin..<end)
        } else {
          addLine(of: name, begin..<end)
        }
      }
      index = end + 1
    }
    return min(index, bytes.count)
  }

  private mutating func addLine(of name: Range<Int>, _ line: Range<Int>) {
    var start = line.lowerBound
    while start < line.upperBound, isItem(at: start) || bytes[start] <= 0x20 { start += 1 }
    guard start < line.upperBound else { return }
    let quote = isQuote(bytes[start]) ? Quote(sign: bytes[start], level: text.level(start)) : nil
    if let end = nameEnd(at: quote == nil ? start : start + 1, quote), end < line.upperBound {
      let isSure = end + 1 == line.upperBound || bytes[end + 1] <= 0x20
      if quote == nil, bytes[end] == 0x3D || !isSure {
        add(name, item: start..<line.upperBound, isMember: false)
      }
      start = bytes[(end + 1)..<line.upperBound].firstIndex { $0 > 0x20 } ?? line.upperBound
    }
    guard start < line.upperBound else { return }
    if isQuote(bytes[start]) || bytes[start] == UInt8(ascii: "{") || bytes[start] == 0x5B {
      _ = addItems(of: name, in: start..<line.upperBound)
    } else {
      add(name, item: start..<line.upperBound, isMember: true)
      // A comment may follow.
      add(name, item: start..<min(end(from: start, nil), line.upperBound), isMember: true)
    }
  }

  /// Whether an item of a list begins: `- `.
  private func isItem(at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "-") && bytes[(index + 1)...].first.map { $0 <= 0x20 } ?? true
  }

  /// How many bytes stand before a byte on its line.
  private mutating func column(_ index: Int) -> Int {
    let start = bytes[..<index].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    effort.look(at: index - start)
    return index - start
  }

  /// The column of a name's key: behind the blanks, the signs of items and the quote of its line.
  private mutating func key(of name: Range<Int>) -> Int {
    let start = name.lowerBound - column(name.lowerBound)
    var key = start
    while key < name.lowerBound, bytes[key] <= 0x20 || isItem(at: key) { key += 1 }
    return key - start
  }

  private mutating func endOfLine(_ start: Int, upTo level: UInt8 = .max) -> Int {
    min(next(0x0A, from: start, upTo: level), next(0x0D, from: start, upTo: level))
  }
}
