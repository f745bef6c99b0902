// SPDX-License-Identifier: Apache-2.0
// A mistake in the file of a requirement catalogue.

/// Why a file is not a catalogue: one sentence that names the place by its JSON Pointer.
package struct CatalogueError: Error, Sendable, Equatable {
  package let message: String

  package init(message: String) { self.message = message }
}
