// SPDX-License-Identifier: Apache-2.0
// The parts of a request that the response repeats.

import Formats
import Text

/// The parts of an authentication request that the response repeats.
///
/// Any root will do: the documents do not say whether it is an `AuthnRequest` or an
/// `AttributeQuery`.
struct SAMLRequest: Sendable, Equatable {
  var id: String?
  var issuer: String?
  var assertionConsumerServiceURL: String?
}

extension SAMLRequest {
  /// Reads a token: a document, or its Base64. Of an opaque one (REST API V1), all parts are nil.
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
