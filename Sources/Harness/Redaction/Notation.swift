// SPDX-License-Identifier: Apache-2.0
// How URLs, forms, JSON, XML and HTML escape a text that they contain.

import Encodings
import JSON

/// A way to escape a text inside another text: some bytes become several.
struct Notation: Sendable {
  /// The escape of each byte; empty where the byte stands for itself.
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
  /// The escaped bytes; nil if nothing has to be escaped.
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

  /// RFC 3986: everything but the unreserved characters is percent-encoded.
  static let url = Notation(percent)

  /// `application/x-www-form-urlencoded`.
  static let form = Notation([" ": "+", "*": "*", "~": "%7E"], percent)

  static let json = Notation([:], jsonEscape)

  /// JSON by writers that also escape the solidus.
  static let jsonWithSlashes = Notation(["/": "\\/"], jsonEscape)

  /// JSON by writers that also escape what HTML would interpret.
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
