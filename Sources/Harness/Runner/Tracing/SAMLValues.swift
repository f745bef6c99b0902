// SPDX-License-Identifier: Apache-2.0
// What a provider makes up in a SAML response.

/// The values in a SAML response that its provider makes up: ids, the subject, the attributes.
struct SAMLValues {
  /// Each once, in the order of the text.
  var texts: [String] = []

  /// - Returns: nil for another text.
  init?(_ text: String) {
    let start = text.utf8.prefix(400)
    guard start.first == UInt8(ascii: "<"),
      String(decoding: start, as: UTF8.self).lowercased().contains("saml")
    else { return nil }
    let attributes = /\s(?:ID|InResponseTo|SessionIndex)="([^"]*)"/
    let elements =
      /<(?:[A-Za-z]+:)?(?:NameID|AttributeValue|SignatureValue|DigestValue|X509Certificate)(?:\s[^>]*)?>([^<]*)</
    for found in text.matches(of: attributes).map(\.1) + text.matches(of: elements).map(\.1)
    where found.utf8.count >= 4 {
      if !texts.contains(String(found)) { texts.append(String(found)) }
    }
  }
}
