// SPDX-License-Identifier: Apache-2.0
// A state of the Apple emulator: its parameters and its peculiarities.

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
