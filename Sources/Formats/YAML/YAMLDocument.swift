// SPDX-License-Identifier: Apache-2.0
// A document of a YAML file, and the limits on such files.

/// One document of a file. The root of an empty one is a plain scalar without text: null.
package struct YAMLDocument: Sendable, Equatable {
  package let root: YAMLNode
}

/// Bounds of what is read; each has its own error.
package struct YAMLLimits: Sendable, Equatable {
  /// The measure that a limit bounds.
  package enum Measure: Sendable, Equatable {
    case byteCount
    case lineLength
    case depth
    case nodeCount
    case aliasCount
    case keyLength
    case digitCount
  }

  /// Bytes of a file.
  package var byteCount = 16 * 1024 * 1024
  /// Bytes of a line.
  package var lineLength = 1024 * 1024
  /// Collections within each other, those that aliases stand for included.
  package var depth = 64
  /// Nodes of a file, with what its aliases stand for.
  package var nodeCount = 4_000_000
  /// Aliases of a file.
  package var aliasCount = 100_000
  /// Characters of a key that is not in braces (YAML 1.2.2, section 7.4.2).
  package var keyLength = 1024
  /// Digits of a number in base 8 or 16: it is converted to base 10.
  package var digitCount = 256

  package init() {}

  package static let standard = YAMLLimits()
}
