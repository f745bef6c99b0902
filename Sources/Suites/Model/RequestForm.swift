// SPDX-License-Identifier: Apache-2.0
// The values that a request which was sent shows of the variables in a template.

import Expectations
package import Formats
package import HTTP
import Text

/// A request as it was sent, taken apart. What is not known of it is nil.
package struct SentRequest: Sendable {
  package let method: String
  /// The segments of its path, percent-decoded.
  package let segments: [String]
  package let query: [(name: String, value: String)]
  package let headers: HeaderList?
  package let form: [(name: String, value: String)]?
  package let json: JSONValue?

  package init(
    method: String, segments: [String], query: [(name: String, value: String)] = [],
    headers: HeaderList? = nil, form: [(name: String, value: String)]? = nil,
    json: JSONValue? = nil
  ) {
    self.method = method
    self.segments = segments
    self.query = query
    self.headers = headers
    self.form = form
    self.json = json
  }
}

/// The form of the requests that a template makes, by which such a request is known again.
package struct RequestForm: Sendable {
  private let method: String
  private let segments: [Segment]
  private let variables: [(part: Part, text: ShownText)]

  /// - Returns: nil for a template whose method or path is not known before a run.
  package init?(_ template: RequestTemplate) {
    guard let method = template.method.constant, case .written(let path) = template.reference
    else { return nil }
    self.method = method
    segments = Self.segments(of: path)
    var found: [(part: Part, text: ShownText)] = []
    for (index, segment) in segments.enumerated() {
      if case .variable(let text) = segment { found.append((.segment(index), text)) }
    }
    Self.add(template.query, Part.query, to: &found)
    Self.add(template.headers, Part.header, to: &found)
    for body in template.bodies {
      switch body {
      case .form(let fields): Self.add(fields, Part.form, to: &found)
      case .json(let value): Self.add(value, .json([]), to: &found)
      case .text, .base64: continue
      }
    }
    variables = found
  }
}

extension RequestForm {
  /// The variables whose values a request that was sent shows: each stands in a segment of the path,
  /// a parameter, a header or a member of the body, and no other with it.
  package var names: Set<String> { Set(variables.map(\.text.name)) }

  /// The values of the variables in a request that was sent; nil where it is another call, by its
  /// method or its path. A part that the request lacks gives no value.
  package func values(in request: SentRequest) -> [String: JSONValue]? {
    guard method == request.method, segments.count == request.segments.count,
      zip(segments, request.segments).allSatisfy({ $0.matches($1) })
    else { return nil }
    var values: [String: JSONValue] = [:]
    for (part, text) in variables where values[text.name] == nil {
      if let value = part.value(in: request) { values[text.name] = text.value(of: value) }
    }
    return values
  }

  /// A variable with the literal text around it.
  private struct ShownText: Sendable {
    let name: String
    var before = ""
    var after = ""

    /// The value of the variable in a text or, where it stands alone, of any kind; nil where the
    /// literal text is another one.
    func value(of whole: JSONValue) -> JSONValue? {
      if before.isEmpty, after.isEmpty { return whole }
      guard let text = whole.string, text.hasPrefix(before), text.hasSuffix(after),
        text.count > before.count + after.count
      else { return nil }
      return .string(String(text.dropFirst(before.count).dropLast(after.count)))
    }
  }

  /// A part of a request in which a variable stands.
  private enum Part: Sendable {
    case segment(Int)
    case query(String)
    case header(String)
    case form(String)
    /// A value in the body, by the way that leads there.
    case json([Token])

    enum Token: Sendable {
      case member(String)
      /// An item of an array of so many items.
      case item(Int, count: Int)
    }

    /// The value that a request has there; nil for none, and for several.
    func value(in request: SentRequest) -> JSONValue? {
      func only(_ values: [String]) -> JSONValue? {
        values.count == 1 ? .string(values[0]) : nil
      }
      switch self {
      case .segment(let index): return .string(request.segments[index])
      case .query(let name): return only(request.query.filter { $0.name == name }.map(\.value))
      case .header(let name): return only(request.headers?.values(of: name) ?? [])
      case .form(let name):
        return only((request.form ?? []).filter { $0.name == name }.map(\.value))
      case .json(let path):
        return path.reduce(request.json) { value, token in
          switch token {
          case .member(let name): return value?[name]
          case .item(let index, let count):
            guard let items = value?.array, items.count == count else { return nil }
            return items[index]
          }
        }
      }
    }
  }

  private enum Segment: Sendable {
    case literal(String)
    case variable(ShownText)
    /// One with another expression in it.
    case other

    func matches(_ text: String) -> Bool {
      switch self {
      case .literal(let literal): literal == text
      case .variable(let shown): shown.value(of: .string(text)) != nil && !text.isEmpty
      case .other: !text.isEmpty
      }
    }
  }

  private static func segments(of path: TextTemplate) -> [Segment] {
    var segments: [[TextTemplate.Piece]] = [[]]
    for piece in path.pieces {
      guard case .literal(let text) = piece else {
        segments[segments.count - 1].append(piece)
        continue
      }
      let path = text.prefix { $0 != "?" }
      for (index, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated()
      {
        if index > 0 { segments.append([]) }
        if !part.isEmpty { segments[segments.count - 1].append(.literal(String(part))) }
      }
      if path.count < text.count { break }
    }
    return segments.filter { !$0.isEmpty }.map { pieces in
      if pieces.count == 1, case .literal(let text) = pieces[0] { return .literal(text) }
      return shown(pieces).map(Segment.variable) ?? .other
    }
  }

  /// The only variable of a text, if nothing is done to its value.
  private static func shown(_ pieces: [TextTemplate.Piece]) -> ShownText? {
    var shown: ShownText?
    var before = ""
    for piece in pieces {
      switch piece {
      case .literal(let text):
        if shown == nil { before += text } else { shown?.after += text }
      case .variable(let expression):
        guard shown == nil, expression.isBareName, let name = expression.name else { return nil }
        shown = ShownText(name: name, before: before)
      }
    }
    return shown
  }

  private static func add(
    _ list: RequestTemplate.FieldList, _ part: (String) -> Part,
    to found: inout [(part: Part, text: ShownText)]
  ) {
    guard case .written(let fields) = list else { return }
    for field in fields {
      if let name = field.name.constant { add(field.value, part(name), to: &found) }
    }
  }

  private static func add(
    _ value: ValueTemplate, _ part: Part, to found: inout [(part: Part, text: ShownText)]
  ) {
    switch value {
    case .variable(let expression):
      guard expression.isBareName, let name = expression.name else { return }
      found.append((part, ShownText(name: name)))
    case .text(let text):
      if let text = shown(text.pieces) { found.append((part, text)) }
    case .list(let items, _):
      guard case .json(let path) = part else { return }
      for (index, item) in items.enumerated() {
        add(item, .json(path + [.item(index, count: items.count)]), to: &found)
      }
    case .map(let members, _):
      guard case .json(let path) = part else { return }
      for member in members {
        guard case .name(let key) = member.key, let name = key.constant else { continue }
        add(member.value, .json(path + [.member(name)]), to: &found)
      }
    case .scalar, .tagged, .expression: return
    }
  }
}
