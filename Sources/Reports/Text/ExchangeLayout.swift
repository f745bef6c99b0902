// SPDX-License-Identifier: Apache-2.0
// A request and its answer laid out for reading, with the places that matter marked.

import Formats
import HTTP
import Record
import Suites

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
  /// What findings are about.
  init(_ findings: [Finding]) {
    hasStatus = findings.contains { $0.place == .status }
    headers = Set(findings.compactMap { $0.place.headerName?.lowercased() })
    pointers = findings.compactMap { $0.place.bodyPointer }
  }

  /// Where in an answer a requirement shows.
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
