// SPDX-License-Identifier: Apache-2.0
// The user as a platform or an identity service knows them.

import Formats
import Text

/// The user as a platform or an identity service knows them, over applications and devices.
struct Identity: Hashable, Sendable {
  let header: IdentityHeader
  let subject: String
}

extension Identity {
  /// Reads a token.
  ///
  /// - Returns: nil for one that does not count: it is no JWS signed with our key, has expired, is of
  ///   another issuer or for another audience, or has no subject.
  init?(token: String, in header: IdentityHeader, _ call: ServiceCall) {
    guard let document = try? JWS.document(token), let claims = document["claims"] else {
      return nil
    }
    let isUnsigned = document["header"]?["alg"] == "none"
    guard
      JWS.isSigned(token, key: call.directory.data.identityKey)
        || (isUnsigned ? call.has(.acceptsUnsignedIdentities) : call.has(.acceptsAnySignature))
    else { return nil }
    let end = claims["exp"]?.number?.integer ?? 0
    guard call.now < Timestamp(milliseconds: end * 1000) || call.has(.acceptsExpiredIdentities)
    else { return nil }
    let issuer = claims["iss"]?.string ?? ""
    guard header.issuers.contains(issuer) || call.has(.acceptsIdentitiesOfOthers) else {
      return nil
    }
    // The header's page writes Adobe and adobe, and the SSO Service no audience at all.
    guard claims["aud"].map({ $0.string?.lowercased() == "adobe" }) ?? true else { return nil }
    let subject = claims["sub"]?.string ?? (call.has(.assumesSubject) ? "somebody" : "")
    guard !subject.isEmpty else { return nil }
    self.init(header: header, subject: call.has(.takesTokensForIdentities) ? token : subject)
  }
}

/// The headers that name an identity. Where a request has several, the first of these counts.
enum IdentityHeader: String, Sendable, CaseIterable {
  /// Fire OS: the application takes the token from Amazon's SDK.
  case amazon = "Adobe-Subject-Token"
  /// RokuOS adds the header by itself.
  case roku = "X-Roku-Reserved-Roku-Connect-Token"
  /// Any identity service of the programmer's choice, or the SSO Service.
  case serviceToken = "AD-Service-Token"

  /// The issuers of its tokens (`iss`). No document names them; these are the emulated ones.
  var issuers: [String] {
    switch self {
    case .amazon: ["amazon"]
    case .roku: ["roku"]
    case .serviceToken: ["identity-service", ServiceUser.issuer]
    }
  }

  var isOfPlatform: Bool { self != .serviceToken }
}
