// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: permission, requests and errors.

import Formats

/// A state that a suite can name.
struct AppleState: Sendable, Equatable {
  /// The groups of the printed list, in its order.
  enum Group: String, Sendable, CaseIterable {
    case permission = "Permission"
    case provider = "Provider"
    case saml = "SAML response"
    case error = "Errors of the framework"
    case lifecycle = "Changes during a session"
    case request = "Framework in order, request at fault"
  }

  let name: String
  let title: String
  let summary: String
  /// Set where `all` is put together.
  var group = Group.permission
  /// The state's own provider if the step names none.
  var own = AppleDefaults.firstProvider
  /// Whether the platform can sign in with the state's own provider.
  var isOwnOnboarded = true
  /// Whether the user is signed in with it.
  var isSignedIn = true
  /// Options, which a step may replace. `{own}` is the state's own provider, `{other}` another.
  var options: JSONValue = [:]
  /// Whether the application asks with interruption before it sends the header.
  var asksInteractively = false
  /// Whether the application keeps the provider of an earlier query beside a later error.
  var keepsProvider = false
  /// The fault of the application's request.
  var client: ClientFault?
  /// The event of the state that makes later answers differ; shown in the list of states.
  var event: FrameworkEvent?
  /// The profiles that the service should already hold for the device, in words.
  var profilesBefore: [String] = []
}

/// The fault of an application whose framework is in order. The emulator makes the first five, which
/// are faults of the header; the suite has to make the others.
enum ClientFault: String, Sendable, CaseIterable {
  /// The header is sent unencoded: text that is not Base64, or not an object.
  case malformedHeader = "malformed header"
  case expirationAsNumber = "number"
  case expirationInSeconds = "seconds"
  case unknownAccessStatus = "unknown enumeration value"
  case staleHeader = "stale header"
  case noRedirectURL = "no redirectUrl"
  case doubleEncoding = "double-encode"

  /// The values of the malformed header. The first one is sent.
  static let headerValues = ["%%%", "bm90IGpzb24=", "W10="]
}

extension AppleState {
  /// All states, in the order of the printed list.
  static let all: [AppleState] =
    grouped(permissionStates, .permission) + grouped(providerStates, .provider)
    + grouped(samlStates, .saml) + grouped(errorStates, .error)
    + grouped(lifecycleStates, .lifecycle) + grouped(requestStates, .request)

  private static func grouped(_ states: [AppleState], _ group: Group) -> [AppleState] {
    states.map { state in
      var state = state
      state.group = group
      return state
    }
  }

  static let permissionStates: [AppleState] = [
    AppleState(
      name: "granted-signed-in", title: "Permission granted, user already signed in",
      summary: "The ordinary case. Neither call shows UI, since somebody is signed in."),
    AppleState(
      name: "granted-not-signed-in-user-picks-provider",
      title: "Permission granted, nobody signed in; the user picks a provider and signs in",
      summary: "The silent query gives no metadata; the interactive one opens the picker and"
        + " returns the provider; from then on both give it.",
      isSignedIn: false, options: ["pickerChoice": "{own}"],
      event: .call(.query)),
    AppleState(
      name: "granted-not-signed-in",
      title: "Permission granted, nobody signed in, interruption not allowed",
      summary: "Status query of a user without a TV provider: no metadata, no error. If the"
        + " application opens the picker all the same, the user cancels.", isSignedIn: false),
    AppleState(
      name: "denied", title: "Permission denied earlier",
      summary: "No prompt is shown again; whatever is asked, access is denied. A metadata request"
        + " all the same gives error 0.", options: ["permission": "denied"]),
    AppleState(
      name: "denied-with-error", title: "Permission denied, the framework explains by an error",
      summary: "As denied, and the header carries frameworkPermissionInfo.error with code \"0\" as"
        + " a string.", options: ["permission": "denied", "permissionError": ["code": 0]]),
    AppleState(
      name: "restricted", title: "Access restricted by the device",
      summary: "For example parental controls. Never prompts.",
      options: ["permission": "restricted"]),
    AppleState(
      name: "not-determined", title: "No choice made and no prompt allowed",
      summary: "Asked without prompting it stays undetermined; for suites that check the header"
        + " with that value.", options: ["permission": "notDetermined"]),
    AppleState(
      name: "not-determined-then-granted", title: "The user is asked and allows",
      summary: "The first prompting call shows the prompt and grants; every later call, prompting"
        + " or not, gives granted without UI.",
      options: ["permission": "notDetermined"], event: .call(.prompt)),
    AppleState(
      name: "not-determined-then-denied", title: "The user is asked and refuses",
      summary: "After the prompt it is denied for good, without asking again.",
      options: ["permission": "notDetermined", "promptChoice": "deny"], event: .call(.prompt)),
    AppleState(
      name: "prompt-dismissed", title: "The permission prompt goes away without a choice",
      summary: "The prompt is shown on each prompting call and never answered. Whether a real"
        + " device does this is not documented.",
      options: ["permission": "notDetermined", "promptChoice": "dismiss"]),
    AppleState(
      name: "framework-unavailable", title: "No partner framework: nothing to send",
      summary: "A device or build without the entitlement. The application leaves the header out.",
      options: ["permission": "unavailable"]),
  ]

