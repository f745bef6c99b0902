// SPDX-License-Identifier: Apache-2.0
// The catalogues of enhanced errors, and the payload that says one.

import Formats

/// The codes of REST API V2 ("Enhanced error codes").
package enum ErrorCode: String, Error, Sendable, CaseIterable {
  case invalidParameterServiceProvider = "invalid_parameter_service_provider"
  case invalidParameterMVPD = "invalid_parameter_mvpd"
  case invalidParameterCode = "invalid_parameter_code"
  case invalidParameterResources = "invalid_parameter_resources"
  case invalidParameterRedirectURL = "invalid_parameter_redirect_url"
  case invalidParameterPartner = "invalid_parameter_partner"
  case invalidParameterSAMLResponse = "invalid_parameter_saml_response"
  case invalidHeaderDeviceInfo = "invalid_header_device_info"
  case invalidHeaderDeviceIdentifier = "invalid_header_device_identifier"
  case invalidHeaderIdentity = "invalid_header_identity_for_temporary_access"
  case permissionNotPresent = "invalid_header_pfs_permission_access_not_present"
  case permissionNotDetermined = "invalid_header_pfs_permission_access_not_determined"
  case permissionNotGranted = "invalid_header_pfs_permission_access_not_granted"
  case providerNotDetermined = "invalid_header_pfs_provider_id_not_determined"
  case providerMismatch = "invalid_header_pfs_provider_id_mismatch"
  case providerExpired = "invalid_header_pfs_provider_info_expired"
  case invalidIntegration = "invalid_integration"
  case invalidAuthenticationSession = "invalid_authentication_session"
  case preauthorizationDeniedByMVPD = "preauthorization_denied_by_mvpd"
  case authorizationDeniedByMVPD = "authorization_denied_by_mvpd"
  case authorizationDeniedByParentalControls = "authorization_denied_by_parental_controls"
  case authorizationDeniedByDegradationRule = "authorization_denied_by_degradation_rule"
  case internalServerError = "internal_server_error"
  case tooManyResources = "too_many_resources"
  case invalidConfigurationCertificate = "invalid_configuration_user_metadata_certificate"
  case invalidConfigurationTemporaryAccess = "invalid_configuration_temporary_access"
  case invalidConfigurationPlatform = "invalid_configuration_platform"
  case invalidConfigurationPlatformID = "invalid_configuration_platform_id"
  case invalidConfigurationPlatformTrait = "invalid_configuration_platform_trait"
  case invalidConfigurationPlatformCategory = "invalid_configuration_platform_category_trait"
  case invalidConfigurationPlatformServices = "invalid_configuration_platform_services"
  case invalidConfigurationMVPDPlatform = "invalid_configuration_mvpd_platform"
  case invalidConfigurationBoardingStatus = "invalid_configuration_mvpd_platform_boarding_status"
  case invalidConfigurationProfileExchange = "invalid_configuration_mvpd_platform_profile_exchange"
  case tokenOfOtherServiceProvider = "invalid_access_token_service_provider"
  case tokenOfUnfitClient = "invalid_access_token_client_application"
  case profileMissing = "authenticated_profile_missing"
  case profileExpired = "authenticated_profile_expired"
  case profileInvalidated = "authenticated_profile_invalidated"
  case temporaryDurationExceeded = "temporary_access_duration_limit_exceeded"
  case temporaryResourcesExceeded = "temporary_access_resources_limit_exceeded"
  case authorizationDeniedByHBA = "authorization_denied_by_hba_policies"
  case authorizationDeniedBySession = "authorization_denied_by_session_invalidated"
  case identityNotRecognized = "identity_not_recognized_by_mvpd"
  case networkReceivedError = "network_received_error"
  case networkConnectionTimeout = "network_connection_timeout"
  case maximumExecutionTimeExceeded = "maximum_execution_time_exceeded"
}

extension ErrorCode {
  /// The status in the payload. The answer has the same status, unless the error is that of an item.
  package var status: Int {
    if self == .internalServerError || isOfConfiguration { return 500 }
    if isOfToken { return 401 }
    return rawValue.hasPrefix("invalid_") ? 400 : 403
  }

  /// Tells the application how to go on.
  package var action: String {
    switch self {
    case _ where self == .tooManyResources || isOfConfiguration: "configuration"
    case _ where isOfToken: "application-registration"
    case .profileMissing, .profileExpired, .profileInvalidated, .temporaryDurationExceeded,
      .temporaryResourcesExceeded, .authorizationDeniedByHBA, .authorizationDeniedBySession,
      .identityNotRecognized:
      "authentication"
    case .networkReceivedError, .networkConnectionTimeout, .maximumExecutionTimeExceeded: "retry"
    default: "none"
    }
  }

  private var isOfConfiguration: Bool { rawValue.hasPrefix("invalid_configuration_") }
  private var isOfToken: Bool { rawValue.hasPrefix("invalid_access_token_") }

