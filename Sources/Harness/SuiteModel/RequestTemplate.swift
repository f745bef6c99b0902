// SPDX-License-Identifier: Apache-2.0
// An HTTP request as a suite writes it, and what goes out once the variables are known.

import Encodings
import Expectations
package import HTTPMessages
import JSON
package import SourceText

/// The request of a step.
package struct RequestTemplate: Sendable, Equatable {
  package enum Reference: Sendable, Equatable {
    /// Begins with `/`, is added to the base URL and sent as written.
    case written(TextTemplate)
    /// One `${name}`: a URL from an answer, taken as it is.
    case answer(VariableExpression)
  }

  package enum Body: Sendable, Equatable {
    case form(FieldList)
    case json(ValueTemplate)
    case text(ValueTemplate)
    case base64(ValueTemplate)
  }

  /// A member of `query`, `headers` or `form`.
  package struct Field: Sendable, Equatable {
    package let name: TextTemplate
    /// A text, or a list of them that repeats the name, or `null` to leave it out.
    package let value: ValueTemplate
  }

  /// Members as written, or one `${name}` that stands for a map of them.
  package enum FieldList: Sendable, Equatable {
    case written([Field])
    case variable(VariableExpression)
  }

  package let method: TextTemplate
  package let reference: Reference
  package let query: FieldList
  package let headers: FieldList
  package let body: Body?
  /// How many times it is sent; nil for an ordinary step, which sends it once.
  package let burst: Int?
  package let position: Position
}

/// A request with all variables replaced, but for what the client adds.
package struct PreparedRequest: Sendable, Equatable {
  package enum Reference: Sendable, Equatable {
    /// Path and query, to be added to the path of the base URL.
    case path(String)
    /// To be resolved against the base URL; must stay on the target's origin.
    case url(String)
  }

  package let method: String
  package let reference: Reference
  /// Percent-encoded, without `?`; added to the reference's own. Empty where there is none.
  package let query: String
  /// In the order written, defaults first.
  package let headers: HeaderList
  /// Names of headers that a `null` leaves out, whatever the client would send.
  package let omittedHeaders: [String]
  package let body: [UInt8]?
  /// The content type that goes with the form of the body, unless the headers give one.
  package let contentType: String?
}

extension RequestTemplate {
  package var variables: [VariableExpression] {
    var result = method.variables
    switch reference {
    case .written(let text): result += text.variables
    case .answer(let expression): result += expression.variables
    }
    result += query.variables + headers.variables
    switch body {
    case .form(let fields): result += fields.variables
    case .json(let value), .text(let value), .base64(let value): result += value.variables
    case nil: break
    }
    return result
  }

