// SPDX-License-Identifier: Apache-2.0
// The state machine of the Apple emulator: from parameters and request to answer.

import Text

/// The emulated framework on one device: the rules, without a clock and without SAML texts.
struct AppleMachine: Sendable, Equatable {
  var parameters: AppleParameters
  /// The time at which the state was opened.
  let start: Timestamp
  /// Providers that the platform can't sign in.
  let notOnboarded: Set<String>
}

extension AppleMachine {
  /// The answer to a permission call; nil if there is no framework (rules P1 to P3).
  mutating func permission(prompting: Bool) -> PermissionAnswer? {
    if parameters.permission == .notDetermined, prompting {
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

  /// The answer to a metadata request: that of the first of the rules 1 to 9 that applies.
  ///
  /// - Parameter clock: The clock of the run, from which that of the device is derived.
  mutating func answer(_ request: AppleRequest, clock: Timestamp) -> AppleAnswer {
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
    guard request.isAuthentication else { return .account(account(of: provider, for: request)) }
    if notOnboarded.contains(provider) { return .error(AppleErrors.unsupported(provider)) }
    if let error = reauthenticationError(for: request, clock: clock) { return .error(error) }
    let answering = parameters.answeringProvider ?? provider
    var account = account(of: answering, for: request)
    if request.attributeNames != [] { account.saml = parameters.saml }
    account.issuer = answering
    return .account(account)
  }

  /// Applies what the user does outside the application.
  mutating func user(_ action: UserAction) {
    // A device without the framework stays without it, whichever choice the user makes.
    guard parameters.permission != .unavailable else { return }
    switch AppleUserEvent(rawValue: action.name) {
    case nil: break
    case .grantPermission: parameters.permission = .granted
    case .denyPermission: parameters.permission = .denied
    case .signIn, .switchProvider:
      parameters.provider = action.provider
      signIn()
    case .signOut: parameters.provider = nil
    case .chooseProvider:
      let provider = action.provider ?? AppleUserEvent.other
      parameters.pickerChoice = provider == AppleUserEvent.other ? .other : .provider(provider)
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

  /// The provider that is signed in, after the picker (rules 3 and 4); nil for no user, no error.
  private mutating func signedInProvider(for request: AppleRequest)
    -> Result<String?, FrameworkError>
  {
    if let provider = parameters.provider { return .success(provider) }
    guard request.metadata.isInterruptionAllowed else {
      // What a query answers here is documented; the error of an authentication is our choice.
      return request.isAuthentication ? .failure(AppleErrors.interactionRequired) : .success(nil)
    }
    guard parameters.delegate != .none else { return .failure(AppleErrors.noDelegate) }
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

  /// The list of supported providers that decides (rule 5); nil if all are supported.
  private func supportedProviders(of request: AppleRequest) -> [String]? {
    let supported = request.metadata.supportedAccountProviderIdentifiers
    if !supported.isEmpty { return supported }
    let isPickerRequest = request.metadata.isInterruptionAllowed && !request.isAuthentication
    guard isPickerRequest, !parameters.requestSupported.isEmpty else { return nil }
    return parameters.requestSupported
  }

  /// The error if the provider wants the user to sign in again (rule 8).
  private mutating func reauthenticationError(for request: AppleRequest, clock: Timestamp)
    -> FrameworkError?
  {
    let deviceClock = clock.milliseconds + parameters.elapsed + parameters.clockOffset
    let isOver = parameters.expires.map { $0 < deviceClock } ?? false
    guard parameters.needsUser || isOver else { return nil }
    guard request.metadata.isInterruptionAllowed else { return AppleErrors.interactionRequired }
    return signInScreen()
  }

  /// Shows the sign-in screen; nil if the user signs in.
  private mutating func signInScreen() -> FrameworkError? {
    switch parameters.signIn {
    case .cancel: return AppleErrors.signInCancelled
    case .reject: return AppleErrors.providerRejected
    case .complete:
      signIn()
      return nil
    }
  }

  private mutating func signIn() {
    parameters.expires = start.milliseconds + AppleDefaults.signInLifetime
    parameters.needsUser = false
  }

  private func account(of provider: String, for request: AppleRequest) -> AppleAccount {
    let request = request.metadata
    return AppleAccount(
      metadata: AccountMetadata(
        accountProviderIdentifier: request.includeAccountProviderIdentifier ? provider : nil,
        authenticationExpirationDate: request.includeAuthenticationExpirationDate
          ? parameters.expires.map(Timestamp.init(milliseconds:)) : nil))
  }
}

/// What the person does, by the names that suites write.
///
///     grant-permission  deny-permission  sign-out  cancel
///     {sign-in: ID}  {switch-provider: ID}  {choose-provider: ID}  {choose-provider: other}
enum AppleUserEvent: String, Sendable, CaseIterable {
  case grantPermission = "grant-permission"
  case denyPermission = "deny-permission"
  case signOut = "sign-out"
  case cancel
  case signIn = "sign-in"
  case switchProvider = "switch-provider"
  case chooseProvider = "choose-provider"

  /// "Other TV Provider" of the picker.
  static let other = "other"

  private static let ofProvider: [AppleUserEvent] = [.signIn, .switchProvider, .chooseProvider]

  static let declared = allCases.map {
    DeclaredUserEvent(name: $0.rawValue, argument: ofProvider.contains($0) ? "a provider" : nil)
  }
}

extension UserAction {
  /// - Parameter provider: The provider, for an event that names one.
  init(_ event: AppleUserEvent, provider: String? = nil) {
    self.init(event.rawValue, provider: provider)
  }

  /// Whether the person leaves the application for it, to act in Settings.
  var leavesApplication: Bool {
    ![AppleUserEvent.chooseProvider, .cancel].map(\.rawValue).contains(name)
  }
}
