// SPDX-License-Identifier: Apache-2.0
// Why records can't be merged.

import Text

/// Why records can't be merged.
package struct MergeError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case nothing
    /// A record is of a whole run, not of a part.
    case noShard
    case missingShards([Int])
    /// No scenario has this number of the plan; numbers count from 1.
    case missingScenario(Int)
    /// Two records differ in this, so they are not of one run, or of one certificate.
    case different(String, value: String, other: String)
    /// There are several runs of a service, and only one can be a part of a certificate.
    case severalRuns
    /// Two audits judged this recording by the same rules.
    case repeatedRecording(String)
  }

  package let reason: Reason
  /// The index of the record; nil where the error concerns all records.
  package let record: Int?
  /// The index of the record that it is compared with.
  package var other: Int?
}

extension MergeError {
  package init(reason: Reason, record: Int?) {
    self.init(reason: reason, record: record, other: nil)
  }

  /// The error of records that were chosen from others.
  ///
  /// - Parameter indices: The index of each among all.
  func moved(to indices: [Int]) -> MergeError {
    MergeError(
      reason: reason, record: record.map { indices[$0] }, other: other.map { indices[$0] })
  }

  /// What is wrong, and in which files.
  ///
  /// - Parameter files: Of each record, as the user wrote it.
  package func message(_ files: [String]) -> String {
    let place = record.map { "\(files[$0]): " } ?? ""
    switch reason {
    case .nothing: return "there is no report to merge"
    case .noShard: return "\(place)this is the report of a whole run, not of a part (--shard)"
    case .missingShards(let indices):
      return "\(indices.count == 1 ? "part" : "parts") "
        + "\(Wording.list(indices.map(String.init))) \(indices.count == 1 ? "is" : "are") missing"
    case .missingScenario(let index):
      return "no part has scenario \(index) of the plan: each has to run the same suites, with the "
        + "same options that select"
    case .different(let what, let value, let other):
      let file = self.other.map { files[$0] } ?? "the others"
      return "\(place)its \(what) is \(value), and that of \(file) is \(other); only reports of "
        + "the same can be merged"
    case .severalRuns:
      return "\(place)the reports are of several runs of a service: a certificate has one run, or "
        + "all parts of one"
    case .repeatedRecording(let name):
      return "\(place)the recording '\(name)' is in two of the audits: leave one of them out, or "
        + "audit all recordings at once"
    }
  }
}