  /// One sentence for people.
  package var message: String {
    switch self {
    case .invalidParameterServiceProvider:
      "The service provider parameter value is missing or invalid."
    case .invalidParameterMVPD: "The mvpd parameter value is missing or invalid."
    case .invalidParameterCode: "The code parameter value is missing or invalid."
    case .invalidParameterResources: "The resources parameter value is missing or invalid."
    case .invalidParameterRedirectURL: "The redirect URL parameter value is missing or invalid."
    case .invalidParameterPartner: "The partner parameter value is missing or invalid."
    case .invalidParameterSAMLResponse: "The SAML response parameter value is missing or invalid."
    case .invalidHeaderDeviceInfo: "The device information header value is missing or invalid."
    case .invalidHeaderDeviceIdentifier: "The device identifier header value is missing or invalid."
    case .invalidHeaderIdentity:
      "The identity header value for temporary access is missing or invalid."
    case .permissionNotPresent:
      "The partner framework status header has no permission access status."
    case .permissionNotDetermined: "The user has not decided about the permission yet."
    case .permissionNotGranted: "The user has not granted the permission."
    case .providerNotDetermined:
      "The provider of the partner framework status header is not associated with a known MVPD."
    case .providerMismatch:
      "The provider of the partner framework status header is another than that of the request."
    case .providerExpired:
      "The provider information from the partner framework status header has expired."
    case .invalidIntegration:
      "There is no active integration between the service provider and the MVPD."
    case .invalidAuthenticationSession: "The authentication session is missing or invalid."
    case .preauthorizationDeniedByMVPD:
      "The MVPD has returned a \"Deny\" decision when requesting pre-authorization for the resource."
    case .authorizationDeniedByMVPD:
      "The MVPD has returned a \"Deny\" decision when requesting authorization for the resource."
    case .authorizationDeniedByParentalControls:
      "The MVPD has denied the resource because of parental control settings."
    case .authorizationDeniedByDegradationRule:
      "The integration has an AuthZNone rule applied for the requested resources."
    case .internalServerError: "The service failed."
    case .tooManyResources: "The request names more resources than the integration allows."
    case .invalidConfigurationTemporaryAccess: "The set-up of the temporary access is invalid."
    case .tokenOfOtherServiceProvider: "The access token is for another service provider."
    case .tokenOfUnfitClient:
      "The access token is missing or expired, or its client application is not accepted."
    case .profileMissing: "There is no authenticated profile for the MVPD."
    case .profileExpired: "The authenticated profile has expired."
    case .profileInvalidated: "The authenticated profile has been invalidated."
    case .temporaryDurationExceeded: "The time of the temporary access is used up."
    case .temporaryResourcesExceeded: "The resources of the temporary access are used up."
    case .authorizationDeniedByHBA: "The device is no longer at home."
    case .authorizationDeniedBySession: "The MVPD has invalidated the user's session."
    case .identityNotRecognized: "The MVPD does not recognise the user."
    case .networkReceivedError: "Reading the answer of the MVPD failed."
    case .networkConnectionTimeout: "Connecting to the MVPD took too long."
    case .maximumExecutionTimeExceeded: "The request took too long."
    default: "The set-up of the integration is missing or invalid."
    }
  }
}

/// An error in the flat form of the documents ("Enhanced error codes").
struct ErrorPayload {
  let code: String
  let status: Int
  let action: String
  let message: String
  /// The MVPD's own words.
  var details: String?
}

extension ErrorPayload {
  init(_ code: ErrorCode, details: String? = nil) {
    self.init(
      code: code.rawValue, status: code.status, action: code.action, message: code.message,
      details: details)
  }

  init(_ code: V1ErrorCode, status: Int, message: String, details: String?) {
    self.init(
      code: code.rawValue, status: status, action: code.action, message: message, details: details)
  }

  /// - Parameter trace: An id by which the service's operators find the request.
  func json(trace: String) -> JSONObject {
    var payload = JSONObject([
      (name: "action", value: .string(action)), (name: "status", value: .integer(status)),
      (name: "code", value: .string(code)), (name: "message", value: .string(message)),
    ])
    if let details { payload.append("details", .string(details)) }
    payload.append(
      "helpUrl",
      "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/enhanced-error-codes.html"
    )
    payload.append("trace", .string(trace))
    return payload
  }
}

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
  /// The code for a missing or empty parameter; nil if that parameter has no code.
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

  /// Tells the application how to go on.
  var action: String {
    switch self {
    case .unknownIntegration, .tooManyResources: "configuration"
    case .issuerMismatch, .authorizationDeniedByHBA, .authorizationDeniedBySession,
      .identityNotRecognized, .authenticationInvalidated, .authenticationMissing,
      .authenticationExpired, .preauthorizationUnauthenticated, .preauthorizationExpired:
      "authentication"
    case .authorizationNotFound, .authorizationExpired: "authorization"
    case .networkReceivedError, .networkConnectionTimeout, .maximumExecutionTimeExceeded: "retry"
    default: "none"
    }
  }
}
