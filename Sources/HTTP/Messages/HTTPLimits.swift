// SPDX-License-Identifier: Apache-2.0
// Bounds on the size of a message.

/// Bounds on what one message may take, so that an endless one ends.
package struct HTTPLimits: Sendable, Equatable {
  /// Start line and header fields together; also the trailer fields.
  package var headBytes: Int
  /// The content; also what the chunked coding may add to it.
  package var bodyBytes: Int
  /// Interim answers (1xx) before the final one.
  package var interimResponses: Int
  /// One line of the chunked coding: a size and its extensions.
  package var chunkLineBytes: Int

  package init(
    headBytes: Int = 64 * 1024, bodyBytes: Int = 10 * 1024 * 1024, interimResponses: Int = 16,
    chunkLineBytes: Int = 4096
  ) {
    self.headBytes = headBytes
    self.bodyBytes = bodyBytes
    self.interimResponses = interimResponses
    self.chunkLineBytes = chunkLineBytes
  }

  /// Those of messages whose bodies are taken piece by piece: without a bound on these.
  package static let streamed = HTTPLimits(bodyBytes: 1 << 60)

  /// Head 64 KiB, body 10 MiB, 16 interim answers.
  package static let standard = HTTPLimits()
}
