// SPDX-License-Identifier: Apache-2.0
// The emulators of frameworks that tell who the user is by a token.

import Formats
import Text

/// A framework that gives the application a token for the user's identity, on one device.
///
/// All applications and devices with one `identity` have one subject. Without that option, each
/// device has an identity of its own.
final class IdentityFramework {
  private let source: IdentitySource
  private let state: IdentityState
  private let options: JSONObject
  private let environment: FrameworkEnvironment
  /// nil without a signed-in user.
  private var identity: String?
  /// The token that the application has.
  private var token: String?

  init(
    _ opening: FrameworkOpening, environment: FrameworkEnvironment, of source: IdentitySource
  ) throws(PartnerError) {
    guard
      let state = source.states.first(where: { $0.description.name == opening.state })
    else {
      throw .unknownState(opening.state, among: source.states.map(\.description.name))
    }
    self.source = source
    self.state = state
    self.environment = environment
    options = opening.options
    identity = opening.options["identity"]?.string ?? opening.deviceIdentifier
    token = newToken()
  }
}

extension IdentityFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    switch call.name {
    case "setSSOTokenTimeout" where state.fault != .absence: return .result(JSONObject())
    case "getSSOTokenSync", "getSSOTokenAsync", "setSSOTokenTimeout":
      switch state.fault {
      case .silence where call.name == "getSSOTokenAsync": throw .neverAnswers(call: call.name)
      case .silence: return .error(IdentitySource.sdkError(2, "The time is over."))
      case .absence:
        return .error(
          JSONObject([
            (name: "domain", value: .string(PartnerAnswer.unavailable)),
            (
              name: "message", value: "ClassNotFoundException: com.amazon.ottssotokenlib.SSOEnabler"
            ),
          ]))
      case .error: return .error(IdentitySource.sdkError(1, "No user is signed in."))
      default: break
      }
      token = newToken()
      guard let token else { return .error(IdentitySource.sdkError(1, "No user is signed in.")) }
      return .result(JSONObject([(name: "SSOToken", value: .string(token))]))
    case "signIn":
      if let user = call.arguments["user"]?.string { identity = user }
    default: break
    }
    token = newToken()
    guard let token else {
      return .error(
        JSONObject([
          (name: "domain", value: "identity-service"), (name: "message", value: "Sign in first."),
        ]))
    }
    return .result(JSONObject([(name: "token", value: .string(token))]))
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    identity = action.provider
    token = newToken()
  }

  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? {
    // The application asks anew before each call; only some frameworks make a new token then.
    if state.fault == .rotation { token = newToken() }
    return token
  }
}

extension IdentityFramework {
  /// A token with the fault of the state; nil for a state without one.
  private func newToken() -> String? {
    guard let identity else { return nil }
    switch state.fault {
    case .missing, .error, .silence, .absence: return nil
    case nil, .rotation: if let given = options["token"]?.string { return given }
    default: break
    }
    let key = options["key"]?.string ?? IdentitySource.standardKey
    let now = environment.now().milliseconds / 1000
    let begin = state.fault == .expiry ? now - 7200 : now
    let lives = options["lives"]?.number?.integer ?? 3_600_000
    var claims = JSONObject([
      (name: "iss", value: .string(state.fault == .platform ? source.other : source.issuer)),
      (name: "aud", value: state.fault == .audience ? "somebody else" : "adobe"),
      (name: "sub", value: .string(subject(of: identity))), (name: "iat", value: .integer(begin)),
      (name: "exp", value: .integer(begin + max(1, lives / 1000))),
      (name: "jti", value: .string(UUIDText.random(environment.randomBytes))),
    ])
    switch state.fault {
    case .signature: return JWS.token(.object(claims), key: nil)
    case .key: return JWS.token(.object(claims), key: "not \(key)")
    case .subject: claims["sub"] = nil
    case .cut:
      let token = JWS.token(.object(claims), key: key)
      return String(token.prefix(token.utf8.count / 2))
    case .change:
      let parts = JWS.token(.object(claims), key: key).split(separator: ".")
      claims["exp"] = .integer(begin + 86_400)
      return "\(parts[0]).\(Base64.encode(url: JSONWriter.bytes(.object(claims)))).\(parts[2])"
    default: break
    }
    return JWS.token(.object(claims), key: key)
  }

  /// The subject of an identity, which says nothing about it.
  private func subject(of identity: String) -> String {
    let isOther = state.fault == .identity || state.fault == .platform
    let text = "\(source.name) \(isOther ? "somebody else than " : "")\(identity)"
    return String(SHA256.hexadecimal(Array(text.utf8)).prefix(32))
  }
}

/// A state of a framework that gives tokens.
struct IdentityState: Sendable {
  /// What is wrong with the token, or with the way to it.
  enum Fault {
    case missing, expiry, signature, cut, change, key, subject, audience, identity, platform
    case rotation, error, silence, absence
  }

  let description: FrameworkState
  let fault: Fault?

  init(_ name: String, _ fault: Fault?, _ title: String, _ summary: String) {
    description = FrameworkState(name: name, title: title, summary: summary)
    self.fault = fault
  }
}

extension IdentityState {
  static let all = [
    IdentityState("valid", nil, "A token that counts", "Signed, for an hour, with a subject."),
    IdentityState(
      "missing", .missing, "No token", "The user has no identity, or does not share it."),
    IdentityState("expired", .expiry, "A token whose time is over", "It ended an hour ago."),
    IdentityState(
      "unsigned", .signature, "A token without a signature", "Its alg is none (RFC 7519)."),
    IdentityState("cut", .cut, "Half a token", "It ends in the middle of its claims."),
    IdentityState(
      "changed", .change, "A token with changed claims", "Its signature is of other claims."),
    IdentityState(
      "foreign-key", .key, "A token of another key", "Everything else is as in a valid one."),
    IdentityState("no-subject", .subject, "A token without a subject", "It names no person."),
    IdentityState(
      "other-audience", .audience, "A token for another audience", "Its audience is not Adobe."),
    IdentityState(
      "other-identity", .identity, "A token of another user",
      "It is valid; another person is signed in."),
    IdentityState(
      "other-platform", .platform, "A token of another platform", "Its issuer is another one."),
    IdentityState("rotated", .rotation, "A new token each time", "Its subject stays the same."),
  ]
}
