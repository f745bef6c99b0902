// SPDX-License-Identifier: Apache-2.0
// Follows an application while it is judged, for the terminal and the page.

import Audit
import Expectations
import Formats
import HTTP
import Record
import Redaction
import Reports
import Suites
import Synchronization
import Text

/// Shows each exchange with the rules that it met or broke. They may be rules about earlier
/// exchanges that this one decides. The terminal is told what came, and the feed also what became of it.
final class LiveView: Sendable {
  /// How many exchanges are shown at once.
  private static let atOnce = 200
  /// How many exchanges may wait to be judged before further requests wait, too. So a verdict comes soon
  /// after its exchange, and the end after Ctrl-C, however fast requests come.
  private static let waitingLimit = 200
  /// So long after its beginning an exchange is judged, together with those that began earlier and took
  /// longer: one that comes late has much of what came after it judged anew.
  private static let gathering = Duration.milliseconds(20)
  /// How long a request waits while no exchange is judged.
  private static let patience = Duration.seconds(2)

  private struct Work {
    var hasNews = false
    var isUnderWay = false
    /// Calls of the framework that are not shown yet.
    var calls: [LoggedCall] = []
    /// How many exchanges are judged.
    var judgedCount = 0
    /// Wakes the requests that wait until more are judged; nil where none waits.
    var room: Cancellation?
  }

  /// What was shown so far. Only one thread at a time shows something.
  private struct Shown {
    var count = 0
    /// The exchanges behind those, which began a moment ago.
    var gathered: [RecordedExchange] = []
    var callCount = 0
    var devices: LiveDevices
    /// What the answers of the service show; nil where they are not judged.
    var answers: AnswerReading?
  }

  let feed = LiveFeed()
  private let traffic: ObservedTraffic
  private let audit: LiveAudit
  /// Judges the service; nil where only the application is judged.
  private let service: AnswerAudit?
  private let rules: AuditRules
  private let console: Console
  private let threads = ThreadGroup()
  private let work = Mutex(Work())
  /// Ends the gathering.
  private let ending = Cancellation()
  private let shown: Mutex<Shown>
  private let secrets: Mutex<KnownSecrets>
  private let startedAt = Timestamp(milliseconds: Machine.milliseconds)

  /// - Parameter facts: The values that the application is told, which are public but for secrets.
  init(
    _ traffic: ObservedTraffic, _ rules: AuditRules, service: AnswerAudit? = nil,
    telling facts: JSONObject = JSONObject(), on console: Console
  ) {
    self.traffic = traffic
    self.service = service
    self.console = console
    audit = LiveAudit(rules, source: traffic.spool)
    self.rules = rules
    shown = Mutex(Shown(devices: LiveDevices(rules.catalogues)))
    let told = facts.members.filter { !KnownSecrets.isSecretName($0.name) }
    var known = KnownSecrets(
      own: rules.ownTexts(and: told.map { JSONWriter.bytes($0.value) }))
    rules.addSecrets(to: &known)
    secrets = Mutex(known)
  }
}

extension LiveView {
  /// Shows what has come, on a thread of its own unless one is at work already.
  func update() { update { _ in } }

  /// Shows a call of the framework, on that thread.
  func note(_ call: LoggedCall) { update { $0.calls.append(call) } }

  private func update(_ change: (inout Work) -> Void) {
    let starts = work.withLock { work in
      change(&work)
      work.hasNews = true
      defer { work.isUnderWay = true }
      return !work.isUnderWay
    }
    guard starts else { return }
    threads.start { [self] in while hasNews() { while showSome() {} } }
  }

  /// Blocks while more exchanges wait to be judged than may.
  func awaitRoom() {
    // Where no exchange can be judged, a request goes on all the same.
    while let room = room(), !room.wait(until: Deadline(after: Self.patience)) {}
  }

  /// Is cancelled once more exchanges are judged; nil where no request has to wait for that.
  private func room() -> Cancellation? {
    let count = traffic.spool.count
    return work.withLock { work in
      if count - work.judgedCount < Self.waitingLimit { return nil }
      let room = work.room ?? Cancellation()
      work.room = room
      return room
    }
  }

  /// Lets the requests go on that wait for it.
  private func makeRoom(judgedCount: Int) {
    let room = work.withLock { work in
      work.judgedCount = judgedCount
      defer { work.room = nil }
      return work.room
    }
    room?.cancel()
  }

  /// Blocks until everything is judged. What can't be shown is in the reports alone.
  ///
  /// - Returns: What all exchanges show of the application, and their answers of the service, if these are
  ///   judged.
  /// - Throws: `TrafficError` where an exchange can't be read again.
  func finish(
    logs: [FrameworkLog]
  ) throws(TrafficError) -> (result: AuditResult, answers: AnswerReading?) {
    ending.cancel()
    threads.wait()
    var (first, answers) = shown.withLock { ($0.count, $0.answers) }
    for index in first..<traffic.spool.count {
      let exchange = try traffic.spool.exchange(EntryReference(recording: 0, index: index))
      audit.take(exchange)
      answers?.add(exchange)
    }
    return (try audit.finish(logs: logs), answers)
  }

