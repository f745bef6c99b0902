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
    func add(_ form: [UInt8]) {
      let bytes = form.map(SecretPlaces.lowercased)
      if bytes.count >= Redaction.shortest, !forms.contains(bytes) { forms.append(bytes) }
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

  private static func unwrapped(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 == 0x20 || 0x09...0x0D ~= $0 }),
      case .string(let unwrapped)? = try? Filter.unwrap.apply(to: .string(text)), unwrapped != text
    else { return nil }
    return unwrapped
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
