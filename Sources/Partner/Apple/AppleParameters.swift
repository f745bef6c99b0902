// SPDX-License-Identifier: Apache-2.0
// The parameters that decide the answers of the Apple emulator.

import Text

/// The permission that the device has stored for the application; `unavailable` means that there is
/// no framework.
enum DevicePermission: String, Sendable, CaseIterable {
  case granted, denied, restricted, notDetermined, unavailable
}

/// What the user does at the permission prompt.
enum PromptChoice: String, Sendable, CaseIterable { case allow, deny, dismiss }

/// What the user does in the picker.
enum PickerChoice<Provider: Sendable & Equatable>: Sendable, Equatable {
  case provider(Provider)
  case other
  case cancel
}

/// How a sign-in screen ends.
enum SignInOutcome: String, Sendable, CaseIterable { case complete, cancel, reject }

/// The application's delegate, which presents the picker.
enum DelegateAnswer: String, Sendable, CaseIterable { case accepts, refuses, none }

/// A forced answer to metadata requests.
enum FrameworkFault: Sendable, Equatable {
  /// The request is never answered.
  case never
  /// Neither metadata nor error.
  case nothing
  /// Metadata with all fields nil.
  case empty
  /// The error, with the SAML error response of the provider where a kind is named.
  case error(FrameworkError, saml: SAMLKind? = nil)
}

/// The requests that a fault affects.
enum FaultScope: String, Sendable, CaseIterable { case all, authentication }

/// The parameters that decide the answers of the emulated framework.
///
/// The table of states uses `ProviderRole` for providers, and times counted from the opening. The
/// machine uses mapping ids and points in time.
struct AppleParameters<Provider: Sendable & Equatable>: Sendable, Equatable {
  var permission = DevicePermission.granted
  var promptChoice = PromptChoice.allow
  /// The error that comes with a permission that is not granted.
  var permissionError: FrameworkError?
  /// The provider with which the user is signed in at the device.
  var provider: Provider?
  /// The expiry of that sign-in in milliseconds; nil for none.
  var expires: Int?
  /// Whether the provider wants the user to sign in again before the sign-in has expired.
  var needsUser = false
  var pickerChoice = PickerChoice<Provider>.cancel
  var signIn = SignInOutcome.complete
  var delegate = DelegateAnswer.accepts
  /// The supported providers of a query with interruption, if the query names none.
  var requestSupported: [Provider] = []
  /// The kind of the SAML response; nil for no response.
  var saml: SAMLKind? = .ok
  /// The provider that answers an authentication, if it is not the one signed in.
  var answeringProvider: Provider?
  var fault: FrameworkFault?
  var faultOn = FaultScope.all
  /// Milliseconds that have passed since the start, besides those that the clock has counted.
  var elapsed = 0
  /// The clock of the device minus that of the service, in milliseconds.
  var clockOffset = 0
}

/// Stands for the mapping id of a provider in a state.
enum ProviderRole: Sendable, Equatable {
  /// The state's own provider: that of the step, else the one that the state names.
  case own
  /// Another provider.
  case other
}

extension AppleParameters where Provider == ProviderRole {
  /// The ordinary case: permission granted, user signed in, no faults.
  static let ordinary = AppleParameters(provider: .own, expires: AppleDefaults.signInLifetime)

  /// The parameters with ids instead of roles, and times instead of distances from `start`.
  func resolved(own: String, other: String, start: Timestamp) -> AppleParameters<String> {
    func id(_ role: ProviderRole) -> String { role == .own ? own : other }
    let choice: PickerChoice<String> =
      switch pickerChoice {
      case .provider(let role): .provider(id(role))
      case .other: .other
      case .cancel: .cancel
      }
    return AppleParameters<String>(
      permission: permission, promptChoice: promptChoice, permissionError: permissionError,
      provider: provider.map(id), expires: expires.map { start.milliseconds + $0 },
      needsUser: needsUser, pickerChoice: choice, signIn: signIn, delegate: delegate,
      requestSupported: requestSupported.map(id), saml: saml,
      answeringProvider: answeringProvider.map(id), fault: fault, faultOn: faultOn,
      elapsed: elapsed, clockOffset: clockOffset)
  }
}
