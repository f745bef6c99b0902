// SPDX-License-Identifier: Apache-2.0
// Mutates a recording, and has rules judge the mutants.

import Audit
import Command
import HTTP
import Record
import Synchronization
import Text

/// The mutants of a recording, judged by rules.
struct RecordingTrial: Sendable {
  let rules: AuditRules
  let source: any TrafficSource
  /// Parts of it that break no rule either, by their names.
  var parts: [(name: String, source: ExchangeList)] = []
  /// The name of the walk that an entry belongs to; nil for one that several share.
  var walk: @Sendable (EntryReference) -> String? = { _ in nil }
  /// The name of an entry, beside its number.
  var label: @Sendable (EntryReference) -> String? = { _ in nil }
  /// Whether a mutant of this name belongs to the share that is judged.
  let includes: @Sendable (String) -> Bool
  let cancellation: Cancellation
}

extension RecordingTrial {
  fileprivate struct Outcome {
    var tally = MutantTally()
    var survivors: [(index: Int, survivor: RecordingSurvivor)] = []
  }

  /// - Throws: `UsageError` for a recording that can't be read.
  func result() throws(UsageError) -> RecordingScore {
    do throws(TrafficError) {
      let whole = try Audit(rules).judge(source)
      if let problem = Self.problem(of: "the recording itself", whole) {
        return RecordingScore(problem: problem)
      }
      // A part of it need not show which cookbooks it follows.
      let rules = rules.judging(by: whole.cookbooks)
      let audit = Audit(rules)
      for part in parts {
        // Where several run together, what one has done may hide what another has not.
        let name = "'\(part.name)', recorded without the other suites,"
        if let problem = Self.problem(of: name, try audit.judge(part.source)) {
          return RecordingScore(problem: problem)
        }
      }
      let mutants = try RecordingMutants(
        rules, source, walk: walk, label: label, includes: includes)
      guard mutants.count > 0 else {
        return RecordingScore(
          problem: "the recording has nothing that the rules are about, so nothing was measured")
      }
      let outcome = try judged(mutants)
      return RecordingScore(
        tally: outcome.tally,
        survivors: outcome.survivors.sorted { $0.index < $1.index }.map(\.survivor))
    } catch {
      throw UsageError(error.description)
    }
  }

  /// Why a recording can't be mutated: it breaks a rule.
  private static func problem(of name: String, _ result: AuditResult) -> String? {
    let broken = result.rules.filter { !$0.broken.isEmpty }
    guard let first = broken.first else { return nil }
    let more = broken.count > 1 ? " and \(Wording.count(broken.count - 1, "other rule"))" : ""
    return "\(name) breaks the rule '\(first.name)'\(more), so nothing was measured; "
      + "'\(ConformanceCommand.name) audit' says where"
  }

  /// Judges all mutants, on as many threads as there are processors.
  private func judged(_ mutants: RecordingMutants) throws(TrafficError) -> Outcome {
    let outcome = Mutex(Outcome())
    let next = Atomic(0)
    let failure = Mutex<TrafficError?>(nil)
    let threads = ThreadGroup()
    for _ in 0..<max(1, Machine.processorCount) {
      threads.start {
        while !cancellation.isCancelled {
          let index = next.add(1, ordering: .relaxed).oldValue
          guard index < mutants.count else { break }
          do throws(TrafficError) {
            guard let result = try mutants.result(of: index) else { continue }
            outcome.withLock { $0.add(result, index) }
          } catch {
            failure.withLock { $0 = error }
          }
        }
      }
    }
    threads.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    return outcome.withLock { $0 }
  }
}

extension RecordingTrial.Outcome {
  fileprivate mutating func add(_ result: MutantResult, _ index: Int) {
    tally.all += 1
    switch result {
    case .caught: tally.caught += 1
    case .harmless: tally.harmless += 1
    case .survived(let survivor): survivors.append((index, survivor))
    }
  }
}
