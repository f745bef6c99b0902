// SPDX-License-Identifier: Apache-2.0
// A service that suites are tried on.

import Formats
import HTTP
import Runner
import Text

/// A service that suites are tried on: how to start it, and what is known of it beforehand.
struct TrialSubject: Sendable {
  let name: String
  /// The ids of the requirements that it breaks; empty for a service that is right.
  var requirements: [String] = []
  let start: @Sendable () throws(TrialError) -> TrialService
}

extension TrialSubject {
  /// The reference service with a deviation.
  ///
  /// - Parameters:
  ///   - requirements: The ids of those that it breaks.
  ///   - environment: They give the clock and the random bytes.
  init(
    name: String, requirements: [String] = [], _ deviation: Deviation, _ environment: Environment
  ) {
    self.init(name: name, requirements: requirements) { () throws(TrialError) in
      let ended = Cancellation()
      let service = DeviatingService(
        deviation, now: environment.now, randomBytes: environment.randomBytes,
        pause: { _ = ended.wait(until: Deadline(after: $0)) })
      let server = HTTPServer { service.answer($0.request, from: $0.peer) }
      let port: UInt16
      do throws(TransportError) {
        port = try server.start()
      } catch {
        throw TrialError("the service could not be started: \(error.description)")
      }
      return TrialService(
        url: "http://127.0.0.1:\(port)", facts: service.facts,
        hasDeviated: { service.hasDeviated }
      ) {
        ended.cancel()
        server.stop()
      }
    }
  }

  /// The reference service with a defect.
  init(_ defect: Defect, _ environment: Environment) {
    self.init(name: defect.name, requirements: defect.requirements, defect.deviation, environment)
  }

  /// The reference service with some right variants at once.
  init(_ mixture: VariantMixture, _ environment: Environment) {
    self.init(name: mixture.name, Deviation(mixture.variants.map(\.deviation)), environment)
  }
}

/// A service that listens in this process while a trial uses it.
struct TrialService: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at the end.
  let url: String
  /// The facts of a target profile for it.
  let facts: JSONObject
  /// Whether its deviation showed: an answer or a request was changed, or a switch was used.
  var hasDeviated: @Sendable () -> Bool = { false }
  /// Closes it, and blocks until nothing of it runs.
  let stop: @Sendable () -> Void
}
