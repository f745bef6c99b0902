// SPDX-License-Identifier: Apache-2.0
// The reference service with deviations on a socket.

import Formats
import Foundation
import HTTP
import ReferenceService
import SelfTest
import Synchronization
import Text

/// A reference service on a loopback socket, with an alteration, and a list of all that passed.
final class AlteringServer: Sendable {
  struct Exchange: Sendable {
    let request: HTTPRequest
    let response: HTTPResponse
  }

  let port: UInt16
  let facts: JSONObject
  private let host: String
  private let server: HTTPServer
  private let memory = ExchangeMemory()

  /// - Parameter host: The address of loopback that it listens on, in digits.
  init(_ deviation: Deviation = Deviation(), host: String = "127.0.0.1") throws {
    self.host = host
    let service = DeviatingService(
      deviation, now: { Timestamp(milliseconds: Int(Date().timeIntervalSince1970 * 1000)) },
      randomBytes: { count in (0..<count).map { _ in UInt8.random(in: 0...255) } },
      pause: { _ = Cancellation().wait(until: Deadline(after: $0)) })
    facts = service.facts
    server = HTTPServer { [memory] incoming in
      let response = service.answer(incoming.request, from: incoming.peer)
      memory.exchanges.withLock { exchanges in
        exchanges.append(Exchange(request: incoming.request, response: response))
      }
      return response
    }
    port = try server.start(host: host)
  }

  convenience init(_ alteration: Alteration) throws {
    try self.init(Deviation(alterations: [alteration]))
  }

  func stop() { server.stop() }

  var url: String { "\(Origin(scheme: .http, host: host, port: Int(port)))" }

  /// All that passed so far.
  var exchanges: [Exchange] { memory.exchanges.withLock { $0 } }

  /// The facts of what runs out while a suite waits: without them nothing waits for that.
  private static let factsOfWaiting: Set<String> = [
    "short_lived_mvpd", "short_lived_ms", "short_lived_software_statement",
  ]

  /// The cookbooks that the service follows.
  static let claim =
    "cookbooks: [apple-sso-rest-api-v2, apple-sso-rest-api-v1, amazon-sso-rest-api-v2, "
    + "roku-sso-rest-api-v2, service-token-sso-rest-api-v2]\n"

  /// The target profile by which the service is used, as a suite author would write it.
  var profile: String { profile(waits: true) }

  /// - Parameter waits: Whether scenarios that wait until something runs out find it here.
  func profile(waits: Bool) -> String {
    let lines = facts.members.filter { waits || !Self.factsOfWaiting.contains($0.name) }
      .map { "  \($0.name): \(JSONWriter.text($0.value))" }
    return "target: altered\nbase-url: \(url)\n\(Self.claim)facts:\n"
      + "\(lines.joined(separator: "\n"))\n"
  }
}

private final class ExchangeMemory: Sendable {
  let exchanges = Mutex<[AlteringServer.Exchange]>([])
}

typealias Endpoint = ServiceEndpoint
