// SPDX-License-Identifier: Apache-2.0
// Networks of addresses that no proxy is used for.

/// A network such as `10.0.0.0/8`, `fd00::/8` or `[fd00::]/8`. An IPv6 address alone is a network
/// of one, for it can be written in many ways.
struct IPNetwork {
  private let address: [UInt8]
  /// How many bits from the start are the same in all of its addresses.
  private let length: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    var name = parts.first ?? ""
    if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
    guard let address = System.addressBytes(String(name)), parts.count <= 2 else { return nil }
    let bits = address.count * 8
    if parts.count == 2 {
      guard let length = Int(parts[1]), 0...bits ~= length else { return nil }
      self.length = length
    } else {
      guard bits == 128 else { return nil }
      length = bits
    }
    self.address = address
  }

  /// Whether a host is one of its addresses; false for a name.
  func contains(_ host: String) -> Bool {
    guard let other = System.addressBytes(host), other.count == address.count else { return false }
    let (bytes, bits) = length.quotientAndRemainder(dividingBy: 8)
    return address[..<bytes] == other[..<bytes]
      && (bits == 0 || (address[bytes] ^ other[bytes]) >> (8 - bits) == 0)
  }
}
