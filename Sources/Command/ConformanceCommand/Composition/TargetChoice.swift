// SPDX-License-Identifier: Apache-2.0
// The target of a run, without mistakes.

package import HTTPTransport
package import SuiteModel

/// The target of a run. The reference service is started when it is chosen.
package struct TargetChoice {
  package let profile: Profile
  /// The server of the reference service; nil for another target. Stop it after the run.
  package let server: HTTPServer?
  /// The folder of the profile's file. Paths in the profile are relative to it; nil where the
  /// profile is not a file.
  let folder: String?
  /// The suites to judge the target by: those chosen, but for those that the profile leaves out.
  package let suites: SuiteCollection
  /// What the reports say about suites that the profile leaves out.
  let remarks: [String]

  static let reference = "reference"
}

extension TargetChoice {
  /// Reads `--target` and `--set`.
  ///
  /// - Parameters:
  ///   - collection: The suites that were chosen; they declare the facts.
  ///   - needsFacts: Whether a missing essential fact is a mistake.
  /// - Throws: `UsageError` that lists all mistakes.
  package init(
    _ arguments: Arguments, _ console: Console, for collection: SuiteCollection,
    needsFacts: Bool = true
  ) throws(UsageError) {
    let reading = try TargetReading(arguments, console, for: collection, needsFacts: needsFacts)
    guard let profile = reading.draft?.profile, reading.mistakes.isEmpty else {
      reading.server?.stop()
      throw UsageError(report: reading.report)
    }
    self.profile = profile
    server = reading.server
    folder = reading.folder
    suites = reading.suites
    remarks = reading.remarks
  }
}
