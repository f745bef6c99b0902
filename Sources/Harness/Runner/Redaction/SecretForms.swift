// SPDX-License-Identifier: Apache-2.0
// All the forms in which a secret can show.

import Encodings
import JSON
import SuiteModel
import Synchronization

/// A secret in all its forms, made once and shared by all that know it.
final class SecretForms: Sendable {
  let text: String
  let name: String
  /// What stands in its place.
  let replacement: [UInt8]
  /// In lower case, each of at least six bytes.
  let forms: [[UInt8]]

  /// A secret that is longer is masked in its main forms only.
  private static let escapedLimit = 256 * 1024

  /// As it is and unwrapped, decoded and in Base64, each of them as URLs, forms, JSON, XML and
  /// HTML write it; and as a digest.
  init(of secret: String, named name: String) {
    text = secret
    self.name = name
    replacement = Array("‹\(name)›".utf8)
    var plain = [secret]
    if let unwrapped = Self.unwrapped(secret) { plain.append(unwrapped) }
    if let decoded = Base64.decode(secret), decoded.count >= Mask.shortestPart,
      let text = String(validating: decoded, as: UTF8.self)
    {
      plain.append(text)
    }
    var forms: [[UInt8]] = []
    func add(_ form: String) {
      let bytes = Self.lowercased(form)
      if bytes.count >= Redaction.shortest, !forms.contains(bytes) { forms.append(bytes) }
    }
    for text in plain {
      let base64 = Base64.encode(text)
      for form in [text, base64, String(base64.prefix { $0 != "=" })] {
        add(form)
        guard !Self.isPlain(form), form.utf8.count < Self.escapedLimit else { continue }
        for escaped in Self.escaped(form) { add(escaped) }
      }
    }
    add(SHA256.hexadecimal(Array(secret.utf8)))
    self.forms = forms
  }
}

extension SecretForms {
  private static func lowercased(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    for index in bytes.indices { bytes[index] = SecretPlaces.lowercased(bytes[index]) }
    return bytes
  }

  /// Whether a text is the same in every notation.
  private static func isPlain(_ text: String) -> Bool {
    for byte in Array(text.utf8) {
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F: continue
      default: return false
      }
    }
    return true
  }

  private static func unwrapped(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 == 0x20 || 0x09...0x0D ~= $0 }),
      case .string(let unwrapped)? = try? Filter.unwrap.apply(to: .string(text)), unwrapped != text
    else { return nil }
    return unwrapped
  }

  private static func escaped(_ text: String) -> [String] {
    let url = PercentEncoding.encode(text)
    let json = String(JSONWriter.text(.string(text)).dropFirst().dropLast())
    return [
      url, PercentEncoding.encode(url), PercentEncoding.encodeForm(text), json,
      // What other writers of JSON escape, for the sake of HTML.
      replaced(json, ["/": "\\/"]),
      replaced(
        json,
        ["<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "=": "\\u003d", "'": "\\u0027"]),
      replaced(
        text, ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]),
      replaced(text, ["&": "&amp;", "<": "&lt;", ">": "&gt;"]),
    ]
  }

  private static func replaced(
    _ text: String, _ replacements: [Unicode.Scalar: String]
  ) -> String {
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let replacement = replacements[scalar] {
        output.append(contentsOf: replacement.unicodeScalars)
      } else {
        output.append(scalar)
      }
    }
    return String(output)
  }
}

/// The forms of the secrets used last, since most scenarios of a run know the same token.
final class SecretCache: Sendable {
  /// So many are kept, none of them longer than this.
  private static let limit = 64
  private static let lengthLimit = 4096
  private let known = Mutex<[String: SecretForms]>([:])

  func forms(of secret: String, named name: String) -> SecretForms {
    guard secret.utf8.count <= Self.lengthLimit else {
      return SecretForms(of: secret, named: name)
    }
    if let forms = known.withLock({ $0[secret] }), forms.name == name { return forms }
    let forms = SecretForms(of: secret, named: name)
    known.withLock { known in
      if known.count >= Self.limit { known.removeAll() }
      known[secret] = forms
    }
    return forms
  }
}
