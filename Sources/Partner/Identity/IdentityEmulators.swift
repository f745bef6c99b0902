// SPDX-License-Identifier: Apache-2.0
// Amazon's and Roku's platforms and an identity service: what each has of its own.

import Formats

/// A party that gives tokens for identities.
struct IdentitySource: Sendable {
  let name: String
  let summary: String
  let header: String
  /// The issuer in its tokens, and that of another party.
  let issuer: String
  let other: String
  let platforms: [DevicePlatform]
  var calls: [FrameworkCall] = []
  var error = FrameworkDeclaration.plainError
  var ownStates: [IdentityState] = []
}

extension IdentitySource {
  /// The key of emulated identities, unless a step gives another one.
  static let standardKey = "the key of all emulated identities"

  var states: [IdentityState] { IdentityState.all + ownStates }

  /// What a step can give besides the state.
  private static let options = Form(members: [
    Form.Member(name: "identity"), Form.Member(name: "key", isSecret: true),
    Form.Member(name: "token", isSecret: true), Form.Member(name: "lives", kind: .integer),
  ])

  private static let claims = Form(
    members: Form.members(.text, "iss", "aud") + Form.members(.text, "sub", "jti", isSecret: true)
      + Form.members(.date, "iat", "exp", "nbf"), isOpen: true)

  fileprivate var emulator: FrameworkEmulator {
    FrameworkEmulator(
      name: name, summary: summary,
      declaration: FrameworkDeclaration(
        platforms: platforms, states: states.map(\.description), options: Self.options,
        calls: calls, error: error,
        user: [
          DeclaredUserEvent(name: "sign-in", argument: "a user"),
          DeclaredUserEvent(name: "sign-out", argument: nil),
        ],
        values: [
          FrameworkValue(
            name: "identity_token", header: header, isSecret: true, decoding: .jws,
            form: Form(members: [
              Form.Member(name: "header", kind: .any),
              Form.Member(name: "claims", kind: .parts(Self.claims)),
            ]))
        ]),
      samples: {
        calls.compactMap { try? PartnerCall($0.name, $0.request.completed([:], $0.name)) }
      }
    ) { [self] (opening, environment) throws(PartnerError) in
      try IdentityFramework(opening, environment: environment, of: self)
    }
  }

  /// The bundle of a failed call of Amazon's SDK.
  static func sdkError(_ code: Int, _ description: String) -> JSONObject {
    JSONObject([
      (name: "domain", value: "SSOEnabler"), (name: "ErrorCode", value: .integer(code)),
      (name: "ErrorDescription", value: .string(description)),
    ])
  }
}

extension FrameworkEmulator {
  /// Amazon's platform: the application asks the SSO SDK for the token.
  package static let amazon: FrameworkEmulator = {
    let token = Form(members: Form.members(.text, "SSOToken", isSecret: true))
    let none = Form(members: [])
    return IdentitySource(
      name: "amazon", summary: "Amazon's SSO SDK on Fire OS",
      header: "Adobe-Subject-Token", issuer: "amazon", other: "roku",
      platforms: [
        DevicePlatform(
          "fire-tv", information: DevicePlatform.television("AFTKA", by: "Amazon", "Android", "9"))
      ],
      calls: [
        FrameworkCall(name: "getSSOTokenSync", request: none, answer: token),
        FrameworkCall(name: "getSSOTokenAsync", request: none, answer: token),
        FrameworkCall(
          name: "setSSOTokenTimeout",
          request: Form(members: [
            Form.Member(name: "milliseconds", kind: .integer, standard: 60_000)
          ]), answer: none),
      ],
      error: Form(
        members: [Form.Member(name: "domain", standard: "SSOEnabler")]
          + Form.members(.integer, "ErrorCode")
          + Form.members(.text, "ErrorDescription", "message")),
      ownStates: [
        IdentityState("sdk-error", .error, "The SDK returns an error", "A bundle with ErrorCode."),
        IdentityState(
          "sdk-time-out", .silence, "The companion application does not answer",
          "The synchronous call ends with an error; the callback is never called."),
        IdentityState(
          "sdk-absent", .absence, "The device has no companion application",
          "ClassNotFoundException: the application falls back to regular authentication."),
      ]
    ).emulator
  }()

  /// Roku's platform: the system adds the header to what an application sends.
  package static let roku = IdentitySource(
    name: "roku", summary: "RokuOS, which adds the header itself",
    header: "X-Roku-Reserved-Roku-Connect-Token", issuer: "roku", other: "amazon",
    platforms: [
      DevicePlatform(
        "roku", information: DevicePlatform.television("3800X", by: "Roku", "Roku OS", "13.0"))
    ]
  ).emulator

  /// An identity service of the programmer's own, with a login of its own, on any platform.
  package static let identityService: FrameworkEmulator = {
    let token = Form(members: Form.members(.text, "token", isSecret: true))
    return IdentitySource(
      name: "identity-service", summary: "An identity service of the programmer's choice",
      header: "AD-Service-Token", issuer: "identity-service", other: "amazon",
      platforms: [
        DevicePlatform(
          "television", information: DevicePlatform.television("OLED55", by: "LG", "webOS", "6.0")),
        DevicePlatform(
          "android-tv",
          information: DevicePlatform.television("BRAVIA", by: "Sony", "Android", "12")),
      ],
      calls: [
        FrameworkCall(
          name: "signIn", request: Form(members: [Form.Member(name: "user")]), answer: token),
        FrameworkCall(name: "getToken", request: Form(members: []), answer: token),
      ]
    ).emulator
  }()
}

extension DevicePlatform {
  /// The members that the header's page has for a device beside a television.
  fileprivate static func television(
    _ model: String, by maker: String, _ system: String, _ version: String
  ) -> [(name: String, value: JSONValue)] {
    [
      ("primaryHardwareType", "SetTopBox"), ("model", .string(model)), ("version", "1,0"),
      ("manufacturer", .string(maker)), ("vendor", .string(maker)), ("osName", .string(system)),
      ("osVendor", .string(maker)), ("osVersion", .string(version)), ("connectionType", "WiFi"),
      ("connectionSecure", true),
    ]
  }
}
