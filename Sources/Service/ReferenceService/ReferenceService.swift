// SPDX-License-Identifier: Apache-2.0
// The reference service: requests in, answers out, and what it remembers.

package import Encodings
package import HTTPMessages
package import JSON
internal import Synchronization

/// A service that does what the documents say: Dynamic Client Registration, REST API V2 and V1.
///
/// It knows nothing of who asks: it is a target like any other. Where the documents leave a choice
/// it does what their samples show.
package final class ReferenceService: Sendable {
  private let directory: Directory
  private let settings: ServiceSettings
  private let now: @Sendable () -> Timestamp
  private let randomBytes: @Sendable (Int) -> [UInt8]
  private let store: Mutex<Store>

  /// - Parameter randomBytes: As many bytes as asked for; codes, tokens and ids are made of them.
  package init(
    data: ServiceData = .standard, now: @escaping @Sendable () -> Timestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8], settings: ServiceSettings = .init()
  ) {
    directory = Directory(data)
    self.settings = settings
    self.now = now
    self.randomBytes = randomBytes
    store = Mutex(Store(capacity: settings.capacity))
  }
}

/// How a service behaves, whatever its data.
package struct ServiceSettings: Sendable, Equatable {
  /// Whether requests are limited by address, as the documents describe it.
  package var isThrottled: Bool
  /// How many clients, tokens, devices, sessions and addresses it remembers, each.
  package var capacity: Int

  package init(isThrottled: Bool = false, capacity: Int = 20_000) {
    self.isThrottled = isThrottled
    self.capacity = capacity
  }
}

extension ReferenceService {
  /// The answer to a request: always one, whatever came.
  ///
  /// - Parameter peer: The address of the client, without its port.
  package func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    let exchange = Exchange(
      request: request, peer: peer, directory: directory, settings: settings, now: now(),
      randomBytes: randomBytes)
    // What needs no memory is done before and after the store is held.
    guard let route = exchange.route else { return exchange.nothing.response }
    return store.withLock { store in exchange.answer(route, &store) }.response
  }

  /// What a client has to be told to use this service, by the names that target profiles have for
  /// it. What the data has no example of is left out.
  package var facts: JSONObject {
    directory.data.facts(isThrottled: settings.isThrottled)
  }
}
