// SPDX-License-Identifier: Apache-2.0
// Mutates a recording, and has rules judge the mutants on several threads.

import Audit
import HTTPTransport
import Host
import Results
import SourceText
import Synchronization
import Traffic

/// The mutants of a recording, judged by rules.
struct RecordingTrial: Sendable {
  let rules: AuditRules
  let source: any TrafficSource
  /// The name of the walk that an entry belongs to; nil for one that several share.
  var walk: @Sendable (EntryReference) -> String? = { _ in nil }
  /// What an entry is called beside its number.
  var label: @Sendable (EntryReference) -> String? = { _ in nil }
  /// Whether a mutant of this name belongs to the share that is judged.
  let includes: @Sendable (String) -> Bool
  let cancellation: Cancellation
}

extension RecordingTrial {
  fileprivate struct Outcome {
    var tally = MutantTally()
    var survivors: [(index: Int, survivor: RecordingSurvivor)] = []
    var rules: [RuleTeeth]
    var error: TrafficError?
  }

  /// - Throws: `UsageError` for a recording that can't be read.
  func result() throws(UsageError) -> RecordingSharpness {
    do throws(TrafficError) {
      let broken = try Audit(rules).judge(source).rules.filter { !$0.broken.isEmpty }
      if let first = broken.first {
        let more = broken.count > 1 ? " and \(Wording.count(broken.count - 1, "other rule"))" : ""
        return RecordingSharpness(
          problem: "the recording itself breaks the rule '\(first.name)'\(more), so nothing was "
            + "measured; '\(ConformanceCommand.name) audit' says where")
      }
      let mutants = try RecordingMutants(
        rules, source, walk: walk, label: label, includes: includes)
      guard mutants.count > 0 else {
        return RecordingSharpness(
          problem: "the recording has nothing that the rules are about, so nothing was measured")
      }
      let outcome = judged(mutants)
      if let error = outcome.error { throw error }
      return RecordingSharpness(
        tally: outcome.tally,
        survivors: outcome.survivors.sorted { $0.index < $1.index }.map(\.survivor),
        rules: outcome.rules)
    } catch {
      throw UsageError(error.description)
    }
  }

  private func judged(_ mutants: RecordingMutants) -> Outcome {
    let next = Atomic(0)
    let outcome = Mutex(
      Outcome(rules: mutants.ruleNames.map { RuleTeeth(name: $0.name, location: $0.location) }))
    let threads = ThreadGroup()
    for _ in 0..<max(1, Machine.processorCount) {
      threads.start {
        while !cancellation.isCancelled {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < mutants.count else { break }
          do throws(TrafficError) {
            guard let fate = try mutants.fate(of: index) else { continue }
            outcome.withLock { $0.add(fate, index) }
          } catch {
            outcome.withLock { $0.error = error }
          }
        }
      }
    }
    threads.wait()
    return outcome.withLock { $0 }
  }
}

extension RecordingTrial.Outcome {
  fileprivate mutating func add(_ fate: RecordingFate, _ index: Int) {
    tally.all += 1
    switch fate {
    case .caught(let numbers):
      tally.caught += 1
      for number in numbers {
        rules[number].caught += 1
        if numbers.count == 1 { rules[number].alone += 1 }
      }
    case .harmless: tally.harmless += 1
    case .survived(let survivor): survivors.append((index, survivor))
    }
  }
}
