// SPDX-License-Identifier: Apache-2.0
// REST API V1: the codes of its enhanced errors.

/// The codes of REST API V1 ("Enhanced error codes"). Only accounts that have asked for codes get
/// them.
enum V1ErrorCode: String, Sendable, CaseIterable {
  case invalidRequestor = "invalid_requestor"
  case invalidDeviceInfo = "invalid_device_info"
  case invalidDeviceID = "invalid_device_id"
  case missingResource = "missing_resource"
  case malformedRequest = "malformed_authz_request"
  case preauthorizationDeniedByMVPD = "preauthorization_denied_by_mvpd"
  case authorizationDeniedByMVPD = "authorization_denied_by_mvpd"
  case authorizationDeniedByParentalControls = "authorization_denied_by_parental_controls"
  case internalError = "internal_error"
  case unknownIntegration = "unknown_integration"
  case tooManyResources = "too_many_resources"
  case issuerMismatch = "authentication_session_issuer_mismatch"
  case authorizationDeniedByHBA = "authorization_denied_by_hba_policies"
  case authorizationDeniedBySession = "authorization_denied_by_session_invalidated"
  case identityNotRecognized = "identity_not_recognized_by_mvpd"
  case authenticationInvalidated = "authentication_session_invalidated"
  case authenticationMissing = "authentication_session_missing"
  case authenticationExpired = "authentication_session_expired"
  case preauthorizationUnauthenticated = "preauthorization_authentication_session_missing"
  case preauthorizationExpired = "preauthorization_authentication_session_expired"
  case authorizationNotFound = "authorization_not_found"
  case authorizationExpired = "authorization_expired"
  case networkReceivedError = "network_received_error"
  case networkConnectionTimeout = "network_connection_timeout"
  case maximumExecutionTimeExceeded = "maximum_execution_time_exceeded"
}

extension V1ErrorCode {
  /// The code for a missing or empty parameter; nil if there is none for that parameter.
  init?(missing parameter: String) {
    switch parameter {
    case "requestor": self = .invalidRequestor
    case "deviceId": self = .invalidDeviceID
    case "device_info": self = .invalidDeviceInfo
    case "resource": self = .missingResource
    default: return nil
    }
  }

  /// The code for a resource that an MVPD denies.
  ///
  /// - Parameter plain: The code if the MVPD gives no reason, or one that V1 has no code for.
  init(_ denial: ServiceData.Denial, plain: V1ErrorCode) {
    let code = V1ErrorCode(rawValue: denial.code.rawValue) ?? plain
    self = code == .authorizationDeniedByMVPD ? plain : code
  }

  /// What the application has to do.
  var action: String {
    switch self {
    case .invalidRequestor, .invalidDeviceInfo, .invalidDeviceID, .missingResource,
      .malformedRequest, .preauthorizationDeniedByMVPD, .authorizationDeniedByMVPD,
      .authorizationDeniedByParentalControls, .internalError:
      "none"
    case .unknownIntegration, .tooManyResources: "configuration"
    case .issuerMismatch, .authorizationDeniedByHBA, .authorizationDeniedBySession,
      .identityNotRecognized, .authenticationInvalidated, .authenticationMissing,
      .authenticationExpired, .preauthorizationUnauthenticated, .preauthorizationExpired:
      "authentication"
    case .authorizationNotFound, .authorizationExpired: "authorization"
    case .networkReceivedError, .networkConnectionTimeout, .maximumExecutionTimeExceeded: "retry"
    }
  }
}
