// SPDX-License-Identifier: Apache-2.0
// Tokens of three parts with dots between them, as JWS in compact form has them.

import Text

/// A token of three base64url parts, of which the first two are JSON objects (RFC 7515, section 3.1).
///
/// The signature is not checked. An empty one is allowed where the header says `"alg": "none"`
/// (RFC 7519, section 6): such a token is unsigned, and not cut.
package enum JWS {
  /// The token as `{header, claims}`.
  ///
  /// - Throws: Why a text is no such token, for "it …".
  package static func document(_ text: String) throws(JWSError) -> JSONValue {
    let parts = text.utf8
      .split(separator: UInt8(ascii: "."), maxSplits: 5, omittingEmptySubsequences: false)
      .map(Substring.init)
    guard parts.count == 3 else {
      throw JWSError(message: "has \(parts.count - 1) of the 2 dots between its parts")
    }
    let header = try object(String(parts[0]), "header")
    let claims = try object(String(parts[1]), "claims")
    if parts[2].isEmpty, header["alg"] != "none" {
      throw JWSError(message: "has no signature, and its `alg` is not none")
    }
    guard Base64.decode(url: String(parts[2])) != nil else {
      throw JWSError(message: "has a signature that is not base64url")
    }
    return .object(JSONObject([("header", header), ("claims", claims)]))
  }

  /// A token with claims, signed by HS256 (RFC 7518, section 3.2), or unsigned.
  ///
  /// - Parameter key: nil for a token whose `alg` is none, without a signature.
  package static func token(_ claims: JSONValue, key: String?) -> String {
    let header: JSONValue = ["alg": key == nil ? "none" : "HS256", "typ": "JWT"]
    let content = [header, claims].map { Base64.encode(url: JSONWriter.bytes($0)) }
      .joined(separator: ".")
    return "\(content).\(key.map { signature(of: content, key: $0) } ?? "")"
  }

  /// Whether a token is signed by HS256 with a key.
  package static func isSigned(_ token: String, key: String) -> Bool {
    guard let dot = token.lastIndex(of: "."), (try? document(token))?["header"]?["alg"] == "HS256"
    else { return false }
    return token[token.index(after: dot)...] == signature(of: String(token[..<dot]), key: key)
  }

  private static func signature(of content: String, key: String) -> String {
    Base64.encode(url: SHA256.code(of: Array(content.utf8), key: Array(key.utf8)))
  }

  private static func object(_ part: String, _ name: String) throws(JWSError) -> JSONValue {
    guard let bytes = Base64.decode(url: part) else {
      throw JWSError(message: "has a part `\(name)` that is not base64url without padding")
    }
    guard let value = try? JSONParser.document(bytes, limits: .answer).root, value.object != nil
    else { throw JWSError(message: "has a part `\(name)` that is not a JSON object") }
    return value
  }
}

/// Why a text is not a token, for "it …".
package struct JWSError: Error {
  package let message: String
}
