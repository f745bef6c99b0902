// SPDX-License-Identifier: Apache-2.0
// A port that answers no attempt to connect.

import Foundation

/// A listener whose queue is full, so that the system drops what else comes.
final class SilentListener {
  let port: UInt16
  private var descriptors: [Int32] = []

  init() throws {
    let listener = Self.makeSocket(AF_INET)
    descriptors.append(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { raw in
      guard let pointer = raw.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
        return false
      }
      return bind(listener, pointer, size) == 0 && listen(listener, 0) == 0
        && getsockname(listener, pointer, &size) == 0
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isListening else { throw RawClient.Failure(call: "listen", number: errno) }
    for _ in 0..<8 {
      let client = Self.makeSocket(AF_INET)
      descriptors.append(client)
      _ = fcntl(client, F_SETFL, O_NONBLOCK)
      _ = withUnsafeBytes(of: &address) { raw in
        raw.baseAddress.map {
          connect(client, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
        }
      }
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Whether this machine has the loopback address of IPv6.
  static var hasIPv6: Bool {
    let descriptor = makeSocket(AF_INET6)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafeBytes(of: &address) { raw in
      raw.baseAddress.map {
        bind(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count)) == 0
      } ?? false
    }
  }

  private static func makeSocket(_ family: Int32) -> Int32 {
    #if canImport(Glibc)
      socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(family, SOCK_STREAM, 0)
    #endif
  }
}
