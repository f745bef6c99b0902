// SPDX-License-Identifier: Apache-2.0
// Replaces the secrets in a SAML message, tag by tag.

import Formats
import Text

extension Disguise {
  /// The attributes of SAML and of signatures that say how, when and for whom; in lower case. The values
  /// of all others, such as `ID` and `SessionIndex`, are secret as a whole.
  private static let shownAttributes: Set<String> = Set(
    """
    version destination issueinstant notbefore notonorafter authninstant sessionnotonorafter \
    algorithm format nameformat name friendlyname method value recipient consent protocolbinding \
    assertionconsumerserviceurl forceauthn ispassive allowcreate comparison providername type \
    spnamequalifier namequalifier prefixlist encoding standalone
    """.split(separator: " ").map(String.init))
  /// The elements that stay in the same way.
  private static let shownElements: Set<String> = [
    "issuer", "audience", "authncontextclassref", "authncontextdeclref", "statusmessage",
    "requesterid", "getcomplete",
  ]

  /// A SAML message, whose elements, times and addresses stay, and whose identifiers, signatures and
  /// statements about a person don't.
  func saml(_ text: String, depth: Int) -> String {
    let bytes = Array(text.utf8)
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var output = ""
    var element = ""
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        let end = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        let isShown = Self.shownElements.contains(element)
        output += padded(piece(index..<end), whole: !isShown, depth: depth)
        index = end
        continue
      }
      let rest = bytes[index...]
      for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>")]
      where rest.starts(with: start.utf8) {
        let begin = index + start.utf8.count
        let close = bytes[begin...].range(of: Array(end.utf8))?.lowerBound ?? bytes.count
        let text = begin..<close
        let isShown = Self.shownElements.contains(element)
        output += start + plain(piece(text), whole: !isShown, depth: depth + 1)
        index = text.upperBound
        break
      }
      if index >= bytes.count { break }
      if index > rest.startIndex { continue }
      let end = endOfTag(bytes, index)
      output += tag(piece(index..<end), depth: depth)
      element = Self.localName(of: bytes[index..<end])
      index = end
    }
    return output
  }

  /// A text with blanks around it, which stay.
  private func padded(_ text: String, whole: Bool, depth: Int) -> String {
    let start = text.utf8.firstIndex { $0 > 0x20 } ?? text.endIndex
    let end = text.utf8.lastIndex { $0 > 0x20 }.map { text.utf8.index(after: $0) } ?? start
    return String(text[..<start])
      + self.text(String(text[start..<end]), whole: whole, depth: depth + 1) + String(text[end...])
  }

  /// Behind the `>` of a tag, or the end of the text.
  private func endOfTag(_ bytes: [UInt8], _ start: Int) -> Int {
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return bytes.count
  }

  /// The name of the element that a tag begins, without its prefix and in lower case; empty behind one
  /// that ends.
  private static func localName(of tag: ArraySlice<UInt8>) -> String {
    guard let first = tag.dropFirst().first, first != UInt8(ascii: "/"), first != UInt8(ascii: "?"),
      tag.suffix(2).first != UInt8(ascii: "/")
    else { return "" }
    let name = tag.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
    return localName(String(decoding: name, as: UTF8.self))
  }

  private static func localName(_ name: String) -> String {
    (name.split(separator: ":").last.map(String.init) ?? "").lowercased()
  }

  /// A tag with the values of its attributes replaced.
  private func tag(_ tag: String, depth: Int) -> String {
    let bytes = Array(tag.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let quote = bytes[index]
      guard quote == 0x22 || quote == 0x27,
        let end = bytes[(index + 1)...].firstIndex(of: quote)
      else {
        output.append(quote)
        index += 1
        continue
      }
      let before = output.drop { $0 <= 0x20 }.split { $0 <= 0x20 || $0 == 0x3D }.last ?? []
      let name = String(decoding: before, as: UTF8.self)
      let value = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
      let isNamespace = name == "xmlns" || name.hasPrefix("xmlns:")
      let isShown = Self.shownAttributes.contains(Self.localName(name))
      let new = isNamespace ? value : text(value, whole: !isShown, depth: depth + 1)
      output += [quote] + Array(new.utf8) + [quote]
      index = end + 1
    }
    return String(decoding: output, as: UTF8.self)
  }
}
