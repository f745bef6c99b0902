// SPDX-License-Identifier: Apache-2.0
// The number that a CI engine gives a copy of a job.

import Record
import Text

/// An engine that runs several copies of a job, and tells each its number in the environment.
struct ParallelEngine {
  /// The variable with the number of the copy.
  let part: String
  /// The number of the first copy, or the variable that has it.
  let first: String
  /// The variable with the number of copies; nil where the engine sets none.
  let count: String?

  static let all = [
    // Kubernetes, an Indexed Job.
    ParallelEngine(part: "JOB_COMPLETION_INDEX", first: "0", count: nil),
    // GitLab CI, `parallel`.
    ParallelEngine(part: "CI_NODE_INDEX", first: "1", count: "CI_NODE_TOTAL"),
    // CircleCI, `parallelism`.
    ParallelEngine(part: "CIRCLE_NODE_INDEX", first: "0", count: "CIRCLE_NODE_TOTAL"),
    // Buildkite, `parallelism`.
    ParallelEngine(
      part: "BUILDKITE_PARALLEL_JOB", first: "0", count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    // Slurm, a job array.
    ParallelEngine(
      part: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN", count: "SLURM_ARRAY_TASK_COUNT"),
  ]

  /// The number of this copy, from 1.
  ///
  /// - Parameter wanted: How many copies there have to be.
  static func part(of wanted: Int, _ environment: [String: String]) throws(UsageError) -> Int {
    let option = "--shard auto/\(wanted)"
    let instead = "; write --shard I/\(wanted) instead"
    let present = all.filter { environment[$0.part] != nil }
    guard let engine = present.first else {
      let names = all.map(\.part).joined(separator: ", ")
      throw UsageError("\(option) needs one of \(names), and none is set\(instead)")
    }
    guard present.count == 1 else {
      let names = Wording.list(present.map(\.part))
      throw UsageError("\(option): \(names) are set, and each numbers the parts\(instead)")
    }
    if let name = engine.count, let count = environment[name], Int(count) != wanted {
      throw UsageError("\(option): \(name) is \(count); both have to be the number of parts")
    }
    // Below zero, the distance to the number might not be one that an Int can hold.
    guard let first = Int(engine.first) ?? environment[engine.first].flatMap({ Int($0) }),
      first >= 0
    else {
      throw UsageError("\(option) needs \(engine.first), the number of the first part\(instead)")
    }
    let part = environment[engine.part] ?? ""
    guard let number = Int(part), number >= first, number - first < wanted else {
      throw UsageError(
        "there is no part \(part) of '\(option)': \(engine.part) counts from \(first)")
    }
    return number - first + 1
  }
}
