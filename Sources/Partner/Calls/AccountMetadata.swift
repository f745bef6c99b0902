// SPDX-License-Identifier: Apache-2.0
// The answer to a metadata or authentication request.

package import Formats
package import Text

/// The answer of the framework about the user's account: `VSAccountMetadata`.
///
///     {"accountProviderIdentifier": "…", "authenticationExpirationDate": 1893459600000,
///      "samlAttributeQueryResponse": "<samlp:Response …"}
///
/// All three may be missing. An answer without members means neither metadata nor an error.
package struct AccountMetadata: Sendable, Equatable {
  package var accountProviderIdentifier: String?
  package var authenticationExpirationDate: Timestamp?
  package var samlAttributeQueryResponse: String?

  package init(
    accountProviderIdentifier: String? = nil, authenticationExpirationDate: Timestamp? = nil,
    samlAttributeQueryResponse: String? = nil
  ) {
    self.accountProviderIdentifier = accountProviderIdentifier
    self.authenticationExpirationDate = authenticationExpirationDate
    self.samlAttributeQueryResponse = samlAttributeQueryResponse
  }
}

extension AccountMetadata {
  /// The JSON form; dates are milliseconds since 1970.
  package var json: JSONValue {
    var object = JSONObject()
    object["accountProviderIdentifier"] = accountProviderIdentifier.map(JSONValue.string)
    object["authenticationExpirationDate"] = authenticationExpirationDate.map {
      .integer($0.milliseconds)
    }
    object["samlAttributeQueryResponse"] = samlAttributeQueryResponse.map(JSONValue.string)
    return .object(object)
  }

  /// Reads the form above; null stands for an answer without metadata.
  ///
  /// - Throws: `FormError` for another form.
  package init(_ value: JSONValue) throws(FormError) {
    guard value != .null else {
      self.init()
      return
    }
    let reader = try FormReader(
      value, of: "metadata",
      members: [
        "accountProviderIdentifier", "authenticationExpirationDate", "samlAttributeQueryResponse",
      ])
    let expiration = try reader.integer("authenticationExpirationDate")
    self.init(
      accountProviderIdentifier: try reader.text("accountProviderIdentifier"),
      authenticationExpirationDate: expiration.map(Timestamp.init(milliseconds:)),
      samlAttributeQueryResponse: try reader.text("samlAttributeQueryResponse"))
  }
}