  /// Masks all that is known by now, and whatever looks like a token, a code or an id.
  var mask: Mask {
    var mask = secrets.withLock { secrets in
      secrets.settle()
      return secrets.mask
    }
    mask.isCautious = true
    return mask
  }

  /// What the report says of how an entry breaks a rule; nil where it doesn't.
  func explanation(of number: Int, breaking rule: RulePlace) -> JSONValue? {
    guard let broken = told(number)?.broken[rule] else { return nil }
    let record = try? rules.record(
      of: broken.occasion, breaking: rule, in: audit.source, knowing: secrets.withLock { $0 },
      by: Self.tool, startedAt: startedAt)
    return record.flatMap { OccasionReport($0)?.json }
  }

  /// What the report says of how the answer of an entry is wrong; nil where it isn't.
  ///
  /// - Parameter index: Which of its mistakes.
  func explanation(of number: Int, wrong index: Int) -> JSONValue? {
    guard let service, let entry = told(number), entry.wrong.indices.contains(index) else {
      return nil
    }
    let record = try? service.record(
      of: entry.wrong[index].verdict, at: EntryReference(recording: 0, index: number),
      in: audit.source, knowing: secrets.withLock { $0 }, by: Self.tool, startedAt: startedAt)
    return record.flatMap { OccasionReport($0)?.json }
  }

  private static let tool = ToolRecord(
    name: ConformanceCommand.name, version: ConformanceCommand.version)

  private func hasNews() -> Bool {
    work.withLock { work in
      work.isUnderWay = work.hasNews
      defer { work.hasNews = false }
      return work.hasNews
    }
  }

  /// Shows the next exchanges, and the calls that came; false where no exchange is left. Waits where the
  /// next one began a moment ago.
  private func showSome() -> Bool {
    let hasShown: Bool? = shown.withLock { shown in
      let first = shown.count
      let read = first + shown.gathered.count
      // More may come meanwhile.
      let available =
        shown.gathered + traffic.exchanges(read..<min(first + Self.atOnce, traffic.spool.count))
      let news = Array(available.prefix { !isGathering($0) })
      shown.gathered = Array(available.dropFirst(news.count))
      shown.count += news.count
      // Taken last, and told first: a call that was answered before an exchange began is told before it.
      let calls = work.withLock { work in
        defer { work.calls = [] }
        return work.calls
      }
      secrets.withLock { secrets in
        for exchange in news {
          let segments = rules.segments(of: exchange)
          secrets.addShort { $0.addSecrets(of: exchange, segments: segments) }
          secrets.addServiceProvider(in: segments)
        }
      }
      let mask = mask
      show(calls, mask, &shown)
      if !news.isEmpty { show(news, from: first, mask, &shown) }
      makeRoom(judgedCount: shown.count)
      if news.isEmpty, !shown.gathered.isEmpty { return nil }
      return !news.isEmpty
    }
    if let hasShown { return hasShown }
    _ = ending.wait(until: Deadline(after: Self.gathering))
    return true
  }

  /// Whether an exchange began so short a time ago that an earlier one may still come.
  private func isGathering(_ exchange: RecordedExchange) -> Bool {
    let age = Machine.milliseconds - exchange.startedAt.milliseconds
    return !ending.isCancelled && 0..<Self.gathering.wholeMilliseconds ~= age
  }

  /// Tells calls of the framework, and what becomes of exchanges that came after one of them.
  private func show(_ calls: [LoggedCall], _ mask: Mask, _ shown: inout Shown) {
    var items: [LiveItem] = []
    var retraced: Set<Int> = []
    for call in calls {
      var item = LiveCall(call, shown.callCount, mask)
      shown.callCount += 1
      let own = shown.devices.addCall(item, of: call.device)
      if let own, !own.isLatest { retraced.insert(own.number) }
      item.devices = own.map { [$0.number] } ?? []
      items.append(.call(item))
    }
    var changed: [Int: LiveEntry] = [:]
    retrace(retraced, &changed, &shown)
    items += changed.sorted { $0.key < $1.key }.map { .entry($0.value) }
    items += retraced.sorted().compactMap { shown.devices[$0].map { .device($0).masked(by: mask) } }
    feed.tell(items)
  }

  /// Finds anew which steps the exchanges of some devices reach.
  ///
  /// - Parameter changed: The entries that have changed since they were told.
  private func retrace(
    _ devices: Set<Int>, _ changed: inout [Int: LiveEntry], _ shown: inout Shown
  ) {
    for number in devices.sorted() {
      for (index, steps) in shown.devices.retrace(number) {
        guard var entry = changed[index] ?? told(index) else { continue }
        entry.steps = entry.devices.count > 1 ? (entry.steps + steps).unique : steps
        changed[index] = entry
      }
    }
  }

  private func told(_ number: Int) -> LiveEntry? {
    if case .entry(let entry)? = feed[.entry(number)] { entry } else { nil }
  }

