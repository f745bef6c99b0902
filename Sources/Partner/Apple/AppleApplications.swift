// SPDX-License-Identifier: Apache-2.0
// The Apple emulator as applications ask it, by a stand-in for the framework.

import Formats
import Text

extension FrameworkApplications {
  /// Video Subscriber Account as Apple documents it: defaults are Apple's, one request may ask for the
  /// identifier and for attributes, and nothing that a cookbook forbids is refused.
  static let apple = FrameworkApplications(
    standIn: "partner-framework/VideoSubscriberAccountStandIn.swift",
    declaration: { suites in
      var declaration = suites
      declaration.calls = AppleCall.ofApplications
      declaration.error = Form(
        members: AppleCall.error.members
          + [Form.Member(name: "accountProviderResponse", kind: .any, isSecret: true)])
      // The application brings its own delegate, its own list and its own faults.
      let foreign = [
        "delegate", "requestSupported", "supported", "client", "headerValues", "lastKnownProvider",
        "profilesBefore", "partner",
      ]
      declaration.options?.members.removeAll { foreign.contains($0.name) }
      return declaration
    },
    open: { (opening, environment) throws(PartnerError) in
      try AppleApplicationFramework(opening, environment: environment)
    })
}

extension AppleCall {
  /// The calls of applications. A query and an authentication are the same request to Apple.
  static let ofApplications: [FrameworkCall] = {
    let request = Form(
      members: Form.members(.text, "channelIdentifier", "localizedVideoTitle")
        + Form.members(.text, "verificationToken", isSecret: true)
        + Form.members(.text, "accountProviderAuthenticationToken", isSecret: true)
        + [
          "includeAccountProviderIdentifier", "includeAuthenticationExpirationDate",
          "isInterruptionAllowed", "forceAuthentication",
        ].map { Form.Member(name: $0, kind: .boolean, standard: false) }
        + Form.members(
          .texts, "supportedAccountProviderIdentifiers", "featuredAccountProviderIdentifiers",
          "attributeNames")
        + [
          Form.Member(name: "supportedAuthenticationSchemes", kind: .texts, standard: ["SAML"]),
          Form.Member(name: "applicationAccountProviders", kind: .any),
          Form.Member(
            name: "delegate", kind: .words(ApplicationDelegate.allCases.map(\.rawValue)),
            standard: .string(ApplicationDelegate.accepts.rawValue)),
        ])
    let answer =
      declared[2].answer.members
      + [Form.Member(name: "accountProviderResponse", kind: .any, isSecret: true)]
    return [
      FrameworkCall(
        name: "permission",
        request: Form(members: [Form.Member(name: "prompting", kind: .boolean, standard: false)]),
        answer: declared[0].answer)
    ]
      + ["metadata", "authenticate"].map {
        FrameworkCall(name: $0, request: request, answer: Form(members: answer))
      }
  }()
}

/// The delegate of an application: whether there is one, and what it says to the provider that the
/// person has picked. One that `asks` gets the provider first, and says it in a second call.
enum ApplicationDelegate: String, Sendable, CaseIterable { case accepts, refuses, none, asks }

/// A request as Apple's framework reads it.
struct AppleApplicationRequest {
  let metadata: MetadataRequest
  let verificationToken: String
  /// Empty: no SAML response is asked for.
  let attributeNames: [String]
  let featured: [String]
  let forcesAuthentication: Bool
  let delegate: ApplicationDelegate
  /// Providers that the application adds to the picker.
  let added: [(identifier: String, name: String)]

  /// - Throws: for providers of the application of another form.
  init(_ arguments: JSONObject) throws(PartnerError) {
    func isSet(_ name: String) -> Bool { arguments[name]?.boolean ?? false }
    func texts(_ name: String) -> [String] { arguments[name].flatMap(FormReader.texts) ?? [] }
    metadata = MetadataRequest(
      isInterruptionAllowed: isSet("isInterruptionAllowed"),
      channelIdentifier: arguments["channelIdentifier"]?.string
        ?? MetadataRequest.cookbookChannelIdentifier,
      includeAccountProviderIdentifier: isSet("includeAccountProviderIdentifier"),
      includeAuthenticationExpirationDate: isSet("includeAuthenticationExpirationDate"),
      supportedAccountProviderIdentifiers: texts("supportedAccountProviderIdentifiers"))
    verificationToken = arguments["verificationToken"]?.string ?? ""
    attributeNames = texts("attributeNames")
    featured = texts("featuredAccountProviderIdentifiers")
    forcesAuthentication = isSet("forceAuthentication")
    delegate = arguments["delegate"]?.string.flatMap(ApplicationDelegate.init) ?? .accepts
    var added: [(identifier: String, name: String)] = []
    for value in arguments["applicationAccountProviders"]?.array ?? [] {
      guard let identifier = value["identifier"]?.string,
        let name = value["localizedDisplayName"]?.string
      else {
        throw .misuse(
          PartnerMisuse(
            "each of applicationAccountProviders has an identifier and a localizedDisplayName"))
      }
      added.append((identifier, name))
    }
    self.added = added
  }

  /// The request of the machine: with a token or with attributes it is an authentication.
  var request: AppleRequest {
    let isAuthentication = !verificationToken.isEmpty || !attributeNames.isEmpty
    return AppleRequest(
      metadata: metadata, attributeNames: isAuthentication ? attributeNames : nil)
  }

  /// The providers of the picker, the featured ones first.
  func providers(and own: String?) -> [JSONValue] {
    let supported = metadata.supportedAccountProviderIdentifiers
    let known = supported.isEmpty ? AppleDefaults.inPicker + [own].compactMap(\.self) : supported
    let listed = known.unique
    let first = featured.unique.filter(listed.contains)
    let own = (first + listed.filter { !first.contains($0) }).map { ($0, $0) }
    return (own + added.map { ($0.identifier, $0.name) }).map { identifier, name in
      ["identifier": .string(identifier), "name": .string(name)]
    }
  }
}

extension AppleDefaults {
  /// The made-up providers that the picker of the emulated platform shows.
  static let inPicker = [
    "apple-mso-101", "apple-mso-102", "apple-mso-103", "apple-mso-104", "apple-mso-106",
  ]
}
