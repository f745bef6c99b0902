// SPDX-License-Identifier: Apache-2.0
// Why a YAML file is refused, and where.

package import Text

/// The first thing in a file that is no YAML, or outside the subset, or over a limit.
package struct YAMLError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    // What YAML allows and the subset leaves out.
    case tabIndentation
    case duplicateKey(String, first: Position)
    case mergeKey
    case complexKey
    /// A tag as written.
    case foreignTag(String)
    case tagEndsInColon(String)
    case octalNumber(String)
    /// A directive as written.
    case directive(String)
    case anchoredSequence(String)

    case over(YAMLLimits.Measure, limit: Int)

    // What is no YAML.
    case invalidUTF8
    case forbiddenCharacter(UInt32)
    case misplacedByteOrderMark
    case textAfterValue
    case keyInValue
    case keyOverLines
    /// On a line that continues the text of an earlier one.
    case keyInText(began: Int)
    case collectionOnIndicatorLine
    case missingColon
    /// A key with text at once behind its colon.
    case missingSpace(String)
    case sequenceInMapping
    case wrongIndentation
    case shallowContinuation(minimum: Int)
    /// The bracket or quote that is open.
    case unclosed(String)
    case markerInside
    case invalidEscape(String)
    case invalidBlockHeader
    case deepBlankLine
    case cannotBegin(String)
    case extraComma
    /// The bracket that would close.
    case missingComma(String)
    case repeatedTag
    case repeatedAnchor
    case aliasWithProperties
    case propertiesBeforeDash
    case unnamedAnchor
    case unseparatedProperty
    case undefinedAlias(String)
    case recursiveAlias(String)
    case missingDocumentStart
    case repeatedDirective
  }

  package let reason: Reason
  package let position: Position
  /// How many scalars carets underline, from 1.
  package let length: Int

  package init(_ reason: Reason, at position: Position, length: Int = 1) {
    self.reason = reason
    self.position = position
    self.length = max(1, length)
  }
}

extension YAMLError: CustomStringConvertible {
  /// The mistake and what to write instead; one line, without the place.
  package var description: String {
    switch reason {
    case .tabIndentation: "a tab as indentation; write spaces"
    case .duplicateKey(let key, let first):
      "the key '\(Self.shown(key))' is already at \(first); keep one of them"
    case .mergeKey: "'<<' merges are not read; write the keys out, or quote the key"
    case .complexKey: "only a scalar on one line, without '?', is read as a key; write 'key: value'"
    case .foreignTag(let tag):
      "the tag '\(Self.shown(tag))' is not a local one; write '!name', or leave it out"
    case .tagEndsInColon(let tag):
      "the tag '\(Self.shown(tag))' ends in a colon; write '!name value', or quote the key"
    case .octalNumber(let text):
      "'\(Self.shown(text))' is octal to some readers and decimal to others; "
        + "quote it, or write it without leading zeros (octal: 0o…)"
    case .directive(let text):
      "the directive '\(Self.shown(text))' is not read; only '%YAML 1.2' is"
    case .anchoredSequence(let name):
      "the anchor '&\(Self.shown(name))' is on a list; only scalars and maps may have one"
    case .over(let measure, let limit): Self.description(of: measure, limit)
    case .invalidUTF8: "bytes that are not UTF-8; save the file as UTF-8"
    case .forbiddenCharacter(let value):
      "the character U+\(Self.hexadecimal(value)) is not allowed in YAML; "
        + "write it as an escape in double quotes"
    case .misplacedByteOrderMark: "a byte order mark inside the file; remove it"
    case .textAfterValue: "text after the end of a value; put it on a line of its own, or quote it"
    case .keyInValue: "': ' inside a value; put the map on lines of its own, or quote the value"
    case .keyInText(let line):
      "a key on a line that continues the text of line \(line); "
        + "indent it like the keys above, or quote the text"
    case .keyOverLines: "a key over several lines; write it on one"
    case .collectionOnIndicatorLine:
      "a map or list in block form can't begin on this line; begin it on the next"
    case .missingSpace(let key):
      "the key '\(Self.shown(key))' runs into its value; write a space after the colon"
    case .missingColon: "expected 'key: value'; add the colon and a space, or indent the text"
    case .sequenceInMapping: "a list item among the keys of a map; indent it below its key"
    case .wrongIndentation: "the indentation matches no level above; align it with its siblings"
    case .shallowContinuation(let minimum):
      "a line inside brackets or quotes with too little indentation; "
        + "indent it by \(minimum) \(minimum == 1 ? "space" : "spaces") or more"
    case .unclosed("["): "'[' is never closed; add ']'"
    case .unclosed("{"): "'{' is never closed; add '}'"
    case .unclosed(let quote): "this quote is never closed; add \(quote) at the end of the text"
    case .markerInside: "'---' or '...' inside brackets or quotes; close them before, or indent it"
    case .invalidEscape(let text):
      // Four digits that are no character: half of a pair, as JSON writes it.
      text.hasPrefix("\\u") && text.utf8.count == 6
        ? "'\(Self.shown(text))' is half a character; write '\\U' and the eight digits of the whole one"
        : "'\(Self.shown(text))' is not an escape; write '\\\\' for a backslash"
    case .invalidBlockHeader:
      "after '|' or '>' expected a digit from 1 to 9, '+' or '-', and the end of the line"
    case .deepBlankLine:
      "a blank line with more spaces than the first line of the text; remove its spaces"
    case .cannotBegin(let text): "a value can't begin with '\(Self.shown(text))'; quote it"
    case .extraComma: "a comma without a value before it; remove it"
    case .missingComma(let closing):
      "expected ',' or '\(closing)'; quote a value with brackets, a comma or '${…}' in it"
    case .repeatedTag:
      "a second tag on one value; keep one, or put the second and its value into a list, as in "
        + "!each [!one-of [a, b]]"
    case .repeatedAnchor: "a second anchor on one value; keep one"
    case .aliasWithProperties: "an alias with a tag or an anchor; remove them"
    case .propertiesBeforeDash:
      "a tag or an anchor before '-'; put it on the line above the list, or after the '-'"
    case .unnamedAnchor: "an anchor or alias without a name; write '&name' or '*name'"
    case .unseparatedProperty: "expected a space after the tag, anchor or alias"
    case .undefinedAlias(let name):
      "no anchor '&\(Self.shown(name))' stands before this alias"
        + (name.hasSuffix(":") ? "; a space must separate an alias from its colon" : "; define it")
    case .recursiveAlias(let name):
      "'*\(Self.shown(name))' is inside the value it stands for; write it out"
    case .missingDocumentStart: "expected '---' after the directive"
    case .repeatedDirective: "a second '%YAML' directive; keep one"
    }
  }

