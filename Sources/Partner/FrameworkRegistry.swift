// SPDX-License-Identifier: Apache-2.0
// The emulators that come with the product.

import Formats
import Text

/// The emulators that come with the product.
///
/// Another emulator is a type that conforms to `PartnerFramework`, and one line in `shipped`.
package struct FrameworkRegistry: Sendable {
  package let emulators: [FrameworkEmulator]

  package static let shipped = FrameworkRegistry(
    emulators: [.apple, .amazon, .roku, .identityService])

  package var names: [String] { emulators.map(\.name) }

  /// The declaration of the default emulator, without its states and options: what a program has that
  /// declares nothing.
  package static let standard: FrameworkDeclaration = {
    var declaration = shipped.emulators[0].declaration
    (declaration.states, declaration.options) = (nil, nil)
    return declaration
  }()

  /// The emulator of a name.
  ///
  /// - Throws: `PartnerError.failed` for an unknown name.
  package func emulator(named name: String) throws(PartnerError) -> FrameworkEmulator {
    guard let emulator = emulators.first(where: { $0.name == name }) else {
      throw .failed(
        "there is no emulator '\(name)'\(Suggestion.hint(for: name, among: names));"
          + " known are \(names.joined(separator: ", "))")
    }
    return emulator
  }
}
