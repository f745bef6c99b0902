// SPDX-License-Identifier: Apache-2.0
// How much a run keeps of what went over the wire.

import HTTPMessages
import Results
import Synchronization

/// How much of heads and bodies a run has kept for its reports. Nobody reads thousands of
/// failures, and their exchanges would fill the memory.
final class Evidence: Sendable {
  /// Whose heads and bodies are kept.
  enum Choice {
    /// All of the scenario, since what came before a failure explains it.
    case all
    /// Those of steps that failed or warn, and of all steps below them.
    case notable
    /// Those of steps that failed or warn.
    case onlyNotable
    case none
  }

  private let bytes = Atomic(0)
  /// So many bytes of scenarios that failed are kept; as many again of steps that did.
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }
}

extension Evidence {
  /// - Parameter isFailure: Of a scenario that did not pass.
  func choice(isFailure: Bool) -> Choice {
    switch bytes.load(ordering: .relaxed) {
    case ..<limit: isFailure ? .all : .notable
    case ..<(2 * limit): .onlyNotable
    default: .none
    }
  }

  /// Counts what was kept of a scenario.
  func add(_ steps: [StepRecord]) {
    var count = 0
    steps.visit { visit in
      for exchange in visit.step.exchanges { count += exchange.detail?.byteCount ?? 0 }
    }
    bytes.add(count, ordering: .relaxed)
  }

  /// A sentence for the reports, where not all was kept that would have been.
  var remark: String? {
    guard bytes.load(ordering: .relaxed) >= limit else { return nil }
    return "there was too much to keep: of the later failures the reports show the steps that "
      + "failed, with less or nothing of what went over the wire; run some of the scenarios alone "
      + "(--scenario) to see it"
  }
}

extension ExchangeRecord.Detail {
  fileprivate var byteCount: Int {
    (requestHeaders + responseHeaders).reduce(requestBody.utf8.count + responseBody.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
  }
}
