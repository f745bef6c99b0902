// SPDX-License-Identifier: Apache-2.0
// The calls of Video Subscriber Account, and the answers to them.

package import Formats
package import Text

/// A call of the framework, as a step of a suite makes it.
///
///     permission: {prompting: true}
///     metadata: {isInterruptionAllowed: false}
///     authenticate: {verificationToken: "…", attributeNames: [uid], isInterruptionAllowed: true}
///
/// `isInterruptionAllowed` is required, since the steps of the cookbook differ by it.
enum AppleCall: Sendable, Equatable {
  case permission(prompting: Bool)
  case metadata(MetadataRequest)
  case authenticate(AuthenticationRequest)
}

extension AppleCall {
  private static let request =
    Form.members(.boolean, "isInterruptionAllowed")
    + [
      Form.Member(
        name: "channelIdentifier", standard: .string(MetadataRequest.cookbookChannelIdentifier))
    ]
    + ["includeAccountProviderIdentifier", "includeAuthenticationExpirationDate"].map {
      Form.Member(name: $0, kind: .boolean, standard: true)
    }
    + Form.members(
      .texts, "supportedAccountProviderIdentifiers", "featuredAccountProviderIdentifiers")

  private static let answer =
    Form.members(.text, "accountProviderIdentifier")
    + Form.members(.date, "authenticationExpirationDate")

  static let error = Form(
    members: [Form.Member(name: "domain", standard: .string(FrameworkError.domain))]
      + Form.members(.integer, "code")
      + Form.members(.text, "message", "unsupportedProviderIdentifier")
      + Form.members(.text, "samlResponse", isSecret: true)
      + Form.members(.text, "samlResponseStatus"))

  /// The calls with their forms.
  static let declared = [
    FrameworkCall(
      name: "permission",
      request: Form(members: [Form.Member(name: "prompting", kind: .boolean, standard: true)]),
      answer: Form(members: [
        Form.Member(
          name: "accessStatus", kind: .words(AccessStatus.allCases.map(\.rawValue)),
          isRequired: true), Form.Member(name: "error", kind: .parts(error)),
      ])),
    FrameworkCall(
      name: "metadata", request: Form(members: request), answer: Form(members: answer)),
    FrameworkCall(
      name: "authenticate",
      request: Form(
        members: Form.members(.text, "verificationToken", isSecret: true)
          + Form.members(.texts, "attributeNames")
          // Only what a suite writes reaches the provider.
          + request.map { Form.Member(name: $0.name, kind: $0.kind) }),
      answer: Form(
        members: answer + Form.members(.text, "samlAttributeQueryResponse", isSecret: true))),
  ]

  /// - Throws: for a request without what it has to say.
  init(_ call: PartnerCall) throws(PartnerMisuse) {
    let isAllowed = call.arguments["isInterruptionAllowed"]?.boolean
    switch (call.name, isAllowed) {
    case ("permission", _):
      self = .permission(prompting: call.arguments["prompting"]?.boolean ?? true)
    case ("metadata", let isAllowed?):
      self = .metadata(MetadataRequest(call.arguments, isInterruptionAllowed: isAllowed))
    case (_, let isAllowed?):
      self = .authenticate(
        AuthenticationRequest(
          verificationToken: call.arguments["verificationToken"]?.string ?? "",
          attributeNames: call.arguments["attributeNames"].flatMap(FormReader.texts) ?? [],
          metadata: MetadataRequest(call.arguments, isInterruptionAllowed: isAllowed)))
    case (let name, nil):
      throw CookbookRule.interruptionNotSaid(isAuthentication: name == "authenticate")
    }
  }
}

extension PartnerCall {
  /// The calls of the cookbook, silent and interactive.
  static let samples: [PartnerCall] =
    [prompt, silentPermission, silentQuery, query]
    + [false, true].map {
      sample(
        "authenticate",
        [
          "verificationToken": "opaque", "attributeNames": ["uid"],
          "isInterruptionAllowed": .boolean($0),
        ])
    }

  /// The calls of an application that shows nothing.
  static let silentPermission = sample("permission", ["prompting": false])
  static let silentQuery = sample("metadata", ["isInterruptionAllowed": false])
  static let prompt = sample("permission", ["prompting": true])
  static let query = sample("metadata", ["isInterruptionAllowed": true])

  private static func sample(_ name: String, _ arguments: JSONValue) -> PartnerCall {
    let form = AppleCall.declared.first { $0.name == name }?.request ?? .any
    guard let arguments = try? form.completed(arguments, "a sample") else {
      preconditionFailure("a sample of \(name) is not as declared")
    }
    return PartnerCall(name, arguments)
  }

  /// The ID of the service's request that the call passes on; nil without one.
  var requestID: String? {
    arguments["verificationToken"]?.string.flatMap { SAMLRequest(verificationToken: $0).id }
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
  package var json: JSONValue { .object(object) }

  /// The JSON form; dates are milliseconds since 1970.
  package var object: JSONObject {
    var object = JSONObject()
    object["accountProviderIdentifier"] = accountProviderIdentifier.map(JSONValue.string)
    object["authenticationExpirationDate"] = authenticationExpirationDate.map {
      .integer($0.milliseconds)
    }
    object["samlAttributeQueryResponse"] = samlAttributeQueryResponse.map(JSONValue.string)
    return object
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
