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
///     curl -u user:password           --password …     **token:** `…`    | token | … |
///     <td>token</td><td>…</td>        token    …       AccessToken(value=…)        Bearer …
///
/// The escapes of the text are undone before. What was escaped more often than the begin of a value does not
/// end it.
struct SecretSearch {
  let text: NormalText
  let bytes: [UInt8]
  var effort: SearchEffort
  private var found: [(name: String, value: String)] = []
  /// The name of the element before the place that was reached, and whether an `id` in it is a secret.
  var element: Range<Int> = 0..<0
  var isInOwner = false
  /// The tag before the place that was reached.
  var tag = Tag()
  /// The next of each sign, by that and its level.
  var ends: [UInt16: NextPlace] = [:]
  var blankLines = NextPlace()
  /// Where the last value ends that goes on behind signs which are escaped in it.
  var longEnd = 0
  /// Where the last text of an element ends.
  var textEnd = 0
  var lastAdded: Range<Int>?
  /// Whether values in brackets are known already, since the text is itself such a value.
  var isInside = false
  /// Where the last element ends of which all texts are secret.
  var markupEnd = 0
  /// Where the word `curl` ended last.
  private var command: Int?

  /// The tag that began last before a place.
  struct Tag {
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
    /// Without quotes.
    case word(Range<Int>)
    /// In brackets; the whole is itself a string where it has a quote.
    case items(from: Int, quote: Quote?)
    /// On lines of their own, as in YAML, the first of which begins there.
    case lines(from: Int)
    /// On the lines below the sign of a block of text, as in YAML.
    case text(from: Int)
    /// In the elements of an element, the first of which begins there.
    case markup(from: Int)
  }

  /// A value stands at most so far before its name.
  static let valueLimitBytes = 64 * 1024
  /// A value follows its name after at most so many bytes of punctuation and attributes.
  static let gapLimitBytes = 512
  /// A longer value of `code` is no word of an enumeration.
  private static let longestWord = 64

  private init(_ text: String, _ effort: SearchEffort) {
    var effort = effort
    self.text = NormalText(Array(text.utf8), &effort)
    bytes = self.text.bytes
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
    lazy var isError = Self.tellsOfError(bytes)
    var index = range.lowerBound
    while index < range.upperBound, !effort.isOver {
      guard isName(bytes[index]) else {
        if bytes[index] == UInt8(ascii: ":"), starts("://", at: index) { addUser(from: index + 3) }
        effort.look(at: 1)
        index += 1
        continue
      }
      var end = index + 1
      while end < bytes.count, isName(bytes[end]) { end += 1 }
      let name = index..<end
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
      case .value(let value), .word(let value):
        if isCode, value.count <= Self.longestWord, SecretPlaces.isWord(bytes[value]) { continue }
        add(name, value)
        if case .word = place { addWord(name, value) }
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

  /// Whether a text has the name of a member that only an answer about an error has.
  private static func tellsOfError(_ bytes: [UInt8]) -> Bool {
    let lower = bytes.map(Octets.lowercased)
    return ["error", "details"].contains { lower[...].range(of: Array($0.utf8)) != nil }
  }

  mutating func add(_ name: Range<Int>, _ value: Range<Int>) {
    // The value of a tag may have several names.
    if value == lastAdded { return }
    lastAdded = value
    add(String(decoding: bytes[name], as: UTF8.self), bytes[value])
  }

  /// Adds what a word may be, too: without the signs at its end, with those that are escaped in it, and with
  /// the other words of its element.
  private mutating func addWord(_ name: Range<Int>, _ word: Range<Int>) {
    // Of a longer one, each part is masked.
    if word.count <= Self.longestWord {
      let isSign: (UInt8) -> Bool = { !TokenRuns.isTokenByte[Int($0)] }
      if let sign = bytes[word].firstIndex(where: isSign) { add(name, word.lowerBound..<sign) }
      if bytes[word].last == UInt8(ascii: ".") {
        add(name, word.lowerBound..<(word.upperBound - 1))
      }
    }
    guard word.lowerBound >= longEnd else { return }
    let own = word.lowerBound > 0 ? text.level(word.lowerBound - 1) : 0
    var end = word.upperBound
    while end < bytes.count,
      !Self.isDelimiter[Int(bytes[end])] || text.level(end) > own && text.isPercentEncoded(end)
    {
      end += 1
    }
    effort.look(at: end - word.upperBound)
    longEnd = end
    if end > word.upperBound { add(name, word.lowerBound..<end) }
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

  func isWord(_ range: Range<Int>, _ word: String) -> Bool {
    range.count == word.utf8.count && starts(word, at: range.lowerBound)
  }

  /// The end of a value: its quote, or else the beginning of something else.
  mutating func end(from start: Int, _ quote: Quote?) -> Int {
    guard let quote else {
      var end = start
      while end < bytes.count, !Self.isDelimiter[Int(bytes[end])] { end += 1 }
      effort.look(at: end - start)
      return end
    }
    return next(quote.sign, from: start, upTo: quote.level)
  }

  /// Where the next of a sign stands that is escaped no more often than a level says; the end of the text
  /// where there is none.
  mutating func next(_ sign: UInt8, from start: Int, upTo level: UInt8 = .max) -> Int {
    ends[UInt16(sign) << 8 | UInt16(level), default: NextPlace()]
      .from(start, to: bytes.count, &effort) { [bytes, text] in
        bytes[$0] == sign && (level == .max || text.level($0) <= level)
      }
  }

  /// Whether a text begins at an index, in whichever letter case.
  ///
  /// - Parameter word: In lower case.
  func starts(_ word: String, at index: Int) -> Bool {
    var place = index
    for byte in word.utf8 {
      guard place < bytes.count, Octets.lowercased(bytes[place]) == byte else { return false }
      place += 1
    }
    return true
  }

  static let isDelimiter: [Bool] = (0...255).map { (byte: UInt8) in
    byte <= 0x20 || "\"'`<>&#\\,;)]}".utf8.contains(byte)
  }
}

/// Whether a byte may be part of a name.
func isName(_ byte: UInt8) -> Bool { byte.isAlphanumeric || byte == 0x5F || byte == 0x2D }
