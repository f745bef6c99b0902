// SPDX-License-Identifier: Apache-2.0
// The record of a run: the one value that all reports are made from.

import Redaction
package import Suites
package import Text

/// The record of a run. Its secrets are already masked, so that every part of it may be printed.
package struct RunRecord: Sendable, Equatable {
  /// The version of the JSON form.
  package static let formatVersion = 1

  package var tool: ToolRecord
  package var target: TargetRecord
  package var startedAt: Timestamp
  /// Wall time of the whole run.
  package var duration = Duration.zero
  package var jobs = 1
  /// Whether a missed `should` fails the run.
  package var isStrict = false
  /// How many requirements it has to prove; nil for any number.
  package var atLeast: Int?
  /// Whether the run was stopped before its end.
  package var isInterrupted = false
  /// Reasons to trust the run less, one sentence each: certificates were not checked, scenarios
  /// were left out by a selection.
  package var remarks: [String] = []
  /// The requirement catalogues that the suites name.
  package var catalogues: [Catalogue] = []
  /// The fragments with `once: run`.
  package var sharedFragments: [SharedFragmentRecord] = []
  /// In the order of the plan.
  package var suites: [SuiteRecord] = []
  /// The part of the plan that this run executed; nil for the whole plan.
  package var shard: ShardRecord?
  /// The selection from the suites; nil for all of them.
  package var selection: SelectionRecord?
  /// Whose half of the cookbooks it judges.
  package var subject = JudgedSide.service
  /// The traffic by which the application was judged; nil where it was not.
  package var audit: AuditRecord?
  /// The files and settings behind the verdict; nil in reports of earlier versions.
  package var evidence: EvidenceRecord?
  /// The failures that were known before the run.
  package var known: [KnownFailure] = []
  /// What people say of requirements that no traffic shows.
  package var attestations: [Attestation] = []
  /// The option that stopped it: `--max-time 5m`. nil for a signal.
  package var interruption: String?
  /// Why the run gave up; nil where it did not.
  package var outage: OutageRecord?
  /// By how much the target's clock is ahead of ours, where its answers have no date and all times in
  /// them agree on more than the tolerance; nil elsewhere.
  package var clockLead: Duration?
  /// By how much all times in the target's answers are ahead, by more than the tolerance, where the
  /// dates of the same answers are right; nil elsewhere.
  package var timesLead: Duration?
  /// Earlier failures that were run again.
  package var earlierFailures: [EarlierFailure] = []
}

extension RunRecord {
  package init(tool: ToolRecord, target: TargetRecord, startedAt: Timestamp) {
    self.init(tool: tool, target: target, startedAt: startedAt, duration: .zero)
  }

  /// Whether a missed recommendation fails one side.
  func isStrict(of side: JudgedSide) -> Bool {
    side == .application ? audit?.isStrict ?? isStrict : isStrict
  }

  /// The known failures that count on the day on which the run began.
  package var knownFailures: KnownFailures { KnownFailures(known, on: CalendarDay(startedAt)) }
}

/// The selection of a run from the suites.
package struct SelectionRecord: Sendable, Equatable {
  /// The suite files and folders that were named; empty where all suites were asked for.
  package var paths: [String] = []
  /// The values of `--tag`.
  package var tags: [String] = []
  /// The values of `--exclude-tag`.
  package var excludedTags: [String] = []
  /// The values of `--scenario`.
  package var names: [String] = []
  /// The values of `--phase`.
  package var phases: [String] = []
  /// The values of `--requirement`.
  package var requirements: [String] = []
  /// Whether only walks were asked for, by `--walk`.
  package var isWalk = false
  /// The choice of `--budget`; nil without it.
  package var budget: BudgetRecord?
  /// How many scenarios were selected, of all shards together; a live table counts as one.
  package var selected: Int
  /// How many scenarios there are to select from, counted in the same way.
  package var total: Int
}

extension SelectionRecord {
  package init(selected: Int, total: Int) { self.init(paths: [], selected: selected, total: total) }

  /// The options of the command line that select, each with its value.
  package var options: [SelectingOption] {
    func options(_ name: String, _ values: [String]) -> [SelectingOption] {
      values.map { SelectingOption(name: name, value: $0) }
    }
    return options("--walk", isWalk ? [""] : []) + options("--tag", tags)
      + options("--exclude-tag", excludedTags) + options("--scenario", names)
      + options("--phase", phases) + options("--requirement", requirements)
      + options("--budget", budget?.limits ?? [])
  }
}

/// An option of the command line that selects.
package struct SelectingOption: Sendable, Equatable {
  package let name: String
  /// Empty where the option takes none.
  package let value: String

  /// `--tag x`.
  package var words: String { value.isEmpty ? name : "\(name) \(value)" }
}

/// The part of the scenarios that a shard runs, the same each time: `3/8`.
package struct ShardRecord: Sendable, Equatable {
  /// From 1 to `count`.
  package var index: Int
  package var count: Int
  /// The name of the run that it belongs to; nil in reports of earlier versions.
  package var run: String?

  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}

package struct ToolRecord: Sendable, Equatable {
  package var name: String
  package var version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// The target that was certified. Where only an application was, the service that it talks to.
package struct TargetRecord: Sendable, Equatable {
  /// `reference`, the profile's `target:`, or the URL.
  package var name: String
  /// The base URL.
  package var url: String
  package var serviceProvider: String?
  /// The ids of the MVPDs that the facts name.
  package var mvpds: [String]
  /// The source of the partner's answers: `apple (emulated)`, `recording FILE`.
  package var framework: String
  /// The value of `--target`; nil in an audit, and in reports of earlier versions.
  package var argument: String?
  /// Whether it is the service that the program itself starts, on another port each time.
  package var isEmbedded = false

  package init(
    name: String, url: String, serviceProvider: String?, mvpds: [String], framework: String
  ) {
    self.name = name
    self.url = url
    self.serviceProvider = serviceProvider
    self.mvpds = mvpds
    self.framework = framework
  }
}

package struct SuiteRecord: Sendable, Equatable {
  package var name: String
  package var about: String?
  package var file: String
  /// SHA-256 of the file, in hexadecimal.
  package var digest = ""
  package var cookbook: String?
  package var phase: String?
  /// Whether the suite asks for what the run can't go on without (`preflight: true`).
  package var isPreflight = false
  /// Whether it goes through its cookbook from the first step to the last (`walk: true`).
  package var isWalk = false
  /// Whose half of the cookbook it judges; never both.
  package var subject = JudgedSide.service
  /// In the order of the plan.
  package var scenarios: [ScenarioRecord]
}

extension SuiteRecord {
  package init(name: String, file: String, scenarios: [ScenarioRecord]) {
    self.init(name: name, about: nil, file: file, scenarios: scenarios)
  }
}
