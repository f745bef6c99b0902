// SPDX-License-Identifier: Apache-2.0
// What the person does outside the application.

package import Formats

/// An action of the person outside the application, as a suite writes it.
///
///     sign-out   {sign-in: ID}
package struct UserAction: Sendable, Equatable {
  package let name: String
  /// The thing that the action names, such as a provider.
  package var provider: String?

  package init(_ name: String, provider: String? = nil) {
    self.name = name
    self.provider = provider
  }

  /// The action as a suite writes it: a name, or an object of a name and its argument.
  package var json: JSONValue {
    guard let provider else { return .string(name) }
    return .object([(name: name, value: .string(provider))])
  }

  /// The members of the action in messages and recordings.
  var request: JSONObject {
    JSONObject(
      [("action", .string(name))] + (provider.map { [("provider", .string($0))] } ?? []))
  }
}
