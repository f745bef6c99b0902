// SPDX-License-Identifier: Apache-2.0
// Serves the page that follows a live audit.

import Audit
import Formats
import HTTP
import Reports
import Text

/// Serves the page that follows a live audit, on a port of its own, to browsers on this machine.
///
///     GET /                     the page
///     GET /events               what came, and what comes, as server-sent events
///     GET /entries/3/rules/17   what the report says of how entry 3 breaks a rule
///     GET /entries/3/answers/0  what the report says of how the answer of entry 3 is wrong
///     GET /calls/2              a call of the framework
struct LivePageServer: Sendable {
  private let view: LiveView
  private let rules: LiveRules
  private let port: Int
  private let server: HTTPServer

  static let option = Option(
    "page-port", "N",
    help: "the port of the page that shows what is judged; 0 (default) picks a free one")

  /// So long after `stop()` watchers may be told the end.
  private static let endPatience = Duration.milliseconds(800)

  init(_ view: LiveView, _ rules: AuditRules, port: Int) {
    let rules = LiveRules(rules)
    self.view = view
    self.rules = rules
    self.port = port
    let pages = LivePages(view: view, rules: rules)
    // Whatever the service is called, the page is for this machine alone, and so needs no TLS.
    server = .streaming(hosts: HostCheck()) { pages.answer($0) }
  }
}

extension LivePageServer {
  /// Listens, and returns the address of the page.
  func start() throws(TransportError) -> String {
    let bound = try server.start(port: UInt16(port))
    return "http://127.0.0.1:\(bound)/"
  }

  /// Tells the watchers what there is, and ends.
  func stop() {
    view.feed.finish()
    view.feed.wait(until: Deadline(after: Self.endPatience))
    server.stop()
  }
}

/// What the server of the live page answers.
private struct LivePages: Sendable {
  let view: LiveView
  let rules: LiveRules
  /// Tells this audit from another one at the same address.
  let run = Hexadecimal.text(of: Machine.randomBytes(8))

  /// A connection that nothing passes is taken for dead after a minute or so.
  private static let heartbeat = Duration.seconds(15)
  /// How many things an event has at most.
  private static let batchCount = 200

  func answer(_ incoming: ServerRequest) -> ServerAnswer {
    let request = incoming.request
    if request.isOfOtherOrigin(isSecure: false) {
      return refusal(403, "no web page of another origin may read this")
    }
    guard request.method == "GET" || request.method == "HEAD" else {
      var answer = refusal(405, "this takes GET")
      answer.response.headers.append("Allow", "GET, HEAD")
      return answer
    }
    let path = request.target.prefix { $0 != "?" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 2 where parts[1].isEmpty: return page
    case 2 where parts[1] == "events": return events(incoming)
    case 3 where parts[1] == "calls":
      if let number = Int(parts[2]), case .call(let call)? = view.feed[.call(number)],
        case .call(let masked) = LiveItem.call(call).masked(by: view.mask)
      {
        return json(OccasionReport.call(masked.name, masked.request, masked.answer))
      }
    case 5 where parts[1] == "entries" && parts[3] == "rules":
      if let number = Int(parts[2]), let rule = Int(parts[4]).flatMap(rules.place),
        let explanation = view.explanation(of: number, breaking: rule)
      {
        return json(explanation)
      }
    case 5 where parts[1] == "entries" && parts[3] == "answers":
      if let number = Int(parts[2]), let index = Int(parts[4]),
        let explanation = view.explanation(of: number, wrong: index)
      {
        return json(explanation)
      }
    default: break
    }
    return refusal(404, "there is / here, and what its page asks for")
  }

  private func answer(
    _ status: Int, _ type: String, _ body: [UInt8], _ headers: [(String, String)] = []
  ) -> ServerAnswer {
    var all = HeaderList([
      "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
    ])
    for (name, value) in headers { all.append(name, value) }
    return ServerAnswer(
      HTTPResponse(status: status, reason: Status.reason(status), headers: all, body: body))
  }

  private func refusal(_ status: Int, _ message: String) -> ServerAnswer {
    answer(status, "text/plain; charset=utf-8", Array("\(message)\n".utf8))
  }

  private func json(_ value: JSONValue) -> ServerAnswer {
    answer(200, "application/json", JSONWriter.bytes(value))
  }

  private var page: ServerAnswer {
    answer(
      200, "text/html; charset=utf-8", Array(LivePage.html.utf8),
      [("Content-Security-Policy", LivePage.policy)])
  }

  /// All that is there, or what is new to a browser that was here before, and then what comes.
  private func events(_ incoming: ServerRequest) -> ServerAnswer {
    let last = incoming.request.headers["Last-Event-ID"]?.split(separator: "-").map(String.init)
    let isOwn = last?.count == 2 && last?.first == run
    let position = isOwn ? last.flatMap { Int($0[1]) } ?? 0 : 0
    var answer = answer(200, "text/event-stream", Array("retry: 1000\n\n".utf8))
    answer.rest = { writer in
      view.feed.enter()
      defer { view.feed.leave() }
      return follow(from: position, incoming, writer)
    }
    return answer
  }

  /// - Returns: Whether everything was told.
  private func follow(from start: Int, _ incoming: ServerRequest, _ writer: BodyWriter) -> Bool {
    var position = start
    var greeting = [rules.json(limit: LiveFeed.limit)]
    while true {
      let reading = view.feed.read(after: position, atMost: Self.batchCount)
      position = reading.position
      if !reading.items.isEmpty || !greeting.isEmpty {
        let mask = view.mask
        let items = greeting + reading.items.map { $0.masked(by: mask).json(rules) }
        greeting = []
        guard writer.write(event(items, reading)) else { return false }
        continue
      }
      if reading.isEnd { return true }
      let deadline = Deadline(after: Self.heartbeat)
      if incoming.wait(for: reading.news, until: deadline) { continue }
      // A browser says nothing while it listens: one that does has gone.
      guard deadline.isPast, writer.write(Array(":\n\n".utf8)) else { return false }
    }
  }

  private func event(_ items: [JSONValue], _ reading: LiveFeed.Reading) -> [UInt8] {
    let totals = reading.totals
    let data: JSONValue = [
      "run": .string(run), "items": .array(items),
      "totals": [
        "entries": .integer(totals.entries), "calls": .integer(totals.calls),
        "broken": .integer(totals.broken), "wrong": .integer(totals.wrong),
      ],
    ]
    // A JSON text of one line has no line break.
    return Array("id: \(run)-\(reading.position)\ndata: ".utf8) + JSONWriter.bytes(data)
      + Array("\n\n".utf8)
  }
}
