// SPDX-License-Identifier: Apache-2.0
// Mutates the harness's own traffic, and has rules judge the mutants.

import Audit
import Command
import HTTP
import Record
import Runner
import Suites
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
            guard let fate = try mutants.fate(of: index) else { continue }
            outcome.withLock { $0.add(fate, index) }
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
  fileprivate mutating func add(_ fate: RecordingFate, _ index: Int) {
    tally.all += 1
    switch fate {
    case .caught: tally.caught += 1
    case .harmless: tally.harmless += 1
    case .survived(let survivor): survivors.append((index, survivor))
    }
  }
}

/// The exchanges of a run, added by many threads.
final class OwnTraffic: Sendable {
  private let sent = Mutex<[SentExchange]>([])

  func add(_ exchange: SentExchange) { sent.withLock { $0.append(exchange) } }

  /// In the order in which they were sent.
  var all: [SentExchange] { sent.withLock { $0 }.sorted { $0.sentAt < $1.sentAt } }
}

/// The traffic of a run as a recording: each scenario is a walk of its own.
struct OwnRecording: Sendable {
  /// Its name in messages.
  static let name = "the run"
  /// The host that stands for the service: one that can be reached by https only, as that of every
  /// real service.
  private static let origin = "https://service.sso-conformance.example"

  let source: ExchangeList
  /// The exchanges of each suite, with those that it shares: as if it had run alone.
  let suites: [(name: String, source: ExchangeList)]
  private let causes: [SentCause]

  init(_ sent: [SentExchange]) {
    causes = sent.map(\.cause)
    let exchanges = sent.enumerated().map { index, sent in
      RecordedExchange(sent, entry: EntryReference(recording: 0, index: index))
        .moved(from: "\(sent.origin)", to: Self.origin)
    }
    source = ExchangeList(recordings: [Self.name], exchanges)
    suites = Set(sent.compactMap(\.cause.suite)).sorted().map { name in
      // Shared files stand in the same folder.
      let folders = Set(sent.filter { $0.cause.suite == name }.map(\.cause.folder))
      let own = zip(sent, exchanges).filter { sent, _ in
        sent.cause.suite.map { $0 == name } ?? folders.contains(sent.cause.folder)
      }
      return (name, ExchangeList(recordings: [Self.name], own.map(\.1)))
    }
  }

  /// The name of the scenario that sent an entry; nil for what several scenarios share.
  @Sendable func walk(_ entry: EntryReference) -> String? {
    let cause = causes[entry.index]
    return cause.suite.map { "\($0): \(cause.scenario)" }
  }

  /// The scenario or the fragment, and the step.
  @Sendable func label(_ entry: EntryReference) -> String? {
    guard causes.indices.contains(entry.index) else { return nil }
    let cause = causes[entry.index]
    return "\(walk(entry) ?? cause.scenario), \(cause.step)"
  }
}

extension SentCause {
  /// The folder of the file that the step stands in.
  fileprivate var folder: String { SuitePath.folder(of: location.file) }
}

extension RecordedExchange {
  /// The same at another origin. A service of this machine may be used by http, and no other.
  fileprivate func moved(from old: String, to new: String) -> RecordedExchange {
    guard old.hasPrefix("http://"), request.url.hasPrefix(old) else { return self }
    var result = self
    result.request.url = new + request.url.dropFirst(old.count)
    if case .bytes(let bytes)? = response?.body {
      let text = String(decoding: bytes, as: UTF8.self)
      if text.contains(old) {
        result.response?.body = .bytes(Array(text.replacing(old, with: new).utf8))
      }
    }
    if let location = response?.headers?["Location"], location.hasPrefix(old) {
      result.response?.headers?.set("Location", new + location.dropFirst(old.count))
    }
    return result
  }
}
