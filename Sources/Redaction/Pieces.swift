// SPDX-License-Identifier: Apache-2.0
// The pieces of six bytes of a text, each as a number.

import Synchronization

/// The pieces of six bytes of a text, each as a number.
enum Pieces {
  static let length = 6

  /// The numbers of the pieces; of a shorter text one that is no piece's.
  static func keys(of text: ArraySlice<UInt8>) -> [UInt64] {
    if text.count < length { return [text.reduce(UInt64(text.count)) { $0 << 8 | UInt64($1) }] }
    var key = text.prefix(length - 1).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return text.dropFirst(length - 1).map { byte in
      key = (key << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
      return key
    }
  }
}
