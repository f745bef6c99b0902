// SPDX-License-Identifier: Apache-2.0
// The records of scenarios, steps and shared fragments.

package import Suites

/// A scenario with its steps, or the reason why it was not run.
package struct ScenarioRecord: Sendable, Equatable {
  /// Unique in its suite. The only values in it are those of `cases`.
  package var name: String
  package var about: String?
  package var location: SourceLocation
  package var tags: [String]
  /// Whether its failures are only warnings (`level: should`).
  package var isAdvisory: Bool
  package var verdict: Verdict
  /// Since the start of the run.
  package var startedAfter: Duration
  package var duration: Duration
  package var steps: [StepRecord]
  /// Facts that the target's profile lacks, so that the scenario was skipped.
  package var missingFacts: [String]
  /// Its number in the plan of all shards together, from 1; 0 where that is unknown. A merge
  /// orders the scenarios by it.
  package var planIndex: Int

  package init(
    name: String, about: String?, location: SourceLocation, tags: [String], isAdvisory: Bool,
    verdict: Verdict, startedAfter: Duration, duration: Duration, steps: [StepRecord],
    missingFacts: [String], planIndex: Int = 0
  ) {
    self.name = name
    self.about = about
    self.location = location
    self.tags = tags
    self.isAdvisory = isAdvisory
    self.verdict = verdict
    self.startedAfter = startedAfter
    self.duration = duration
    self.steps = steps
    self.missingFacts = missingFacts
    self.planIndex = planIndex
  }
}

/// A requirement that a step covers.
package typealias CoverRecord = Cover

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
  package var covers: [CoverRecord]
  package var isFinal: Bool
  package var verdict: Verdict
  /// Findings that are only warnings: missed `should:`s, and all findings of an advisory scenario.
  package var warnings: [Finding]
  /// The `as:` of each alternative that the service chose.
  package var chosen: [String]
  /// The method and the path of a request as the suite writes them, without a query:
  /// `GET /api/v2/${service_provider}/profiles`. nil for other actions.
  package var route: String?
  /// Of a `burst` and of a `retry` only the first exchange and the last.
  package var exchanges: [ExchangeRecord]
  /// The exchanges that are not in `exchanges`.
  package var leftOut: LeftOutExchanges
  package var call: PartnerCallRecord?
  /// What to do about the failure, in the suite's words; nil where the step did not fail, or where
  /// the suite gives no advice.
  package var advice: String?
  /// Other events: sent again on a new connection, waited after a 429.
  package var notes: [QuotingText]
  package var startedAfter: Duration
  package var duration: Duration
  /// The steps of the fragment that a `use` ran.
  package var steps: [StepRecord]
  /// The `id` of the shared fragment whose result a `use` took.
  package var sharedFragment: Int?
  /// The number of the step in the trace of its run; nil where nothing was traced, and in a record
  /// that is masked.
  package var traceNumber: Int?
  /// On the heap, because only the steps of failed scenarios have it.
  private var keptRecipe: KeptRecipe?

  private final class KeptRecipe: Sendable, Equatable {
    let recipe: StepRecipe

    init(_ recipe: StepRecipe) { self.recipe = recipe }

    static func == (left: KeptRecipe, right: KeptRecipe) -> Bool { left.recipe == right.recipe }
  }

  package init(
    name: String, about: String?, action: Action, location: SourceLocation, device: String,
    covers: [CoverRecord], isFinal: Bool, verdict: Verdict, warnings: [Finding] = [],
    chosen: [String] = [], exchanges: [ExchangeRecord] = [], call: PartnerCallRecord? = nil,
    notes: [QuotingText] = [], startedAfter: Duration = .zero, duration: Duration = .zero,
    steps: [StepRecord] = [], sharedFragment: Int? = nil, advice: String? = nil,
    route: String? = nil, leftOut: LeftOutExchanges = LeftOutExchanges(),
    recipe: StepRecipe? = nil
  ) {
    self.name = name
    self.about = about
    self.action = action
    self.location = location
    self.device = device
    self.covers = covers
    self.isFinal = isFinal
    self.verdict = verdict
    self.warnings = warnings
    self.chosen = chosen
    self.exchanges = exchanges
    self.leftOut = leftOut
    self.call = call
    self.notes = notes
    self.startedAfter = startedAfter
    self.duration = duration
    self.steps = steps
    self.sharedFragment = sharedFragment
    self.advice = advice
    self.route = route
    self.recipe = recipe
  }
}

extension StepRecord {
  /// How to do the step again without the harness; nil where that was not kept.
  package var recipe: StepRecipe? {
    get { keptRecipe?.recipe }
    set { keptRecipe = newValue.map { KeptRecipe($0) } }
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

  package init(
    id: Int, name: String, given: String = "", location: SourceLocation, verdict: Verdict,
    duration: Duration,
    steps: [StepRecord]
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
