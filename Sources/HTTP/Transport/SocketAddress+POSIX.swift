// SPDX-License-Identifier: Apache-2.0
// Addresses of sockets, and the calls that take them.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The address of a socket, as the system keeps it.
struct SocketAddress: Sendable {
  /// The bytes of a `sockaddr`.
  let bytes: [UInt8]
  let family: Int32

  init(_ bytes: UnsafeRawBufferPointer, family: Int32) {
    self.bytes = Array(bytes)
    self.family = family
  }

  /// The address in digits, and the port: nil where the system can't say.
  var numbers: (host: String, port: Int)? {
    var host = [CChar](repeating: 0, count: 64)
    var port = [CChar](repeating: 0, count: 8)
    let status = withPointer {
      getnameinfo(
        $0, $1, &host, socklen_t(host.count), &port, socklen_t(port.count),
        NI_NUMERICHOST | NI_NUMERICSERV)
    }
    guard status == 0, let number = Int(Self.text(port)) else { return nil }
    return (Self.text(host), number)
  }

  /// Calls with the address as the system takes it, and its size.
  fileprivate func withPointer(_ call: (UnsafePointer<sockaddr>?, socklen_t) -> Int32) -> Int32 {
    bytes.withUnsafeBytes { raw in
      call(raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension System {
  /// The 4 bytes of an IPv4 address in digits, or the 16 of an IPv6 address; nil for another text.
  static func addressBytes(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }

  /// Looks addresses up; blocks, for a name as long as the system's resolver does.
  static func addresses(host: String, port: Int) -> Result<[SocketAddress], LookupError> {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = streamType
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(port)", &hints, &list)
    guard status == 0 else {
      return .failure(
        LookupError(text: gai_strerror(status).map { String(cString: $0) } ?? "error \(status)"))
    }
    defer { freeaddrinfo(list) }
    var found: [SocketAddress] = []
    var entry = list
    while let current = entry, found.count < 32 {
      if let address = current.pointee.ai_addr {
        let raw = UnsafeRawBufferPointer(
          start: UnsafeRawPointer(address), count: Int(current.pointee.ai_addrlen))
        found.append(SocketAddress(raw, family: current.pointee.ai_family))
      }
      entry = current.pointee.ai_next
    }
    return .success(found)
  }

  /// Whether the text is an address in digits, which is looked up without asking anyone.
  static func isNumeric(_ host: String) -> Bool { addressBytes(host) != nil }

  static func startConnecting(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
    address.withPointer { connect(descriptor, $0, $1) }
  }

  static func bindSocket(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
    address.withPointer { bind(descriptor, $0, $1) }
  }

  static func startListening(_ descriptor: Int32) -> Int32 { listen(descriptor, 1024) }

  /// The address that a socket is bound to.
  static func localAddress(_ descriptor: Int32) -> SocketAddress? {
    withAddress { getsockname(descriptor, $0, $1) }?.address
  }

  /// A connection that came in, made non-blocking; nil for an error.
  static func acceptConnection(_ descriptor: Int32) -> (descriptor: Int32, peer: SocketAddress)? {
    guard let accepted = withAddress({ accept(descriptor, $0, $1) }) else { return nil }
    makeNonBlocking(accepted.result)
    preventSignals(accepted.result)
    return (accepted.result, accepted.address)
  }

  private static func withAddress(
    _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> (result: Int32, address: SocketAddress)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &size) }
    }
    guard result >= 0 else { return nil }
    let family = Int32(storage.ss_family)
    let address = withUnsafeBytes(of: &storage) { raw in
      SocketAddress(UnsafeRawBufferPointer(rebasing: raw.prefix(Int(size))), family: family)
    }
    return (result, address)
  }
}
