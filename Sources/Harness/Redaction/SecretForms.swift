// SPDX-License-Identifier: Apache-2.0
// All forms in which a secret can appear in a text.

import Encodings
import JSON
import SuiteModel
import Templates

/// A secret in all its forms, made once and shared by all copies of `KnownSecrets`.
final class SecretForms: Sendable {
  let text: String
  let name: String
  /// Shown instead of the secret: `‹name›`.
  let replacement: [UInt8]
  /// In lower case; each has at least six bytes.
  let forms: [[UInt8]]

  /// Of a longer secret no escaped forms are made.
  private static let escapedLimit = 256 * 1024

  /// Makes the forms of a secret.
  ///
  /// These are the secret as it is, unwrapped, decoded from Base64 and encoded in Base64; each of
  /// these as URLs, forms, JSON, XML and HTML escape it; and the SHA-256 digest.
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
    func add(_ form: [UInt8]) {
      let bytes = form.map(SecretPlaces.lowercased)
      if bytes.count >= KnownSecrets.shortestBytes, !forms.contains(bytes) { forms.append(bytes) }
    }
    for text in plain {
      let base64 = Base64.encode(text)
      for form in [text, base64, String(base64.prefix { $0 != "=" })].map({ Array($0.utf8) }) {
        add(form)
        guard form.count < Self.escapedLimit else { continue }
        for notation in Self.notations {
          if let written = notation.written(form) { add(written) }
        }
        if let twice = Notation.url.written(form).flatMap(Notation.url.written) { add(twice) }
      }
    }
    add(Array(SHA256.hexadecimal(Array(secret.utf8)).utf8))
    self.forms = forms
  }

  private static let notations: [Notation] = [
    .url, .form, .json, .jsonWithSlashes, .jsonForHTML, .attribute, .xml,
  ]

  /// The text as the filter `unwrap` gives it; nil if that changes nothing.
  private static func unwrapped(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 == 0x20 || 0x09...0x0D ~= $0 }),
      case .string(let unwrapped)? = try? Filter.unwrap.apply(to: .string(text)), unwrapped != text
    else { return nil }
    return unwrapped
  }
}
