// SPDX-License-Identifier: Apache-2.0
// States of the Apple emulator: permission, requests and errors.

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
  /// The provider for `.own` if the step names none.
  var own = AppleDefaults.firstProvider
  /// Whether the platform can sign in with the state's own provider.
  var isOwnOnboarded = true
  var start = AppleParameters.ordinary
  /// Whether the application asks with interruption before it sends the header.
  var asksInteractively = false
  /// Whether the application keeps the provider of an earlier query beside a later error.
  var keepsProvider = false
  /// The fault of the application's request.
  var client: ClientFault?
  /// The event of the state that makes later answers differ; shown in the list of states.
  var event: AppleEvent?
  /// The profiles that the service should already hold for the device, in words.
  var profilesBefore: [String] = []
  /// The attributes that a response of the kind `attributes-missing` leaves out.
  var missingAttributes: [String] = []
}

/// An event that makes later answers of a state differ.
enum AppleEvent: Sendable, Equatable {
  case promptingPermission
  case interactiveQuery
  case grantPermission
  case denyPermission
  case signIn
  case signOut
  case switchProvider
  /// The clock goes on by this many milliseconds.
  case clock(Int)
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
}

extension ClientFault {
  /// The values of the malformed header. The first one is sent.
  static let headerValues = ["%%%", "bm90IGpzb24=", "W10="]
}

extension AppleState {
  /// The ordinary state with changes.
  init(
    _ name: String, _ title: String, _ summary: String,
    _ change: (inout AppleState) -> Void = { _ in }
  ) {
    self.init(name: name, title: title, summary: summary)
    change(&self)
  }

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
}

extension AppleState {
  static let permissionStates: [AppleState] = [
    AppleState(
      "granted-signed-in",
      "Permission granted, user already signed in",
      "The ordinary case. Neither call shows UI, since somebody is signed in."
    ),
    AppleState(
      "granted-not-signed-in-user-picks-provider",
      "Permission granted, nobody signed in; the user picks a provider and signs in",
      "The silent query gives no metadata; the interactive one opens the picker and returns"
        + " the provider; from then on both give it."
    ) {
      $0.start.provider = nil
      $0.start.pickerChoice = .provider(.own)
      $0.event = .interactiveQuery
    },
    AppleState(
      "granted-not-signed-in",
      "Permission granted, nobody signed in, interruption not allowed",
      "Status query of a user without a TV provider: no metadata, no error. If the"
        + " application opens the picker all the same, the user cancels."
    ) { $0.start.provider = nil },
    AppleState(
      "denied",
      "Permission denied earlier",
      "No prompt is shown again; whatever is asked, access is denied. A metadata request"
        + " all the same gives error 0."
    ) { $0.start.permission = .denied },
    AppleState(
      "denied-with-error",
      "Permission denied, the framework explains by an error",
      "As denied, and the header carries frameworkPermissionInfo.error with code \"0\" as a"
        + " string."
    ) {
      $0.start.permission = .denied
      $0.start.permissionError = AppleErrors.error(0)
    },
    AppleState(
      "restricted",
      "Access restricted by the device",
      "For example parental controls. Never prompts."
    ) { $0.start.permission = .restricted },
    AppleState(
      "not-determined",
      "No choice made and no prompt allowed",
      "Asked without prompting it stays undetermined; for suites that check the header with"
        + " that value."
    ) { $0.start.permission = .notDetermined },
    AppleState(
      "not-determined-then-granted",
      "The user is asked and allows",
      "The first prompting call shows the prompt and grants; every later call, prompting or"
        + " not, gives granted without UI."
    ) {
      $0.start.permission = .notDetermined
      $0.event = .promptingPermission
    },
    AppleState(
      "not-determined-then-denied",
      "The user is asked and refuses",
      "After the prompt it is denied for good, without asking again."
    ) {
      $0.start.permission = .notDetermined
      $0.start.promptChoice = .deny
      $0.event = .promptingPermission
    },
    AppleState(
      "prompt-dismissed",
      "The permission prompt goes away without a choice",
      "The prompt is shown on each prompting call and never answered. Whether a real device"
        + " does this is not documented."
    ) {
      $0.start.permission = .notDetermined
      $0.start.promptChoice = .dismiss
    },
    AppleState(
      "framework-unavailable",
      "No partner framework: nothing to send",
      "A device or build without the entitlement. The application leaves the header out."
    ) { $0.start.permission = .unavailable },
  ]
}