  /// The request with the variables' values in their places.
  ///
  /// - Parameter defaults: Headers that go with the step unless it gives its own; one whose
  ///   variable is not bound is left out.
  package func prepared(
    defaults: [Field], in bindings: Bindings
  ) throws(EvaluationError) -> PreparedRequest {
    let reference = try preparedReference(in: bindings)
    var list = HeaderList()
    var omitted: [String] = []
    var own: [(name: String, values: [String]?, position: Position)] = []
    for (name, values, position) in try headers.texts(in: bindings) {
      guard name.isHeaderName else {
        throw EvaluationError("'\(name)' can't be the name of a header", at: position)
      }
      own.append((name, values, position))
    }
    for field in defaults {
      let name = field.name.written
      guard !own.contains(where: { HeaderList.isSame($0.name, name) }) else { continue }
      do {
        for value in try field.texts(in: bindings) ?? [] { list.append(name, value) }
      } catch  where error.isUnbound {
        continue
      }
    }
    for (name, values, position) in own {
      guard let values else {
        omitted.append(name)
        continue
      }
      for value in values {
        // By bytes: Swift takes CR LF for one character.
        if value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0 }) {
          throw EvaluationError(
            "the value of header '\(name)' holds a line break or NUL, which HTTP can't carry",
            at: position)
        }
        list.append(name, value)
      }
    }
    let (bytes, contentType) = try preparedBody(in: bindings)
    return PreparedRequest(
      method: try preparedMethod(in: bindings), reference: reference,
      query: try pairs(query, in: bindings)
        .map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        .joined(separator: "&"),
      headers: list, omittedHeaders: omitted, body: bytes, contentType: contentType)
  }

  private func preparedMethod(in bindings: Bindings) throws(EvaluationError) -> String {
    let text = try method.text(in: bindings)
    guard text.isHeaderName else {
      throw EvaluationError("'\(text)' can't be a method", at: method.position)
    }
    return text
  }

  private func preparedReference(
    in bindings: Bindings
  ) throws(EvaluationError) -> PreparedRequest.Reference {
    switch reference {
    case .answer(let expression):
      let text = try expression.text(in: bindings)
      guard !text.isEmpty else {
        throw EvaluationError(
          "${\(expression.written)} is empty, so it is no URL", at: expression.position)
      }
      return .url(text)
    case .written(let template):
      var output = ""
      for piece in template.pieces {
        switch piece {
        case .literal(let text): output += text
        case .variable(let expression):
          let text = try expression.text(in: bindings)
          guard !text.isEmpty else {
            throw EvaluationError(
              "${\(expression.written)} is empty, which can't be a part of a path",
              at: expression.position)
          }
          // A row's reference is written in place: its own variables are encoded, its text is not.
          if case .inline(.text(let inner)) = expression.root, expression.isBareName {
            output += try inner.text(in: bindings, encode: PercentEncoding.encode)
          } else if case .inline(.constant(let node)) = expression.root, expression.isBareName,
            case .string(let text)? = node.json
          {
            let isVisible = text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
            output += isVisible ? text : PercentEncoding.encode(text)
          } else {
            output += Self.segment(text)
          }
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

  private func preparedBody(
    in bindings: Bindings
  ) throws(EvaluationError) -> (bytes: [UInt8]?, contentType: String?) {
    switch body {
    case nil: return (nil, nil)
    case .form(let fields):
      let text = try pairs(fields, in: bindings).map {
        "\(PercentEncoding.encodeForm($0.name))=\(PercentEncoding.encodeForm($0.value))"
      }
      return (Array(text.joined(separator: "&").utf8), "application/x-www-form-urlencoded")
    case .json(let template):
      let value = try template.json(in: bindings)
      return value == .null ? (nil, nil) : (JSONWriter.bytes(value), "application/json")
    case .text(let template):
      guard let text = try Self.optionalText(template, in: bindings) else { return (nil, nil) }
      return (Array(text.utf8), "text/plain; charset=utf-8")
    case .base64(let template):
      guard let text = try Self.optionalText(template, in: bindings) else { return (nil, nil) }
      guard let bytes = Base64.decode(text) else {
        throw EvaluationError("the text is no Base64", at: template.position)
      }
      return (bytes, "application/octet-stream")
    }
  }

  private static func optionalText(
    _ template: ValueTemplate, in bindings: Bindings
  ) throws(EvaluationError) -> String? {
    let value = try template.json(in: bindings)
    if value == .null { return nil }
    guard let text = value.scalarText else {
      throw EvaluationError("expected a text, found \(value.withArticle)", at: template.position)
    }
    return text
  }

  private func pairs(
    _ fields: FieldList, in bindings: Bindings
  ) throws(EvaluationError) -> [(name: String, value: String)] {
    try fields.texts(in: bindings).flatMap { name, values, _ in
      (values ?? []).map { (name, $0) }
    }
  }
}

extension RequestTemplate.FieldList {
  package var variables: [VariableExpression] {
    switch self {
    case .written(let fields): fields.flatMap(\.variables)
    case .variable(let expression): expression.variables
    }
  }

  /// Names and values in their order; nil for a value that a `null` leaves out.
  fileprivate func texts(
    in bindings: Bindings
  ) throws(EvaluationError) -> [(name: String, values: [String]?, position: Position)] {
    var result: [(name: String, values: [String]?, position: Position)] = []
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
  package var variables: [VariableExpression] { name.variables + value.variables }

  /// The values that go out under the name; nil where a `null` leaves it out.
  package func texts(in bindings: Bindings) throws(EvaluationError) -> [String]? {
    try value.json(in: bindings).fieldTexts(at: value.position)
  }
}

extension JSONValue {
  /// The texts of a field's value, which may be a list; nil for `null`.
  fileprivate func fieldTexts(at position: Position) throws(EvaluationError) -> [String]? {
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

extension String {
  /// Whether it is a token of RFC 9110, section 5.6.2: what names of headers and methods are.
  package var isHeaderName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
          || Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
      }
  }
}
