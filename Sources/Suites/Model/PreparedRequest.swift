// SPDX-License-Identifier: Apache-2.0
// A request with the values of its variables in their places.

package import Expectations
import Formats
package import HTTP
import Text

/// A request with all variables replaced. The client adds the framing and its own headers.
package struct PreparedRequest: Sendable, Equatable {
  package enum Reference: Sendable, Equatable {
    /// Path and query, to be added to the path of the base URL.
    case path(String)
    /// To be resolved against the base URL; must stay on the target's origin.
    case url(String)
  }

  package let method: String
  package let reference: Reference
  /// Percent-encoded, without `?`; added to the reference's own. Empty for a request without a query.
  package let query: String
  /// In the order written, defaults first.
  package let headers: HeaderList
  /// Names of headers that a `null` leaves out, also those that the client would send.
  package let omittedHeaders: [String]
  package let body: [UInt8]?
  /// The content type that goes with the form of the body, unless the headers give one.
  package let contentType: String?
}

extension RequestTemplate {
  /// The request with the variables' values in their places.
  ///
  /// - Parameter defaults: Headers that go with the step unless it gives its own; one whose
  ///   variable is not bound is left out.
  package func prepared(
    defaults: [Field], in bindings: Bindings
  ) throws(EvaluationError) -> PreparedRequest {
    let reference = try preparedReference(in: bindings)
    let (list, omitted) = try preparedHeaders(defaults: defaults, in: bindings)
    let (bytes, contentType) = try preparedBody(in: bindings)
    return PreparedRequest(
      method: try preparedMethod(in: bindings), reference: reference,
      query: try pairs(query, in: bindings)
        .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        .joined(separator: "&"),
      headers: list, omittedHeaders: omitted, body: bytes, contentType: contentType)
  }

  private func preparedHeaders(
    defaults: [Field], in bindings: Bindings
  ) throws(EvaluationError) -> (list: HeaderList, omitted: [String]) {
    let own = try headers.texts(in: bindings)
    var all: [FieldTexts] = []
    for field in defaults {
      do {
        let name = try field.name.text(in: bindings)
        guard !own.contains(where: { HeaderList.isSame($0.name, name) }) else { continue }
        all.append((name, try field.texts(in: bindings), field.value.position))
      } catch  where error.cause == .unbound { continue }
    }
    var list = HeaderList()
    var omitted: [String] = []
    for (name, values, position) in all + own {
      if let problem = Self.problem(withHeaderNamed: name) {
        throw EvaluationError(problem, at: position)
      }
      if values == nil { omitted.append(name) }
      for value in values ?? [] {
        // By bytes: Swift takes CR LF for one character.
        if value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
          throw EvaluationError(
            "the value of header '\(name)' holds a line break or NUL, which HTTP can't carry",
            at: position)
        }
        list.append(name, value)
      }
    }
    return (list, omitted)
  }

  private func preparedMethod(in bindings: Bindings) throws(EvaluationError) -> String {
    let text = try method.text(in: bindings)
    guard Octets.isToken(text) else {
      throw EvaluationError("'\(text)' can't be a method", at: method.position)
    }
    return text
  }

  private func preparedReference(
    in bindings: Bindings
  ) throws(EvaluationError) -> PreparedRequest.Reference {
    switch reference {
    case .answer(let expression):
      return .url(try expression.text(in: bindings, orEmpty: "so it is not a URL"))
    case .written(let template):
      var output = ""
      for piece in template.pieces {
        switch piece {
        case .literal(let text): output += text
        case .variable(let expression):
          output += Self.segment(
            try expression.text(in: bindings, orEmpty: "which can't be a part of a path"))
        }
      }
      return .path(output)
    }
  }

  /// One path segment; `.` and `..` would otherwise be read as steps in the path.
  private static func segment(_ text: String) -> String {
    switch text {
    case ".": "%2E"
    case "..": "%2E%2E"
    default: PercentEncoding.encode(text)
    }
  }

  /// The bytes of the only body that is not null, with its content type.
  private func preparedBody(
    in bindings: Bindings
  ) throws(EvaluationError) -> (bytes: [UInt8]?, contentType: String?) {
    var result: (bytes: [UInt8]?, contentType: String?) = (nil, nil)
    var keys: [String] = []
    for body in bodies {
      guard let (bytes, contentType) = try prepared(body, in: bindings) else { continue }
      keys.append(body.key)
      result = (bytes, contentType)
    }
    guard keys.count <= 1 else {
      throw EvaluationError(Body.problem(withBodies: keys), at: position, cause: .step)
    }
    return result
  }

  /// - Returns: nil for a body that is null.
  private func prepared(
    _ body: Body, in bindings: Bindings
  ) throws(EvaluationError) -> (bytes: [UInt8], contentType: String)? {
    switch body {
    case .form(let fields):
      if case .variable(let expression) = fields, try expression.json(in: bindings) == .null {
        return nil
      }
      let text = try pairs(fields, in: bindings).map {
        "\(PercentEncoding.encodeForm($0.name))=\(PercentEncoding.encodeForm($0.value))"
      }
      return (Array(text.joined(separator: "&").utf8), "application/x-www-form-urlencoded")
    case .json(let template):
      let value = try template.json(in: bindings)
      return value == .null ? nil : (JSONWriter.bytes(value), "application/json")
    case .text(let template), .base64(let template):
      let value = try template.json(in: bindings)
      if value == .null { return nil }
      guard let text = value.scalarText else {
        throw EvaluationError("expected a text, found \(value.withArticle)", at: template.position)
      }
      if case .text = body { return (Array(text.utf8), "text/plain; charset=utf-8") }
      guard let bytes = Base64.decode(text) else {
        throw EvaluationError("the text is not Base64", at: template.position)
      }
      return (bytes, "application/octet-stream")
    }
  }

  private func pairs(
    _ fields: FieldList, in bindings: Bindings
  ) throws(EvaluationError) -> [(name: String, value: String)] {
    try fields.texts(in: bindings).flatMap { name, values, _ in (values ?? []).map { (name, $0) } }
  }
}

