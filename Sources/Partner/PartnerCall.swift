// SPDX-License-Identifier: Apache-2.0
// A call of the framework, and the answer to it.

package import Formats
import Text

/// A call of the framework, with complete arguments.
package struct PartnerCall: Sendable, Equatable {
  package let name: String
  package let arguments: JSONObject

  init(_ name: String, _ arguments: JSONObject) {
    self.name = name
    self.arguments = arguments
  }

  /// Reads a call.
  ///
  /// - Parameters:
  ///   - arguments: An object; null stands for `{}`.
  ///   - declaration: The framework's; it knows the call and its form.
  /// - Throws: for another call, and for arguments of another form.
  package init(
    name: String, arguments: JSONValue, of declaration: FrameworkDeclaration
  ) throws(PartnerMisuse) {
    guard let call = declaration.call(named: name) else {
      let names = declaration.calls.map(\.name)
      throw PartnerMisuse("unknown call '\(name)'" + Suggestion.hint(for: name, among: names))
    }
    do throws(FormError) {
      self.init(name, try call.request.completed(arguments, "the \(name) call"))
    } catch {
      throw PartnerMisuse(error.sentence)
    }
  }
}

/// The answer of the framework to a call.
package enum PartnerAnswer: Sendable, Equatable {
  /// A result, with a remark on how it came about where the framework did not give it as it stands.
  case result(JSONObject, remark: String? = nil)
  /// An error of the framework, which is an answer, too.
  case error(JSONObject)

  /// The JSON that `save` and `expect` of a step see.
  package var json: JSONValue {
    switch self {
    case .result(let result, _): .object(result)
    case .error(let error): ["error": .object(error)]
    }
  }

  /// The domain of the error of a device that has no framework.
  static let unavailable = "unavailable"

  /// Whether an error says that the device has no framework.
  static func isUnavailable(_ error: JSONValue) -> Bool { error["domain"]?.string == unavailable }

  /// An error in words: `error 2 of Domain: cancelled`.
  package static func words(for error: JSONObject) -> String {
    if isUnavailable(.object(error)) { return "no framework on this device" }
    let code = error["code"].map { " \(JSONWriter.text($0))" } ?? ""
    let domain = error["domain"]?.string.map { " of \($0)" } ?? ""
    return "error\(code)\(domain)" + (error["message"]?.string.map { ": \($0)" } ?? "")
  }
}
