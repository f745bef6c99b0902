// SPDX-License-Identifier: Apache-2.0
// The parameters of the Apple emulator: all that its answers follow from.

import Encodings

/// What the device has stored for this application; unavailable: no framework at all.
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

/// A forced outcome of metadata requests.
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

/// Which requests a fault hits.
enum FaultScope: String, Sendable, CaseIterable { case all, authentication }

/// What decides the answers of the emulated framework.
///
/// The table of states writes them with `ProviderRole` for the providers and with times counted
/// from the opening; the machine works with mapping ids and points in time.
struct AppleParameters<Provider: Sendable & Equatable>: Sendable, Equatable {
  var permission = DevicePermission.granted
  var promptChoice = PromptChoice.allow
  /// Given along with a permission that is not granted.
  var permissionError: FrameworkError?
  /// Who is signed in at the device.
  var provider: Provider?
  /// Expiry of that sign-in, in milliseconds; nil: none given.
  var expires: Int?
  /// The provider wants the user again although the sign-in has not expired.
  var needsUser = false
  var pickerChoice = PickerChoice<Provider>.cancel
  var signIn = SignInOutcome.complete
  var delegate = DelegateAnswer.accepts
  /// The supported providers of a query with interruption that names none itself.
  var requestSupported: [Provider] = []
  /// The text of the SAML response; nil: none.
  var saml: SAMLKind? = .ok
  /// Another provider than the signed-in one answers the authentication.
  var answeringProvider: Provider?
  var fault: FrameworkFault?
  var faultOn = FaultScope.all
  /// Milliseconds since the start, for everybody, besides those that the clock has counted.
  var elapsed = 0
  /// Clock of the device minus clock of the service, in milliseconds.
  var clockOffset = 0
}

/// Whose mapping id stands at a place of a state.
enum ProviderRole: Sendable, Equatable {
  /// The state's own: `provider` of the step, else the one that the state names.
  case own
  /// Another one than that.
  case other
}

extension AppleParameters where Provider == ProviderRole {
  /// The ordinary case: granted, signed in, all goes well.
  static let ordinary = AppleParameters(provider: .own, expires: AppleDefaults.signInLifetime)

  /// With ids for the roles, and times for the distances from `start`.
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
