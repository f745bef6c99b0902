// SPDX-License-Identifier: Apache-2.0
// A state of the Apple emulator together with the options of a step.

import Formats
import Text

/// A state with the options of a step: everything that the emulator starts from.
struct AppleSetup: Sendable, Equatable {
  var parameters: AppleParameters<String>
  let start: Timestamp
  var notOnboarded: Set<String>
  let asksInteractively: Bool
  var client: ClientFault?
  /// The values of a malformed header; never empty.
  var headerValues = ClientFault.headerValues
  /// The provider of an earlier query that the application keeps beside an error.
  var lastKnownProvider: LastKnownProvider?
  var missingAttributes: [String]

  struct LastKnownProvider: Sendable, Equatable {
    let id: String?
    let expirationDate: Timestamp?
  }
}

extension AppleSetup {
  /// The names of the options: those of the machine's parameters, and further ones.
  static let optionNames = [
    "provider", "expires", "permission", "promptChoice", "permissionError", "needsUser",
    "pickerChoice", "signIn", "delegate", "requestSupported", "saml", "answeringProvider", "fault",
    "faultOn", "elapsed", "clockOffset", "missing", "lastKnownProvider", "headerValues", "client",
    "chosen", "supported", "deviceClockOffset", "profilesBefore", "partner",
  ]

  /// - Parameter start: The time at which the state is opened.
  /// - Throws: `PartnerError.invalidOption` for the first option that is unknown or has an invalid
  ///   value.
  init(_ state: AppleState, options: JSONObject, start: Timestamp) throws(PartnerError) {
    for name in options.names where !Self.optionNames.contains(name) {
      throw .invalidOption(
        name: name,
        reason: "is unknown"
          + Suggestion.hint(for: name, among: Self.optionNames))
    }
    let reader = AppleOptionReader(options, start: start)
    let isPickedLater = state.start.pickerChoice == .provider(.own)
    let chosen = try reader.identifier("chosen")
    let named = try reader.identifier("provider") ?? (isPickedLater ? chosen : nil)
    let own = named ?? state.own
    var notOnboarded = Set(AppleDefaults.notOnboarded)
    if state.isOwnOnboarded { notOnboarded.remove(own) } else { notOnboarded.insert(own) }
    self.start = start
    self.notOnboarded = notOnboarded
    asksInteractively = state.asksInteractively
    client = state.client
    missingAttributes = state.missingAttributes
    parameters = state.start.resolved(
      own: own, other: AppleDefaults.other(than: own), start: start)
    if let chosen, !isPickedLater { parameters.pickerChoice = .provider(chosen) }
    if options["provider"] == .null { parameters.provider = nil }
    try reader.change(&parameters)
    try readRest(reader)
    if state.keepsProvider, lastKnownProvider == nil {
      lastKnownProvider = LastKnownProvider(
        id: parameters.provider,
        expirationDate: parameters.expires.map(Timestamp.init(milliseconds:)))
    }
  }

  private mutating func readRest(_ reader: AppleOptionReader) throws(PartnerError) {
    if let names = try reader.texts("missing") { missingAttributes = names }
    if let fault: ClientFault = try reader.word("client") { client = fault }
    if let values = try reader.texts("headerValues") {
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
