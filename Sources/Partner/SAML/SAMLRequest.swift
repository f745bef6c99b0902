// SPDX-License-Identifier: Apache-2.0
// The parts of the service's authentication request that a provider needs.

import Formats
import Text

/// The parts of an authentication request that the response repeats.
///
/// The root may be any element, since the documents don't say whether it is an `AuthnRequest` or an
/// `AttributeQuery`.
struct SAMLRequest: Sendable, Equatable {
  let id: String?
  let issuer: String?
  let assertionConsumerServiceURL: String?

  init(id: String? = nil, issuer: String? = nil, assertionConsumerServiceURL: String? = nil) {
    self.id = id
    self.issuer = issuer
    self.assertionConsumerServiceURL = assertionConsumerServiceURL
  }
}

extension SAMLRequest {
  /// Reads a verification token: a document, or the Base64 of one. For another token, such as an
  /// opaque one of REST API V1, all parts are nil.
  init(verificationToken: String) {
    let text = verificationToken.filter { !$0.isWhitespace }
    let bytes = text.hasPrefix("<") ? Array(verificationToken.utf8) : Base64.decode(text)
    guard let bytes, let root = try? XMLReader.read(bytes) else {
      self.init()
      return
    }
    func known(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      id: known(root.attribute("ID")), issuer: known(root.first("Issuer")?.trimmedText),
      assertionConsumerServiceURL: known(root.attribute("AssertionConsumerServiceURL")))
  }
}
