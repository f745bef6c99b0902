// SPDX-License-Identifier: Apache-2.0
// Shows each exchange of an application with the rules that it met or broke.

import Audit
import Expectations
import HTTP
import Record
import Redaction
import Suites
import Synchronization
import Text

/// Shows each exchange with the rules that it met or broke. They may be rules about earlier
/// exchanges that this one decides.
final class LiveView: Sendable {
  /// How many of the rules that an exchange met are named.
  private static let metLimit = 3

  private struct Work {
    var hasNews = false
    var isUnderWay = false
  }

  /// The output so far. Only one thread at a time shows something.
  private struct Shown {
    var count = 0
    var secrets = KnownSecrets()
  }

  private let traffic: ObservedTraffic
  private let audit: LiveAudit
  private let rules: AuditRules
  private let console: Console
  private let threads = ThreadGroup()
  private let work = Mutex(Work())
  private let shown = Mutex(Shown())

  init(_ traffic: ObservedTraffic, _ rules: AuditRules, on console: Console) {
    self.traffic = traffic
    self.console = console
    audit = LiveAudit(rules, name: ObservedTraffic.name)
    self.rules = rules
    shown.withLock { rules.addSecrets(to: &$0.secrets) }
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
    threads.start { [self] in while hasNews() { showAll() } }
  }

  /// Blocks until everything is shown.
  ///
  /// - Returns: What all exchanges show, and the exchanges.
  func finish(logs: [FrameworkLog]) -> AuditResult {
    threads.wait()
    return audit.finish(logs: logs)
  }

  private func hasNews() -> Bool {
    work.withLock { work in
      work.isUnderWay = work.hasNews
      defer { work.hasNews = false }
      return work.hasNews
    }
  }

  private func showAll() {
    shown.withLock { shown in
      let news = Array(traffic.exchanges.dropFirst(shown.count))
      shown.count += news.count
      for exchange in news {
        shown.secrets.addShort {
          $0.addSecrets(of: exchange, segments: rules.segments(of: exchange))
        }
      }
      let mask = shown.secrets.mask
      for (exchange, shown) in zip(news, audit.add(news).exchanges) {
        console.note(Self.line(exchange, mask) + text(shown.verdicts, mask))
      }
    }
  }

  /// `entry 3: POST /o/client/token → 200`
  private static func line(_ exchange: RecordedExchange, _ mask: Mask) -> Printed {
    let path = exchange.request.url.withoutOrigin.prefix { $0 != "?" }
    let status = exchange.response.map { "\($0.status)" } ?? "no answer"
    let masked = Sanitized.line(mask.maskedOwn(String(path)), limit: 200)
    return
      "entry \(exchange.entry.index): \(Sanitized.line(exchange.request.method)) \(masked) → \(status)\n"
  }

  private func text(_ verdicts: [LiveVerdict], _ mask: Mask) -> Printed {
    let met = verdicts.filter { $0.broken == nil }.map { rules[$0.rule].name }
    let broken = verdicts.compactMap { verdict in
      verdict.broken.map { line($0, of: rules[verdict.rule].name, mask) }
    }
    guard !met.isEmpty else { return broken.joined() }
    let more = met.count - Self.metLimit
    let named = met.prefix(Self.metLimit).map { "'\(Sanitized.name($0))'" }.joined(separator: ", ")
    return "  obeys \(named)\(more > 0 ? " and \(more) more" : "")\n" + broken.joined()
  }

  private func line(_ occasion: BrokenOccasion, of rule: String, _ mask: Mask) -> Printed {
    let what: Printed = "BREAKS"
    let ids = occasion.blamed.map { Sanitized.line($0) }.joined(separator: ", ")
    var text: Printed =
      "  \(console.hasColour ? what.coloured(.red) : what) '\(Sanitized.name(rule))'"
    text += "\(ids.isEmpty ? "" : " (\(ids))"), entry \(occasion.entry.index)\n"
    if let finding = occasion.findings.first {
      let sentence = mask.maskedOwn(finding.nearest ?? "\(finding.told)")
      text += "    \(Sanitized.line(sentence, limit: 300))\n"
    }
    return text
  }
}
