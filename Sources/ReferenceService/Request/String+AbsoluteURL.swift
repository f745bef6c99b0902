// SPDX-License-Identifier: Apache-2.0
// Recognises absolute URLs.

extension String {
  /// Whether the text is an absolute URL of at most 2000 bytes: a scheme, a colon, and visible
  /// ASCII after it; `http` and `https` also need a host.
  var isAbsoluteURL: Bool {
    let bytes = Array(utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon + 1 < bytes.count,
      bytes.count <= 2000, bytes.allSatisfy({ 0x21...0x7E ~= $0 }),
      0x61...0x7A ~= bytes[0] | 0x20,
      bytes[..<colon].allSatisfy({ byte in
        0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || Array("+-.".utf8).contains(byte)
      })
    else { return false }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
    guard scheme == "http" || scheme == "https" else { return true }
    let rest = bytes[(colon + 1)...]
    guard rest.starts(with: Array("//".utf8)), let first = rest.dropFirst(2).first else {
      return false
    }
    return !Array("/?#:".utf8).contains(first)
  }
}
