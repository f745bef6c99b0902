// SPDX-License-Identifier: Apache-2.0
// The options of a step for the Apple emulator: faults, errors, parameters.

import Formats
import Text

/// Reads the options of a step, one value at a time.
struct AppleOptionReader {
  static let timeForm = "milliseconds since 1970, or now + 24h, now - 1d"

  private static let limits =
    -FrameworkOpening.largestMilliseconds...FrameworkOpening.largestMilliseconds

  let options: JSONObject
  let start: Timestamp

  /// Changes the parameters that the options name.
  func change(_ parameters: inout AppleParameters) throws(PartnerError) {
    if let value: DevicePermission = word("permission") { parameters.permission = value }
    if let value: PromptChoice = word("promptChoice") { parameters.promptChoice = value }
    if let value: SignInOutcome = word("signIn") { parameters.signIn = value }
    if let value: DelegateAnswer = word("delegate") { parameters.delegate = value }
    if let value: FaultScope = word("faultOn") { parameters.faultOn = value }
    if let value = value("needsUser")?.boolean { parameters.needsUser = value }
    if let value = texts("supported") { parameters.requestSupported = value }
    if let value = texts("requestSupported") { parameters.requestSupported = value }
    if let value = try distance("elapsed") { parameters.elapsed = value }
    if let value = try distance("deviceClockOffset") { parameters.clockOffset = value }
    if let value = try distance("clockOffset") { parameters.clockOffset = value }
    if let value = options["expires"] {
      guard value == .null || time(value) != nil else {
        throw wrong("expires", "null, or \(Self.timeForm)", value)
      }
      parameters.expires = time(value)
    }
    if options["saml"] != nil { parameters.saml = word("saml") }
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

  /// The value of an option; nil if the option is missing or null.
  func value(_ name: String) -> JSONValue? {
    options[name].flatMap { $0 == .null ? nil : $0 }
  }

  /// A mapping id; never empty.
  func identifier(_ name: String) throws(PartnerError) -> String? {
    try read(name, "the id of a provider") { $0.string?.isEmpty ?? true ? nil : $0.string }
  }

  /// A list of texts.
  func texts(_ name: String) -> [String]? { value(name).flatMap(FormReader.texts) }

  /// A word of a fixed list.
  func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
    value(name)?.string.flatMap(Word.init)
  }

  /// A point in time; nil for another value.
  func time(_ value: JSONValue) -> Int? {
    if let number = value.number?.integer ?? value.string.flatMap({ Int($0) }) {
      return Self.limits.contains(number) ? number : nil
    }
    guard let text = value.string else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.first == "now", words.count == 1 || words.count == 3 else { return nil }
    guard words.count == 3 else { return start.milliseconds }
    guard let duration = DurationText.parse(String(words[2])),
      duration.wholeMilliseconds <= FrameworkOpening.largestMilliseconds
    else { return nil }
    switch words[1] {
    case "+": return start.milliseconds + duration.wholeMilliseconds
    case "-": return start.milliseconds - duration.wholeMilliseconds
    default: return nil
    }
  }

  /// A number of milliseconds, or a duration such as `2h`.
  private func distance(_ name: String) throws(PartnerError) -> Int? {
    try read(name, "a number of milliseconds, or a duration such as 2h") { value in
      let distance =
        value.number?.integer ?? value.string.flatMap(DurationText.parse).map(\.wholeMilliseconds)
      return distance.flatMap { Self.limits.contains($0) ? $0 : nil }
    }
  }

  private func read<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(PartnerError) -> Value?
  {
    guard let value = value(name) else { return nil }
    guard let read = read(value) else { throw wrong(name, expected, value) }
    return read
  }

  private func wrong(_ name: String, _ expected: String, _ value: JSONValue) -> PartnerError {
    .invalidOption(name: name, reason: "is \(expected), not \(FormReader.kind(value))")
  }
}

/// Reads faults and errors in options.
enum AppleFaultReader {
  /// A fault: `never`, `nil`, `empty`, or an error.
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

  /// An error, by default with our message. `userInfo` may have the framework's keys, or
  /// `saml:KIND`.
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
