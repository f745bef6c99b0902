// SPDX-License-Identifier: Apache-2.0
// The part of a run that `--shard` asks for.

import Runner

extension Arguments {
  /// The part of the plan that `--shard` asks for; nil for all.
  func shard(_ environment: [String: String]) throws(UsageError) -> Shard? {
    guard let text = value("shard") else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let count = Int(parts[1]), Shard(index: 1, count: count) != nil {
      let index =
        parts[0] == "auto" ? try ParallelEngine.part(of: count, environment) : Int(parts[0])
      if let shard = index.flatMap({ Shard(index: $0, count: count) }) { return shard }
    }
    throw UsageError(
      "--shard takes a part and the number of parts, as in 3/8 or auto/8; not '\(text)'")
  }
}
