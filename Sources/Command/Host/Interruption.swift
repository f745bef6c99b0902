// SPDX-License-Identifier: Apache-2.0
// The handling of signals until it is ended.

/// Handles signals until `end()` is called.
package final class Interruption: Sendable {
  private let listener: Int

  init(_ listener: Int) { self.listener = listener }

  /// Stops handling the signals. When the last one stops, the former handling is restored.
  package func end() { SignalDispositions.remove(listener) }
}
