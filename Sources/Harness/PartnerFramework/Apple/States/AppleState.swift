// SPDX-License-Identifier: Apache-2.0
// A named state of the Apple emulator: starting parameters and what is special beside them.

/// A state that a suite can name.
struct AppleState: Sendable, Equatable {
  /// The parts of the list, in its order.
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
  /// Set where the groups are put together.
  var group = Group.permission
  /// The provider for `.own` where the step names none.
  var own = AppleDefaults.firstProvider
  /// Whether the platform can sign in with the state's own provider.
  var isOwnOnboarded = true
  var start = AppleParameters.ordinary
  /// The application has asked with interruption before it sends the header.
  var asksInteractively = false
  /// The application keeps the provider of an earlier query beside a later error.
  var keepsProvider = false
  /// What is wrong with the application's request.
  var client: ClientFault?
  /// What happens in this state that makes later answers differ: for the list of states.
  var event: AppleEvent?
  /// What the service should hold for the device already, in words.
  var profilesBefore: [String] = []
  /// The attributes that a response of kind `attributes-missing` leaves out.
  var missingAttributes: [String] = []
}

/// Something that makes later answers of a state differ.
enum AppleEvent: Sendable, Equatable {
  case promptingPermission
  case interactiveQuery
  case grantPermission
  case denyPermission
  case signIn
  case signOut
  case switchProvider
  /// The clock goes on by so many milliseconds.
  case clock(Int)
}

/// What is wrong with a request of an application whose framework is in order. The first five
/// show in the header, which the emulator makes; the others are the suite's to make.
enum ClientFault: String, Sendable, CaseIterable {
  /// Sent raw: text that is no Base64, or no object.
  case malformedHeader = "malformed header"
  case expirationAsNumber = "number"
  case expirationInSeconds = "seconds"
  case unknownAccessStatus = "unknown enumeration value"
  case staleHeader = "stale header"
  case noRedirectURL = "no redirectUrl"
  case doubleEncoding = "double-encode"
}

extension ClientFault {
  /// The values of the malformed header; the first is sent.
  static let headerValues = ["%%%", "bm90IGpzb24=", "W10="]
}

extension AppleState {
  /// The ordinary state, changed.
  init(
    _ name: String, _ title: String, _ summary: String,
    _ change: (inout AppleState) -> Void = { _ in }
  ) {
    self.init(name: name, title: title, summary: summary)
    change(&self)
  }

  /// All states, in the order of the list.
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
