// SPDX-License-Identifier: Apache-2.0
// The server's side of one connection: request, answer, request, answer.

/// Serves one connection, on one thread, until either side ends it.
struct ServerConnection {
  let connection: Connection
  let limits: ServerLimits

  init(_ connection: Connection, limits: ServerLimits) {
    self.connection = connection
    self.limits = limits
    System.sendWithoutDelay(connection.stream.descriptor)
  }

  /// Answers requests until either side ends the connection.
  ///
  /// - Parameter peer: The address of the client.
  func serve(_ peer: String, _ handler: (ServerRequest) -> ServerAnswer) {
    while serveOne(peer, handler) {}
  }

  /// Why there is no request to answer.
  enum NoRequest: Error {
    case ended
    case refused(RequestError)
  }

  /// Answers one request; true where another may follow.
  private func serveOne(_ peer: String, _ handler: (ServerRequest) -> ServerAnswer) -> Bool {
    let reader: RequestReader
    do throws(NoRequest) {
      reader = try read()
    } catch {
      if case .refused(let refusal) = error { refuse(refusal) }
      return false
    }
    guard let request = reader.request else { return false }
    let answer = handler(
      ServerRequest(
        request: request, peer: peer, cancellation: connection.cancellation,
        descriptor: connection.stream.descriptor))
    return self.answer(answer, to: reader)
  }

  /// Sends an answer; true where another request may follow.
  func answer(_ answer: ServerAnswer, to reader: RequestReader) -> Bool {
    guard let head = reader.head else { return false }
    var response = answer.response
    let rest = head.method == "HEAD" || Serializer.isBodiless(response.status) ? nil : answer.rest
    let hasLength = response.headers["Content-Length"] != nil
    if rest != nil, !hasLength, head.version.isPersistent {
      response.headers.remove("Transfer-Encoding")
      response.headers.append("Transfer-Encoding", "chunked")
    }
    let options = response.headers.values(of: "Connection").map { $0.lowercased() }
    let hasEnd =
      rest == nil
      ? Serializer.hasTrueFraming(response) : hasLength || Serializer.isChunked(response)
    let keeps = reader.keepsConnection && hasEnd && !options.contains("close")
    // A client of HTTP/1.0 has to be told that the connection stays.
    let option: String? = keeps ? (head.version.isPersistent ? nil : "keep-alive") : "close"
    let isSent: Bool
    if let rest {
      isSent = send(response, rest, option)
    } else {
      isSent = send(Serializer.bytes(of: response, to: head.method, connection: option))
    }
    guard isSent else { return false }
    if !keeps { linger() }
    return keeps
  }

  /// Sends an answer whose body comes piece by piece; false where the connection can't stay.
  private func send(
    _ response: HTTPResponse, _ rest: (BodyWriter) -> Bool, _ option: String?
  ) -> Bool {
    let writer = BodyWriter(isChunked: Serializer.isChunked(response)) { send($0) }
    guard send(Serializer.head(of: response, connection: option)), writer.write(response.body)
    else { return false }
    guard rest(writer) else {
      // Only a connection that breaks off shows the client that something is missing.
      System.resetOnClose(connection.stream.descriptor)
      return false
    }
    return !writer.isChunked || send(Serializer.lastChunk(response.trailers))
  }

  /// Blocks until a whole request has come.
  ///
  /// - Parameter isHeadEnough: Whether the head of a request is enough, with no leave to go on.
  func read(isHeadEnough: Bool = false) throws(NoRequest) -> RequestReader {
    var reader = RequestReader(limits: limits.messages)
    var hasContinued = false
    if connection.buffer.isEmpty {
      guard try receive(until: Deadline(after: limits.idleTimeout)) == .bytes else { throw .ended }
    }
    let headDeadline = Deadline(after: limits.headTimeout)
    let bodyDeadline = Deadline(after: limits.bodyTimeout)
    while true {
      do throws(RequestError) {
        if try reader.read(&connection.buffer) || isHeadEnough && reader.head != nil {
          return reader
        }
      } catch {
        throw .refused(error)
      }
      if !hasContinued, reader.expectsContinue, connection.buffer.isEmpty {
        hasContinued = true
        guard send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { throw .ended }
      }
      let arrival = try receive(until: reader.head == nil ? headDeadline : bodyDeadline)
      if arrival == .bytes { continue }
      if reader.head == nil, connection.buffer.isEmpty { throw .ended }
      throw .refused(
        arrival == .ended
          ? RequestError(400, "the request is cut short")
          : RequestError(408, "the request took too long"))
    }
  }

  /// Blocks until bytes have come, or the client has ended; nil where neither happens in time.
  private func receive(until deadline: Deadline) throws(NoRequest) -> Connection.Arrival? {
    do throws(ConnectionError) {
      return try connection.receive(until: deadline)
    } catch {
      if case .timedOut = error { return nil }
      throw .ended
    }
  }

  func refuse(_ refusal: RequestError) {
    let response = HTTPResponse(
      status: refusal.status, reason: Status.reason(refusal.status),
      headers: HeaderList(["Content-Type": "text/plain; charset=utf-8"]),
      body: Array("\(refusal.message)\n".utf8))
    if send(Serializer.bytes(of: response, to: "", connection: "close")) { linger() }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    // Bytes that a client sends before it takes its answer are kept, but not without end.
    let most = min(limits.messages.bodyBytes, HTTPLimits.standard.bodyBytes)
    do throws(ConnectionError) {
      try connection.send(bytes, until: Deadline(after: limits.sendTimeout)) { connection in
        connection.buffer.count > most
      }
      return connection.buffer.count <= most
    } catch {
      // Bytes that the client did not take must not wait for it in the system's memory.
      System.resetOnClose(connection.stream.descriptor)
      return false
    }
  }

  /// Ends the connection in a way that the client gets the answer: a close with bytes unread
  /// would reset the connection and destroy it (RFC 9112, section 9.6).
  func linger() {
    try? connection.flush(until: Deadline(after: limits.sendTimeout))
    System.endSending(connection.stream.descriptor)
    let deadline = Deadline(after: .seconds(1))
    var left = 4 * 1024 * 1024
    while left > 0 {
      left -= connection.buffer.count
      connection.buffer.discard(connection.buffer.count)
      guard let arrival = try? connection.receive(until: deadline), arrival == .bytes else {
        return
      }
    }
  }
}
