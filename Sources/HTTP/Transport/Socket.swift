// SPDX-License-Identifier: Apache-2.0
// A socket that closes itself.

/// A socket, closed once nothing refers to it.
final class Socket: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { System.closeDescriptor(descriptor) }
}
