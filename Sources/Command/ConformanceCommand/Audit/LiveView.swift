// SPDX-License-Identifier: Apache-2.0
// Shows an audit while the application runs.

import Audit
import Findings
import HTTPTransport
import Redaction
import Results
import SourceText
import Synchronization
import Traffic

/// Judges after each exchange all that came so far, and shows the exchange with the rules that it met
/// or broke. What only a later exchange decides is shown with that one.
final class LiveView: Sendable {
  /// Where so many exchanges wait to be shown, they are judged together.
  private static let batch = 20
  /// How many rules are named of those that an exchange met.
  private static let metLimit = 3

  private struct Work {
    var hasNews = false
    var isUnderWay = false
  }

  /// What was shown so far. Only one thread at a time shows something.
  private struct Shown {
    var count = 0
    /// How often each rule was met.
    var met: [Int] = []
    /// The entries on which each rule was broken.
    var broken: [Set<EntryReference>] = []
    var secrets = KnownSecrets()
  }

  private let traffic: ObservedTraffic
  private let rules: AuditRules
  private let console: Console
  private let threads = ThreadGroup()
  private let work = Mutex(Work())
  private let shown = Mutex(Shown())

  init(_ traffic: ObservedTraffic, _ rules: AuditRules, on console: Console) {
    self.traffic = traffic
    self.rules = rules
    self.console = console
  }
}

extension LiveView {
  /// Shows what has come, on a thread of its own unless one is at work already.
  func update() {
    let starts = work.withLock { work in
      work.hasNews = true
      defer { work.isUnderWay = true }
      return !work.isUnderWay
    }
    guard starts else { return }
    threads.start { [self] in
      while hasNews() { showAll() }
    }
  }

  /// Blocks until everything is shown.
  func finish() { threads.wait() }

  private func hasNews() -> Bool {
    work.withLock { work in
      work.isUnderWay = work.hasNews
      defer { work.hasNews = false }
      return work.hasNews
    }
  }

  private func showAll() {
    let exchanges = traffic.exchanges
    shown.withLock { shown in
      while shown.count < exchanges.count {
        let waiting = exchanges.count - shown.count
        let next = waiting > Self.batch ? exchanges.count : shown.count + 1
        show(exchanges, upTo: next, &shown)
      }
    }
  }

  private func show(_ exchanges: [RecordedExchange], upTo end: Int, _ shown: inout Shown) {
    let all = Array(exchanges.prefix(end))
    for exchange in all[shown.count...] { shown.secrets.addSecrets(of: exchange) }
    let mask = shown.secrets.mask
    var text = all[shown.count...].map { Self.line($0, mask) }.joined()
    shown.count = end
    let source = ExchangeList(recordings: [ObservedTraffic.name], all)
    let audit = Audit(rules, origins: ObservedTraffic.origins(of: all))
    do throws(TrafficError) {
      text += verdicts(try audit.judge(source), mask, &shown)
    } catch {
      text += "  not judged: \(Visible.line(error.description))\n"
    }
    console.output(text)
  }

  /// `entry 3: POST /o/client/token → 200`
  private static func line(_ exchange: RecordedExchange, _ mask: Mask) -> Printed {
    let url = exchange.request.url.prefix { $0 != "?" }
    let path = url.firstRange(of: "://").map { url[$0.upperBound...].drop { $0 != "/" } } ?? url
    let status = exchange.response.map { "\($0.status)" } ?? "no answer"
    let masked = Visible.line(mask.maskedOwn(String(path)), limit: 200)
    return
      "entry \(exchange.entry.index): \(Visible.line(exchange.request.method)) \(masked) → \(status)\n"
  }

  /// What has become known of the rules.
  private func verdicts(_ result: AuditResult, _ mask: Mask, _ shown: inout Shown) -> Printed {
    var text = Printed()
    var met: [String] = []
    let isFirst = shown.met.isEmpty
    for (index, rule) in result.rules.enumerated() {
      if rule.met > (isFirst ? 0 : shown.met[index]) { met.append(rule.name) }
      for occasion in rule.broken where isFirst || !shown.broken[index].contains(occasion.entry) {
        text += line(occasion, of: rule, mask)
      }
    }
    shown.met = result.rules.map(\.met)
    shown.broken = result.rules.map { Set($0.broken.map(\.entry)) }
    guard !met.isEmpty else { return text }
    let more = met.count - Self.metLimit
    let named = met.prefix(Self.metLimit).map { "'\(Visible.name($0))'" }.joined(separator: ", ")
    return "  obeys \(named)\(more > 0 ? " and \(more) more" : "")\n" + text
  }

  private func line(_ occasion: BrokenOccasion, of rule: RuleResult, _ mask: Mask) -> Printed {
    let what: Printed = "BREAKS"
    let ids = occasion.blamed.map { Visible.line($0) }.joined(separator: ", ")
    var text: Printed =
      "  \(console.hasColour ? what.coloured(.red) : what) '\(Visible.name(rule.name))'"
    text += "\(ids.isEmpty ? "" : " (\(ids))"), entry \(occasion.entry.index)\n"
    if let finding = occasion.findings.first {
      let sentence = mask.maskedOwn(finding.nearest ?? finding.description)
      text += "    \(Visible.line(sentence, limit: 300))\n"
    }
    return text
  }
}
