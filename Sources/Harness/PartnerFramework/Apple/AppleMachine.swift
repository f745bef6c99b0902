// SPDX-License-Identifier: Apache-2.0
// The state machine of the Apple emulator: parameters and a call to an answer.

import Encodings

/// What the user sees while a call is answered.
enum FrameworkScreen: String, Sendable {
  case permissionPrompt = "permission-prompt"
  case picker
  case signIn = "sign-in"
}

/// A metadata request as the framework sees it: query and authentication are one call.
struct AppleRequest: Sendable, Equatable {
  let isAuthentication: Bool
  let isInterruptionAllowed: Bool
  let supported: [String]
  let includesIdentifier: Bool
  let includesExpiration: Bool
  /// Whether attributes were asked for; without them there is no SAML response.
  let asksForAttributes: Bool
}

extension AppleRequest {
  init(_ request: MetadataRequest) {
    self.init(request, isAuthentication: false, asksForAttributes: false)
  }

  init(_ request: AuthenticationRequest) {
    self.init(
      request.metadata, isAuthentication: true,
      asksForAttributes: !request.attributeNames.isEmpty)
  }

  private init(_ request: MetadataRequest, isAuthentication: Bool, asksForAttributes: Bool) {
    self.isAuthentication = isAuthentication
    self.asksForAttributes = asksForAttributes
    isInterruptionAllowed = request.isInterruptionAllowed
    supported = request.supportedAccountProviderIdentifiers
    includesIdentifier = request.includeAccountProviderIdentifier
    includesExpiration = request.includeAuthenticationExpirationDate
  }
}

/// What the machine answers to a metadata request.
enum AppleAnswer: Sendable, Equatable {
  /// There is no framework.
  case unavailable
  /// The completion handler is not called.
  case never
  /// An error; `saml` is the kind of the provider's error response in it.
  case error(FrameworkError, saml: SAMLKind? = nil)
  /// Metadata, perhaps with nothing in it.
  case account(AppleAccount)
}

/// The metadata of an answer; the SAML response by its kind and who issues it.
struct AppleAccount: Sendable, Equatable {
  var provider: String?
  var expires: Int?
  var saml: SAMLKind?
  var issuer: String?
}

/// The emulated framework on one device: rules, no clock and no texts.
struct AppleMachine: Sendable, Equatable {
  private(set) var parameters: AppleParameters<String>
  /// When the state was opened.
  let start: Timestamp
  /// Providers that the platform can't sign in.
  let notOnboarded: Set<String>
  /// What the user saw during the last call.
  private(set) var screens: [FrameworkScreen] = []

  init(_ parameters: AppleParameters<String>, start: Timestamp, notOnboarded: Set<String>) {
    self.parameters = parameters
    self.start = start
    self.notOnboarded = notOnboarded
  }
}

extension AppleMachine {
  /// The answer to a permission call; nil: no framework (rules P1 to P3).
  mutating func permission(prompting: Bool) -> PermissionAnswer? {
    screens = []
    if parameters.permission == .notDetermined, prompting {
      screens = [.permissionPrompt]
      switch parameters.promptChoice {
      case .allow: parameters.permission = .granted
      case .deny: parameters.permission = .denied
      case .dismiss: break
      }
    }
    return switch parameters.permission {
    case .unavailable: nil
    case .granted: PermissionAnswer(.granted)
    case .denied: PermissionAnswer(.denied, error: parameters.permissionError)
    case .restricted: PermissionAnswer(.restricted, error: parameters.permissionError)
    case .notDetermined: PermissionAnswer(.notDetermined, error: parameters.permissionError)
    }
  }

  /// The answer to a metadata request: the first rule that applies, 1 to 9.
  ///
  /// - Parameter clock: The clock of the run; the device's is derived from it.
  mutating func answer(_ request: AppleRequest, clock: Timestamp) -> AppleAnswer {
    screens = []
    guard parameters.permission != .unavailable else { return .unavailable }
    guard parameters.permission == .granted else { return .error(AppleErrors.accessNotGranted) }
    if let fault = parameters.fault, request.isAuthentication || parameters.faultOn == .all {
      return answer(to: fault)
    }
    let provider: String
    switch signedInProvider(for: request) {
    case .success(let signedIn?): provider = signedIn
    case .success(nil): return .account(AppleAccount())
    case .failure(let error): return .error(error)
    }
    if let supported = supportedProviders(of: request), !supported.contains(provider) {
      return .error(AppleErrors.unsupported(provider))
    }
    guard request.isAuthentication else {
      return .account(account(of: provider, for: request))
    }
    if notOnboarded.contains(provider) { return .error(AppleErrors.unsupported(provider)) }
    if let error = reauthenticationError(for: request, clock: clock) { return .error(error) }
    let answering = parameters.answeringProvider ?? provider
    var account = account(of: answering, for: request)
    if request.asksForAttributes { account.saml = parameters.saml }
    account.issuer = answering
    return .account(account)
  }