  /// A text of the file as a part of one line: without control characters, and not too long.
  private static func shown(_ text: String) -> String {
    let limit = 60
    let scalars = text.unicodeScalars.prefix(limit).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: " "
      default: scalar
      }
    }
    let rest = text.unicodeScalars.dropFirst(limit).isEmpty ? "" : "…"
    return String(String.UnicodeScalarView(scalars)) + rest
  }

  private static func description(of measure: YAMLLimits.Measure, _ limit: Int) -> String {
    switch measure {
    case .byteCount: "the file is over \(limit) bytes; split it"
    case .lineLength: "the line is over \(limit) bytes; split it"
    case .depth: "maps and lists nested over \(limit) levels deep; nest less"
    case .nodeCount: "over \(limit) values, with those that aliases stand for; split the file"
    case .aliasCount: "over \(limit) aliases; write fewer"
    case .keyLength: "the key is over \(limit) characters; shorten it"
    case .digitCount: "the number is over \(limit) digits; write it in base 10, or quote it"
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension YAMLError {
  /// The same mistake with `…` for each text of the file, which may be a secret. A key that is a
  /// plain word stays.
  package var withoutTexts: YAMLError {
    let hidden = "…"
    let reason: Reason =
      switch self.reason {
      case .duplicateKey(let key, let first):
        .duplicateKey(Self.isWord(key) ? key : hidden, first: first)
      case .foreignTag: .foreignTag(hidden)
      case .tagEndsInColon: .tagEndsInColon(hidden)
      case .octalNumber: .octalNumber(hidden)
      case .directive: .directive(hidden)
      case .anchoredSequence: .anchoredSequence(hidden)
      case .missingSpace: .missingSpace(hidden)
      case .invalidEscape: .invalidEscape(hidden)
      case .cannotBegin: .cannotBegin(hidden)
      case .undefinedAlias: .undefinedAlias(hidden)
      case .recursiveAlias: .recursiveAlias(hidden)
      default: self.reason
      }
    return YAMLError(reason, at: position, length: length)
  }

  private static func isWord(_ text: String) -> Bool {
    text.utf8.count <= 32 && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == 0x5F || $0 == 0x2D }
  }
}
