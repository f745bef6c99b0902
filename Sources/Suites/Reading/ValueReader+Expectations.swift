// SPDX-License-Identifier: Apache-2.0
// Reads expectations and sources of saved values, and plain values.

package import Expectations
package import Formats
import Text

extension ValueReader {
  /// An expectation with its variables, compiled where it has none.
  ///
  /// Everything is compiled once with unknown values, which shows mistakes for any values.
  ///
  /// - Parameter mayAlwaysHold: Whether an expectation that can't fail is of use, as a condition is.
  package func expectation(
    _ node: YAMLNode, of answer: AnswerKind, mayAlwaysHold: Bool = false, _ nodes: inout NodeReader
  ) -> ExpectationTemplate? {
    guard let members = nodes.members(node, answer.name, known: answer.keys, guesses: false)
    else { return nil }
    let mistakesBefore = nodes.mistakeCount
    var result = ExpectationTemplate(position: node.position)
    result.status = members["status"].flatMap { value($0, .pattern, &nodes) }
    result.json = members["json"].flatMap { value($0, .pattern, &nodes) }
    result.text = members["text"].flatMap { value($0, .pattern, &nodes) }
    result.statuses = members["statuses"].flatMap { value($0, .pattern, &nodes) }
    if let answers = members["answers"] { result.answers = self.answers(answers, &nodes) }
    if let headers = members["headers"] { result.headers = headerPatterns(headers, &nodes) }
    if let xml = members["xml"] { result.xml = xmlMembers(xml, &nodes) }
    if let either = members["either"] { result.alternatives = alternatives(either, answer, &nodes) }
    guard !members.isEmpty else {
      // Unknown keys are reported already.
      if case .mapping(let entries) = node.content, entries.isEmpty {
        nodes.error(
          "nothing is expected here; write one of \(answer.keys.joined(separator: ", "))", at: node)
      }
      return nil
    }
    // A part that could not be read is missing in the check.
    let isWhole = nodes.mistakeCount == mistakesBefore
    let expectation = check(result, isWhole: isWhole, mayAlwaysHold, answer, &nodes)
    if result.variables.isEmpty, let expectation { result.compiled = [expectation] }
    return result
  }

