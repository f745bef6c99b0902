// SPDX-License-Identifier: Apache-2.0
// Tells tokens from words, numbers, dates and paths.

import Text

/// Finds what may be a token under any name: a run of 16 or more letters, digits and signs of
/// Base64 and URLs that is not plain words, no number and no date. What the run decodes to does not matter.
///
/// A word has three or more letters, and stands in what is public.
struct TokenRuns {
  /// Shorter runs are never taken for a token.
  static let shortest = 16

  let text: NormalText
  var hiding = Hiding.tokens
  /// Whether what has the form of words is shown, in whichever language.
  var showsForms = false
  /// What is public.
  let own: OwnTexts
  /// Whether a run is public.
  let isPublic: (ArraySlice<UInt8>) -> Bool
}

extension TokenRuns {
  /// Runs of fewer bytes are shown.
  private var shortest: Int {
    switch hiding {
    case .secrets: .max
    case .tokens: Self.shortest
    case .codes: SecretIndex.shortestSecret
    case .unknown: 1
    }
  }

  /// The ranges of bytes that may be tokens, in their order.
  var ranges: [Range<Int>] {
    guard mayHaveTokens else { return [] }
    var ranges: [Range<Int>] = []
    var index = 0
    while index < text.bytes.count {
      guard isToken(index) else {
        index += 1
        continue
      }
      let start = index
      var run = start..<end(from: start)
      index = run.upperBound
      // A token may be wrapped.
      while let next = continuation(of: run) {
        run = start..<next
        index = next
      }
      // A sentence ends.
      let last = text.bytes[run].lastIndex { $0 != UInt8(ascii: ".") } ?? start
      ranges += tokens(in: start..<(last + 1))
    }
    return ranges
  }

  /// Whether any run is long enough. One that is wrapped, or has escapes, may be.
  private var mayHaveTokens: Bool {
    if text.bytes.count < shortest { return false }
    var length = 0
    for byte in text.bytes {
      if byte == 0x0A || byte == UInt8(ascii: "%") { return true }
      length = Self.isTokenByte[Int(byte)] ? length + 1 : 0
      if length >= shortest { return true }
    }
    return text.isEscaped
  }

  private func end(from start: Int) -> Int {
    var end = start
    while end < text.bytes.count, isToken(end) { end += 1 }
    return end
  }

  /// In percent-encoded text, everything is one run but blanks. One `=` is only padding: `state=abc`.
  private func isToken(_ index: Int) -> Bool {
    let byte = text.bytes[index]
    if byte >= 0x80, hiding == .unknown { return !isPunctuation(index) }
    if byte == UInt8(ascii: "="), index + 1 < text.bytes.count {
      let isDouble = text.bytes[index + 1] == byte || index > 0 && text.bytes[index - 1] == byte
      return isDouble || !isToken(index + 1)
    }
    return Self.isTokenByte[Int(byte)] || byte > 0x20 && text.isPercentEncoded(index)
  }

  /// Whether a byte beyond ASCII is of a sign that is no letter: `‹`, `…`, `–`.
  private func isPunctuation(_ index: Int) -> Bool {
    let character = text.bytes[max(0, index - 2)...index]
    let start = character.lastIndex { $0 & 0xC0 != 0x80 } ?? index
    return text.bytes[start...].starts(with: [0xE2, 0x80])
  }

  /// The end of the line after a run at the end of a line, if it has nothing but the rest of a token.
  private func continuation(of run: Range<Int>) -> Int? {
    let bytes = text.bytes
    guard let start = bytes[run.upperBound...].firstIndex(where: { $0 > 0x20 }),
      bytes[run.upperBound..<start].contains(0x0A), isToken(start)
    else { return nil }
    let end = end(from: start)
    let isLine = end == bytes.count || "\n\r\"')]}<;,&".utf8.contains(bytes[end])
    return isLine && !Self.isHarmless(bytes[start..<end], own) ? end : nil
  }

  /// The segments of a path that may be tokens, or else all but the words at both ends.
  private func tokens(in run: Range<Int>) -> [Range<Int>] {
    if text.range(of: run).count < shortest || isShown(run) { return [] }
    var segments = split(run, at: UInt8(ascii: "/"))
    let isURL =
      text.bytes[run].starts(with: "//".utf8)
      && text.bytes[..<run.lowerBound].last == UInt8(ascii: ":")
    if isURL, let host = segments.first, isHost(host) { segments.removeFirst() }
    let bad = segments.filter { !isShown($0) }
    guard let first = bad.first, let last = bad.last else { return [] }
    let isPath = isURL || segments.count { $0.count >= 3 && isShown($0) } > 1
    return (isPath ? bad : [first.lowerBound..<last.upperBound]).map(trimmed)
      .filter { text.range(of: $0).count >= shortest }
  }

