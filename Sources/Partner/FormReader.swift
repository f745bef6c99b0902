// SPDX-License-Identifier: Apache-2.0
// Reads JSON objects with known members, and what the person does.

package import Formats
import Text

/// Says in a whole sentence why a JSON value does not have the expected form.
package struct FormError: Error, Sendable, Equatable {
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }
}

/// Reads a JSON object with known members. A member that is null counts as missing.
struct FormReader {
  private let object: JSONObject
  private let what: String

  /// - Parameters:
  ///   - what: What the object is, with an article, such as `an error`.
  ///   - members: The names of all members; nil to ignore unknown ones.
  /// - Throws: if the value is not an object, or has an unknown member, or a member twice.
  init(_ value: JSONValue, of what: String, members: [String]?) throws(FormError) {
    guard case .object(let object) = value else {
      throw FormError("\(what) is an object, not \(FormReader.kind(value))")
    }
    var seen: Set<String> = []
    for name in object.names {
      guard seen.insert(name).inserted else { throw FormError("\(what) has '\(name)' twice") }
      if let members, !members.contains(name) {
        let hint = Suggestion.hint(for: name, among: members)
        throw FormError(
          "\(what) has no '\(name)'\(hint.isEmpty ? "; it has \(members.joined(separator: ", "))" : hint)"
        )
      }
    }
    self.object = object
    self.what = what
  }

  /// The value of a member; nil if the member is missing or null.
  func value(_ name: String) -> JSONValue? {
    guard let value = object[name], value != .null else { return nil }
    return value
  }

  /// The text of a member.
  func text(_ name: String) throws(FormError) -> String? { try read(name, "a string", \.string) }

  /// The truth value of a member.
  func boolean(_ name: String) throws(FormError) -> Bool? {
    try read(name, "true or false", \.boolean)
  }

  /// The integer of a member.
  func integer(_ name: String) throws(FormError) -> Int? {
    try read(name, "an integer", \.number?.integer)
  }

  /// The texts of a member that is an array.
  func texts(_ name: String) throws(FormError) -> [String]? {
    try read(name, "an array of strings", Self.texts)
  }

  /// The object of a member.
  func object(_ name: String) throws(FormError) -> JSONObject? {
    try read(name, "an object", \.object)
  }

  private func read<Value>(_ name: String, _ expected: String, _ read: (JSONValue) -> Value?)
    throws(FormError) -> Value?
  {
    guard let value = value(name) else { return nil }
    guard let read = read(value) else { throw wrong(name, expected, value) }
    return read
  }

  /// The error for a member of the wrong kind.
  func wrong(_ name: String, _ expected: String, _ value: JSONValue) -> FormError {
    FormError("'\(name)' of \(what) is \(expected), not \(FormReader.kind(value))")
  }

  /// The strings of an array of strings; nil for another value.
  static func texts(_ value: JSONValue) -> [String]? {
    guard let items = value.array else { return nil }
    let texts = items.compactMap(\.string)
    return texts.count == items.count ? texts : nil
  }

  /// The kind of a value with an article; a short scalar is quoted instead.
  static func kind(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean(let value): "\(value)"
    case .number(let number) where number.literal.utf8.count <= 20: number.literal
    case .string(let text) where text.utf8.count <= 40: "'\(text)'"
    case .array, .object: "an \(value.typeName)"
    case .number, .string: "a \(value.typeName)"
    }
  }
}

/// An action of the person outside the application, as a suite writes it.
///
///     grant-permission  deny-permission  sign-out  cancel
///     {sign-in: ID}  {switch-provider: ID}  {choose-provider: ID}  {choose-provider: other}
package struct UserAction: Sendable, Equatable {
  package let kind: Kind
  /// The provider that the action names, or `other`; nil for an action without one.
  package var provider: String?
}

extension UserAction {
  /// The kinds of actions, by the names that suites write.
  package enum Kind: String, Sendable, CaseIterable {
    case grantPermission = "grant-permission"
    case denyPermission = "deny-permission"
    case signOut = "sign-out"
    case cancel
    case signIn = "sign-in"
    case switchProvider = "switch-provider"
    case chooseProvider = "choose-provider"

    /// Whether the action names a provider.
    package var takesProvider: Bool { [.signIn, .switchProvider, .chooseProvider].contains(self) }
  }

  /// "Other TV Provider" of the picker.
  package static let other = "other"

  static let grantPermission = UserAction(kind: .grantPermission)
  static let denyPermission = UserAction(kind: .denyPermission)
  package static let signOut = UserAction(kind: .signOut)

  static func signIn(provider: String) -> UserAction {
    UserAction(kind: .signIn, provider: provider)
  }

  static func switchProvider(provider: String) -> UserAction {
    UserAction(kind: .switchProvider, provider: provider)
  }

  /// The name that suites write.
  package var name: String { kind.rawValue }

  /// Whether the person leaves the application for it, to act in Settings.
  package var leavesApplication: Bool { kind != .chooseProvider && kind != .cancel }

  /// - Returns: nil if a provider is missing, or if there is one that the kind does not take.
  package init?(_ kind: Kind, provider: String?) {
    guard kind.takesProvider == (provider != nil) else { return nil }
    self.init(kind: kind, provider: provider)
  }

  /// The action as a suite writes it: a name, or an object of a name and its provider.
  package var json: JSONValue {
    guard let provider else { return .string(name) }
    return .object([(name: name, value: .string(provider))])
  }
}
