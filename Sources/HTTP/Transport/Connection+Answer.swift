// SPDX-License-Identifier: Apache-2.0
// A request out and its answer in, on a connection.

/// An answer as read from a connection.
struct Answer {
  var response: HTTPResponse
  var interim: [HTTPResponse]
  var keepsConnection: Bool
  /// Whether it came before the whole request was sent.
  var isEarly: Bool
}

/// When an answer has to begin, and when it has to be complete.
struct AnswerDeadlines {
  let firstByte: Deadline
  let complete: Deadline
  /// How long nothing may come once it has begun.
  let silence: Duration
}

extension Connection {
  /// How long to look for more of an answer that may be complete: see `ResponseReader`.
  private static let settling = Duration.milliseconds(500)

  /// Sends a request and reads its answer.
  func answer(
    to request: [UInt8], method: String, limits: HTTPLimits, deadlines: AnswerDeadlines,
    bodies: ClientBodies
  ) throws(TransportError) -> Answer {
    var run = AnswerRun(self, ResponseReader(method: method, limits: limits))
    let sent = sentBytes
    do throws(ConnectionError) {
      // The time for the first byte of the answer includes the sending.
      try send(request, until: deadlines.firstByte) { _ in run.readWhileSending() }
    } catch {
      switch error {
      case .cancelled: throw TransportError(.cancelled)
      case .timedOut:
        let phase = TransportError.Phase.sending(sentBytes: sentBytes - sent, of: request.count)
        throw TransportError(.timedOut(phase, deadlines.firstByte.allowance))
      case .failed(let fault): guard error.isDisconnection else { throw TransportError(fault) }
      // An answer may have come all the same: 413, and the connection closed.
      }
    }
    let isWhole = sentBytes - sent == request.count
    do {
      try readAll(&run, deadlines, limits, bodies)
    } catch {
      throw isWhole || run.hasBegun ? error : error.whileSending
    }
    guard let response = run.reader.response else {
      throw TransportError(.unreadable(MessageError(.closedBeforeAnswer)))
    }
    try hold(run, response.body.count, of: response.body.count, bodies)
    var whole = response
    if run.endedWithConnection, stream.endIsDoubtful {
      whole.issues.append(
        WireIssue(
          "TLS was closed without a goodbye, so the body may have been cut short",
          rule: "RFC 9112, section 9.8", isFatal: true))
    }
    return Answer(
      response: whole, interim: run.reader.interim,
      keepsConnection: run.reader.keepsConnection && isWhole, isEarly: !isWhole)
  }

  private func readAll(
    _ run: inout AnswerRun, _ deadlines: AnswerDeadlines, _ limits: HTTPLimits,
    _ bodies: ClientBodies
  ) throws(TransportError) {
    while try !run.read() {
      try hold(
        run, run.bodyBytes, of: min(run.reader.progress?.of ?? limits.bodyBytes, limits.bodyBytes),
        bodies)
      var deadline = deadlines.firstByte
      var silence: Deadline?
      if run.hasBegun {
        let limit = Deadline(after: deadlines.silence)
        deadline = .earliest(bodies.postponed(deadlines.complete), limit)
        silence = deadline == limit ? limit : nil
      }
      if run.reader.canEnd { deadline = .earliest(deadline, Deadline(after: Self.settling)) }
      let arrival: Arrival
      do throws(ConnectionError) {
        arrival = try receive(until: deadline)
      } catch {
        switch error {
        case .cancelled: throw TransportError(.cancelled)
        case .timedOut:
          guard run.reader.canEnd else {
            throw TransportError(
              silence == nil
                ? .timedOut(run.phase, deadline.allowance)
                : .fellSilent(run.progress, deadline.allowance))
          }
          return run.reader.complete(leaving: buffer)
        case .failed(let fault):
          if error.isDisconnection, run.reader.canEnd {
            return run.reader.complete(leaving: buffer)
          }
          throw error.isDisconnection ? TransportError(.reset(run.progress)) : TransportError(fault)
        }
      }
      if arrival == .ended { return try run.end() }
    }
  }

  /// Waits for room for a large body.
  private func hold(
    _ run: AnswerRun, _ count: Int, of whole: Int, _ bodies: ClientBodies
  ) throws(TransportError) {
    let start = ContinuousClock.now
    do throws(ConnectionError) {
      try bodies.hold(count, of: whole)
    } catch {
      guard case .timedOut = error else { throw TransportError(.cancelled) }
      throw TransportError(.timedOut(run.phase, start.duration(to: .now)))
    }
  }
}

/// An answer under way.
private struct AnswerRun {
  let connection: Connection
  var reader: ResponseReader
  private let before: Int
  /// Whether nothing but the end of the connection says that the answer is complete.
  private(set) var endedWithConnection = false
  private var failure: TransportError?

  init(_ connection: Connection, _ reader: ResponseReader) {
    self.connection = connection
    self.reader = reader
    before = connection.receivedBytes
  }

  /// Whether a byte of the answer has come.
  var hasBegun: Bool { connection.receivedBytes > before }

  var bodyBytes: Int { reader.progress?.received ?? 0 }

  mutating func read() throws(TransportError) -> Bool {
    if let failure { throw failure }
    do {
      return try reader.read(&connection.buffer)
    } catch {
      throw TransportError(.unreadable(error))
    }
  }

  /// True once nothing more needs to be sent: the answer is complete, or can't be read.
  mutating func readWhileSending() -> Bool {
    do {
      return try read()
    } catch {
      failure = error
      return true
    }
  }

  mutating func end() throws(TransportError) {
    endedWithConnection = true
    do {
      try reader.end(connection.buffer)
    } catch {
      throw TransportError(.unreadable(error))
    }
  }

  var phase: TransportError.Phase {
    switch progress {
    case .nothing: .waiting
    case .head(let count): .head(receivedBytes: count)
    case .body(let count, let total): .body(receivedBytes: count, of: total)
    }
  }

  var progress: TransportError.Progress {
    if let body = reader.progress { return .body(receivedBytes: body.received, of: body.of) }
    return connection.buffer.isEmpty ? .nothing : .head(receivedBytes: connection.buffer.count)
  }
}

extension TransportError {
  init(_ fault: ByteStreamError) {
    switch fault {
    case .ended: self.init(.unreadable(MessageError(.closedBeforeAnswer)))
    case .system(let error) where System.isShortage(error):
      self.init(.shortage(System.text(of: error)))
    case .system(let error): self.init(.system(System.text(of: error)))
    case .tls(let fault): self.init(.tlsDuringExchange(fault))
    }
  }

  /// Whether the connection ended before a byte of an answer came.
  var isEndWithoutAnswer: Bool {
    switch reason {
    case .reset(.nothing), .closedWhileSending: true
    case .unreadable(let error): error.reason == .closedBeforeAnswer
    default: false
    }
  }

  /// The same where not all of the request could be sent.
  fileprivate var whileSending: TransportError {
    isEndWithoutAnswer ? TransportError(.closedWhileSending) : self
  }
}
