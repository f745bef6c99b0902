// SPDX-License-Identifier: Apache-2.0
// A call of the framework as a suite writes it, and the answer as a suite sees it.

package import Formats
import Text

/// A call of the framework, as a step of a suite makes it.
///
///     permission: {prompting: true}
///     metadata: {isInterruptionAllowed: false}
///     authenticate: {verificationToken: "…", attributeNames: [uid], isInterruptionAllowed: true}
///
/// `isInterruptionAllowed` is required, since the steps of the cookbook differ by it. By default,
/// `prompting` is true as in the cookbook's snippets, `channelIdentifier` is that of the cookbook, and
/// both `include…` are true.
package enum PartnerCall: Sendable, Equatable {
  case permission(prompting: Bool)
  case metadata(MetadataRequest)
  case authenticate(AuthenticationRequest)
}

extension PartnerCall {
  package static let names = ["permission", "metadata", "authenticate"]

  package var name: String {
    switch self {
    case .permission: "permission"
    case .metadata: "metadata"
    case .authenticate: "authenticate"
    }
  }

  /// The complete arguments, as they reach the framework.
  package var arguments: JSONValue {
    switch self {
    case .permission(let prompting): ["prompting": .boolean(prompting)]
    case .metadata(let request): request.json
    case .authenticate(let request): request.json
    }
  }

  /// Reads a call.
  ///
  /// - Parameters:
  ///   - name: One of `names`.
  ///   - arguments: An object; null stands for `{}`.
  /// - Throws: for another name, an unknown member, a member of the wrong kind, and a required
  ///   member that is missing.
  package init(name: String, arguments: JSONValue) throws(PartnerMisuse) {
    do throws(FormError) {
      let value = arguments == .null ? .object(JSONObject()) : arguments
      switch name {
      case "permission":
        let reader = try FormReader(value, of: "a permission call", members: ["prompting"])
        self = .permission(prompting: try reader.boolean("prompting") ?? true)
        return
      case "metadata":
        let reader = try FormReader(
          value, of: "a metadata request", members: MetadataRequest.members)
        if let isAllowed = try reader.boolean("isInterruptionAllowed") {
          self = .metadata(try MetadataRequest(reader, isInterruptionAllowed: isAllowed))
          return
        }
      case "authenticate":
        let reader = try FormReader(
          value, of: "an authentication request",
          members: ["verificationToken", "attributeNames"] + MetadataRequest.members)
        if let isAllowed = try reader.boolean("isInterruptionAllowed") {
          self = .authenticate(
            AuthenticationRequest(
              verificationToken: try reader.text("verificationToken") ?? "",
              attributeNames: try reader.texts("attributeNames") ?? [],
              metadata: try MetadataRequest(reader, isInterruptionAllowed: isAllowed)))
          return
        }
      default:
        throw FormError(
          "unknown call '\(name)'" + Suggestion.hint(for: name, among: Self.names))
      }
    } catch {
      throw PartnerMisuse(error.sentence)
    }
    throw CookbookRule.interruptionNotSaid(isAuthentication: name == "authenticate")
  }

  /// Makes the call. An error that the framework answers with counts as an answer.
  ///
  /// - Throws: if there is no answer.
  package func answer(of framework: any PartnerFramework, deadline: PartnerDeadline)
    throws(PartnerError) -> PartnerAnswer
  {
    do throws(PartnerError) {
      switch self {
      case .permission(let prompting):
        return .permission(try framework.permission(prompting: prompting, deadline: deadline))
      case .metadata(let request):
        return .metadata(try framework.metadata(request, deadline: deadline))
      case .authenticate(let request):
        return .metadata(try framework.authenticate(request, deadline: deadline))
      }
    } catch {
      guard case .framework(let answer) = error else { throw error }
      return .error(answer)
    }
  }
}

/// The answer of the framework to a call.
package enum PartnerAnswer: Sendable, Equatable {
  case permission(PermissionAnswer)
  case metadata(AccountMetadata)
  case error(FrameworkError)
}

extension PartnerAnswer {
  /// The JSON that `save` and `expect` of a step see.
  package var json: JSONValue {
    switch self {
    case .permission(let answer): answer.json
    case .metadata(let metadata): metadata.json
    case .error(let error): ["error": error.json]
    }
  }
}