  /// Judges exchanges, and tells what they show and what becomes of earlier ones.
  ///
  /// - Parameter first: The number of the first of them.
  private func show(
    _ exchanges: [RecordedExchange], from first: Int, _ mask: Mask, _ shown: inout Shown
  ) {
    let news = audit.add(exchanges)
    if let service, shown.answers?.followed != news.cookbooks {
      shown.answers = AnswerReading(service, following: news.cookbooks)
      // What came before was judged by others. It is read one by one, since it may be much.
      for index in 0..<first {
        let earlier = try? traffic.spool.exchange(EntryReference(recording: 0, index: index))
        if let earlier { shown.answers?.add(earlier) }
      }
    }
    var changed: [Int: LiveEntry] = [:]
    func entry(_ number: Int) -> LiveEntry? { changed[number] ?? told(number) }
    for (index, exchange) in exchanges.enumerated() {
      let own = LiveEntry(exchange, first + index, calls: news.exchanges[index].calls, mask)
      changed[own.number] = own
    }
    for (index, judgedExchange) in news.exchanges.enumerated() {
      var text = changed[first + index].map(line) ?? ""
      var judged: [(verdict: LiveVerdict, entry: LiveEntry)] = []
      for verdict in judgedExchange.verdicts {
        // The page has the latest entries alone.
        guard var own = entry(verdict.entry.index) else { continue }
        own.add(verdict, mask)
        changed[own.number] = own
        judged.append((verdict, own))
      }
      text += self.text(judged)
      if let judgement = shown.answers?.add(exchanges[index]), var own = changed[first + index] {
        own.add(judgement, mask)
        changed[first + index] = own
        text += self.text(own.wrong)
      }
      console.note(text)
    }
    var items: [LiveItem] = []
    var retraced: Set<Int> = []
    if shown.devices.follow(news.cookbooks) {
      items.append(.ways(shown.devices.ways))
      retraced = Set(shown.devices.all.map(\.number))
    }
    for (reference, values) in news.devices.sorted(by: { $0.key.index < $1.key.index }) {
      guard var known = entry(reference.index) else { continue }
      let before = known.devices
      known.devices = values.map { shown.devices.number(of: $0) }
      for number in known.devices where !before.contains(number) {
        if reference.index >= first {
          let headers = exchanges[reference.index - first].request.headers
          shown.devices.name(number, AuditResult.device(headers).map { Sanitized.line($0) })
        }
        guard let steps = shown.devices.add(known, to: number) else {
          retraced.insert(number)
          continue
        }
        known.steps = (known.steps + steps).unique
      }
      changed[known.number] = known
    }
    retrace(retraced, &changed, &shown)
    let touched = Set(changed.values.flatMap(\.devices)).union(retraced)
    items += touched.sorted().compactMap { number in
      shown.devices[number].map { .device($0).masked(by: mask) }
    }
    items += changed.sorted { $0.key < $1.key }.map { .entry($0.value) }
    feed.tell(items)
  }
}

extension LiveView {
  /// How many of the rules that an exchange met are named.
  private static let metLimit = 3

  /// `entry 3: POST /o/client/token → 200`
  private func line(_ entry: LiveEntry) -> Printed {
    let status = entry.status.map { "\($0)" } ?? "no answer"
    let (method, path) = (Sanitized.line(entry.method), Sanitized.line(entry.path))
    return "entry \(entry.number): \(method) \(path) → \(status)\n"
  }

  /// - Parameter judged: Verdicts, each with the entry that it is about.
  private func text(_ judged: [(verdict: LiveVerdict, entry: LiveEntry)]) -> Printed {
    let met = judged.filter { $0.verdict.broken == nil }.map { rules[$0.verdict.rule].name }
    let broken = judged.compactMap { verdict, entry in
      entry.broken[verdict.rule].map { line($0, of: rules[verdict.rule].name, entry.number) }
    }
    guard !met.isEmpty else { return broken.joined() }
    let more = met.count - Self.metLimit
    let named = met.prefix(Self.metLimit).map { "'\(Sanitized.name($0))'" }.joined(separator: ", ")
    return "  obeys \(named)\(more > 0 ? " and \(more) more" : "")\n" + broken.joined()
  }

  /// What the answer of the service breaks by itself; empty for a right one.
  private func text(_ wrong: [LiveEntry.Wrong]) -> Printed {
    let what: Printed = "ANSWER BREAKS"
    return wrong.map { wrong -> Printed in
      let ids = wrong.ids.joined(separator: ", ")
      return "  \(console.hasColour ? what.coloured(.red) : what) "
        + "\(ids.isEmpty ? "what is expected of it" : Sanitized.line(ids))\n"
        + (wrong.sentence.isEmpty ? "" : "    \(Sanitized.line(wrong.sentence))\n")
    }.joined()
  }

  private func line(_ broken: LiveEntry.Broken, of rule: String, _ number: Int) -> Printed {
    let what: Printed = "BREAKS"
    let ids = broken.ids.joined(separator: ", ")
    var text: Printed =
      "  \(console.hasColour ? what.coloured(.red) : what) '\(Sanitized.name(rule))'"
    text += "\(ids.isEmpty ? "" : " (\(Sanitized.line(ids)))"), entry \(number)\n"
    if !broken.sentence.isEmpty { text += "    \(Sanitized.line(broken.sentence))\n" }
    return text
  }
}
