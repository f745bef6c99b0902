// SPDX-License-Identifier: Apache-2.0
// The source whose answers were recorded.

extension FrameworkSourceKind {
  static let replay = FrameworkSourceKind(
    name: "replay", parameter: "FILE", help: "a recording"
  ) { words, resources throws(PartnerError) in
    let file = words.first ?? ""
    do {
      return .replay(try Recording(try resources.readFile(file)), of: file)
    } catch {
      throw .failed("the partner's recording '\(file)': \(error)")
    }
  }
}

extension FrameworkSource {
  /// A recording as a source.
  ///
  /// - Parameter file: The name of its file, for reports.
  package static func replay(_ recording: Recording, of file: String) -> FrameworkSource {
    FrameworkSource(name: "recording \(file)", followsClock: true, states: recording.states) {
      { opening, surroundings, _ throws(PartnerError) in
        try recording.open(opening, surroundings: surroundings)
      }
    }
  }
}

extension Recording {
  /// The states that the recording answers for, each once; nil if a session answers for any state.
  var states: [String]? {
    var states: [String] = []
    for session in sessions {
      guard let state = session.state else { return nil }
      if !states.contains(state) { states.append(state) }
    }
    return states
  }
}
