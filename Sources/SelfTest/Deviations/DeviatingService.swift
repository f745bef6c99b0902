// SPDX-License-Identifier: Apache-2.0
// The reference service with deviations.

package import Formats
package import HTTP
package import ReferenceService
import Synchronization
package import Text

/// The reference service with deviations: what `serve` runs and `selftest` tries the suites on.
/// Without deviations it is the reference service.
package final class DeviatingService: Sendable {
  private let service: ReferenceService
  private let passage: Alteration.Passage?
  /// Those that are not on for all requests.
  private let scoped: [Deviation.Turned]
  private let delay: Duration
  /// The clock that the `Date` of answers is of; nil for no `Date`.
  private let dateClock: (@Sendable () -> Timestamp)?
  private let pause: @Sendable (Duration) -> Void
  private let hasAltered = Atomic(false)

  /// - Parameters:
  ///   - data: Before the deviation changes it.
  ///   - now: The clock of the service.
  ///   - randomBytes: Returns as many bytes as asked for.
  ///   - settings: Its switches are joined with those of the deviation.
  ///   - earlier: A service whose place this one takes, with all that it knows.
  ///   - pause: Blocks for as long as it is told.
  package init(
    _ deviation: Deviation, data: ServiceData = .standard,
    now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    settings: ServiceSettings = .init(), inPlaceOf earlier: DeviatingService? = nil,
    pause: @escaping @Sendable (Duration) -> Void
  ) {
    var data = data
    for change in deviation.dataChanges { change(&data) }
    var settings = settings
    for turned in deviation.switches where turned.endpoints == nil {
      settings.switches.formUnion(turned.switches)
    }
    settings.isThrottled = settings.isThrottled || deviation.isThrottled
    scoped = deviation.switches.filter { $0.endpoints != nil }
    let lead = deviation.lead
    let clock: @Sendable () -> Timestamp = { now() + lead }
    service = ReferenceService(
      data: data, now: clock, randomBytes: randomBytes, settings: settings,
      inPlaceOf: earlier?.service)
    dateClock = deviation.date.map { $0 == .own ? clock : now }
    if lead != .zero { hasAltered.store(true, ordering: .relaxed) }
    delay = deviation.delay
    self.pause = pause
    passage = deviation.alterations.isEmpty ? nil : Alteration.passage(deviation.alterations)
  }
}

extension DeviatingService {
  /// Answers a request.
  ///
  /// - Parameter peer: The address of the client, without its port.
  package func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    var response = undated(request, from: peer)
    if let dateClock { response.headers.set("Date", HTTPDate.text(dateClock())) }
    return response
  }

  private func undated(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    if delay > .zero { pause(delay) }
    guard let passage else { return own(request, from: peer) }
    var isUnaltered = false
    var last: HTTPResponse?
    let response = passage(request) { asked in
      let answer = own(asked, from: peer)
      isUnaltered = last == nil && asked == request
      last = answer
      return answer
    }
    if !isUnaltered || response != last { hasAltered.store(true, ordering: .relaxed) }
    return response
  }

  /// Whether any request was served otherwise than by the reference service, as far as can be told:
  /// an alteration changed something, or a rule worked otherwise.
  package var hasDeviated: Bool { hasAltered.load(ordering: .relaxed) || service.hasUsedSwitch }

  /// The answer before it is altered.
  private func own(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    guard !scoped.isEmpty, let endpoint = ServiceEndpoint(request) else {
      return service.answer(request, from: peer)
    }
    var switches: Set<Switch> = []
    for turned in scoped where turned.endpoints?.contains(endpoint) == true {
      switches.formUnion(turned.switches)
    }
    return service.answer(request, from: peer, switches: switches)
  }

  /// The facts that a target profile for this service has, by their names there.
  package var facts: JSONObject { service.facts }
}