  /// What the user does outside the application.
  mutating func user(_ action: UserAction) {
    screens = []
    // Where there is no framework, nothing that the user does makes one.
    guard parameters.permission != .unavailable else { return }
    switch action {
    case .grantPermission: parameters.permission = .granted
    case .denyPermission: parameters.permission = .denied
    case .signIn(let provider), .switchProvider(let provider):
      parameters.provider = provider
      signIn()
    case .signOut: parameters.provider = nil
    case .chooseProvider(let provider?): parameters.pickerChoice = .provider(provider)
    case .chooseProvider(nil): parameters.pickerChoice = .other
    case .cancel:
      parameters.pickerChoice = .cancel
      parameters.signIn = .cancel
    }
  }

  private func answer(to fault: FrameworkFault) -> AppleAnswer {
    switch fault {
    case .never: .never
    case .nothing, .empty: .account(AppleAccount())
    case .error(let error, let saml): .error(error, saml: saml)
    }
  }

  /// Who is signed in, after the picker where it is shown (rules 3 and 4); nil: nobody, and that
  /// is no error.
  private mutating func signedInProvider(for request: AppleRequest)
    -> Result<String?, FrameworkError>
  {
    if let provider = parameters.provider { return .success(provider) }
    guard request.isInterruptionAllowed else {
      // Nobody documents the second: our choice.
      return request.isAuthentication
        ? .failure(AppleErrors.interactionRequired) : .success(nil)
    }
    guard parameters.delegate != .none else { return .failure(AppleErrors.noDelegate) }
    screens.append(.picker)
    switch parameters.pickerChoice {
    case .cancel: return .failure(AppleErrors.pickerCancelled)
    case .other: return .failure(AppleErrors.unsupported(nil))
    case .provider(let choice):
      if parameters.delegate == .refuses || notOnboarded.contains(choice) {
        return .failure(AppleErrors.unsupported(choice))
      }
      if let error = signInScreen() { return .failure(error) }
      parameters.provider = choice
      return .success(choice)
    }
  }

  /// The supported list that decides (rule 5); nil: all are.
  private func supportedProviders(of request: AppleRequest) -> [String]? {
    if !request.supported.isEmpty { return request.supported }
    let isPickerRequest = request.isInterruptionAllowed && !request.isAuthentication
    guard isPickerRequest, !parameters.requestSupported.isEmpty else { return nil }
    return parameters.requestSupported
  }

  /// Where the provider wants the user again (rule 8).
  private mutating func reauthenticationError(for request: AppleRequest, clock: Timestamp)
    -> FrameworkError?
  {
    let deviceClock = clock.milliseconds + parameters.elapsed + parameters.clockOffset
    let isOver = parameters.expires.map { $0 < deviceClock } ?? false
    guard parameters.needsUser || isOver else { return nil }
    guard request.isInterruptionAllowed else { return AppleErrors.interactionRequired }
    return signInScreen()
  }

  /// Shows the sign-in screen; nil: the user has signed in.
  private mutating func signInScreen() -> FrameworkError? {
    screens.append(.signIn)
    switch parameters.signIn {
    case .cancel: return AppleErrors.signInCancelled
    case .reject: return AppleErrors.providerRejected
    case .complete:
      signIn()
      return nil
    }
  }

  private mutating func signIn() {
    parameters.expires = start.milliseconds + ApplePlatform.signInLifetime
    parameters.needsUser = false
  }

  private func account(of provider: String, for request: AppleRequest) -> AppleAccount {
    AppleAccount(
      provider: request.includesIdentifier ? provider : nil,
      expires: request.includesExpiration ? parameters.expires : nil)
  }
}