  static let requestStates: [AppleState] = [
    AppleState(
      name: "header-not-base64", title: "The status header cannot be decoded",
      summary: "The header is text that is not Base64, or Base64 of something that is not a JSON"
        + " object: option headerValues, of which the first is sent.", client: .malformedHeader),
    AppleState(
      name: "header-expiration-as-number", title: "expirationDate sent as a JSON number",
      summary: "A common mistake of client authors.", client: .expirationAsNumber),
    AppleState(
      name: "header-expiration-in-seconds", title: "expirationDate in seconds",
      summary: "A date in 1970 for whoever reads milliseconds: expired.",
      client: .expirationInSeconds),
    AppleState(
      name: "header-unknown-access-status", title: "accessStatus outside the enumeration",
      summary: "Also try the spellings Granted, not_determined.", client: .unknownAccessStatus),
    AppleState(
      name: "missing-redirect-url", title: "The partner session is asked for without redirectUrl",
      summary: "Even though the status is valid the answer is a fallback, since the parameters are"
        + " needed for it.", client: .noRedirectURL),
    AppleState(
      name: "partner-unknown", title: "Another partner name in the path",
      summary: "For example /sessions/sso/Banana; also try lower-case apple (not documented)."),
  ]

  static let errorStates: [AppleState] = [
    AppleState(
      name: "metadata-error-temporary", title: "Service temporarily unavailable",
      summary: "The only code for which a later attempt may work.", options: ["fault": ["code": 3]]),
    AppleState(
      name: "metadata-error-rejected", title: "Rejected",
      summary: "For TV provider applications only, says the header; an application may still have"
        + " to survive it.", options: ["fault": ["code": 6]]),
    AppleState(
      name: "metadata-error-region", title: "Unsupported in this region",
      summary: "The feature is not available in the region of the device.",
      options: ["fault": ["code": 7]]),
    AppleState(
      name: "metadata-error-unknown", title: "Unknown error",
      summary: "A code that no header lists.", options: ["fault": ["code": 99]]),
    AppleState(
      name: "metadata-error-with-provider", title: "An error together with a still known provider",
      summary: "The application keeps the last good provider and adds the error: a legal header"
        + " with three members.", options: ["fault": ["code": 3]], keepsProvider: true),
    AppleState(
      name: "reauthentication-needed",
      title: "The provider wants the user again; only an interruption helps",
      summary: "Tells apart a client that follows the prose (interruption true) from one that"
        + " copies the snippet.", options: ["needsUser": true]),
    AppleState(
      name: "authentication-rejected", title: "The provider refuses",
      summary: "With and without interruption, for example because of the subscription tier.",
      options: ["fault": ["code": 4], "faultOn": "authentication"]),
    AppleState(
      name: "authentication-cancelled", title: "The user cancels the sign-in at the provider",
      summary: "Picker passed, sign-in screen cancelled.",
      options: ["needsUser": true, "signIn": "cancel"]),
    AppleState(
      name: "invalid-verification-token",
      title: "The provider rejects the request that the service made",
      summary: "Whatever the token is.",
      options: ["fault": ["code": 5], "faultOn": "authentication"]),
    AppleState(
      name: "framework-timeout", title: "The framework never answers",
      summary: "The completion handler is not called. The step must time out with a message that"
        + " says what was waited for.", options: ["fault": "never"]),
  ]
}
