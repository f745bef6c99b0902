// SPDX-License-Identifier: Apache-2.0
// The answer about the account of the user.

import Formats
import Text

/// The answer of the framework about the user's account: `VSAccountMetadata`.
///
///     {"accountProviderIdentifier": "…", "authenticationExpirationDate": 1893459600000,
///      "samlAttributeQueryResponse": "<samlp:Response …"}
///
/// All three may be missing. An answer without members means neither metadata nor an error.
struct AccountMetadata: Sendable, Equatable {
  var accountProviderIdentifier: String?
  var authenticationExpirationDate: Timestamp?
  var samlAttributeQueryResponse: String?
}

extension AccountMetadata {
  /// The JSON form; dates are milliseconds since 1970.
  var object: JSONObject {
    var object = JSONObject()
    object["accountProviderIdentifier"] = accountProviderIdentifier.map(JSONValue.string)
    object["authenticationExpirationDate"] = authenticationExpirationDate.map {
      .integer($0.milliseconds)
    }
    object["samlAttributeQueryResponse"] = samlAttributeQueryResponse.map(JSONValue.string)
    return object
  }

  /// Reads what is of the declared form.
  init(_ object: JSONObject) {
    self.init(
      accountProviderIdentifier: object["accountProviderIdentifier"]?.string,
      authenticationExpirationDate: object["authenticationExpirationDate"]?.number?.integer
        .map(Timestamp.init(milliseconds:)))
  }
}
