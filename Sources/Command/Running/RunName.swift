// SPDX-License-Identifier: Apache-2.0
// The name of the run that a part belongs to.

import Runner
import Text

/// The name of the run that a part belongs to, so that `report merge` tells parts of two runs.
enum RunName {
  static let option = Option(
    "run-id", "NAME",
    help: "names the run that this part belongs to, the same for all its parts; without it, the CI"
      + " system's own id of the run")

  /// The variables in which CI systems name a run, the same for all its jobs and in each attempt.
  private static let variables = [
    // GitHub Actions, GitLab CI, Jenkins.
    "GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILD_TAG",
    // CircleCI: a rerun is another workflow, with the workspace of the first.
    "CIRCLE_WORKFLOW_WORKSPACE_ID",
    // Buildkite, Azure Pipelines, a job array of Slurm.
    "BUILDKITE_BUILD_ID", "BUILD_BUILDID", "SLURM_ARRAY_JOB_ID",
  ]

  /// - Returns: nil for a run of all parts.
  /// - Throws: `UsageError` where a part has no name of its run.
  static func name(
    of shard: Shard?, _ arguments: Arguments, _ environment: [String: String]
  ) throws(UsageError) -> String? {
    let given = arguments.value(option.name)
    guard let shard else {
      if given != nil { throw UsageError("--run-id goes with --shard") }
      return nil
    }
    let found = given ?? variables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let found, !found.isEmpty else {
      throw UsageError(
        "--shard \(shard.index)/\(shard.count) needs the name of the run that the part belongs to, "
          + "and no CI system gives one (\(variables.joined(separator: ", "))); give all parts the "
          + "same --run-id NAME, and another one the next time")
    }
    return found
  }
}
