// SPDX-License-Identifier: Apache-2.0
// Addresses to a connected socket: the first that answers.

/// Connects to the first of several addresses that answers.
///
/// The next address is tried when one fails, or after a quarter of a second without an answer,
/// beside those under way (RFC 8305, section 5).
struct Connector {
  let cancellation: Cancellation
  private static let headStart = Duration.milliseconds(250)

  /// - Parameter place: Host and port, for messages.
  func connect(
    to addresses: [SocketAddress], place: String, until deadline: Deadline
  ) throws(TransportError) -> Socket {
    var waiting = addresses[...]
    var attempts: [Socket] = []
    var errors: [Int32] = []
    var next = Deadline(after: .zero)
    while true {
      if next.isPast || attempts.isEmpty, let address = waiting.popFirst() {
        switch start(address) {
        case .success(let (socket, isConnected)):
          if isConnected { return socket }
          attempts.append(socket)
          next = Deadline(after: Self.headStart)
        case .failure(let failure): errors.append(failure.number)
        }
      }
      if attempts.isEmpty {
        if !waiting.isEmpty { continue }
        throw failure(errors, place: place)
      }
      switch try wait(attempts, place, waiting.isEmpty ? deadline : .earliest(next, deadline)) {
      case .connected(let socket): return socket
      case .failed(let index, let error):
        attempts.remove(at: index)
        errors.append(error)
        next = Deadline(after: .zero)
      case .nothing:
        if deadline.isPast {
          throw TransportError(.timedOut(.connecting(place), deadline.allowance))
        }
      }
    }
  }

  private struct StartFailure: Error {
    let number: Int32
  }

  private enum Event {
    case connected(Socket)
    case failed(at: Int, Int32)
    case nothing
  }

  private func start(
    _ address: SocketAddress
  ) -> Result<(socket: Socket, isConnected: Bool), StartFailure> {
    let descriptor = System.openSocket(family: address.family)
    guard descriptor >= 0 else { return .failure(StartFailure(number: System.lastError)) }
    let socket = Socket(descriptor)
    System.sendWithoutDelay(descriptor)
    if System.connect(descriptor, to: address) == 0 { return .success((socket, true)) }
    let error = System.lastError
    guard error == System.isInProgress else { return .failure(StartFailure(number: error)) }
    return .success((socket, false))
  }

  private func wait(
    _ attempts: [Socket], _ place: String, _ deadline: Deadline
  ) throws(TransportError) -> Event {
    let descriptors = attempts.map(\.descriptor)
    let ready = System.poll(
      writing: descriptors, reading: cancellation.descriptor,
      milliseconds: cancellation.milliseconds(until: deadline))
    if cancellation.isCancelled { throw TransportError(.cancelled) }
    guard let index = ready else { return .nothing }
    let error = System.pendingError(attempts[index].descriptor)
    return error == 0 ? .connected(attempts[index]) : .failed(at: index, error)
  }

  private func failure(_ errors: [Int32], place: String) -> TransportError {
    guard let first = errors.first else {
      return TransportError(.noConnection(place, "there is no address"))
    }
    return errors.allSatisfy { $0 == System.refused }
      ? TransportError(.refused(place))
      : TransportError(.noConnection(place, System.text(of: first)))
  }
}
