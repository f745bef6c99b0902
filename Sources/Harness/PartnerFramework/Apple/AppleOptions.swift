// SPDX-License-Identifier: Apache-2.0
// What a step gives besides the state: parameters of the Apple emulator by their names.

import Encodings
import JSON
import SourceText

/// A state with the options of a step: all that the emulator starts from.
struct AppleSetup: Sendable, Equatable {
  var parameters: AppleParameters<String>
  let start: Timestamp
  var notOnboarded: Set<String>
  let asksInteractively: Bool
  var client: ClientFault?
  /// What a malformed header consists of; not empty.
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
  /// Names of the options, as the machine's parameters are called, and what goes with them.
  static let optionNames = [
    "provider", "expires", "permission", "promptChoice", "permissionError", "needsUser",
    "pickerChoice", "signIn", "delegate", "requestSupported", "saml", "answeringProvider", "fault",
    "faultOn", "elapsed", "clockOffset", "missing", "lastKnownProvider", "headerValues", "client",
    "chosen", "supported", "deviceClockOffset", "profilesBefore", "partner",
  ]

  /// - Parameter start: The clock now.
  /// - Throws: `PartnerError.invalidOption` at the first one that is unknown or has a value that
  ///   it can't have.
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
    var notOnboarded = Set(ApplePlatform.notOnboarded)
    if state.isOwnOnboarded { notOnboarded.remove(own) } else { notOnboarded.insert(own) }
    self.start = start
    self.notOnboarded = notOnboarded
    asksInteractively = state.asksInteractively
    client = state.client
    missingAttributes = state.missingAttributes
    parameters = state.start.resolved(
      own: own, other: ApplePlatform.other(than: own), start: start)
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

/// The options of a step, one value at a time.
struct AppleOptionReader {
  static let timeForm = "milliseconds since 1970, or now + 24h, now - 1d"
  /// Times and distances of times are at most this, in milliseconds: some 30,000 years.
  static let largestTime = 1_000_000_000_000_000

  private let options: JSONObject
  private let start: Timestamp

  init(_ options: JSONObject, start: Timestamp) {
    self.options = options
    self.start = start
  }

  /// Changes the parameters that are named.
  func change(_ parameters: inout AppleParameters<String>) throws(PartnerError) {
    if let value: DevicePermission = try word("permission") { parameters.permission = value }
    if let value: PromptChoice = try word("promptChoice") { parameters.promptChoice = value }
    if let value: SignInOutcome = try word("signIn") { parameters.signIn = value }
    if let value: DelegateAnswer = try word("delegate") { parameters.delegate = value }
    if let value: FaultScope = try word("faultOn") { parameters.faultOn = value }
    if let value = try boolean("needsUser") { parameters.needsUser = value }
    if let value = try texts("supported") { parameters.requestSupported = value }
    if let value = try texts("requestSupported") { parameters.requestSupported = value }
    if let value = try distance("elapsed") { parameters.elapsed = value }
    if let value = try distance("deviceClockOffset") { parameters.clockOffset = value }
    if let value = try distance("clockOffset") { parameters.clockOffset = value }
    if let value = options["expires"] {
      guard value == .null || time(value) != nil else {
        throw wrong("expires", "null, or \(Self.timeForm)", value)
      }
      parameters.expires = time(value)
    }
    if options["saml"] != nil { parameters.saml = try word("saml") }
    if options["answeringProvider"] != nil {
      parameters.answeringProvider = try identifier("answeringProvider")
    }
    if let choice = try identifier("pickerChoice") {
      parameters.pickerChoice =
        switch choice {
        case "other": .other
        case "cancel": .cancel
        default: .provider(choice)
        }
    }
    if let value = options["permissionError"] {
      parameters.permissionError =
        value == .null ? nil : try AppleFaultReader.error("permissionError", value).error
    }
    if let value = options["fault"] { parameters.fault = try AppleFaultReader.fault(value) }
  }

  /// The value of an option that is there and not null.
  func value(_ name: String) -> JSONValue? {
    guard let value = options[name], value != .null else { return nil }
    return value
  }

  /// A mapping id, not empty.
  func identifier(_ name: String) throws(PartnerError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string, !text.isEmpty else {
      throw wrong(name, "the id of a provider", value)
    }
    return text
  }

  func texts(_ name: String) throws(PartnerError) -> [String]? {
    guard let value = value(name) else { return nil }
    guard let texts = FormReader.texts(value) else { throw wrong(name, "a list of texts", value) }
    return texts
  }

