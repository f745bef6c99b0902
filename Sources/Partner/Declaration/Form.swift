// SPDX-License-Identifier: Apache-2.0
// The declared form of requests, answers and options: members and their types.

package import Formats
import Text

/// The form of a JSON object.
///
///     {"kind": ["user", "device"], "until": "date", "token": "secret",
///      "region": {"type": "text", "required": true, "default": "us"}, "owner": {"parts": {…}}}
package struct Form: Sendable, Equatable {
  /// The type of a member.
  package enum Kind: Sendable, Equatable {
    /// Anything; it may be a secret.
    case any
    case text, texts, integer, boolean
    /// A text or a number, such as the code of an error.
    case label
    /// Milliseconds or seconds since 1970; a replay moves them with its clock.
    case date
    /// One of these texts.
    case words([String])
    /// An object of a form of its own.
    indirect case parts(Form)
  }

  /// A member of the object.
  package struct Member: Sendable, Equatable {
    package let name: String
    package var kind = Kind.text
    package var isSecret = false
    package var isRequired = false
    /// The value that stands for a missing one.
    package var standard: JSONValue?
  }

  package var members: [Member]
  /// Whether there may be members of other, unknown names.
  package var isOpen = false

  /// The form of any object.
  static let any = Form(members: [], isOpen: true)
}

extension Form {
  /// Members of one kind that may be missing.
  static func members(_ kind: Kind, _ names: String..., isSecret: Bool = false) -> [Member] {
    names.map { Member(name: $0, kind: kind, isSecret: isSecret) }
  }

  package subscript(name: String) -> Member? { members.first { $0.name == name } }

  package var names: [String] { members.map(\.name) }

  /// A member whose value has this form.
  package func member(_ name: String) -> Member { Member(name: name, kind: .parts(self)) }

  /// The names of all members that hold secrets.
  var secretNames: [String] {
    members.flatMap { member in
      if case .parts(let form) = member.kind, !member.isSecret { return form.secretNames }
      return member.isSecret ? [member.name] : []
    }
  }

  /// An object with the defaults of what is missing; null counts as an empty object.
  ///
  /// - Parameter what: What the object is, with an article where it needs one.
  /// - Throws: for another form.
  package func completed(_ value: JSONValue, _ what: String) throws(FormError) -> JSONObject {
    let reader = try FormReader(
      value == .null ? [:] : value, of: what, members: isOpen ? nil : names)
    var object = JSONObject()
    for member in members {
      guard let value = reader.value(member.name) ?? member.standard else {
        guard member.isRequired else { continue }
        throw FormError(
          "\(what) has no '\(member.name)'\(member.kind.words.map { ", \($0)" } ?? "")")
      }
      if let problem = member.problem(with: value) {
        throw FormError("'\(member.name)' of \(what) is \(problem)")
      }
      guard case .parts(let form) = member.kind else {
        object.append(member.name, value)
        continue
      }
      object.append(member.name, .object(try form.completed(value, "'\(member.name)'")))
    }
    for member in value.object?.members ?? [] where self[member.name] == nil {
      object.append(member.name, member.value)
    }
    return object
  }
}

extension Form.Member {
  /// What it is instead of a value, in words that follow `is`; nil if the value is right.
  package func problem(with value: JSONValue) -> String? {
    let isRight =
      switch kind {
      case .any: true
      case .text: value.string != nil
      case .label: value.string != nil || value.number != nil
      case .texts: FormReader.texts(value) != nil
      case .integer, .date: value.number?.integer != nil
      case .boolean: value.boolean != nil
      case .words(let words): value.string.map(words.contains) ?? false
      case .parts: value.object != nil
      }
    guard !isRight else { return nil }
    let words = if case .words(let words) = kind { words } else { [String]() }
    let found = isSecret ? "another \(value.typeName)" : FormReader.kind(value)
    return "\(kind.expected), not \(found)" + Suggestion.hint(for: value.string ?? "", among: words)
  }
}

extension Form.Kind {
  /// The kinds by the words that a declaration writes.
  private static let byName: [(name: String, kind: Form.Kind)] = [
    ("text", .text), ("texts", .texts), ("integer", .integer), ("boolean", .boolean),
    ("date", .date), ("any", .any),
  ]

  private static let secret = "secret"

  fileprivate var words: String? {
    if case .words(let words) = self { "one of \(words.joined(separator: ", "))" } else { nil }
  }

  fileprivate var expected: String {
    switch self {
    case .any: "anything"
    case .text: "a string"
    case .label: "a string or a number"
    case .texts: "an array of strings"
    case .integer, .date: "an integer"
    case .boolean: "true or false"
    case .words: words ?? ""
    case .parts: "an object"
    }
  }

  /// Reads a word or a list of words; the word `secret` stands for a text that is one.
  fileprivate init(_ value: JSONValue, of what: String) throws(FormError) {
    if let words = FormReader.texts(value), !words.isEmpty {
      self = .words(words)
    } else if let name = value.string, let known = Self.byName.first(where: { $0.name == name }) {
      self = known.kind
    } else if value == .string(Self.secret) {
      self = .text
    } else {
      let names = Self.byName.map(\.name) + [Self.secret]
      throw FormError(
        "\(what) is \(names.joined(separator: ", ")) or a list of words, not "
          + FormReader.kind(value) + Suggestion.hint(for: value.string ?? "", among: names))
    }
  }
}

extension Form {
  /// Reads a form.
  ///
  /// - Parameter what: What has the form, such as `'options'`.
  init(_ value: JSONValue, of what: String) throws(FormError) {
    let reader = try FormReader(value, of: what, members: nil)
    var members: [Member] = []
    for name in value.object?.names ?? [] {
      let place = "'\(name)' of \(what)"
      guard let value = reader.value(name) else { throw FormError("\(place) has no type") }
      guard value.object != nil else {
        members.append(
          Member(name: name, kind: try Kind(value, of: place), isSecret: value == "secret"))
        continue
      }
      let member = try FormReader(
        value, of: place, members: ["type", "parts", "secret", "required", "default"])
      let type = member.value("type")
      var kind = try type.map { type throws(FormError) in try Kind(type, of: "'type' of \(place)") }
      if let parts = member.value("parts") { kind = .parts(try Form(parts, of: place)) }
      let whole = Member(
        name: name, kind: kind ?? .any,
        isSecret: try member.boolean("secret") ?? (type == "secret"),
        isRequired: try member.boolean("required") ?? false, standard: member.value("default"))
      if let problem = whole.standard.flatMap(whole.problem) {
        throw FormError("'default' of \(place) is \(problem)")
      }
      members.append(whole)
    }
    self.init(members: members)
  }
}
