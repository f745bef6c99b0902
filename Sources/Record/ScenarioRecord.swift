// SPDX-License-Identifier: Apache-2.0
// The records of scenarios, steps and shared fragments, and how they ended.

package import Expectations
package import Suites
package import Text

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
  /// Facts that the target's profile lacks, so that the scenario was skipped.
  package var missingFacts: [String] = []
  /// Facts of the profile that it uses and that nothing has tried before, each with its place:
  /// `picker_mvpd in staging.yaml:42`. Where one is wrong, the failure is none of the service.
  package var facts: [String] = []
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
  package var isFinal: Bool
  package var verdict: Verdict
  /// Findings that are only warnings: missed `should:`s, and all findings of an advisory scenario.
  package var warnings: [Finding] = []
  /// The `as:` of each alternative that the service chose.
  package var chosen: [String] = []
  /// A `burst` and a `retry` keep only their first exchange and their last.
  package var exchanges: [ExchangeRecord] = []
  package var call: PartnerCallRecord?
  /// Other events: sent again on a new connection, waited after a 429.
  package var notes: [QuotingText] = []
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

/// How a step or a scenario ended.
package enum Verdict: Sendable, Equatable {
  case passed
  /// The target broke a rule: JUnit's `failure`. Never empty.
  case failed([Finding])
  /// There was no answer to judge: JUnit's `error`.
  indirect case broken(RunProblem)
  /// Not run, on purpose.
  case skipped(because: String)
  /// Not run, because something failed that several scenarios share: a shared fragment, or the
  /// preflight.
  case blocked(because: String)
  /// Under way when the run was stopped: not an error, and nothing to fix.
  case interrupted
  /// Not run, because an earlier step failed, or because the run ended before.
  case notReached
}

extension Verdict {
  package enum Kind: String, Sendable, CaseIterable {
    case passed
    case failed
    /// The case failed, and all that failed is known. No verdict of a record is of this kind; it
    /// follows from the list of known failures.
    case known
    case broken = "error"
    case skipped
    case blocked
    case interrupted
    case notReached = "not-reached"
  }

  /// The findings that failed it; empty for another verdict.
  package var findings: [Finding] { if case .failed(let findings) = self { findings } else { [] } }

  /// Why there was no answer to judge; nil for another verdict.
  package var problem: RunProblem? { if case .broken(let problem) = self { problem } else { nil } }

  /// Why it was not run; nil for another verdict.
  package var reason: String? {
    switch self {
    case .skipped(let reason), .blocked(let reason): reason
    default: nil
    }
  }

  package var kind: Kind {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .broken: .broken
    case .skipped: .skipped
    case .blocked: .blocked
    case .interrupted: .interrupted
    case .notReached: .notReached
    }
  }
}

extension Verdict.Kind {
  /// Whether such a case is to be fixed: the target broke a rule, or there was no answer to judge.
  package var isFault: Bool { self == .failed || self == .broken }

  /// Whether such a case was run to its end.
  package var wasRun: Bool { isFault || self == .passed || self == .known }
}

/// Why a step or a scenario got no answer to judge.
package struct RunProblem: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// No connection, a time-out, a broken or unreadable answer.
    case transport
    /// The partner's framework could not answer.
    case partner
    /// A mistake in the suite that only a run can find.
    case suite
    /// A shared fragment ended without an answer to judge.
    case fragment
    case deadline
    case interrupted
  }

  package let kind: Kind
  /// One sentence for people.
  package let message: String
  package let location: SourceLocation?
  /// Whether no connection to the target could be made.
  package let isUnreachable: Bool

  package init(
    _ kind: Kind, _ message: String, at location: SourceLocation?, isUnreachable: Bool = false
  ) {
    self.kind = kind
    self.message = message
    self.location = location
    self.isUnreachable = isUnreachable
  }
}

/// A place in a suite file.
package struct SourceLocation: Sendable, Hashable {
  package let file: String
  package let position: Position

  package init(file: String, position: Position) {
    self.file = file
    self.position = position
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`.
  package var description: String { "\(file):\(position)" }
}

extension SourceLocation {
  /// Reads `file:line:column`; the name of the file may have colons, too.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let line = Int(parts[parts.count - 2]), line > 0,
      let column = Int(parts[parts.count - 1]), column > 0
    else { return nil }
    self.init(
      file: parts.dropLast(2).joined(separator: ":"),
      position: Position(line: line, column: column))
  }
}