extension AppleState {
  static let requestStates: [AppleState] = [
    AppleState(
      "header-not-base64",
      "The status header cannot be decoded",
      "The header is text that is not Base64, or Base64 of something that is not a JSON"
        + " object: option headerValues, of which the first is sent."
    ) { $0.client = .malformedHeader },
    AppleState(
      "header-expiration-as-number",
      "expirationDate sent as a JSON number",
      "A common mistake of client authors."
    ) { $0.client = .expirationAsNumber },
    AppleState(
      "header-expiration-in-seconds",
      "expirationDate in seconds",
      "A date in 1970 for whoever reads milliseconds: expired."
    ) { $0.client = .expirationInSeconds },
    AppleState(
      "header-unknown-access-status",
      "accessStatus outside the enumeration",
      "Also try the spellings Granted, not_determined."
    ) { $0.client = .unknownAccessStatus },
    AppleState(
      "missing-redirect-url",
      "The partner session is asked for without redirectUrl",
      "Even though the status is valid the answer is a fallback, since the parameters are"
        + " needed for it."
    ) { $0.client = .noRedirectURL },
    AppleState(
      "partner-unknown",
      "Another partner name in the path",
      "For example /sessions/sso/Banana; also try lower-case apple (not documented)."
    ),
  ]
}

extension AppleState {
  static let errorStates: [AppleState] = [
    AppleState(
      "metadata-error-temporary",
      "Service temporarily unavailable",
      "The only code for which a later attempt may work."
    ) { $0.start.fault = .error(AppleErrors.error(3)) },
    AppleState(
      "metadata-error-rejected",
      "Rejected",
      "For TV provider applications only, says the header; an application may still have to"
        + " survive it."
    ) { $0.start.fault = .error(AppleErrors.error(6)) },
    AppleState(
      "metadata-error-region",
      "Unsupported in this region",
      "The feature is not available in the region of the device."
    ) { $0.start.fault = .error(AppleErrors.error(7)) },
    AppleState(
      "metadata-error-unknown",
      "Unknown error",
      "A code that no header lists."
    ) { $0.start.fault = .error(AppleErrors.error(99)) },
    AppleState(
      "metadata-error-with-provider",
      "An error together with a still known provider",
      "The application keeps the last good provider and adds the error: a legal header with"
        + " three members."
    ) {
      $0.start.fault = .error(AppleErrors.error(3))
      $0.keepsProvider = true
    },
    AppleState(
      "reauthentication-needed",
      "The provider wants the user again; only an interruption helps",
      "Tells apart a client that follows the prose (interruption true) from one that copies"
        + " the snippet."
    ) { $0.start.needsUser = true },
    AppleState(
      "authentication-rejected",
      "The provider refuses",
      "With and without interruption, for example because of the subscription tier."
    ) {
      $0.start.fault = .error(AppleErrors.error(4))
      $0.start.faultOn = .authentication
    },
    AppleState(
      "authentication-cancelled",
      "The user cancels the sign-in at the provider",
      "Picker passed, sign-in screen cancelled."
    ) {
      $0.start.needsUser = true
      $0.start.signIn = .cancel
    },
    AppleState(
      "invalid-verification-token",
      "The provider rejects the request that the service made",
      "Whatever the token is."
    ) {
      $0.start.fault = .error(AppleErrors.error(5))
      $0.start.faultOn = .authentication
    },
    AppleState(
      "framework-timeout",
      "The framework never answers",
      "The completion handler is not called. The step must time out with a message that"
        + " says what was waited for."
    ) { $0.start.fault = .never },
  ]
}
