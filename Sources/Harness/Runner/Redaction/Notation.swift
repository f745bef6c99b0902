// SPDX-License-Identifier: Apache-2.0
// How texts are written within URLs, forms, JSON, XML and HTML, by all kinds of writers.

import Encodings
import JSON

/// A way to write a text within another one: some bytes are written as several.
struct Notation: Sendable {
  /// By byte; empty where it stands for itself.
  private let escapes: [[UInt8]]

  private init(_ escape: (UInt8) -> String?) {
    escapes = (0...255).map { byte in escape(UInt8(byte)).map { Array($0.utf8) } ?? [] }
  }

  private init(
    _ escapes: KeyValuePairs<String, String>, _ others: (UInt8) -> String? = { _ in nil }
  ) {
    self.init { byte in
      escapes.first { $0.key.utf8.elementsEqual([byte]) }?.value ?? others(byte)
    }
  }
}

extension Notation {
  /// The bytes of a text in this notation; nil where that is the text itself.
  func written(_ bytes: [UInt8]) -> [UInt8]? {
    guard let first = bytes.firstIndex(where: { !escapes[Int($0)].isEmpty }) else { return nil }
    var output = Array(bytes[..<first])
    output.reserveCapacity(bytes.count + bytes.count / 4)
    for byte in bytes[first...] {
      if escapes[Int(byte)].isEmpty {
        output.append(byte)
      } else {
        output += escapes[Int(byte)]
      }
    }
    return output
  }

  /// RFC 3986: all but the unreserved characters.
  static let url = Notation(percent)

  /// `application/x-www-form-urlencoded`.
  static let form = Notation([" ": "+", "*": "*", "~": "%7E"], percent)

  static let json = Notation([:], jsonEscape)

  /// JSON of writers that escape more than they must, for the sake of HTML.
  static let jsonWithSlashes = Notation(["/": "\\/"], jsonEscape)
  static let jsonForHTML = Notation(
    ["<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "=": "\\u003d", "'": "\\u0027"], jsonEscape)

  static let xml = Notation(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
  static let attribute = Notation(
    ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"])

  private static func jsonEscape(_ byte: UInt8) -> String? {
    guard byte < 0x80 else { return nil }
    let text = String(Unicode.Scalar(byte))
    let written = String(JSONWriter.text(.string(text)).dropFirst().dropLast())
    return written == text ? nil : written
  }

  private static func percent(_ byte: UInt8) -> String? {
    PercentEncoding.isUnreserved(byte) ? nil : PercentEncoding.triplet(of: byte)
  }
}
