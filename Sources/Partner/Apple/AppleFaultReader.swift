// SPDX-License-Identifier: Apache-2.0
// Reads the faults and errors among the options for the Apple emulator.

import Formats

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

  /// An error, with the emulator's message if the option gives none. Its `userInfo` may have the keys
  /// of the framework, with `saml:KIND` for the provider's response.
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
