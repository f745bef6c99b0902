// SPDX-License-Identifier: Apache-2.0
// The settings of a run.

package import HTTP
package import Record

/// The settings of a run.
package struct RunSettings: Sendable {
  /// How many scenarios are worked on at once.
  package var jobs: Int
  /// How many more may be under way because others wait.
  package var waiting: Int
  /// Whether the run ends at the first scenario that is not conformant.
  package var stopsAtFailure: Bool
  /// Whether a missed `should` is a failure.
  package var isStrict: Bool
  package var tool: ToolRecord
  /// Sentences that every report shows.
  package var remarks: [String]
  package var client: ClientSettings
  /// What no report may show beside the secrets of the profile: the credentials of a proxy.
  package var secrets: [String] = []
  /// What was selected of the suites, for the reports; nil for all of them.
  package var selection: SelectionRecord?
  /// The part of the plan that is run; nil for all of it.
  package var shard: Shard?
  /// The files that the suites were read from, for the reports.
  package var files: [EvidenceFile] = []
  /// The failures that are known.
  package var known: [KnownFailure] = []
  /// About how many bytes of heads and bodies are kept of scenarios that failed.
  package var evidenceBytes: Int
  /// Whether these are kept of scenarios that passed as well, up to that limit.
  package var keepsPassedExchanges = false
  /// Gets the answers of each scenario that is conformant, and of each shared fragment that passed,
  /// with all that they were judged by; on any thread. They are not masked. nil where nobody asks.
  package var judged: (@Sendable (JudgedCourse) -> Void)?
  /// Gets each request that was sent, also to other origins and again after a 429, once its answer is
  /// there; on any thread. nil where nobody asks.
  package var sent: (@Sendable (SentExchange) -> Void)?

  package init(
    jobs: Int, waiting: Int = 50, stopsAtFailure: Bool = false, isStrict: Bool = false,
    tool: ToolRecord,
    remarks: [String] = [], client: ClientSettings, evidenceBytes: Int = 16_000_000
  ) {
    self.jobs = jobs
    self.waiting = waiting
    self.stopsAtFailure = stopsAtFailure
    self.isStrict = isStrict
    self.tool = tool
    self.remarks = remarks
    self.client = client
    self.evidenceBytes = evidenceBytes
  }
}
