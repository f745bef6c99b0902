// SPDX-License-Identifier: Apache-2.0
// A call of the framework as a suite writes it, and the answers to it.

package import Formats
package import Text

/// A call of the framework, as a step of a suite makes it.
///
///     permission: {prompting: true}
///     metadata: {isInterruptionAllowed: false}
///     authenticate: {verificationToken: "…", attributeNames: [uid], isInterruptionAllowed: true}
///
/// `isInterruptionAllowed` is required, since the steps of the cookbook differ by it. By default,
/// `prompting` is true as in the cookbook's snippets, `channelIdentifier` is that of the cookbook, and
/// both `include…` are true.
package enum PartnerCall: Sendable, Equatable {
  case permission(prompting: Bool)
  case metadata(MetadataRequest)
  case authenticate(AuthenticationRequest)
}

extension PartnerCall {
  package static let names = ["permission", "metadata", "authenticate"]

  package var name: String {
    switch self {
    case .permission: "permission"
    case .metadata: "metadata"
    case .authenticate: "authenticate"
    }
  }

  /// The complete arguments, as they reach the framework.
  package var arguments: JSONValue {
    switch self {
    case .permission(let prompting): ["prompting": .boolean(prompting)]
    case .metadata(let request): request.json
    case .authenticate(let request): request.json
    }
  }

  /// Reads a call.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - arguments: An object; null stands for `{}`.
  /// - Throws: for another name, an unknown member, a member of the wrong kind, and a required
  ///   member that is missing.
  package init(name: String, arguments: JSONValue) throws(PartnerMisuse) {
    do throws(FormError) {
      let value = arguments == .null ? .object(JSONObject()) : arguments
      switch name {
      case "permission":
        let reader = try FormReader(value, of: "a permission call", members: ["prompting"])
        self = .permission(prompting: try reader.boolean("prompting") ?? true)
        return
      case "metadata":
        let reader = try FormReader(
          value, of: "a metadata request", members: MetadataRequest.members)
        if let isAllowed = try reader.boolean("isInterruptionAllowed") {
          self = .metadata(try MetadataRequest(reader, isInterruptionAllowed: isAllowed))
          return
        }
      case "authenticate":
        let reader = try FormReader(
          value, of: "an authentication request",
          members: ["verificationToken", "attributeNames"] + MetadataRequest.members)
        if let isAllowed = try reader.boolean("isInterruptionAllowed") {
          self = .authenticate(
            AuthenticationRequest(
              verificationToken: try reader.text("verificationToken") ?? "",
              attributeNames: try reader.texts("attributeNames") ?? [],
              metadata: try MetadataRequest(reader, isInterruptionAllowed: isAllowed)))
          return
        }
      default:
        throw FormError("unknown call '\(name)'" + Suggestion.hint(for: name, among: Self.names))
      }
    } catch {
      throw PartnerMisuse(error.sentence)
    }
    throw CookbookRule.interruptionNotSaid(isAuthentication: name == "authenticate")
  }

  /// The service's request that the call passes on; nil without one.
  var samlRequest: SAMLRequest? {
    guard case .authenticate(let request) = self else { return nil }
    return SAMLRequest(verificationToken: request.verificationToken)
  }
}

/// The answer of the framework to a call.
package enum PartnerAnswer: Sendable, Equatable {
  case permission(PermissionAnswer)
  case metadata(AccountMetadata)
  case error(FrameworkError)

  /// The JSON that `save` and `expect` of a step see.
  package var json: JSONValue {
    switch self {
    case .permission(let answer): answer.json
    case .metadata(let metadata): metadata.json
    case .error(let error): ["error": error.json]
    }
  }
}

/// The permission to read the user's subscription, as `checkAccessStatus` names it.
package enum AccessStatus: String, Sendable, CaseIterable {
  case granted, denied, restricted, notDetermined
}

/// The answer to a permission call.
///
///     {"accessStatus": "denied", "error": {"domain": "VSErrorDomain", "code": 0, "message": "…"}}
package struct PermissionAnswer: Sendable, Equatable {
  package let accessStatus: AccessStatus
  /// Why access is not granted; nil if the framework does not explain it.
  package let error: FrameworkError?

  package init(_ accessStatus: AccessStatus, error: FrameworkError? = nil) {
    self.accessStatus = accessStatus
    self.error = error
  }
}

extension PermissionAnswer {
  package var json: JSONValue {
    var object = JSONObject()
    object["accessStatus"] = .string(accessStatus.rawValue)
    object["error"] = error?.json
    return .object(object)
  }

  /// Reads the form above.
  ///
  /// - Throws: `FormError` for another form.
  package init(_ value: JSONValue) throws(FormError) {
    let reader = try FormReader(
      value, of: "the answer to a permission call", members: ["accessStatus", "error"])
    let known = AccessStatus.allCases.map(\.rawValue).joined(separator: ", ")
    guard let text = try reader.text("accessStatus") else {
      throw FormError("the answer to a permission call has no 'accessStatus', one of \(known)")
    }
    guard let accessStatus = AccessStatus(rawValue: text) else {
      throw FormError("'accessStatus' is one of \(known), not '\(text)'")
    }
    var error: FrameworkError?
    if let value = reader.value("error") { error = try FrameworkError(value) }
    self.init(accessStatus, error: error)
  }
}

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
