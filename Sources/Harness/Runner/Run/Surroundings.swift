// SPDX-License-Identifier: Apache-2.0
// What a run has from outside: clock, randomness, the framework, the person's programs.

package import Encodings
package import HTTPTransport
package import PartnerFramework
package import Results
import SuiteModel

/// What a run has from outside.
package struct Surroundings: Sendable {
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Who opens the partner's framework on the devices of a job: asked for once by each job, on its
  /// thread. What it has started ends with it.
  package var makeFrameworkOpener: @Sendable () -> FrameworkOpener
  /// Who answers as the framework, for reports.
  package var frameworkName: String
  /// Whether the framework goes by the clock that is handed in, as one that is made up does, and a
  /// real one does not.
  package var frameworkFollowsClock: Bool
  /// Hands a URL to the program that plays the browser; nil where redirects are followed here.
  package var visit:
    (
      @Sendable (_ url: String, _ redirectURL: String, PartnerDeadline) throws(PartnerError)
        -> String
    )?

  package init(
    now: @escaping @Sendable () -> Timestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    frameworkName: String,
    frameworkFollowsClock: Bool = true,
    makeFrameworkOpener: @escaping @Sendable () -> FrameworkOpener,
    visit: (@Sendable (String, String, PartnerDeadline) throws(PartnerError) -> String)? = nil
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.frameworkName = frameworkName
    self.frameworkFollowsClock = frameworkFollowsClock
    self.makeFrameworkOpener = makeFrameworkOpener
    self.visit = visit
  }
}

/// How a run is made.
package struct RunSettings: Sendable {
  package var jobs: Int
  /// Ends the run at the first scenario that is not conformant.
  package var stopsAtFailure: Bool
  package var isStrict: Bool
  package var tool: ToolRecord
  /// Sentences that every report shows.
  package var remarks: [String]
  package var client: ClientSettings
  /// The part of the plan that this is; nil for all of it.
  package var shard: Shard?
  /// About how many bytes of heads and bodies are kept of what failed.
  package var evidenceBytes: Int

  package init(
    jobs: Int, stopsAtFailure: Bool = false, isStrict: Bool = false, tool: ToolRecord,
    remarks: [String] = [], client: ClientSettings, evidenceBytes: Int = 16_000_000
  ) {
    self.jobs = jobs
    self.stopsAtFailure = stopsAtFailure
    self.isStrict = isStrict
    self.tool = tool
    self.remarks = remarks
    self.client = client
    self.evidenceBytes = evidenceBytes
  }
}
