// SPDX-License-Identifier: Apache-2.0
// The only form in which text reaches a terminal or the log of a CI.

/// A text that may be printed. It is made of the literals of these sources, and of texts from outside
/// that become harmless on their way in:
///
///     let text: Printed = "unknown option '\(word)'\n"
///
/// A value between `\(` and `)` is text from outside: it is written on one line, with what
/// deceives a reader made visible (`UnsafeCharacters`). A `String` is not a `Printed`, so nothing
/// else can be printed. When the text is printed, the whole of it is looked through once more, so that pieces
/// which are harmless alone make no command together.
///
/// Colours, the progress line and the annotations of GitHub are parts that only the functions here
/// make.
package struct Printed: Sendable, Equatable, ExpressibleByStringInterpolation {
  private enum Part: Sendable, Equatable {
    case text(String)
    /// Printed as it is.
    case finished(String)
  }

  private var parts: [Part] = []
  /// The text behind the parts.
  private var tail = ""

  /// An empty text.
  package init() {}

  /// At most so many characters of a text from outside are printed.
  static let longestText = 20_000

  package var isEmpty: Bool { parts.isEmpty && tail.isEmpty }

  /// The text for the terminal. A part after a colour counts as the start of a line: that is the
  /// safe side.
  package var rendered: String {
    if parts.isEmpty { return Self.harmless(tail) }
    var output = ""
    for part in parts {
      switch part {
      case .text(let text): output += Self.harmless(text)
      case .finished(let text): output += text
      }
    }
    return output + Self.harmless(tail)
  }

  /// How many line breaks it has.
  package var lineCount: Int {
    parts.reduce(tail.utf8.count { $0 == 0x0A }) { count, part in
      switch part {
      case .text(let text), .finished(let text): count + text.utf8.count { $0 == 0x0A }
      }
    }
  }

  private static func harmless(_ text: String) -> String { Sanitized.lines(text, limit: .max) }

  package static func + (left: Printed, right: Printed) -> Printed {
    var sum = left
    sum += right
    return sum
  }

  package static func += (left: inout Printed, right: Printed) {
    for part in right.parts {
      switch part {
      case .text(let text): left.tail += text
      case .finished(let text): left.finish(text)
      }
    }
    left.tail += right.tail
  }

  /// Adds a text and a line break.
  package mutating func line(_ text: Printed = Printed()) {
    self += text
    tail += "\n"
  }

  /// Adds a part that is printed as it is.
  private mutating func finish(_ text: String) {
    if !tail.isEmpty { parts.append(.text(tail)) }
    tail = ""
    parts.append(.finished(text))
  }

  package init(stringLiteral value: String) { tail = value }

  package init(stringInterpolation: StringInterpolation) { self = stringInterpolation.printed }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var printed = Printed()

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { printed.tail += literal }

    /// A text from outside, on one line.
    package mutating func appendInterpolation(_ text: String) {
      printed.tail += Sanitized.line(text, limit: longestText)
    }

    package mutating func appendInterpolation(_ printed: Printed) { self.printed += printed }

    package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      appendInterpolation(value.description)
    }

    /// A text that this program has written, with its line breaks. What deceives a reader is made
    /// visible in it, too.
    package mutating func appendInterpolation(ownLines text: String) { printed.tail += text }
  }

  /// JSON text as it is, but for what deceives a reader: in a string of JSON that is written as
  /// `\u001b`, which means the same.
  ///
  /// - Parameter json: One or more JSON texts; white space between them and in them is kept.
  package init(json: String) { finish(Self.escaped(json: json)) }

  private static func escaped(json: String) -> String {
    let hash = UInt8(ascii: "#")
    var previous = UInt8(0)
    let isHarmless = json.utf8.allSatisfy { byte in
      defer { previous = byte }
      return byte < 0x7F && !(byte == hash && previous == hash)
    }
    if isHarmless { return json }
    let scalars = Array(json.unicodeScalars)
    var context = UnsafeCharacters.Context()
    var output: [UInt8] = []
    output.reserveCapacity(json.utf8.count)
    for (index, scalar) in scalars.enumerated() {
      let isDeceptive = context.isDeceptive(scalars, at: index)
      // Outside of strings, JSON has none of these but tabs and line breaks.
      guard isDeceptive, scalar.value >= 0x20 else {
        output += UTF8.encode(scalar).map { Array($0) } ?? []
        continue
      }
      for unit in UTF16.encode(scalar).map({ Array($0) }) ?? [] {
        let digits = String(unit, radix: 16)
        output += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A colour of ANSI terminals (ECMA-48).
  package enum Colour: String, Sendable {
    case red = "31"
    case green = "32"
    case yellow = "33"
    /// Not a colour, but less light.
    case dim = "2"
  }

  package func coloured(_ colour: Colour) -> Printed {
    var text = Printed()
    text.finish("\u{1B}[\(colour.rawValue)m")
    text += self
    text.finish("\u{1B}[0m")
    return text
  }

  /// Moves the cursor to the start of the line and erases the line (ECMA-48).
  package static let erasedLine = {
    var text = Printed()
    text.finish("\r\u{1B}[K")
    return text
  }()

  /// How GitHub marks a line of a file.
  package enum Annotation: String, Sendable {
    case error
    case warning
    case notice
  }

  /// A workflow command of GitHub Actions on a line of its own:
  /// `::error file=a.yaml,line=1::message`.
  ///
  /// - Parameters:
  ///   - properties: Their names are literals; the values are texts from outside. Without a value, a
  ///     property is left out.
  ///   - message: Its lines.
  package static func annotation(
    _ kind: Annotation, _ properties: KeyValuePairs<StaticString, String>, _ message: [String]
  ) -> Printed {
    func data(_ text: String) -> String { text.replacing("%", with: "%25") }
    let list = properties.filter { !$0.value.isEmpty }.map { property in
      let value = data(Sanitized.line(property.value, limit: 4000)).replacing(":", with: "%3A")
        .replacing(",", with: "%2C")
      return "\(property.key)=\(value)"
    }
    var left = 4000
    let lines = message.map { line in
      let shown = Sanitized.line(line, limit: max(0, left))
      left -= shown.unicodeScalars.count
      return data(shown)
    }
    let head = list.isEmpty ? "" : " \(list.joined(separator: ","))"
    var text = Printed()
    text.finish("::\(kind.rawValue)\(head)::\(lines.joined(separator: "%0A"))\n")
    return text
  }
}

extension Sequence<Printed> {
  package func joined(separator: Printed = Printed()) -> Printed {
    var text = Printed()
    for (index, part) in enumerated() {
      if index > 0 { text += separator }
      text += part
    }
    return text
  }
}
