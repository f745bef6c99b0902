// SPDX-License-Identifier: Apache-2.0
// What was sent and answered, in a few lines of a terminal.

import Expectations
import Formats
import Record
import Text

/// The exchange that shows a thing to fix, as far as a reader needs it to understand that.
struct TerminalExchange {
  /// Those that tell the request from others, and the names of the rest; nil without any.
  let headers: String?
  /// The fields of the request's body; nil without one.
  let body: String?
  /// The body of the answer, or the part of it that is wrong; nil where that is too long, or was not
  /// kept.
  let answer: String?
  /// What came, with the members of an object named that have room; nil where it was not kept, or is
  /// none.
  let found: String?
  /// Whether something of it is masked.
  let isMasked: Bool
}

extension TerminalExchange {
  /// - Parameter columns: How many characters a line has.
  init(_ group: IncidentGroup, columns: Int) {
    let limit = 4 * columns
    let isTraffic = group.isOfTraffic
    let exchange = isTraffic ? nil : group.judgedExchange
    let parts = group.incident.step?.action == .request ? exchange.flatMap(RequestParts.init) : nil
    headers = parts?.headerLine(
      group.contrast, lacking: group.lacking, in: group.scenario.steps, limit: 2 * columns)
    let lacking = group.lacking.filter { $0.kind == .field }.map { "`\($0.name)`" }
    // That a call has no body may be what it is refused for.
    body =
      (parts?.body ?? (parts != nil && exchange?.method == "POST" ? "none" : nil)).map {
        lacking.isEmpty ? $0 : "\($0), without \(Wording.list(lacking))"
      }
    let whole = exchange?.detail?.responseBody ?? ""
    let place = group.telling?.place
    let part = whole.isEmpty ? nil : Self.answer(whole, place, limit)
    found =
      group.telling?.foundValue.isObjectOrArray ?? false
      ? Self.found(whole, place, 2 * columns) : nil
    // An error tells by its beginning why it was given.
    let isError = exchange.map { $0.status >= 400 } ?? false
    answer = part ?? (isError && place == .status ? group.answer : nil)
    isMasked =
      [exchange.map { String($0.url) }, headers, body, answer, group.telling?.found]
      .contains { $0?.contains("‹") ?? false }
  }

  private static func found(_ body: String, _ place: Place?, _ limit: Int) -> String? {
    guard let root = try? JSONParser.document(Array(body.utf8)).root,
      let value = place?.bodyPointer.flatMap(root.member)
    else { return nil }
    let text = JSONWriter.brief(value, limit: limit)
    return text.count <= limit ? text : nil
  }

  /// The whole body, else the object that has the place in it.
  private static func answer(_ body: String, _ place: Place?, _ limit: Int) -> String? {
    guard let root = try? JSONParser.document(Array(body.utf8)).root else {
      return body.utf8.count <= limit ? body : nil
    }
    let whole = JSONWriter.spaced(root)
    if whole.utf8.count <= limit { return whole }
    guard let pointer = place?.bodyPointer else { return nil }
    let holder = JSONPointer(Array(pointer.tokens.dropLast()))
    guard !holder.tokens.isEmpty, let value = root.member(at: holder) else { return nil }
    let text = JSONWriter.spaced(value)
    guard text.utf8.count <= limit, let noun = Place.body(holder).noun else { return nil }
    return "\(noun) is \(text)"
  }
}

extension JSONValue {
  fileprivate func member(at pointer: JSONPointer) -> JSONValue? {
    pointer.tokens.reduce(Optional(self)) { value, token in
      switch token {
      case .name(let name): value?[name]
      case .index(let index):
        value?.array.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
  }
}