  private func headerPatterns(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> [ExpectationTemplate.Header] {
    (nodes.mapping(node, "the headers that are expected") ?? []).compactMap { entry in
      guard let name = text(entry.key, "the name of a header", &nodes),
        let pattern = value(entry.value, .pattern, &nodes)
      else { return nil }
      return ExpectationTemplate.Header(name: name, position: entry.key.position, pattern: pattern)
    }
  }

  private func xmlMembers(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> [ExpectationTemplate.XMLMember] {
    (nodes.mapping(node, "the XML that is expected") ?? []).compactMap { entry in
      let path = path(entry.key, &nodes)
      let pattern = value(entry.value, .pattern, &nodes)
      guard let path, let pattern else { return nil }
      return ExpectationTemplate.XMLMember(path: path, pattern: pattern)
    }
  }

  /// The expectations of the answers of a burst with certain statuses.
  private func answers(_ node: YAMLNode, _ nodes: inout NodeReader) -> [ExpectationTemplate] {
    guard let items = nodes.list(node, "what is expected of answers") else { return [] }
    if items.isEmpty { nodes.error("'answers' has at least one entry", at: node) }
    return items.compactMap { item in
      guard let expectation = expectation(item, of: .response, mayAlwaysHold: true, &nodes) else {
        return nil
      }
      guard expectation.status != nil else {
        nodes.error("an entry says which answers it is about: add 'status: …'", at: item)
        return nil
      }
      return expectation
    }
  }

  /// Each alternative is compared with those before it.
  private static let alternativeLimit = 100

  private func alternatives(
    _ node: YAMLNode, _ answer: AnswerKind, _ nodes: inout NodeReader
  ) -> [ExpectationTemplate.Alternative] {
    guard let items = nodes.list(node, "the alternatives of 'either'") else { return [] }
    guard items.count <= Self.alternativeLimit else {
      nodes.error("an 'either' has at most \(Self.alternativeLimit) alternatives", at: node)
      return []
    }
    if items.count < 2 { nodes.error("an 'either' has at least two alternatives", at: node) }
    var result: [ExpectationTemplate.Alternative] = []
    for item in items {
      guard let entries = nodes.mapping(item, "an alternative") else { continue }
      guard let nameNode = entries.first(where: { $0.key.text == "as" })?.value else {
        nodes.error("an alternative has a name, for the report: add 'as: …'", at: item)
        continue
      }
      guard let name = nodes.text(nameNode, "the name of an alternative") else { continue }
      let rest = YAMLNode(
        .mapping(entries.filter { $0.key.text != "as" }), at: item.position, length: item.length)
      guard let expectation = expectation(rest, of: answer, &nodes) else { continue }
      result.append(
        ExpectationTemplate.Alternative(
          name: name, expectation: expectation, position: item.position))
    }
    return result
  }

  /// Compiles the expectation with unknown variables, and reports the mistakes in it.
  private func check(
    _ template: ExpectationTemplate, isWhole: Bool, _ mayAlwaysHold: Bool,
    _ answer: AnswerKind, _ nodes: inout NodeReader
  ) -> Expectation? {
    do throws(PatternErrors) {
      let expectation = try template.checked(in: nodes.bindings)
      for mistake in expectation.indistinguishableAlternatives {
        nodes.error(mistake.message, at: mistake.position, length: mistake.length)
      }
      if isWhole, !mayAlwaysHold, !expectation.canFail(isResponse: answer == .response) {
        nodes.warning(
          "this can't fail, so it shows nothing; say what must be there", at: template.position)
      }
      return expectation
    } catch {
      ValueReader.report(error, &nodes)
      return nil
    }
  }
}

extension ValueReader {
  /// A source of `save:` with its variables, and compiled where it has none.
  ///
  /// - Returns: nil where it can't be read. Mistakes that show when it is compiled are reported,
  ///   and the source is returned all the same.
  package func source(
    _ node: YAMLNode, _ nodes: inout NodeReader
  ) -> (template: SourceTemplate, compiled: Source?)? {
    guard let template = sourceTemplate(node, &nodes) else { return nil }
    do throws(EvaluationError) {
      let source = try template.source(evaluatedIn: .unknown)
      return (template, template.variables.isEmpty ? source : nil)
    } catch {
      nodes.error(error.message, at: error.position ?? node.position)
      return (template, nil)
    }
  }

  /// Reports an argument of a tag that takes none.
  private func withoutArgument(
    _ node: YAMLNode, _ source: SourceTemplate, _ nodes: inout NodeReader
  ) -> SourceTemplate? {
    if node.hasNoArgument { return source }
    nodes.error("!\(node.tag?.name ?? "") takes no argument", at: node.untagged)
    return nil
  }

  private func sourceTemplate(_ node: YAMLNode, _ nodes: inout NodeReader) -> SourceTemplate? {
    switch node.tag?.name {
    case nil: break
    case "header"?:
      return self.text(node.untagged, "the name of a header", &nodes).map { .header($0) }
    case "status"?: return withoutArgument(node, .status, &nodes)
    case "text"?: return withoutArgument(node, .text, &nodes)
    case "optional"?: return sourceTemplate(node.untagged, &nodes).map { .optional($0) }
    case "list"?: return sourceTemplate(node.untagged, &nodes).map { .list($0) }
    case let name?:
      let known = ["header", "status", "text", "optional", "list"]
      nodes.error(
        "unknown source !\(name)\(Suggestion.hint(for: name, among: known))",
        at: node.tag?.position ?? node.position, length: name.unicodeScalars.count + 1)
      return nil
    }
    if case .sequence(let items) = node.content {
      let sources = items.compactMap { sourceTemplate($0, &nodes) }
      if items.isEmpty { nodes.error("a list of sources has at least one", at: node) }
      return sources.count == items.count && !items.isEmpty ? .first(sources) : nil
    }
    let text = node.text ?? ""
    if text.hasPrefix("$") { return query(node, &nodes).map { .query($0) } }
    if text.hasPrefix("/") { return path(node, &nodes).map { .path($0) } }
    nodes.error(
      "expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text",
      at: node)
    return nil
  }
}

/// Reads values of facts: texts, numbers, booleans, lists, maps and null.
struct PlainValueReader {
  /// Reads a scalar with a tag; nil for one that can't be read, which it reports.
  let tagged: (YAMLNode, inout NodeReader) -> JSONValue?
}

extension PlainValueReader {
  /// A value; nil where a part of it can't be read, which is reported.
  func value(_ node: YAMLNode, _ nodes: inout NodeReader) -> JSONValue? {
    if node.tag != nil { return tagged(node, &nodes) }
    switch node.content {
    case .sequence(let items):
      var values: [JSONValue] = []
      for item in items {
        guard let value = value(item, &nodes) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .mapping(let entries):
      var object = JSONObject()
      for entry in entries {
        guard let name = entry.key.text, let value = value(entry.value, &nodes) else { return nil }
        object.append(name, value)
      }
      return .object(object)
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return .null
      case .boolean(let value): return .boolean(value)
      case .integer(let literal), .float(let literal):
        return JSONNumber(literal: literal).map { .number($0) } ?? .string(scalar.text)
      case .nonFinite(let text), .string(let text): return .string(text)
      }
    }
  }
}
