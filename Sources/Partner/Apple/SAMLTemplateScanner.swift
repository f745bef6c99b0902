// SPDX-License-Identifier: Apache-2.0
// Makes a template of a SAML response: decides which parts stay, and which become places.

import Formats
import Text

/// Goes through a well-formed document without a document type. Keeps the layout.
struct SAMLTemplateScanner {
  private let input: [UInt8]
  private let requestID: String?
  private let now: Timestamp
  private var index = 0
  private var output: [UInt8] = []
  /// The local names of the open elements.
  private var open: [String] = []
  private var ids: [String: Int] = [:]
  private var values: [String: Int] = [:]

  /// The elements whose text stays.
  private static let publicElements: Set<String> = ["Issuer", "Audience", "AuthnContextClassRef"]
  /// The attributes whose values stay.
  private static let publicAttributes: Set<String> = [
    "Version", "Destination", "Recipient", "Name", "NameFormat", "FriendlyName", "Format",
    "Method", "Algorithm", "Value", "type",
  ]
  private static let identifiers: Set<String> = ["ID", "InResponseTo", "SessionIndex"]
  private static let instants: Set<String> = [
    "IssueInstant", "AuthnInstant", "NotBefore", "NotOnOrAfter", "SessionNotOnOrAfter",
  ]
  /// The place of a text longer than this gives its length.
  private static let longText = 256

  init(_ text: String, requestID: String?, now: Timestamp) {
    input = Array(text.utf8)
    self.requestID = requestID
    self.now = now
  }
}

extension SAMLTemplateScanner {
  /// The template.
  mutating func template() -> String {
    while index < input.count {
      if has("<!--") {
        // Comments are dropped, since they may contain secrets.
        _ = take(through: "-->")
      } else if has("<![CDATA[") {
        let section = take(through: "]]>")
        writeText(section.dropFirst(9).dropLast(3))
      } else if has("<?") {
        output += take(through: "?>")
      } else if input[index] == UInt8(ascii: "<") {
        writeTag()
      } else {
        let end = input[index...].firstIndex(of: UInt8(ascii: "<")) ?? input.count
        writeText(input[index..<end])
        index = end
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private func has(_ text: String) -> Bool { input[index...].starts(with: text.utf8) }

  /// Takes the input up to and including a text. A well-formed document contains it.
  private mutating func take(through end: String) -> ArraySlice<UInt8> {
    let start = index
    while index < input.count, !has(end) { index += 1 }
    index = min(input.count, index + end.utf8.count)
    return input[start..<index]
  }

  private mutating func writeText(_ text: ArraySlice<UInt8>) {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else {
      output += text
      return
    }
    output += text[..<first]
    let content = String(decoding: text[first...last], as: UTF8.self)
    if Self.publicElements.contains(open.last ?? "") {
      keep(content)
    } else {
      writeValue(content)
    }
    output += text[text.index(after: last)...]
  }

  private mutating func writeTag() {
    let isEnd = index + 1 < input.count && input[index + 1] == UInt8(ascii: "/")
    let nameStart = index + (isEnd ? 2 : 1)
    let delimiters: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "/"), UInt8(ascii: ">")]
    let nameEnd = input[nameStart...].firstIndex { delimiters.contains($0) } ?? input.count
    let name = String(decoding: input[nameStart..<nameEnd], as: UTF8.self)
    output += input[index..<nameEnd]
    index = nameEnd
    var isEmpty = false
    while index < input.count, input[index] != UInt8(ascii: ">") {
      let byte = input[index]
      isEmpty = byte == UInt8(ascii: "/")
      if delimiters.contains(byte) {
        output.append(byte)
        index += 1
      } else {
        writeAttribute()
      }
    }
    if index < input.count {
      output.append(input[index])
      index += 1
    }
    if isEnd { _ = open.popLast() } else if !isEmpty { open.append(Self.localPart(of: name)) }
  }

  /// Writes an attribute, which may have blanks around its equals sign.
  private mutating func writeAttribute() {
    let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    guard let start = input[index...].firstIndex(where: { quotes.contains($0) }),
      let end = input[input.index(after: start)...].firstIndex(of: input[start])
    else {
      index = input.count
      return
    }
    let name = String(
      decoding: input[index..<start].filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }, as: UTF8.self)
    output += input[index...start]
    let value = String(decoding: input[input.index(after: start)..<end], as: UTF8.self)
    writeAttribute(name, value)
    output.append(input[end])
    index = end + 1
  }

  private mutating func writeAttribute(_ name: String, _ value: String) {
    let local = Self.localPart(of: name)
    if name == "xmlns" || name.hasPrefix("xmlns:") || Self.publicAttributes.contains(local) {
      keep(value)
    } else if Self.instants.contains(local) {
      let distance = Timestamp(iso8601: value).map { $0.milliseconds - now.milliseconds } ?? 0
      output += "{{now\(distance < 0 ? "" : "+")\(distance)}}".utf8
    } else if value == requestID {
      output += "{{request}}".utf8
    } else if Self.identifiers.contains(local) {
      output += "{{id \(Self.number(of: value, in: &ids))}}".utf8
    } else if local == "URI", value.hasPrefix("#") {
      output += "#{{id \(Self.number(of: String(value.dropFirst()), in: &ids))}}".utf8
    } else {
      writeValue(value)
    }
  }

  private mutating func writeValue(_ text: String) {
    let number = Self.number(of: text, in: &values)
    let length = text.utf8.count
    output += "{{value \(number)\(length > Self.longText ? " \(length)" : "")}}".utf8
  }

  private mutating func keep(_ text: String) {
    output += text.replacing("{{", with: "{{braces}}").utf8
  }

  private static func number(of text: String, in numbers: inout [String: Int]) -> Int {
    if let number = numbers[text] { return number }
    numbers[text] = numbers.count + 1
    return numbers.count
  }

  private static func localPart(of name: String) -> String {
    String(name.split(separator: ":", maxSplits: 1).last ?? "")
  }
}
