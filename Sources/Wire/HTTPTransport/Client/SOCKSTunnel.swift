// SPDX-License-Identifier: Apache-2.0
// Asks a SOCKS proxy for a way to an origin.

import HTTPMessages

/// A way to an origin by a SOCKS proxy (RFC 1928), which gets a password if it asks for one (RFC 1929).
struct SOCKSTunnel {
  /// To the proxy.
  let connection: Connection
  let origin: Origin
}

extension SOCKSTunnel {
  private static let version: UInt8 = 5
  private static let noLogin: UInt8 = 0
  private static let password: UInt8 = 2

  /// Blocks until the proxy has connected.
  ///
  /// - Throws: what the proxy answered, or that it did not in time.
  func open(_ credentials: Proxy.Credentials?, until deadline: Deadline) throws(TransportError) {
    let methods = credentials == nil ? [Self.noLogin] : [Self.noLogin, Self.password]
    let chosen = try ask([Self.version, UInt8(methods.count)] + methods, 2, deadline)
    guard chosen[0] == Self.version else { throw refusal("it does not speak SOCKS 5") }
    switch (chosen[1], credentials) {
    case (Self.noLogin, _): break
    case (Self.password, let credentials?):
      let user = Array(credentials.user.utf8)
      let password = Array(credentials.password.utf8)
      let login = [1, UInt8(user.count)] + user + [UInt8(password.count)] + password
      guard try ask(login, 2, deadline)[1] == 0 else {
        throw refusal("it does not accept the user and the password")
      }
    default:
      throw refusal(
        credentials == nil
          ? "it asks for a login: write socks5://USER:PASSWORD@HOST:PORT"
          : "it accepts no login by user and password")
    }
    let port = [
      UInt8(truncatingIfNeeded: origin.port >> 8), UInt8(truncatingIfNeeded: origin.port),
    ]
    let answer = try ask(
      [Self.version, 1, 0] + (try address()) + port, 4, deadline)
    guard answer[1] == 0 else { throw refusal(Self.reason(answer[1])) }
    // The address by which the proxy itself connects.
    switch answer[3] {
    case 1: _ = try take(4 + 2, deadline)
    case 4: _ = try take(16 + 2, deadline)
    case 3: _ = try take(Int(try take(1, deadline)[0]) + 2, deadline)
    default: throw refusal("its answer can't be read")
    }
  }

  /// The host in the form of RFC 1928, section 4: an address, or a name that the proxy looks up.
  private func address() throws(TransportError) -> [UInt8] {
    if let bytes = System.addressBytes(origin.host) { return [bytes.count == 4 ? 1 : 4] + bytes }
    let name = Array(origin.host.utf8)
    guard 1...255 ~= name.count else { throw refusal("the name has more than 255 bytes") }
    return [3, UInt8(name.count)] + name
  }

  private func ask(
    _ bytes: [UInt8], _ count: Int, _ deadline: Deadline
  ) throws(TransportError) -> [UInt8] {
    do throws(ConnectionFault) {
      try connection.send(bytes, until: deadline)
    } catch {
      throw failure(error, deadline)
    }
    return try take(count, deadline)
  }

  /// The next bytes of the answer.
  private func take(_ count: Int, _ deadline: Deadline) throws(TransportError) -> [UInt8] {
    do throws(ConnectionFault) {
      while connection.buffer.count < count {
        guard try connection.receive(until: deadline) == .bytes else {
          throw ConnectionFault.failed(.ended)
        }
      }
    } catch {
      throw failure(error, deadline)
    }
    let bytes = Array(connection.buffer.bytes[connection.buffer.start...].prefix(count))
    connection.buffer.discard(count)
    return bytes
  }

  private func failure(_ fault: ConnectionFault, _ deadline: Deadline) -> TransportError {
    switch fault {
    case .cancelled: TransportError(.cancelled)
    case .timedOut: TransportError(.timedOut(.tunnel(origin.hostAndPort), deadline.allowance))
    case .failed: refusal("it hung up")
    }
  }

  private func refusal(_ what: String) -> TransportError {
    TransportError(.proxy(origin.hostAndPort, what))
  }

  /// RFC 1928, section 6
  private static func reason(_ code: UInt8) -> String {
    switch code {
    case 2: "its rules don't allow this"
    case 3: "the network can't be reached"
    case 4: "the host can't be reached"
    case 5: "the service refused the connection"
    case 6: "the connection took too long"
    case 7: "it knows no CONNECT"
    case 8: "it knows no such address"
    default: "it failed (\(code))"
    }
  }
}
