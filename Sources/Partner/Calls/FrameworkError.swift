// SPDX-License-Identifier: Apache-2.0
// An error that the partner's framework answers with.

package import Formats

/// An error that the partner's framework answers with.
///
///     {"domain": "VSErrorDomain", "code": 1, "message": "Unsupported provider",
///      "unsupportedProviderIdentifier": "…"}
///     {"domain": "unavailable"}          the device has no framework
///
/// `samlResponse` and `samlResponseStatus` stand for the error response of a provider
/// (`VSErrorInfoKeySAMLResponse`, `VSErrorInfoKeySAMLResponseStatus`).
package struct FrameworkError: Error, Sendable, Equatable {
  /// `VSErrorDomain`, or `unavailable` if the device has no framework.
  package var domain: String
  package var code: Int?
  package var message: String?
  package var unsupportedProviderIdentifier: String?
  package var samlResponse: String?
  package var samlResponseStatus: String?

  package init(
    domain: String = FrameworkError.domain, code: Int? = nil, message: String? = nil,
    unsupportedProviderIdentifier: String? = nil, samlResponse: String? = nil,
    samlResponseStatus: String? = nil
  ) {
    self.domain = domain
    self.code = code
    self.message = message
    self.unsupportedProviderIdentifier = unsupportedProviderIdentifier
    self.samlResponse = samlResponse
    self.samlResponseStatus = samlResponseStatus
  }
}

extension FrameworkError {
  /// The domain of the errors of Video Subscriber Account.
  package static let domain = "VSErrorDomain"

  /// The device has no framework, or the application may not use it.
  package static let unavailable = FrameworkError(domain: "unavailable")

  package var isUnavailable: Bool { self == .unavailable }

  /// The form that a suite sees under `error`.
  package var json: JSONValue {
    var object = JSONObject()
    object["domain"] = .string(domain)
    object["code"] = code.map(JSONValue.integer)
    object["message"] = message.map(JSONValue.string)
    object["unsupportedProviderIdentifier"] = unsupportedProviderIdentifier.map(JSONValue.string)
    object["samlResponse"] = samlResponse.map(JSONValue.string)
    object["samlResponseStatus"] = samlResponseStatus.map(JSONValue.string)
    return .object(object)
  }

  /// Reads the form above. Without a domain, the error is one of Video Subscriber Account.
  ///
  /// - Throws: `FormError` for another form.
  package init(_ value: JSONValue) throws(FormError) {
    let reader = try FormReader(
      value, of: "an error",
      members: [
        "domain", "code", "message", "unsupportedProviderIdentifier", "samlResponse",
        "samlResponseStatus",
      ])
    domain = try reader.text("domain") ?? FrameworkError.domain
    code = try reader.integer("code")
    message = try reader.text("message")
    unsupportedProviderIdentifier = try reader.text("unsupportedProviderIdentifier")
    samlResponse = try reader.text("samlResponse")
    samlResponseStatus = try reader.text("samlResponseStatus")
    guard code != nil || domain != FrameworkError.domain else {
      throw FormError("an error of \(FrameworkError.domain) needs a code")
    }
  }
}

extension FrameworkError: CustomStringConvertible {
  package var description: String {
    if isUnavailable { return "no framework on this device" }
    let number = code.map { " \($0)" } ?? ""
    return "error\(number) of \(domain)" + (message.map { ": \($0)" } ?? "")
  }
}
