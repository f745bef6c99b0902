// SPDX-License-Identifier: Apache-2.0
// The errors that the framework answers with.

import Formats

/// An error that the partner's framework answers with.
///
///     {"domain": "VSErrorDomain", "code": 1, "message": "Unsupported provider",
///      "unsupportedProviderIdentifier": "…"}
///     {"domain": "unavailable"}          the device has no framework
///
/// `samlResponse` and `samlResponseStatus` stand for the error response of a provider
/// (`VSErrorInfoKeySAMLResponse`, `VSErrorInfoKeySAMLResponseStatus`).
struct FrameworkError: Error, Sendable, Equatable {
  /// `VSErrorDomain`, or `unavailable` if the device has no framework.
  var domain = FrameworkError.domain
  var code: Int?
  var message: String?
  var unsupportedProviderIdentifier: String?
  var samlResponse: String?
  var samlResponseStatus: String?
}

extension FrameworkError {
  /// The domain of the errors of Video Subscriber Account.
  static let domain = "VSErrorDomain"

  /// The device has no framework, or the application may not use it.
  static let unavailable = FrameworkError(domain: PartnerAnswer.unavailable)

  /// The form that a suite sees under `error`.
  var object: JSONObject {
    var object = JSONObject()
    object["domain"] = .string(domain)
    object["code"] = code.map(JSONValue.integer)
    object["message"] = message.map(JSONValue.string)
    object["unsupportedProviderIdentifier"] = unsupportedProviderIdentifier.map(JSONValue.string)
    object["samlResponse"] = samlResponse.map(JSONValue.string)
    object["samlResponseStatus"] = samlResponseStatus.map(JSONValue.string)
    return object
  }

  /// Reads what is of the declared form.
  init(_ object: JSONObject) {
    self.init(
      domain: object["domain"]?.string ?? Self.domain, code: object["code"]?.number?.integer,
      message: object["message"]?.string)
  }
}
