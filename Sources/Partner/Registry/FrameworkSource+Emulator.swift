// SPDX-License-Identifier: Apache-2.0
// The source whose answers are emulated.

extension FrameworkSourceKind {
  static let emulator = FrameworkSourceKind(
    name: "emulator", parameter: "NAME",
    help: "an emulator, by default apple"
  ) { words, _ throws(PartnerError) in
    .emulator(try FrameworkRegistry.shipped.emulator(named: words.first ?? ""))
  }
}

extension FrameworkSource {
  /// An emulator as a source.
  package static func emulator(_ emulator: FrameworkEmulator) -> FrameworkSource {
    FrameworkSource(
      name: "\(emulator.name) (emulated)", followsClock: true, platforms: emulator.platforms,
      states: emulator.states.map(\.name), options: emulator.options
    ) {
      { opening, surroundings, _ throws(PartnerError) in
        try emulator.open(opening, surroundings: surroundings)
      }
    }
  }
}
