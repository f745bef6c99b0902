// SPDX-License-Identifier: Apache-2.0
// The reference service: takes requests, gives answers, keeps what it knows.

package import Formats
package import HTTP
import Synchronization
package import Text

/// A service that does what the documents say: Dynamic Client Registration, REST API V2 and V1.
///
/// It doesn't know that it is being tested: to the harness it is a target like any other. Where
/// the documents leave a choice, it does what their samples show.
package final class ReferenceService: Sendable {
  private let directory: Directory
  private let settings: ServiceSettings
  private let now: @Sendable () -> Timestamp
  private let random: RandomValues
  private let store: KeptStore
  private let use = Switches.Use()

  /// - Parameters:
  ///   - now: The clock of the service.
  ///   - randomBytes: Returns as many bytes as asked for; codes, tokens and ids are made of them.
  ///   - earlier: A service whose place this one takes: both know the same clients, devices and users.
  package init(
    data: ServiceData = .standard, now: @escaping @Sendable () -> Timestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8], settings: ServiceSettings = .init(),
    inPlaceOf earlier: ReferenceService? = nil
  ) {
    directory = Directory(data)
    self.settings = settings
    self.now = now
    random = RandomValues(bytes: randomBytes)
    store = earlier?.store ?? KeptStore(Store(capacity: settings.capacity))
  }
}

extension ReferenceService {
  /// Answers a request. There is an answer to every request, also to one with mistakes.
  ///
  /// - Parameters:
  ///   - peer: The address of the client, without its port.
  ///   - more: The rules that work otherwise for this request, besides those of the settings.
  package func answer(
    _ request: HTTPRequest, from peer: String, switches more: Set<Switch> = []
  ) -> HTTPResponse {
    // The store is locked only while it is needed: not while the request is read, nor while the
    // body of the answer is written.
    let received = ReceivedRequest(request, peer: peer, isSecure: settings.isSecure)
    guard let (route, names) = Route.find(received.path) else {
      let refusal = Route.nothing(at: received.path)
      return refusal.answer(to: call(received, PathNames(), more)).response
    }
    let call = call(received, names, more)
    return store.content.withLock { store in
      store.switches = call.switches
      return answer(call, at: route, &store)
    }.response
  }

  private func call(
    _ request: ReceivedRequest, _ names: PathNames, _ more: Set<Switch>
  ) -> ServiceCall {
    ServiceCall(
      request: request, path: names, directory: directory, now: now(), random: random,
      switches: Switches(
        all: more.isEmpty ? settings.switches : settings.switches.union(more), use: use))
  }

  private func answer(_ call: ServiceCall, at route: Route, _ store: inout Store) -> ServiceAnswer {
    if settings.isThrottled, route.isThrottled, !store.admits(call.throttledAddress, at: call.now) {
      return .tooManyRequests(route: call.random.hexadecimal(bytes: 8))
    }
    let method = call.request.method
    guard let endpoint = route.endpoint(for: method) else {
      var answer = route.wrongMethod.answer(to: call)
      answer.headers.append("Allow", route.methods.joined(separator: ", "))
      if method == "HEAD" { answer.body = .bytes([]) }
      return answer
    }
    do throws(ServiceError) {
      return try endpoint(call)(&store)
    } catch {
      return error.answer(to: call)
    }
  }

  /// Whether a rule has worked otherwise for any request.
  package var hasUsedSwitch: Bool { use.hasHappened.load(ordering: .relaxed) }

  /// The facts that a target profile for this service has, by their names there. A fact that the
  /// data has no example of is left out.
  package var facts: JSONObject { directory.data.facts(isThrottled: settings.isThrottled) }
}

/// What a service knows, which may outlive it.
private final class KeptStore: Sendable {
  let content: Mutex<Store>

  init(_ store: Store) { content = Mutex(store) }
}

/// The settings of a service.
package struct ServiceSettings: Sendable, Equatable {
  /// Whether the service limits the requests of each address, as the documents describe it.
  package var isThrottled: Bool
  /// Whether clients reach it by https, so that its own links begin so.
  package var isSecure: Bool
  /// How many entries each of the service's tables holds: clients, tokens, devices, sessions,
  /// addresses and so on.
  package var capacity: Int
  /// The rules that work otherwise.
  package var switches: Set<Switch>

  package init(
    isThrottled: Bool = false, isSecure: Bool = false, capacity: Int = 20_000,
    switches: Set<Switch> = []
  ) {
    self.isThrottled = isThrottled
    self.isSecure = isSecure
    self.capacity = capacity
    self.switches = switches
  }
}

/// One request, and all that its answer depends on but the store.
struct ServiceCall {
  let request: ReceivedRequest
  /// The values of the `{…}` segments of the path.
  let path: PathNames
  let directory: Directory
  /// When the request came.
  let now: Timestamp
  let random: RandomValues
  let switches: Switches

  /// Whether a rule works otherwise.
  func has(_ rule: Switch) -> Bool { switches.contains(rule) }

  /// The time by which profiles count.
  var profileTime: Timestamp { has(.keepsExpiredProfiles) ? Timestamp(milliseconds: 0) : now }

  /// The address whose requests are counted with this one.
  var throttledAddress: String { has(.countsAllDevicesTogether) ? "" : request.deviceAddress }

  var lifetimes: ServiceData.Lifetimes { directory.data.lifetimes }
}
