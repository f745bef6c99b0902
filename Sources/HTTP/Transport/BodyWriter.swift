// SPDX-License-Identifier: Apache-2.0
// Writes the pieces of a body to the client of a server.

/// Writes the pieces of a body to a client. It belongs to the thread of the connection.
package struct BodyWriter {
  let isChunked: Bool
  let send: ([UInt8]) -> Bool

  /// Blocks until the client has room for a piece.
  ///
  /// - Returns: false where it is gone, takes too long, or the server stops: nothing can follow.
  package func write(_ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty { return true }
    return send(isChunked ? Serializer.chunk(bytes) : bytes)
  }
}
