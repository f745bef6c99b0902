// SPDX-License-Identifier: Apache-2.0
// The Apple emulator as the registry names it, with notes on its states.

extension FrameworkEmulator {
  /// Apple's Video Subscriber Account framework, as a state machine.
  package static let apple = FrameworkEmulator(
    name: "apple", summary: "Apple's Video Subscriber Account framework",
    states: AppleState.all.map(\.description), options: AppleSetup.optionNames
  ) { (opening, surroundings) throws(PartnerError) in
    try AppleFramework(opening, surroundings: surroundings)
  }
}

extension AppleState {
  var description: FrameworkState {
    FrameworkState(
      name: name, title: title, summary: summary, group: group.rawValue, notes: notes)
  }

  private var notes: [String] {
    var notes: [String] = []
    if !isOwnOnboarded { notes.append("Its own provider is not onboarded.") }
    if asksInteractively {
      notes.append("The header tells the answer of a query with interruption.")
    }
    if let event { notes.append("Later answers differ after \(event.words).") }
    if !profilesBefore.isEmpty {
      notes.append(
        "The service should hold for the device: \(profilesBefore.joined(separator: ", ")).")
    }
    switch client {
    case .noRedirectURL: notes.append("The suite leaves redirectUrl out.")
    case .doubleEncoding: notes.append("The suite encodes SAMLResponse twice.")
    default: break
    }
    return notes
  }
}

extension AppleEvent {
  fileprivate var words: String {
    switch self {
    case .promptingPermission: "a permission call with prompting"
    case .interactiveQuery: "a metadata request with interruption"
    case .grantPermission: "the user's grant-permission"
    case .denyPermission: "the user's deny-permission"
    case .signIn: "the user's sign-in"
    case .signOut: "the user's sign-out"
    case .switchProvider: "the user's switch-provider"
    case .clock(let milliseconds): "\(milliseconds) ms of the clock"
    }
  }
}
