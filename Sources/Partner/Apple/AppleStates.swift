// SPDX-License-Identifier: Apache-2.0
// The states of the Apple emulator, as `states.json` lists them.

import Formats

/// A state that a suite can name.
struct AppleState: Sendable, Equatable {
  let name: String
  let title: String
  let summary: String
  /// The title above it in the printed list.
  let group: String
  /// The state's own provider if the step names none.
  var own = AppleDefaults.firstProvider
  /// Whether the platform can sign in with the state's own provider.
  var isOwnOnboarded = true
  /// Whether the user is signed in with it.
  var isSignedIn = true
  /// Options, which a step may replace. `{own}` is the state's own provider, `{other}` another.
  var options: JSONValue = [:]
  /// Whether the application asks with interruption before it sends the header.
  var asksInteractively = false
  /// Whether the application keeps the provider of an earlier query beside a later error.
  var keepsProvider = false
  /// The fault of the application's request.
  var client: ClientFault?
  /// The event of the state that makes later answers differ; shown in the list of states.
  var event: FrameworkEvent?
  /// The profiles that the service should already hold for the device, in words.
  var profilesBefore: [String] = []
  /// Who makes the situation: an application that asks the emulator itself makes its own faults.
  var maker = FrameworkState.Maker.framework
}

extension AppleState {
  /// All states, in the order of the printed list.
  static let all: [AppleState] = {
    do {
      let groups = try JSONParser.document(PackageResources.states_json).root.object?.members ?? []
      return try groups.flatMap { group in
        try (group.value.array ?? []).map { try AppleState($0, in: group.name) }
      }
    } catch {
      // The file is compiled in, and the tests read each state of it: no input leads here.
      preconditionFailure("states.json is a part of the program: \(error)")
    }
  }()

  private init(_ value: JSONValue, in group: String) throws(FormError) {
    let state = try FormReader(
      value, of: "a state",
      members: [
        "name", "title", "summary", "own", "isOwnOnboarded", "isSignedIn", "options",
        "asksInteractively", "keepsProvider", "client", "event", "profilesBefore", "maker",
      ])
    guard let name = try state.text("name"), let title = try state.text("title"),
      let summary = try state.text("summary")
    else { throw FormError("a state has a name, a title and a summary") }
    (self.name, self.title, self.summary, self.group) = (name, title, summary, group)
    own = try state.text("own") ?? own
    isOwnOnboarded = try state.boolean("isOwnOnboarded") ?? true
    isSignedIn = try state.boolean("isSignedIn") ?? true
    options = state.value("options") ?? options
    asksInteractively = try state.boolean("asksInteractively") ?? false
    keepsProvider = try state.boolean("keepsProvider") ?? false
    client = try state.text("client").map { word throws(FormError) in
      guard let fault = ClientFault(rawValue: word) else {
        throw FormError("a state has no client that does '\(word)'")
      }
      return fault
    }
    maker =
      try state.text("maker").map { word throws(FormError) in
        guard let maker = FrameworkState.Maker(rawValue: word) else {
          throw FormError("a state is not made by '\(word)'")
        }
        return maker
      } ?? .framework
    event = try state.object("event")?.members.first.map(FrameworkEvent.init)
    profilesBefore = try state.texts("profilesBefore") ?? []
  }
}

extension FrameworkEvent {
  /// Reads `{"user": ACTION}`, `{"clock": MILLISECONDS}` or `{CALL: ARGUMENTS}`.
  fileprivate init(_ member: JSONObject.Member) {
    let inner = member.value.object?.members.first
    switch member.name {
    case "user":
      self = .user(
        UserAction(
          member.value.string ?? inner?.name ?? "", provider: inner?.value.string))
    case "clock": self = .clock(member.value.number?.integer ?? 0)
    default: self = .call(.sample(member.name, member.value))
    }
  }
}
