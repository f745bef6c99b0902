// SPDX-License-Identifier: Apache-2.0
// The parameters that decide the answers of the Apple emulator.

import Formats
import Text

/// The parameters that decide the answers of the emulated framework. Providers are mapping ids.
struct AppleParameters: Sendable, Equatable {
  var permission = DevicePermission.granted
  var promptChoice = PromptChoice.allow
  /// The error that comes with a permission that is not granted.
  var permissionError: FrameworkError?
  /// The provider with which the user is signed in at the device.
  var provider: String?
  /// The expiry of that sign-in in milliseconds; nil for none.
  var expires: Int?
  /// Whether the provider wants the user to sign in again before the sign-in has expired.
  var needsUser = false
  var pickerChoice = PickerChoice.cancel
  var signIn = SignInOutcome.complete
  var delegate = DelegateAnswer.accepts
  /// The supported providers of a query with interruption, if the query names none.
  var requestSupported: [String] = []
  /// The kind of the SAML response; nil for no response.
  var saml: SAMLKind? = .ok
  /// The provider that answers an authentication, if it is not the one signed in.
  var answeringProvider: String?
  var fault: FrameworkFault?
  var faultOn = FaultScope.all
  /// Milliseconds that have passed since the start, besides those that the clock has counted.
  var elapsed = 0
  /// The clock of the device minus that of the service, in milliseconds.
  var clockOffset = 0
}

/// A state with the options of a step: everything that the emulator starts from.
struct AppleSetup: Sendable, Equatable {
  var parameters: AppleParameters
  let start: Timestamp
  var notOnboarded: Set<String>
  let asksInteractively: Bool
  var client: ClientFault?
  /// The values of a malformed header; never empty.
  var headerValues = ClientFault.headerValues
  /// The provider of an earlier query that the application keeps beside an error.
  var lastKnownProvider: LastKnownProvider?
  /// The attributes that a response of the kind `attributes-missing` leaves out.
  var missingAttributes: [String] = []

  struct LastKnownProvider: Sendable, Equatable {
    let id: String?
    let expirationDate: Timestamp?
  }
}

extension AppleSetup {
  /// The options: those of the machine's parameters, and further ones.
  static let optionForm = Form(
    members: Form.members(
      .text, "provider", "chosen", "pickerChoice", "answeringProvider", "partner")
      + Form.members(
        .any, "expires", "permissionError", "fault", "elapsed", "clockOffset",
        "deviceClockOffset", "lastKnownProvider", "profilesBefore")
      + Form.members(.texts, "requestSupported", "supported", "missing", "headerValues")
      + Form.members(.boolean, "needsUser")
      + [
        words(DevicePermission.self, "permission"), words(PromptChoice.self, "promptChoice"),
        words(SignInOutcome.self, "signIn"), words(DelegateAnswer.self, "delegate"),
        words(SAMLKind.self, "saml"), words(FaultScope.self, "faultOn"),
        words(ClientFault.self, "client"),
      ])

  private static func words<Word: RawRepresentable & CaseIterable>(
    _: Word.Type, _ name: String
  ) -> Form.Member where Word.RawValue == String {
    Form.Member(name: name, kind: .words(Word.allCases.map(\.rawValue)))
  }

  /// - Parameter start: The time at which the state is opened.
  /// - Throws: `PartnerError.invalidOption` for the first option that is unknown or has an invalid
  ///   value.
  init(_ state: AppleState, options: JSONObject, start: Timestamp) throws(PartnerError) {
    for option in options.members {
      guard let known = Self.optionForm[option.name] else {
        let hint = Suggestion.hint(for: option.name, among: Self.optionForm.names)
        throw .invalidOption(name: option.name, reason: "is unknown\(hint)")
      }
      guard option.value != .null, let problem = known.problem(with: option.value) else { continue }
      throw .invalidOption(name: option.name, reason: "is \(problem)")
    }
    let reader = AppleOptionReader(options: options, start: start)
    let isPickedLater = state.options["pickerChoice"] == "{own}"
    let chosen = try reader.identifier("chosen")
    let named = try reader.identifier("provider") ?? (isPickedLater ? chosen : nil)
    let own = named ?? state.own
    notOnboarded = Set(AppleDefaults.notOnboarded)
    if state.isOwnOnboarded { notOnboarded.remove(own) } else { notOnboarded.insert(own) }
    self.start = start
    asksInteractively = state.asksInteractively
    client = state.client
    parameters = AppleParameters(
      provider: state.isSignedIn ? own : nil,
      expires: start.milliseconds + AppleDefaults.signInLifetime)
    try read(AppleOptionReader(options: state.options(own: own), start: start))
    if let chosen, !isPickedLater { parameters.pickerChoice = .provider(chosen) }
    if options["provider"] == .null { parameters.provider = nil }
    try read(reader)
    if state.keepsProvider, lastKnownProvider == nil {
      lastKnownProvider = LastKnownProvider(
        id: parameters.provider,
        expirationDate: parameters.expires.map(Timestamp.init(milliseconds:)))
    }
  }

  private mutating func read(_ reader: AppleOptionReader) throws(PartnerError) {
    try reader.change(&parameters)
    if let names = reader.texts("missing") { missingAttributes = names }
    if let fault: ClientFault = reader.word("client") { client = fault }
    if let values = reader.texts("headerValues") {
      guard !values.isEmpty else {
        throw .invalidOption(name: "headerValues", reason: "names no value")
      }
      headerValues = values
      client = .malformedHeader
    }
    if let value = reader.value("lastKnownProvider") {
      do throws(FormError) {
        let members = try FormReader(
          value, of: "lastKnownProvider", members: ["id", "expirationDate"])
        lastKnownProvider = LastKnownProvider(
          id: try members.text("id"),
          expirationDate: try members.value("expirationDate").map { (value) throws(FormError) in
            guard let time = reader.time(value) else {
              throw members.wrong("expirationDate", AppleOptionReader.timeForm, value)
            }
            return Timestamp(milliseconds: time)
          })
      } catch {
        throw .invalidOption(name: "lastKnownProvider", reason: "is wrong: \(error.sentence)")
      }
    }
  }
}

extension AppleState {
  /// The options of the state, with the ids of providers.
  fileprivate func options(own: String) -> JSONObject {
    func named(_ value: JSONValue) -> JSONValue {
      switch value {
      case "{own}": .string(own)
      case "{other}": .string(AppleDefaults.other(than: own))
      case .array(let items): .array(items.map(named))
      default: value
      }
    }
    return JSONObject((options.object?.members ?? []).map { ($0.name, named($0.value)) })
  }
}

/// Made-up facts of the emulated platform: no real provider is involved.
enum AppleDefaults {
  /// How long a sign-in lasts, in milliseconds.
  static let signInLifetime = 30 * 86_400_000

  /// The provider of a state whose step names none, and another provider.
  static let firstProvider = "apple-mso-101"
  static let secondProvider = "apple-mso-102"

  /// Providers that the platform can't sign in: one is only shown in its picker, one is unknown. All
  /// others count as onboarded, so a suite can use the ids of a live configuration.
  static let notOnboarded = ["apple-mso-103", "apple-mso-999"]

  /// A provider that is not `provider`.
  static func other(than provider: String) -> String {
    provider == secondProvider ? firstProvider : secondProvider
  }
}
