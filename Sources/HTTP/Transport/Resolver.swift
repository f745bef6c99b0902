// SPDX-License-Identifier: Apache-2.0
// Names of hosts to addresses, within a deadline.

import Synchronization

/// Looks up addresses. The system's resolver can't be given a time, so it runs on a thread of its
/// own, which is left behind where it takes too long.
struct Resolver {
  let cancellation: Cancellation

  /// The addresses of a host in the order to try them: the families take turns, as the system's
  /// order begins (RFC 8305, section 4).
  func addresses(
    of origin: Origin, until deadline: Deadline
  ) throws(TransportError) -> [SocketAddress] {
    let host = origin.host
    switch try lookUp(host, origin.port, deadline) {
    case .success(let found) where !found.isEmpty: return Self.alternating(found)
    case .success: throw TransportError(.unknownHost(host, "it has no address"))
    case .failure(let failure):
      // The system's resolver does not say that it could open no file or socket.
      if let error = System.shortage { throw TransportError(.shortage(System.text(of: error))) }
      throw TransportError(.unknownHost(host, failure.text))
    }
  }

  private func lookUp(
    _ host: String, _ port: Int, _ deadline: Deadline
  ) throws(TransportError) -> Result<[SocketAddress], LookupError> {
    if System.isNumeric(host) { return System.addresses(host: host, port: port) }
    let lookup = Lookup()
    guard lookup.end.descriptor >= 0 else {
      throw TransportError(.shortage(System.text(of: System.lastError)))
    }
    startThread {
      let found = System.addresses(host: host, port: port)
      lookup.result.withLock { $0 = found }
      lookup.end.cancel()
    }
    switch cancellation.wait(for: System.readable, on: lookup.end.descriptor, until: deadline) {
    case .cancelled: throw TransportError(.cancelled)
    case .timedOut: throw TransportError(.timedOut(.lookup(host), deadline.allowance))
    case .ready: return lookup.result.withLock { $0 } ?? .success([])
    }
  }

  static func alternating(_ addresses: [SocketAddress]) -> [SocketAddress] {
    guard let first = addresses.first else { return [] }
    let ours = addresses.filter { $0.family == first.family }
    let others = addresses.filter { $0.family != first.family }
    var output: [SocketAddress] = []
    for index in 0..<max(ours.count, others.count) {
      if index < ours.count { output.append(ours[index]) }
      if index < others.count { output.append(others[index]) }
    }
    return output
  }
}

/// A lookup under way on another thread, which cancels `end` once the result is there.
private final class Lookup: Sendable {
  let result = Mutex<Result<[SocketAddress], LookupError>?>(nil)
  let end = Cancellation()
}

/// Why a name gave no address, in the words of the system.
struct LookupError: Error, Sendable {
  let text: String
}