  /// Whether a range behind `://` names a host, as DNS writes it, and not a user.
  private func isHost(_ range: Range<Int>) -> Bool {
    let rest = text.bytes[range.upperBound...].prefix { $0 > 0x20 && !"/?#\"'<>".utf8.contains($0) }
    return !rest.contains(UInt8(ascii: "@")) && text.bytes[range].contains(UInt8(ascii: "."))
      && text.bytes[range].allSatisfy { $0.isDigit || 0x61...0x7A ~= $0 || "-.".utf8.contains($0) }
  }

  /// The range without the words before its first dot and behind its last: `report.TOKEN.json`.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let bad = split(range, at: UInt8(ascii: ".")).filter { !isShown($0) }
    return bad.isEmpty ? range : bad[0].lowerBound..<bad[bad.count - 1].upperBound
  }

  private func split(_ range: Range<Int>, at separator: UInt8) -> [Range<Int>] {
    text.bytes[range].split(separator: separator).map(\.indices)
  }

  private func isShown(_ range: Range<Int>) -> Bool {
    let run = text.bytes[range]
    if hiding == .codes || hiding == .unknown {
      // A version, or the address of a machine.
      let numbers = run.split(separator: UInt8(ascii: "."))
      if numbers.count > 1, numbers.allSatisfy({ $0.count < 6 && $0.allSatisfy(\.isDigit) }) {
        return true
      }
      let isCode = run.allSatisfy(\.isDigit) && run.count >= SecretIndex.shortestSecret
      if isCode, !Self.isTime(String(decoding: run, as: UTF8.self)) { return isPublic(run) }
    }
    if hiding == .unknown { return isKnown(run) }
    return Self.isHarmless(run, own) || isPublic(run) || showsForms && Self.hasFormOfWords(run)
  }

  /// Those of durations.
  private static let units = Set(["ms", "s", "m", "h", "d"].map { Array($0.utf8) })

  /// Whether each word of a run is public, and no number in it may be a code.
  private func isKnown(_ run: ArraySlice<UInt8>) -> Bool {
    let isTime = Self.isTime(String(decoding: run, as: UTF8.self))
    if isTime || Self.isDuration(run) { return true }
    // The end of a time: `38.158Z`.
    let number = run.last == UInt8(ascii: "Z") ? run.dropLast() : run
    let words = number.split { !isLetterOrDigit($0) && $0 < 0x80 }
    let isNumber = words.allSatisfy { $0.allSatisfy(\.isDigit) }
    if isNumber { return words.reduce(0) { $0 + $1.count } < SecretIndex.shortestSecret }
    let areKnown = words.allSatisfy { word in
      let unit = word.drop(while: \.isDigit)
      let isAmount = unit.isEmpty || unit.count < word.count && Self.units.contains(Array(unit))
      return isAmount && word.count - unit.count < SecretIndex.shortestSecret || own.knows(word)
        || !word.contains(where: \.isDigit) && Self.words(word).allSatisfy(own.knows)
    }
    return areKnown || run.split(separator: UInt8(ascii: "/")).allSatisfy(isPublic)
  }

  /// Whether a run is plain words, a number or a date, or repeats one character.
  static func isHarmless(_ run: ArraySlice<UInt8>, _ own: OwnTexts) -> Bool {
    isNumber(run) || isDate(run) || isDuration(run) || isWords(run, own) || repeatsOne(run)
  }

  private static func repeatsOne(_ run: ArraySlice<UInt8>) -> Bool {
    let first = run.first(where: isLetterOrDigit)
    return run.allSatisfy { $0 == first || !isLetterOrDigit($0) }
  }

  /// Whether a run is a duration of ISO 8601: `P1DT12H30M5.25S`.
  private static func isDuration(_ run: ArraySlice<UInt8>) -> Bool {
    run.first == UInt8(ascii: "P") && "YMWDHS".utf8.contains(run.last ?? 0)
      && run.allSatisfy { $0.isDigit || "PYMWDTHS.".utf8.contains($0) }
  }

  /// Whether a run is a number of at most twenty digits.
  static func isNumber(_ run: ArraySlice<UInt8>) -> Bool {
    run.count <= 24 && run.contains(where: \.isDigit)
      && run.split(separator: UInt8(ascii: ".")).count <= 2
      && run.allSatisfy { $0.isDigit || ".-+".utf8.contains($0) }
  }

  /// Whether a run is a date of ISO 8601, maybe with a time: `2026-11-22T08`, `20261122T085105Z`.
  static func isDate(_ run: ArraySlice<UInt8>) -> Bool {
    let digits = run.prefix { $0.isDigit || $0 == UInt8(ascii: "-") }.filter(\.isDigit)
    return 10...30 ~= run.count && digits.count == 8
      && ["19", "20", "00"].contains { digits.starts(with: $0.utf8) }
      && run.allSatisfy { $0.isDigit || "-+.:TZ".utf8.contains($0) }
  }

  /// Whether a text is a date, or seconds or milliseconds since 1970 in the years from 2001 to 2100.
  static func isTime(_ text: String) -> Bool {
    guard let number = Int(text) else { return isDate(Array(text.utf8)[...]) }
    let seconds = text.utf8.count == 13 ? number / 1000 : text.utf8.count == 10 ? number : 0
    return 1_000_000_000...4_102_444_800 ~= seconds
  }

  /// Between words, a longer piece that is no word is none of a name.
  private static let longestUnknown = 8

  /// Whether a run is words, and less of short numbers and other pieces: `partner-single-sign-on`,
  /// `VSErrorInfoKey`, `/v2`.
  static func isWords(_ run: ArraySlice<UInt8>, _ own: OwnTexts) -> Bool {
    var balance = 0
    for part in run.split(whereSeparator: { !isLetterOrDigit($0) }) {
      let groups = part.split(whereSeparator: \.isDigit)
      let digits = part.split { !$0.isDigit }
      // `a1b2`: letters and digits change more than once.
      guard groups.count + digits.count <= 2, digits.allSatisfy({ $0.count <= 4 }) else {
        return false
      }
      let pieces = groups.flatMap(words) + digits
      for piece in pieces {
        // Between signs, few letters and numbers are usual: `tvp-harbor-2201`.
        let isWord = piece.count >= 3 && !piece[piece.startIndex].isDigit && own.knows(piece)
        if !isWord, piece.count > longestUnknown { return false }
        balance += isWord ? piece.count : -piece.count * min(2, pieces.count)
      }
    }
    // Braces, quotes and the like are only in a run that is percent-encoded.
    return balance >= 0
      && run.allSatisfy { isLetterOrDigit($0) || "-_.~+/=:?&,#@()*!".utf8.contains($0) }
  }

  /// Whether a run is harmless as far as it can be told by itself. A secret may have a name in it that stands
  /// elsewhere, too.
  static func seemsHarmless(_ run: ArraySlice<UInt8>, _ own: OwnTexts) -> Bool {
    isHarmless(run, own) || hasFormOfWords(run)
  }

  /// Whether a run has the form of several words, known or not: `authentification_requise`,
  /// `estadoDelUsuario`.
  static func hasFormOfWords(_ run: ArraySlice<UInt8>) -> Bool {
    let parts = run.split { !isLetterOrDigit($0) }.flatMap(words)
    return parts.count > 1 && parts.reduce(0) { $0 + $1.count } >= 4 * parts.count
      && parts.allSatisfy { 2...15 ~= $0.count && !$0.contains(where: \.isDigit) }
      && run.allSatisfy { isLetterOrDigit($0) || "_-./:".utf8.contains($0) }
  }

  /// The words of a name such as `softwareStatement` or `VSErrorInfo`.
  static func words(_ letters: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var start = letters.startIndex
    for index in letters.indices.dropFirst() where isUpper(letters[index]) {
      let isLast = index + 1 == letters.endIndex
      if !isUpper(letters[index - 1]) || !isLast && !isUpper(letters[index + 1]) {
        words.append(letters[start..<index])
        start = index
      }
    }
    return words + [letters[start...]]
  }

  private static func isUpper(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte }

  static let isTokenByte: [Bool] = (0...255).map { (byte: UInt8) in
    byte.isAlphanumeric || "+/-_.~%=".utf8.contains(byte)
  }
}
