// SPDX-License-Identifier: Apache-2.0
// The Apple emulator's entry in the registry.

extension FrameworkEmulator {
  /// Apple's Video Subscriber Account framework, as a state machine.
  package static let apple = FrameworkEmulator(
    name: "apple", summary: "Apple's Video Subscriber Account framework",
    platforms: [.tvOS, .iOS], states: AppleState.all.map(\.description),
    options: AppleSetup.optionNames
  ) { (opening, surroundings) throws(PartnerError) in
    try AppleFramework(opening, surroundings: surroundings)
  }
}

extension AppleState {
  /// The state as people read about it.
  var description: FrameworkState {
    FrameworkState(
      name: name, title: title, summary: summary, group: group.rawValue, notes: notes,
      event: event.map { $0.event(own: own) })
  }

  private var notes: [String] {
    var notes: [String] = []
    if !isOwnOnboarded { notes.append("Its own provider is not onboarded.") }
    if asksInteractively {
      notes.append("The header tells the answer of a query with interruption.")
    }
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
  /// The event for people.
  ///
  /// - Parameter own: The provider of the state.
  fileprivate func event(own: String) -> FrameworkEvent {
    switch self {
    case .promptingPermission: .call(.permission(prompting: true))
    case .interactiveQuery: .call(.metadata(MetadataRequest(isInterruptionAllowed: true)))
    case .grantPermission: .user(.grantPermission)
    case .denyPermission: .user(.denyPermission)
    case .signIn: .user(.signIn(provider: own))
    case .signOut: .user(.signOut)
    case .switchProvider: .user(.switchProvider(provider: AppleDefaults.other(than: own)))
    case .clock(let milliseconds): .clock(milliseconds)
    }
  }
}