extension VariableExpression {
  /// The value as a text that is not empty.
  ///
  /// - Parameter problem: The end of the message about an empty one.
  fileprivate func text(
    in bindings: Bindings, orEmpty problem: String
  ) throws(EvaluationError) -> String {
    let text = try text(in: bindings)
    guard !text.isEmpty else {
      throw EvaluationError("${\(written)} is empty, \(problem)", at: position)
    }
    return text
  }
}

/// A name with its values; nil for values that a `null` leaves out.
private typealias FieldTexts = (name: String, values: [String]?, position: Position)

extension RequestTemplate.FieldList {
  /// Names and values in their order.
  fileprivate func texts(in bindings: Bindings) throws(EvaluationError) -> [FieldTexts] {
    var result: [FieldTexts] = []
    switch self {
    case .written(let fields):
      for field in fields {
        let name = try field.name.text(in: bindings)
        result.append((name, try field.texts(in: bindings), field.value.position))
      }
    case .variable(let expression):
      let value = try expression.json(in: bindings)
      if value == .null { return [] }
      guard let object = value.object else {
        throw EvaluationError(
          "${\(expression.written)} is \(value.withArticle); a map is needed here",
          at: expression.position)
      }
      for member in object.members {
        let texts = try member.value.fieldTexts(at: expression.position)
        result.append((member.name, texts, expression.position))
      }
    }
    return result
  }
}

extension RequestTemplate.Field {
  /// The values that go out under the name; nil where a `null` leaves it out.
  fileprivate func texts(in bindings: Bindings) throws(EvaluationError) -> [String]? {
    try value.json(in: bindings).fieldTexts(at: value.position)
  }
}

extension JSONValue {
  /// The texts of a field's value, which may be a list; nil for `null`.
  func fieldTexts(at position: Position) throws(EvaluationError) -> [String]? {
    if self == .null { return nil }
    var texts: [String] = []
    for item in array ?? [self] {
      guard let text = item.scalarText else {
        throw EvaluationError(
          "expected a text or a list of texts, found \(item.withArticle)", at: position)
      }
      texts.append(text)
    }
    return texts
  }
}
