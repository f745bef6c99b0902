// SPDX-License-Identifier: Apache-2.0
// The emulators that come with the product, by name.

import Text

/// The emulators that come with the product.
///
/// Another emulator is one file with a type that conforms to `PartnerFramework` and its
/// `FrameworkEmulator`, and one line in `shipped`.
package struct FrameworkRegistry: Sendable {
  package let emulators: [FrameworkEmulator]

  package init(_ emulators: [FrameworkEmulator]) {
    self.emulators = emulators
  }

  package static let shipped = FrameworkRegistry([
    .apple,
    .generic,
  ])
}

extension FrameworkRegistry {
  package var names: [String] { emulators.map(\.name) }

  /// The platforms of all emulators, those of the first emulator first; each name once.
  package var platforms: [DevicePlatform] {
    emulators.flatMap(\.platforms).reduce(into: []) { all, platform in
      if !all.contains(where: { $0.name == platform.name }) { all.append(platform) }
    }
  }

  /// The emulator of a name.
  ///
  /// - Throws: `PartnerError.failed` for an unknown name.
  package func emulator(named name: String) throws(PartnerError) -> FrameworkEmulator {
    guard let emulator = emulators.first(where: { $0.name == name }) else {
      throw .failed(
        "there is no emulator '\(name)'\(Suggestion.hint(for: name, among: names));"
          + " there are \(names.joined(separator: ", "))")
    }
    return emulator
  }
}
