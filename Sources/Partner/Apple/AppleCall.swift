// SPDX-License-Identifier: Apache-2.0
// The calls of Video Subscriber Account, and the answers to them.

import Formats
import Text

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
      + [Form.Member(name: "code", kind: .integer, isRequired: true)]
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
    FrameworkCall(name: "metadata", request: Form(members: request), answer: Form(members: answer)),
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

  static func sample(_ name: String, _ arguments: JSONValue) -> PartnerCall {
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
enum AccessStatus: String, Sendable, CaseIterable {
  case granted, denied, restricted, notDetermined
}

/// The answer to a permission call.
///
///     {"accessStatus": "denied", "error": {"domain": "VSErrorDomain", "code": 0, "message": "…"}}
struct PermissionAnswer: Sendable, Equatable {
  let accessStatus: AccessStatus
  /// Why access is not granted; nil if the framework does not explain it.
  let error: FrameworkError?

  init(_ accessStatus: AccessStatus, error: FrameworkError? = nil) {
    self.accessStatus = accessStatus
    self.error = error
  }

  var object: JSONObject {
    var object = JSONObject()
    object["accessStatus"] = .string(accessStatus.rawValue)
    object["error"] = error.map { .object($0.object) }
    return object
  }

  /// Reads what is of the declared form; nil for another.
  init?(_ object: JSONObject) {
    guard let status = object["accessStatus"]?.string.flatMap(AccessStatus.init) else { return nil }
    self.init(status, error: object["error"]?.object.map(FrameworkError.init))
  }
}

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
