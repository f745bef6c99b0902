// SPDX-License-Identifier: Apache-2.0
// What a partner's framework says about itself: the words that suites can use.

package import Formats
import Text

/// The words of a partner's framework.
///
///     {"platforms": {"box": {"info": {"osName": "Box OS"}, "userAgent": "BoxApp/1.0"}},
///      "states": ["linked", "unlinked"], "options": {"region": ["us", "eu"]},
///      "calls": {"getToken": {"request": {"scope": "text"}, "answer": {"token": "secret"}}},
///      "user": {"unlink": null, "link": "an account"},
///      "values": {"token": {"header": "Box-Token", "secret": true, "decode": "jws"}},
///      "identities": 1}
///
/// An emulator has one; a program gives it in its answer to `hello`.
package struct FrameworkDeclaration: Sendable, Equatable {
  /// The platforms of devices that a suite can name; the first one is the default.
  package var platforms: [DevicePlatform]
  /// The states that a suite can name; nil if only the run can tell.
  package var states: [FrameworkState]?
  /// The states that it can be in, if it has named them; a scenario with another one is skipped.
  package var supported: Set<String>?
  /// What a suite can give besides the state; nil if only the run can tell.
  package var options: Form?
  package var calls: [FrameworkCall]
  /// The form of an error in place of an answer.
  package var error = Self.plainError
  /// What the person can do outside the application.
  package var user: [DeclaredUserEvent]
  package var values: [FrameworkValue]
  /// The call that asks the person for permission; nil if no call does.
  package var permission: PermissionCall?
  /// What cookbooks demand of the calls. Those that are about the same stand in the order in which
  /// they are tried.
  package var rules: [CallRule] = []
  /// How many identities it has: sign-ins belong to them and not to devices. nil for as many as there
  /// are devices.
  package var identities: Int?
  /// What a program has said; nil for an emulator, and for a program that declares nothing.
  package var written: JSONValue?
  /// What a program did that declares nothing, in a sentence; nil for all others.
  package var silence: String?
}

/// A call of a framework.
package struct FrameworkCall: Sendable, Equatable {
  package let name: String
  package let request: Form
  package let answer: Form
}

/// A value of the framework for a header of the application: `${device.NAME}`.
package struct FrameworkValue: Sendable, Equatable {
  /// How a report shows it.
  package enum Decoding: String, Sendable, CaseIterable {
    case none
    case base64JSON = "base64-json"
    case jws
  }

  package let name: String
  package let header: String
  package var isSecret = false
  package var decoding = Decoding.none
  /// The form of what is decoded.
  package var form = Form.any
}

extension FrameworkDeclaration {
  package func call(named name: String) -> FrameworkCall? { calls.first { $0.name == name } }

  package func value(named name: String) -> FrameworkValue? { values.first { $0.name == name } }

  /// An error with the defaults of what is missing. One of another domain than the framework's, such
  /// as that of a device without a framework, needs no more than the domain.
  func completed(error value: JSONValue) throws(FormError) -> JSONObject {
    var form = error
    if let domain = value["domain"], domain != .null, domain != error["domain"]?.standard {
      form.members.indices.forEach { form.members[$0].isRequired = false }
    }
    return try form.completed(value, "an error")
  }

  /// The platform of a name; by default the first one.
  package func platform(named name: String?) -> DevicePlatform {
    platforms.first { $0.name == name } ?? platforms[0]
  }

  /// The names of all that is declared secret.
  package var secretNames: Set<String> {
    let forms = [error] + [options].compactMap(\.self) + values.map(\.form)
    return Set(
      (forms + calls.flatMap { [$0.request, $0.answer] }).flatMap(\.secretNames)
        + values.filter(\.isSecret).map(\.name))
  }

  /// The members of a value that have a name of a secret.
  package static func members(of value: JSONValue, named names: Set<String>) -> [JSONObject.Member]
  {
    switch value {
    case .array(let items): return items.flatMap { members(of: $0, named: names) }
    case .object(let object):
      return object.members.flatMap { member in
        names.contains(member.name) ? [member] : members(of: member.value, named: names)
      }
    case .string, .number, .boolean, .null: return []
    }
  }

  static let plainError = Form(
    members: Form.members(.text, "domain", "message") + Form.members(.label, "code"), isOpen: true)

  private static let keys = [
    "platforms", "states", "options", "calls", "user", "values", "identities",
  ]

  /// Whether a program that answers `hello` with this declares something.
  package static func isOne(_ value: JSONValue?) -> Bool {
    value?.object?.names.contains(where: keys.contains) ?? false
  }

