// SPDX-License-Identifier: Apache-2.0
// The calls of REST API V1 that use an authentication token: the columns of its isolation matrix.

internal import ReferenceService

/// The calls of REST API V1 that use an authentication token.
enum TokenUse: String, CaseIterable {
  case check
  case authenticationToken = "authentication-token"
  case userMetadata = "user-metadata"
  case preauthorization
  case authorization
  case authorizationToken = "authorization-token"
  case mediaToken = "media-token"
  case checkByCode = "check-by-code"
  case preauthorizationByCode = "preauthorization-by-code"
}

extension TokenUse {
  /// The rules that work otherwise where the token of another counts in this call.
  func switches(across binding: TokenBinding) -> Set<Switch> {
    let token = Switch.sharedToken(across: binding)
    guard self == .mediaToken else { return [token] }
    // A media token takes an authorization as well.
    return [token, .sharedAuthorization(across: binding == .device ? .device : .requestor)]
  }

  /// What else has to live on, so that this call finds what it takes.
  func leavesAuthorization(after ending: TokenEnding) -> Deviation {
    self == .mediaToken && ending == .logout
      ? Deviation(switches: [.v1LogoutLeavesAuthorizations], at: [.v1Logout]) : Deviation()
  }

  var endpoint: ServiceEndpoint {
    switch self {
    case .check: .v1CheckAuthentication
    case .authenticationToken: .v1AuthenticationToken
    case .userMetadata: .v1UserMetadata
    case .preauthorization: .v1Preauthorize
    case .authorization: .v1Authorize
    case .authorizationToken: .v1AuthorizationToken
    case .mediaToken: .v1MediaToken
    case .checkByCode: .v1CheckCode
    case .preauthorizationByCode: .v1PreauthorizeCode
    }
  }
}

extension TokenUse {
  /// The calls that name a device, not a code.
  static let withDevice = allCases.filter {
    $0 != .checkByCode && $0 != .preauthorizationByCode
  }

  var phrase: String {
    switch self {
    case .check: "the check of the authentication token"
    case .authenticationToken: "the authentication token"
    case .userMetadata: "the user metadata"
    case .preauthorization: "preauthorization"
    case .authorization: "authorization"
    case .authorizationToken: "the authorization token"
    case .mediaToken: "the media token"
    case .checkByCode: "the check by code"
    case .preauthorizationByCode: "preauthorization by code"
    }
  }

  /// The requirements that a call breaks which counts a token that it must not count.
  var requirements: [String] {
    switch self {
    case .check: ["V1-01-03"]
    case .authenticationToken: ["V1-10-20", "V1-01-03"]
    case .userMetadata: ["V1-LO-06", "V1-01-03"]
    case .preauthorization: ["V1-11-07", "V1-01-03"]
    case .authorization: ["V1-11-04", "V1-01-03"]
    // No requirement is about this call: a token is one for a requestor and a device.
    case .authorizationToken: ["V1-09-02", "V1-11-03"]
    case .mediaToken: ["V1-11-06"]
    case .checkByCode: ["V1-10-23"]
    case .preauthorizationByCode: ["V1-11-07"]
    }
  }

  func requirements(after ending: TokenEnding) -> [String] {
    switch (self, ending) {
    case (.authenticationToken, .expiry): ["V1-10-21"]
    case (_, .expiry): requirements
    case (_, .logout): ["V1-LO-08"] + requirements
    }
  }
}
