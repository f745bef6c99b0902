// SPDX-License-Identifier: Apache-2.0
// The ways in which applications get a text wrong.

internal import Encodings

/// The ways in which applications get a text wrong that they send: left empty, encoded once more or
/// not at all, in another case, with blanks in it, cut, or of another form.
enum TextVariants {
  /// All of them, each once, the simplest first.
  static func of(_ text: String) -> [String] {
    var variants = ["", "x", "undefined", "null"]
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    if words.count == 2 {
      // The word before a value is left out, is another one, or is all there is.
      variants += [
        words[1], words[0], "\(words[0]) x", "x \(words[1])", "\(words[0])  \(words[1])",
      ]
      variants += encoded(words[1]).map { "\(words[0]) \($0)" }
    }
    variants += encoded(text)
    variants += [text.lowercased(), text.uppercased(), "\(text)x", "\"\(text)\""]
    variants += blanks(text)
    variants += numbers(text)
    variants += paths(text)
    if let altered = RequestPart(site: .header(""), raw: text).altered { variants.append(altered) }
    var seen: Set<String> = [text]
    return variants.filter { $0.utf8.count <= limitBytes && seen.insert($0).inserted }
  }

  private static let limitBytes = 100_000

  private static func encoded(_ text: String) -> [String] {
    var variants: [String] = []
    if let bytes = Base64.decode(text) {
      variants.append(String(decoding: bytes, as: UTF8.self))
      variants.append(String(text.prefix { $0 != "=" }))
      variants.append(
        text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
      variants.append(text.replacing("+", with: " "))
      variants.append(Hexadecimal.text(of: bytes))
    }
    variants += [Base64.encode(text), PercentEncoding.encode(text)]
    variants.append(PercentEncoding.encode(PercentEncoding.encode(text)))
    if let decoded = PercentEncoding.decode(text) { variants.append(decoded) }
    return variants
  }

  private static func blanks(_ text: String) -> [String] {
    let middle = text.index(text.startIndex, offsetBy: text.count / 2)
    let (start, end) = (text[..<middle], text[middle...])
    return [
      "\(start) \(end)", "\(start)  \(end)", "\(start)\n\(end)", "\(start)\t\(end)", " \(text)",
      "\(text) ", "\(text)\n",
    ]
      + (text.contains(" ")
        ? [text.replacing(" ", with: "  "), text.replacing(" ", with: "\n")] : [])
  }

  private static func numbers(_ text: String) -> [String] {
    guard let number = Int(text), 0...4_000_000_000_000 ~= number else { return [] }
    return [
      "\(number / 1000)", "\(Timestamp(milliseconds: number).iso8601)", "0", "-\(text)",
      "\(text).0",
    ]
  }

  private static func paths(_ text: String) -> [String] {
    guard text.hasPrefix("/") else { return [] }
    let segments = text.split(separator: "/")
    return ["\(text)/x", "/x\(text)", "\(text).json", "\(text).xml"]
      + segments.indices.map { place in
        "/"
          + segments.enumerated().filter { $0.offset != place }.map(\.element)
          .joined(separator: "/")
      }
      + segments.indices.dropLast().map { place in
        var swapped = segments
        swapped.swapAt(place, place + 1)
        return "/\(swapped.joined(separator: "/"))"
      }
  }
}
