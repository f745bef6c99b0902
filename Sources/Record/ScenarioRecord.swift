// SPDX-License-Identifier: Apache-2.0
// The records of scenarios, steps and shared fragments.

package import Expectations
package import Suites
import Text

/// A scenario with its steps, or the reason why it was not run.
package struct ScenarioRecord: Sendable, Equatable {
  /// Unique in its suite. The only values in it are those of `cases`.
  package var name: String
  /// For a row of live tables, the name as the suite writes it; nil for another scenario.
  package var template: String?
  package var about: String?
  package var location: SourceLocation
  package var tags: [String] = []
  /// Whether its failures are only warnings (`level: should`).
  package var isAdvisory = false
  package var verdict: Verdict
  /// Since the start of the run.
  package var startedAfter = Duration.zero
  package var duration = Duration.zero
  package var steps: [StepRecord] = []
  /// The tries before, which met trouble.
  package var tries: [EarlierTry] = []
  /// The trouble that a failure of it tells, in a preflight; nil elsewhere.
  package var trouble: Trouble.Reason?
  /// Facts that the target's profile lacks, so that the scenario was skipped.
  package var missingFacts: [String] = []
  /// Facts of the profile that it uses and that nothing has tried before, each with its place:
  /// `picker_mvpd in staging.yaml:42`. Where one is wrong, the failure is none of the service.
  package var facts: [String] = []
  /// The part of every application's walk that the rule is about: `sign-in`. nil for another rule,
  /// and for a scenario.
  package var core: String?
  /// Its number in the plan of all shards together, from 1; 0 where that is unknown. A merge
  /// orders the scenarios by it.
  package var planIndex = 0
}

extension ScenarioRecord {
  package init(name: String, location: SourceLocation, verdict: Verdict, steps: [StepRecord] = []) {
    self.init(
      name: name, template: nil, about: nil, location: location, verdict: verdict, steps: steps)
  }
}

/// A step with its verdict. A fragment's steps are below the step that uses it.
package struct StepRecord: Sendable, Equatable {
  package enum Action: String, Sendable, CaseIterable {
    case request
    case partner
    case user
    case wait
    case use
    /// An entry of a recording, or several, by which an application is judged.
    case traffic
  }

  package var name: String
  package var about: String?
  package var action: Action
  package var location: SourceLocation
  /// The device that acted: `device`, or the name that the scenario gave it.
  package var device: String
  package var covers: [Cover]
  /// The steps of the cookbook that it is: first the action, then what the answer shows.
  package var cookbookSteps: [CookbookStep] = []
  package var isFinal: Bool
  /// Whether it breaks the application's part on purpose.
  package var isHostile = false
  package var verdict: Verdict
  /// Findings that are only warnings: missed `should:`s, and all findings of an advisory scenario.
  package var warnings: [Finding] = []
  /// The `as:` of each alternative that the service chose.
  package var chosen: [String] = []
  /// A `burst` and a `retry` keep only their first exchange and their last.
  package var exchanges: [ExchangeRecord] = []
  @Boxed package var call: PartnerCallRecord? = nil
  /// Other events: sent again on a new connection, waited after a 429.
  package var notes: [StepNote] = []
  package var startedAfter = Duration.zero
  package var duration = Duration.zero
  /// The steps of the fragment that a `use` ran.
  package var steps: [StepRecord] = []
  /// The `id` of the shared fragment whose result a `use` took.
  package var sharedFragment: Int?
  /// Advice on the failure, in the suite's words; nil where the step did not fail, or where
  /// the suite gives no advice.
  package var advice: String?
  /// The method and the path of a request as the suite writes them, without a query:
  /// `GET /api/v2/${service_provider}/profiles`. nil for other actions.
  package var route: String?
  /// The entry of a recording in which a rule is broken; nil elsewhere.
  @Boxed package var occasion: TimedCall? = nil
  /// The exchanges that are not in `exchanges`.
  package var leftOut = LeftOutExchanges()
}

extension StepRecord {
  package init(
    name: String, about: String?, action: Action, location: SourceLocation, device: String,
    covers: [Cover], isFinal: Bool, verdict: Verdict, route: String? = nil
  ) {
    self.init(
      name: name, about: about, action: action, location: location, device: device, covers: covers,
      isFinal: isFinal, verdict: verdict, warnings: [], route: route)
  }
}

/// The one run of a fragment with `once: run`, for all scenarios that use it.
package struct SharedFragmentRecord: Sendable, Equatable {
  /// Unique in the run; `StepRecord.sharedFragment` refers to it.
  package var id: Int
  package var name: String
  /// The values that it was given, as JSON text, masked; empty where it takes none. With other
  /// values the fragment runs again.
  package var given: String
  package var location: SourceLocation
  package var verdict: Verdict
  package var duration: Duration
  package var steps: [StepRecord]
  /// The tries before, which met trouble.
  package var tries: [EarlierTry] = []

  package init(
    id: Int, name: String, given: String = "", location: SourceLocation, verdict: Verdict,
    duration: Duration, steps: [StepRecord]
  ) {
    self.id = id
    self.name = name
    self.given = given
    self.location = location
    self.verdict = verdict
    self.duration = duration
    self.steps = steps
  }
}