  func word<Word: RawRepresentable & CaseIterable>(_ name: String) throws(PartnerError) -> Word?
  where Word.RawValue == String {
    guard let value = value(name) else { return nil }
    let known = Word.allCases.map(\.rawValue)
    guard let text = value.string, let word = Word(rawValue: text) else {
      let hint = Suggestion.hint(for: value.string ?? "", among: known)
      throw wrong(name, "one of \(known.joined(separator: ", "))", value, hint: hint)
    }
    return word
  }

  /// A point in time; nil for another value.
  func time(_ value: JSONValue) -> Int? {
    let limits = -Self.largestTime...Self.largestTime
    if let number = value.number?.integer { return limits.contains(number) ? number : nil }
    guard let text = value.string else { return nil }
    if let number = Int(text) { return limits.contains(number) ? number : nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.first == "now", words.count == 1 || words.count == 3 else { return nil }
    guard words.count == 3 else { return start.milliseconds }
    guard let duration = DurationText.parse(String(words[2])),
      duration.wholeMilliseconds <= Self.largestTime
    else { return nil }
    switch words[1] {
    case "+": return start.milliseconds + duration.wholeMilliseconds
    case "-": return start.milliseconds - duration.wholeMilliseconds
    default: return nil
    }
  }

  private func boolean(_ name: String) throws(PartnerError) -> Bool? {
    guard let value = value(name) else { return nil }
    guard let boolean = value.boolean else { throw wrong(name, "true or false", value) }
    return boolean
  }

  /// A number of milliseconds, or a duration such as `2h`.
  private func distance(_ name: String) throws(PartnerError) -> Int? {
    guard let value = value(name) else { return nil }
    let distance =
      value.number?.integer
      ?? value.string.flatMap(DurationText.parse).map(\.wholeMilliseconds)
    guard let distance, (-Self.largestTime...Self.largestTime).contains(distance) else {
      throw wrong(name, "a number of milliseconds, or a duration such as 2h", value)
    }
    return distance
  }

  private func wrong(_ name: String, _ expected: String, _ value: JSONValue, hint: String = "")
    -> PartnerError
  {
    .invalidOption(name: name, reason: "is \(expected), not \(FormReader.kind(value))\(hint)")
  }
}

/// Faults and errors as options.
enum AppleFaultReader {
  /// `never`, `nil`, `empty`, or an error.
  static func fault(_ value: JSONValue) throws(PartnerError) -> FrameworkFault? {
    switch value {
    case .null: return nil
    case .string("never"): return .never
    case .string("nil"): return .nothing
    case .string("empty"): return .empty
    case .object:
      let (error, saml) = try error("fault", value)
      return .error(error, saml: saml)
    default:
      throw .invalidOption(
        name: "fault",
        reason: "is null, never, nil, empty or an error {code: n}, not \(FormReader.kind(value))")
    }
  }

  /// An error with a message of ours where it has none; its `userInfo` may have the keys of the
  /// framework, and `saml:KIND` as the provider's response.
  static func error(_ name: String, _ value: JSONValue) throws(PartnerError) -> (
    error: FrameworkError, saml: SAMLKind?
  ) {
    do throws(FormError) {
      let reader = try FormReader(
        value, of: "the error",
        members: ["domain", "code", "message", "unsupportedProviderIdentifier", "userInfo"])
      guard let code = try reader.integer("code") else {
        throw FormError("an error has a code, a number")
      }
      var error = FrameworkError(
        domain: try reader.text("domain") ?? FrameworkError.domain, code: code,
        message: try reader.text("message") ?? AppleErrors.message(of: code),
        unsupportedProviderIdentifier: try reader.text("unsupportedProviderIdentifier"))
      var saml: SAMLKind?
      if let userInfo = reader.value("userInfo") {
        let keys = try FormReader(
          userInfo, of: "userInfo",
          members: [
            "VSErrorInfoKeySAMLResponse", "VSErrorInfoKeySAMLResponseStatus",
            "VSErrorInfoKeyUnsupportedProviderIdentifier",
          ])
        if let text = try keys.text("VSErrorInfoKeySAMLResponse") {
          let prefix = "saml:"
          if text.hasPrefix(prefix) {
            saml = SAMLKind(rawValue: String(text.dropFirst(prefix.count)))
          }
          if saml == nil { error.samlResponse = text }
        }
        error.samlResponseStatus = try keys.text("VSErrorInfoKeySAMLResponseStatus")
        if let id = try keys.text("VSErrorInfoKeyUnsupportedProviderIdentifier") {
          error.unsupportedProviderIdentifier = id
        }
      }
      return (error, saml)
    } catch {
      throw .invalidOption(name: name, reason: "is wrong: \(error.sentence)")
    }
  }
}
