// SPDX-License-Identifier: Apache-2.0
// A string of a stream.

import Formats

/// A string of a stream, in UTF-8.
struct StreamedText {
  var bytes: [UInt8] = []
  /// Whether there were more than the bytes that were to be kept.
  var isCut = false
  /// Whether an escape stood for half of a surrogate pair. U+FFFD is in its place.
  var hasLoneSurrogate = false

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
