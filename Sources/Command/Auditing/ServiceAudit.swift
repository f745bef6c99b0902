// SPDX-License-Identifier: Apache-2.0
// The audit of an application that talks to the reference service, and what it shows meanwhile.

import Audit
import HTTP
import Record
import Redaction
import Suites
import Synchronization
import Text

/// Watches the reference service, shows what an application does there, and judges it at the end.
final class ServiceAudit: Sendable {
  private let reporting: AuditReporting
  private let traffic: ObservedTraffic
  private let view: LiveView
  private let console: Console
  private let isSecure: Bool
  /// The file to which the traffic is written as HAR; nil if it is not written.
  private let recording: String?

  static let options: [Option] =
    [
      Option(
        "audit",
        help: "judges the application that is pointed at the service, and writes reports at the end"
      ), .format("text", "json"),
      Option(
        "record-har", "FILE",
        help: "writes down all requests and answers as HAR, with secrets in the clear"),
    ] + AuditOptions.options + ReportFolder.auditOptions

  /// - Parameter isSecure: Whether the service speaks https.
  /// - Throws: `UsageError` for mistakes in the options or the rules.
  init(_ arguments: Arguments, _ console: Console, isSecure: Bool) throws(UsageError) {
    self.console = console
    self.isSecure = isSecure
    recording = arguments.value("record-har")
    if let recording, Files.kind(recording) == .folder {
      throw UsageError("--record-har '\(recording)': it is a folder, and has to be a file")
    }
    let options = try AuditOptions(arguments, console)
    reporting = AuditReporting(
      options: options,
      folder: try ReportFolder(arguments, console, usual: ReportFolder.audit), console: console)
    traffic = ObservedTraffic(isSecure: isSecure)
    view = LiveView(traffic, options.rules, on: console)
  }
}

extension ServiceAudit {
  /// Answers a request, and shows what it says of the application.
  func answer(_ request: HTTPRequest, by answer: (HTTPRequest) -> HTTPResponse) -> HTTPResponse {
    let begin = Machine.milliseconds
    let response = answer(request)
    traffic.add(request, response, from: begin, to: Machine.milliseconds)
    view.update()
    return response
  }

  /// Judges everything and writes the reports. The service has to be stopped.
  func finish() -> ExitStatus {
    let startedAt = Timestamp(milliseconds: Machine.milliseconds)
    let (result, source) = view.finish()
    var reporting = reporting
    reporting.remarks = [traffic.remark].compactMap(\.self)
    if !isSecure {
      reporting.remarks.append(
        "the service was started without --tls, so whether the application insists on https was "
          + "not judged")
    }
    do throws(TrafficError) {
      let status = try reporting.write(result, from: source, startedAt: startedAt)
      return record() ? status : .notWritten
    } catch {
      console.error("error: \(error.description)\n")
      return .invalidInput
    }
  }

  /// Writes the traffic as HAR, where that is asked for.
  private func record() -> Bool {
    guard let recording else { return true }
    let isWritten = console.saves(recording) { () throws(FileProblem) in
      try HARFile.write(traffic.exchanges.lazy.map { HARWriter.entry($0) }, to: recording)
    }
    if isWritten { console.note("Recording of the traffic, with secrets: \(recording)\n") }
    return isWritten
  }
}

/// The exchanges that the reference service has had so far, in the order in which they ended.
final class ObservedTraffic: Sendable {
  /// The name of the traffic in reports.
  static let name = "serve"
  /// How many exchanges are kept; later ones are answered, and not judged.
  private static let limit = 100_000
  /// How many bytes of messages are kept.
  private static let limitBytes = 256 << 20

  private struct State {
    var exchanges: [RecordedExchange] = []
    var byteCount = 0
    var lost = 0
  }

  /// `http` or `https`.
  private let scheme: String
  private let state = Mutex(State())

  init(isSecure: Bool) { scheme = isSecure ? "https" : "http" }
}

extension ObservedTraffic {
  /// Keeps a request and its answer.
  func add(_ request: HTTPRequest, _ response: HTTPResponse, from begin: Int, to end: Int) {
    let host = request.headers["Host"] ?? "unknown"
    state.withLock { state in
      let size = request.body.count + response.body.count
      guard state.exchanges.count < Self.limit, state.byteCount + size <= Self.limitBytes else {
        state.lost += 1
        return
      }
      state.byteCount += size
      state.exchanges.append(
        RecordedExchange(
          entry: EntryReference(recording: 0, index: state.exchanges.count),
          startedAt: Timestamp(milliseconds: begin), duration: .milliseconds(end - begin),
          request: RecordedExchange.Request(
            method: request.method, url: "\(scheme)://\(host)\(request.target)",
            headers: request.headers, body: RecordedBody(request.body)),
          response: RecordedExchange.Response(
            status: response.status, reason: response.reason, headers: response.headers,
            body: RecordedBody(response.body))))
    }
  }

  /// The exchanges so far.
  var exchanges: [RecordedExchange] { state.withLock { $0.exchanges } }

  var count: Int { state.withLock { $0.exchanges.count } }

  /// The remark of reports if not everything was kept; nil if it was.
  var remark: String? {
    let lost = state.withLock { $0.lost }
    return lost == 0
      ? nil : "\(lost) exchanges came after the limit of what is kept, and were not judged"
  }
}

/// Shows each exchange with the rules that it met or broke, also those of exchanges before it of which
/// it decides.
final class LiveView: Sendable {
  /// How many rules are named of those that an exchange met.
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
  func finish() -> (result: AuditResult, source: ExchangeList) {
    threads.wait()
    return (audit.finish(), audit.source)
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
      for (exchange, verdicts) in zip(news, audit.add(news)) {
        console.note(Self.line(exchange, mask) + text(verdicts, mask))
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
    let met = verdicts.filter { $0.broken == nil }.map(\.rule)
    let broken = verdicts.compactMap { verdict in
      verdict.broken.map { line($0, of: verdict.rule, mask) }
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
