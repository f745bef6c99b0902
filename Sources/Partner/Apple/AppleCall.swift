// SPDX-License-Identifier: Apache-2.0
// The calls of Video Subscriber Account.

import Formats
import Text

/// A call of the framework, as a step of a suite makes it.
///
///     permission: {prompting: true}
///     metadata: {isInterruptionAllowed: false}
///     authenticate: {verificationToken: "…", attributeNames: [uid], isInterruptionAllowed: true}
///
/// Rules require `isInterruptionAllowed`, since the steps of the cookbook differ by it.
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

  /// Reads a call. One that does not say `isInterruptionAllowed` has the framework's own default.
  init(_ call: PartnerCall) {
    let metadata = MetadataRequest(
      call.arguments,
      isInterruptionAllowed: call.arguments["isInterruptionAllowed"]?.boolean ?? false)
    switch call.name {
    case "permission":
      self = .permission(prompting: call.arguments["prompting"]?.boolean ?? true)
    case "metadata": self = .metadata(metadata)
    default:
      self = .authenticate(
        AuthenticationRequest(
          verificationToken: call.arguments["verificationToken"]?.string ?? "",
          attributeNames: call.arguments["attributeNames"].flatMap(FormReader.texts) ?? [],
          metadata: metadata))
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