  /// Reads the form above. What it leaves out is that of `standard`, except its states and options.
  ///
  /// - Returns: `standard` for an answer that has none of the keys.
  package init(_ value: JSONValue, otherwise standard: FrameworkDeclaration) throws(FormError) {
    self = standard
    (states, options, identities) = (nil, nil, nil)
    guard Self.isOne(value) else { return }
    let reader = try FormReader(value, of: "the declaration", members: Self.keys)
    written = value
    if let list = try Self.entries("platforms", reader) {
      guard !list.isEmpty else { throw FormError("'platforms' names at least one") }
      platforms = []
      for (name, value) in list {
        let platform = try FormReader(
          value, of: "the platform '\(name)'", members: ["info", "userAgent"])
        let info = try platform.object("info") ?? JSONObject()
        platforms.append(
          DevicePlatform(
            name, information: info.members.map { ($0.name, $0.value) },
            userAgent: try platform.text("userAgent")))
      }
    }
    supported = try reader.texts("states").map { Set($0) }
    states = try reader.texts("states")?.map { FrameworkState(name: $0, title: "", summary: "") }
    options = try reader.form("options", "'options'")
    if reader.value("calls") == nil {
      // It plays a shipped framework, maybe in part: a state that it can't be in is no mistake.
      let whole = FrameworkRegistry.shipped.emulators[0].declaration
      states = states.map { own in own + (whole.states ?? []) }
      options = options.map { own in Form(members: own.members + (whole.options?.members ?? [])) }
    }
    if let list = try Self.entries("calls", reader) {
      (calls, rules, permission) = ([], [], nil)
      error = Self.plainError
      for (name, value) in list { calls.append(try FrameworkCall(name, value)) }
    }
    if let list = try Self.entries("user", reader) {
      user = []
      for (name, value) in list {
        guard value == .null || value.string != nil else {
          throw FormError("'\(name)' of 'user' is the thing that it names, or null")
        }
        user.append(DeclaredUserEvent(name: name, argument: value.string))
      }
    }
    if let list = try Self.entries("values", reader) {
      values = []
      for (name, value) in list { values.append(try FrameworkValue(name, value)) }
    }
    identities = try reader.integer("identities")
    if let identities, identities < 1 { throw FormError("'identities' is 1 or more, or missing") }
  }

  private static func entries(_ name: String, _ reader: FormReader) throws(FormError)
    -> [(name: String, value: JSONValue)]?
  {
    guard let object = try reader.object(name) else { return nil }
    _ = try FormReader(.object(object), of: "'\(name)'", members: nil)
    return object.members.map { ($0.name, $0.value) }
  }
}

extension FormReader {
  fileprivate func form(_ name: String, _ what: String) throws(FormError) -> Form? {
    guard let value = value(name) else { return nil }
    return try Form(value, of: what)
  }
}

extension FrameworkCall {
  fileprivate init(_ name: String, _ value: JSONValue) throws(FormError) {
    let what = "the call '\(name)'"
    guard !CommandMessage.names.contains(name) else {
      throw FormError("a call can't be called '\(name)', which is a message of the protocol")
    }
    let reader = try FormReader(value, of: what, members: ["request", "answer"])
    self.init(
      name: name,
      request: try reader.form("request", "the request of \(what)") ?? Form(members: []),
      answer: try reader.form("answer", "the answer of \(what)") ?? .any)
  }
}

extension FrameworkValue {
  fileprivate init(_ name: String, _ value: JSONValue) throws(FormError) {
    let what = "the value '\(name)'"
    let reader = try FormReader(value, of: what, members: ["header", "secret", "decode", "form"])
    guard name.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x5F }),
      0x61...0x7A ~= name.utf8.first ?? 0, !Self.reserved.contains(name),
      let header = try reader.text("header"), header.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else {
      throw FormError(
        "\(what) has a name of a-z, 0-9 and '_', not \(Self.reserved.joined(separator: ", ")), and"
          + " a 'header'")
    }
    let words = Decoding.allCases.map(\.rawValue)
    let decode = try reader.text("decode") ?? Decoding.none.rawValue
    guard let decoding = Decoding(rawValue: decode) else {
      throw FormError(
        "'decode' of \(what) is one of \(words.joined(separator: ", ")), not '\(decode)'"
          + Suggestion.hint(for: decode, among: words))
    }
    self.init(
      name: name, header: header, isSecret: try reader.boolean("secret") ?? false,
      decoding: decoding, form: try reader.form("form", "the form of \(what)") ?? .any)
  }

  /// The members of every device, of any framework.
  package static let reserved = ["id", "identifier", "info", "platform"]

  /// A value of structure, as it goes on the wire.
  static func header(_ structure: JSONValue) -> String {
    Base64.encode(JSONWriter.bytes(structure))
  }

  /// The structure of a value that is the Base64 of an object as we write it; nil for another.
  static func structure(_ header: String) -> JSONValue? {
    guard let bytes = Base64.decode(header), let document = try? JSONParser.document(bytes),
      document.root.object != nil, document.duplicates.isEmpty, Self.header(document.root) == header
    else { return nil }
    return document.root
  }
}
