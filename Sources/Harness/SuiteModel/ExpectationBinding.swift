// SPDX-License-Identifier: Apache-2.0
// From templates of expectations and sources to what an answer is judged by.

package import Expectations
package import JSON
import RegularExpressions
import SourceText
import XML

extension ExpectationTemplate {
  /// The expectation with the variables' values in their places.
  ///
  /// - Throws: where a variable has no value, or one that does not fit where it stands.
  package func expectation(evaluatedIn bindings: Bindings) throws(EvaluationError) -> Expectation {
    if let constant { return constant }
    let node = try node(in: bindings)
    do {
      return try node.compiled()
    } catch {
      throw EvaluationError(error)
    }
  }

  /// As written, with the variables' values in their places.
  package func node(in bindings: Bindings) throws(EvaluationError) -> ExpectationNode {
    var node = ExpectationNode(at: position)
    node.status = try status?.node(in: bindings)
    node.json = try json?.node(in: bindings)
    node.text = try text?.node(in: bindings)
    node.statuses = try statuses?.node(in: bindings)
    for header in headers {
      node.headers.append(
        PatternEntry(
          .name(try header.name.text(in: bindings)), at: header.position,
          try header.pattern.node(in: bindings)))
    }
    if let xml {
      var entries: [PatternEntry] = []
      for member in xml {
        entries.append(
          PatternEntry(
            .path(
              try member.path.path(member.expressions, in: bindings), source: member.source),
            at: member.position, try member.pattern.node(in: bindings)))
      }
      node.xml = entries
    }
    for alternative in alternatives {
      node.either.append(
        AlternativeNode(
          name: alternative.name, at: alternative.position,
          try alternative.expectation.node(in: bindings)))
    }
    return node
  }

  /// Compiles the parts of the JSON pattern that have no variables.
  mutating func compileConstantParts() {
    json = json?.compiled()
  }

  /// What is left without the parts that name one of these variables, which have no value.
  package func removing(_ names: Set<String>) -> ExpectationTemplate? {
    guard !names.isEmpty, variables.contains(where: { names.contains($0.name ?? "") }) else {
      return self
    }
    var result = self
    result.constant = nil
    result.status = status?.removing(names)
    result.json = json?.removing(names)
    result.text = text?.removing(names)
    result.statuses = statuses?.removing(names)
    result.headers = headers.filter { !$0.pattern.names(names) }
    result.xml = xml?.filter { member in
      !member.pattern.names(names)
        && !member.expressions.contains { names.contains($0.name ?? "") }
    }
    // Which alternative holds can't be told without all of them.
    if alternatives.contains(where: { $0.expectation.names(names) }) { result.alternatives = [] }
    return result
  }

  private func names(_ names: Set<String>) -> Bool {
    variables.contains { names.contains($0.name ?? "") }
  }
}

extension ValueTemplate {
  /// The value as a pattern to match by.
  package func pattern(in bindings: Bindings) throws(EvaluationError) -> Pattern {
    let node = try node(in: bindings)
    do {
      return try PatternCompiler.compile(node)
    } catch {
      throw EvaluationError(error)
    }
  }

  /// The same with the constant values of maps compiled.
  fileprivate func compiled() -> ValueTemplate {
    switch self {
    case .constant(let node):
      (try? PatternCompiler.compile(node)).map { .constant(.compiled($0)) } ?? self
    case .map(let members, let position):
      .map(
        members.map { Member(key: $0.key, position: $0.position, value: $0.value.compiled()) },
        at: position)
    case .text, .variable, .list, .tagged, .expression: self
    }
  }

  fileprivate func names(_ names: Set<String>) -> Bool {
    variables.contains { names.contains($0.name ?? "") }
  }

  /// What is left of it without the parts that name one of these variables; nil for nothing.
  fileprivate func removing(_ names: Set<String>) -> ValueTemplate? {
    guard self.names(names) else { return self }
    guard case .map(let members, let position) = self else { return nil }
    let rest = members.compactMap { member -> Member? in
      if member.key.variables.contains(where: { names.contains($0.name ?? "") }) { return nil }
      return member.value.removing(names).map {
        Member(key: member.key, position: member.position, value: $0)
      }
    }
    return rest.isEmpty ? nil : .map(rest, at: position)
  }
}

extension SourceTemplate {
  /// The source with the variables' values in their places.
  package func source(evaluatedIn bindings: Bindings) throws(EvaluationError) -> Source {
    let node = try node(in: bindings)
    do {
      return try node.compiled()
    } catch {
      throw EvaluationError(error)
    }
  }

  func node(in bindings: Bindings) throws(EvaluationError) -> SourceNode {
    switch self {
    case .query(let template, let expressions, let written, let position):
      return .query(
        try template.path(expressions, in: bindings), source: written, at: position)
    case .path(let template, let expressions, let written, let position):
      return .path(
        try template.path(expressions, in: bindings), source: written, at: position)
    case .header(let name, let position):
      let text = try name.text(in: bindings)
      return .tagged("header", .text(text, isPlain: true, at: name.position), at: position)
    case .status(let position): return .tagged("status", nil, at: position)
    case .text(let position): return .tagged("text", nil, at: position)
    case .first(let sources, let position):
      var nodes: [SourceNode] = []
      for source in sources { nodes.append(try source.node(in: bindings)) }
      return .list(nodes, at: position)
    case .optional(let source, let position):
      return .tagged("optional", try source.node(in: bindings), at: position)
    case .list(let source, let position):
      return .tagged("list", try source.node(in: bindings), at: position)
    }
  }
}

extension JSONPathTemplate {
  /// The query with the values of its variables in their places.
  package func path(
    _ expressions: [VariableExpression], in bindings: Bindings
  ) throws(EvaluationError) -> JSONPath {
    var values: [JSONValue] = []
    for expression in expressions { values.append(try expression.json(in: bindings)) }
    var rest = values[...]
    do {
      return try bound { (_: String) throws(EvaluationError) in rest.popFirst() ?? .null }
    } catch {
      let position = expressions.first?.position ?? .start
      throw EvaluationError(error, at: position)
    }
  }
}

extension XMLPathTemplate {
  /// The path with the texts of its variables in their places.
  fileprivate func path(
    _ expressions: [VariableExpression], in bindings: Bindings
  ) throws(EvaluationError) -> XMLPath {
    var texts: [String] = []
    for expression in expressions { texts.append(try expression.text(in: bindings)) }
    var rest = texts[...]
    return bound { _ in rest.popFirst() ?? "" }
  }
}

extension EvaluationError {
  /// Why a value could not be put in a query or a regular expression.
  init<Place: Error & CustomStringConvertible>(
    _ error: TemplateBindingError<EvaluationError, Place>, at position: Position
  ) {
    switch error {
    case .value(let error): self = error
    case .place(let error): self.init(error.description, at: position)
    }
  }

  /// A value that does not fit where it stands shows only once it is known.
  init(_ errors: PatternErrors) {
    let first = errors.errors.first
    self.init(first?.message ?? "the pattern can't be used", at: first?.position ?? .start)
  }
}
