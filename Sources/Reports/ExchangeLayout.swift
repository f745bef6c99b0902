// SPDX-License-Identifier: Apache-2.0
// Requests and answers laid out for reading, and as they were on the wire.

import Expectations
import Formats
import HTTP
import Record
import Text

/// A request and its answer, laid out for reading: bodies indented, headers decoded, the places that
/// matter marked.
struct ExchangeLayout {
  let request: [BodyLayout.Line]
  let answer: [BodyLayout.Line]
  /// That the body is longer than what was kept of it; nil where all was.
  let remark: String?

  /// The parts of an answer that are marked.
  struct Marks {
    var hasStatus = false
    /// In lower case.
    var headers: Set<String> = []
    /// In the JSON of the body.
    var pointers: [JSONPointer] = []
  }
}

extension ExchangeLayout {
  /// Only the first lines, where no more was recorded.
  init(_ exchange: ExchangeRecord, marking marks: Marks = Marks()) {
    var request = [BodyLayout.Line(text: "\(exchange.method) \(exchange.url)")]
    var remark: String?
    var answer = [BodyLayout.Line(text: exchange.statusLine, isMarked: marks.hasStatus)]
    if let detail = exchange.detail {
      request += BodyLayout.lines(of: detail.requestHeaders)
      if !detail.requestBody.isEmpty {
        request += [BodyLayout.Line(text: "")] + BodyLayout(requestOf: detail).lines
      }
      answer += BodyLayout.lines(of: detail.responseHeaders, marked: marks.headers)
      if !detail.responseBody.isEmpty {
        answer += [BodyLayout.Line(text: "")]
        answer += BodyLayout(detail.responseBody, marked: marks.pointers).lines
      }
      if detail.responseBody.utf8.count < detail.responseByteCount {
        let count = Wording.count(detail.responseByteCount, "byte")
        remark = "(the whole body has \(count))"
      }
    }
    self.request = request
    self.answer = answer
    self.remark = remark
  }
}

extension ExchangeLayout.Marks {
  /// Marks the places that findings are about.
  init(_ findings: [Finding]) {
    hasStatus = findings.contains { $0.place == .status }
    headers = Set(findings.compactMap { $0.place.headerName?.lowercased() })
    pointers = findings.compactMap { $0.place.bodyPointer }
  }

  /// Marks the places in an answer at which a requirement shows.
  init(_ places: [PlacePattern], in exchange: ExchangeRecord) {
    hasStatus = places.contains { $0.isStatus }
    let fields = exchange.detail?.responseHeaders ?? []
    headers = Set(
      fields.map { $0.name.lowercased() }.filter { name in
        places.contains { $0.holds(.header(name)) }
      })
    guard let body = exchange.detail?.responseBody, !body.isEmpty,
      let value = try? JSONParser.document(Array(body.utf8)).root
    else { return }
    collect(value, at: .root, places)
  }

  /// Collects the outermost values that one of the places holds.
  private mutating func collect(
    _ value: JSONValue, at pointer: JSONPointer, _ places: [PlacePattern]
  ) {
    if PlacePattern.touched(at: .body(pointer))?.contains(where: { part in
      part.isOfContent && places.contains { $0.holds(part) }
    }) ?? false {
      pointers.append(pointer)
      return
    }
    switch value {
    case .object(let object):
      for member in object.members {
        collect(member.value, at: pointer.appending(name: member.name), places)
      }
    case .array(let items):
      for (index, item) in items.enumerated() {
        collect(item, at: pointer.appending(index: index), places)
      }
    default: break
    }
  }
}

extension Place {
  fileprivate var headerName: String? {
    switch self {
    case .header(let name), .framing(let name): name
    case .inside(let outer, _): outer.headerName
    default: nil
    }
  }
}

extension ExchangeRecord {
  /// The request gets less room: the answer matters more.
  private static let requestLimit = 4000
  private static let answerLimit = 8000

  /// Heads and bodies; only the first lines where no more was recorded.
  var transcript: String {
    var text = "\(Sanitized.line(method, limit: 100)) \(Sanitized.line(url))\n"
    if let detail {
      for field in detail.requestHeaders { text += Self.line(field) }
      if !detail.requestBody.isEmpty {
        text += "\n\(Sanitized.lines(detail.requestBody, limit: Self.requestLimit))\n"
      }
    }
    text += "\n\(statusLine)\n"
    guard let detail, status > 0 else { return text }
    for field in detail.responseHeaders { text += Self.line(field) }
    if !detail.responseBody.isEmpty {
      text += "\n\(Sanitized.lines(detail.responseBody, limit: Self.answerLimit))\n"
    }
    if detail.responseBody.utf8.count < detail.responseByteCount {
      text += "\n(the whole body has \(Wording.count(detail.responseByteCount, "byte")))\n"
    }
    return text
  }

  /// `500 Internal Server Error`, or `(no answer)`.
  var statusLine: String {
    guard status > 0 else { return "(no answer)" }
    let reason = detail.map { Sanitized.line($0.reason, limit: 200) } ?? ""
    return reason.isEmpty ? "\(status)" : "\(status) \(reason)"
  }

  private static func line(_ field: HeaderField) -> String {
    "\(Sanitized.line(field.name, limit: 200)): \(Sanitized.line(field.value))\n"
  }
}

extension Incident {
  /// The id of the trace that its last request is of (W3C Trace Context), by which the service's
  /// team finds it; nil where none was sent or kept.
  var traceID: String? {
    let fields = step?.exchanges.last?.detail?.requestHeaders ?? []
    let value = fields.first { HeaderList.isSame($0.name, "traceparent") }?.value
    let id = value?.split(separator: "-").dropFirst().first
    return id.map { Sanitized.line(String($0), limit: 40) }
  }
}

extension SourceLocation {
  /// `file:line:column` on one line, with nothing hidden in it.
  var visible: String { Sanitized.line(description, limit: 500) }

  /// `file:line:column` as code in Markdown.
  var markdown: String { Markdown.code(description) }
}

extension RunJudgement {
  /// `862 scenarios: 853 passed, 9 skipped · 5,000 steps and 3,313 requests in 6 s · …`
  var numbers: String {
    var parts = [totalsSentence]
    if let totals = halves.first(where: { $0.subject == .service })?.totals {
      parts.append(
        "\(Wording.count(totals.steps, "step")) and \(Wording.count(totals.requests, "request"))"
          + " in \(Wording.duration(record.duration))")
    }
    if let audit = record.audit { parts.append(audit.sentence) }
    if totals.warnings > 0 { parts.append(Wording.count(totals.warnings, "warning")) }
    return parts.joined(separator: " · ")
  }
}
