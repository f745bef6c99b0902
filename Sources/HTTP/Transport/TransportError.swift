// SPDX-License-Identifier: Apache-2.0
// Why there was no answer, in a sentence.

import Text

/// Why an exchange gave no answer, or a server could not start.
package struct TransportError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    /// The request can't be written as HTTP, and was not sent.
    case invalidRequest(String)
    /// The name of the host gave no address; with the words of the system.
    case unknownHost(String, String)
    /// No connection to that host and port; with the words of the system.
    case noConnection(String, String)
    /// The service refused the connection.
    case refused(String)
    case tls(String, TLSError)
    /// TLS failed once the connection was there, as by a client certificate that is refused.
    case tlsDuringExchange(TLSError)
    /// The proxy did not connect to the host and port; and what it said.
    case proxy(String, String)
    case timedOut(Phase, Duration)
    /// The answer had begun, and nothing more came for so long; with what had come by then.
    case fellSilent(Progress, Duration)
    /// The service ended the connection before the whole request was sent.
    case closedWhileSending
    /// The service reset the connection; with what had come by then.
    case reset(Progress)
    /// The answer can't be read, is beyond the limits, or was cut short.
    case unreadable(MessageError)
    /// Waiting was ended from within: by an interruption, not by the service.
    case cancelled
    /// A server can't listen there; with the words of the system.
    case noListener(String, String)
    /// A call of the system failed during the exchange; with its words.
    case system(String)
    /// The system has no descriptor, buffer or memory left; with its words. The exchange can be
    /// tried again, and the service has no part in it.
    case shortage(String)
  }

  /// The step under way when time ran out.
  package enum Phase: Sendable, Equatable {
    /// Looking the name up.
    case lookup(String)
    case connecting(String)
    /// Agreeing on TLS with that host and port.
    case securing(String)
    /// Waiting for the proxy to connect to that host and port.
    case tunnel(String)
    case sending(sentBytes: Int, of: Int)
    case waiting
    case head(receivedBytes: Int)
    case body(receivedBytes: Int, of: Int?)
  }

  /// How much of an answer had come.
  package enum Progress: Sendable, Equatable {
    case nothing
    case head(receivedBytes: Int)
    case body(receivedBytes: Int, of: Int?)
  }

  package let reason: Reason

  package init(_ reason: Reason) { self.reason = reason }

  package var isTimeout: Bool {
    if case .timedOut = reason { true } else { false }
  }

  package var isCancellation: Bool { reason == .cancelled }

  /// Whether the service was reached at all: with TLS, whether it was agreed on.
  package var hasReachedTarget: Bool {
    switch reason {
    case .unreadable, .closedWhileSending, .reset, .fellSilent: true
    case .timedOut(let phase, _):
      switch phase {
      case .lookup, .connecting, .securing, .tunnel: false
      case .sending, .waiting, .head, .body: true
      }
    case .invalidRequest, .unknownHost, .noConnection, .refused, .tls, .tlsDuringExchange, .proxy,
      .cancelled, .noListener, .system, .shortage:
      false
    }
  }

  package var description: String {
    switch reason {
    case .invalidRequest(let what): "the request can't be sent: \(what)"
    case .unknownHost(let host, let what): "the host \(host) is not known: \(what)"
    case .noConnection(let place, let what): "no connection to \(place): \(what)"
    case .refused(let place): "no connection to \(place): connection refused"
    case .tlsDuringExchange(let fault): "the secure connection failed: \(fault)"
    case .tls(let place, let fault): "no secure connection to \(place): \(fault)"
    case .proxy(let place, let what): "the proxy gave no connection to \(place): \(what)"
    case .timedOut(let phase, let limit): Self.text(phase, DurationText.text(limit))
    case .fellSilent(.body(let count, let total), let limit):
      "after \(Self.amount(count, total)) of the body nothing more came for "
        + DurationText.text(limit)
    case .fellSilent(.head(let count), let limit):
      "after \(count) bytes of the head nothing more came for \(DurationText.text(limit))"
    case .fellSilent(.nothing, let limit): "no answer within \(DurationText.text(limit))"
    case .closedWhileSending: "the service closed the connection before the whole request was sent"
    case .reset(.nothing): "the service reset the connection without an answer"
    case .reset(.head(let count)):
      "the service reset the connection after \(count) bytes of the head"
    case .reset(.body(let count, let total)):
      "the service reset the connection after \(Self.amount(count, total)) of the body"
    case .unreadable(let error): error.description
    case .cancelled: "the exchange was interrupted"
    case .noListener(let place, let what): "can't listen on \(place): \(what)"
    case .system(let what): "the connection failed: \(what)"
    case .shortage(let what): "the system allows no further connection: \(what)"
    }
  }

  private static func text(_ phase: Phase, _ limit: String) -> String {
    switch phase {
    case .lookup(let host): "no address for \(host) within \(limit)"
    case .connecting(let place): "no connection to \(place) within \(limit)"
    case .securing(let place): "no secure connection to \(place) within \(limit)"
    case .tunnel(let place): "no connection to \(place) by the proxy within \(limit)"
    case .sending(let count, let total):
      "the service took only \(count) of \(total) bytes of the request within \(limit)"
    case .waiting: "no answer within \(limit)"
    case .head(let count): "only \(count) bytes of the head came within \(limit)"
    case .body(let count, let total):
      "only \(amount(count, total)) of the body came within \(limit)"
    }
  }

  private static func amount(_ count: Int, _ total: Int?) -> String {
    total.map { "\(count) of \($0) bytes" } ?? "\(count) bytes"
  }
}
