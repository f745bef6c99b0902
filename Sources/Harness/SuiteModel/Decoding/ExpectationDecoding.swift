// SPDX-License-Identifier: Apache-2.0
// Reading `expect:`, `should:`, `while:` and `save:`.

import Expectations
import JSON
import SourceText
import XML
import YAML

extension SuiteDecoder {
  /// The kinds of answer, by what can be expected of them.
  enum AnswerKind {
    case response
    /// Of a partner's call, a visit or a fragment.
    case json
    /// Of a burst.
    case statuses

    fileprivate var keys: [String] {
      switch self {
      case .response: ["status", "headers", "json", "xml", "text", "either"]
      case .json: ["json", "either"]
      case .statuses: ["statuses"]
      }
    }

    fileprivate var what: String {
      switch self {
      case .response: "an expectation of a response"
      case .json: "an expectation of an answer that is JSON"
      case .statuses: "an expectation of a burst"
      }
    }
  }

  mutating func expectation(_ node: YAMLNode, _ answer: AnswerKind) -> ExpectationTemplate? {
    guard let members = members(node, answer.what, known: answer.keys, guesses: false)
    else { return nil }
    let mistakesBefore = mistakeCount
    var result = ExpectationTemplate(position: node.position)
    result.status = members["status"].flatMap { value($0, .pattern) }
    result.json = members["json"].flatMap { value($0, .pattern) }
    result.text = members["text"].flatMap { value($0, .pattern) }
    result.statuses = members["statuses"].flatMap { value($0, .pattern) }
    if let headers = members["headers"] { result.headers = headerPatterns(headers) }
    if let xml = members["xml"] { result.xml = xmlMembers(xml) }
    if let either = members["either"] { result.alternatives = alternatives(either, answer) }
    guard !members.isEmpty else {
      // Keys that are unknown are reported.
      if case .mapping(let entries) = node.content, entries.isEmpty {
        error(
          "nothing is expected here; write one of \(answer.keys.joined(separator: ", "))", at: node)
      }
      return nil
    }
    // What could not be read is missing in what is checked.
    let isWhole = mistakeCount == mistakesBefore
    let expectation = check(result, isWhole: isWhole, answer)
    if result.variables.isEmpty {
      result.constant = expectation
    } else {
      result.compileConstantParts()
    }
    return result
  }

  private mutating func headerPatterns(_ node: YAMLNode) -> [ExpectationTemplate.Header] {
    var headers: [ExpectationTemplate.Header] = []
    for entry in mapping(node, "the headers that are expected") ?? [] {
      guard let name = textTemplate(entry.key, "the name of a header"),
        let pattern = value(entry.value, .pattern)
      else { continue }
      headers.append(
        ExpectationTemplate.Header(name: name, position: entry.key.position, pattern: pattern))
    }
    return headers
  }

  private mutating func xmlMembers(_ node: YAMLNode) -> [ExpectationTemplate.XMLMember] {
    var result: [ExpectationTemplate.XMLMember] = []
    for entry in mapping(node, "the XML that is expected") ?? [] {
      guard let (template, expressions) = xmlPath(entry.key), let source = entry.key.text,
        let pattern = value(entry.value, .pattern)
      else { continue }
      result.append(
        ExpectationTemplate.XMLMember(
          path: template, expressions: expressions, source: source,
          position: entry.key.position, pattern: pattern))
    }
    return result
  }

  private mutating func xmlPath(
    _ node: YAMLNode
  ) -> (template: XMLPathTemplate, expressions: [VariableExpression])? {
    guard let text = node.text else { return nil }
    do {
      let template = try XMLPathTemplate(text)
      return try expressions(template.variables, node)
        .map { (template, $0) }
    } catch let error as XMLPathError {
      self.error("\(error)", at: node.position(atScalar: error.offset))
    } catch let error as TemplateError {
      self.error(error.message, at: node.position(atScalar: error.offset))
    } catch {
      self.error("\(error)", at: node)
    }
    return nil
  }

  private mutating func alternatives(
    _ node: YAMLNode, _ answer: AnswerKind
  ) -> [ExpectationTemplate.Alternative] {
    guard let items = list(node, "the alternatives of 'either'") else { return [] }
    if items.count < 2 {
      error("an 'either' has at least two alternatives", at: node)
    }
    var result: [ExpectationTemplate.Alternative] = []
    for item in items {
      guard let entries = mapping(item, "an alternative") else { continue }
      guard let nameNode = entries.first(where: { $0.key.text == "as" })?.value else {
        error("an alternative has a name, for the report: add 'as: …'", at: item)
        continue
      }
      guard let name = text(nameNode, "the name of an alternative") else { continue }
      let rest = YAMLNode(
        .mapping(entries.filter { $0.key.text != "as" }), at: item.position, length: item.length)
      guard let expectation = expectation(rest, answer) else { continue }
      result.append(
        ExpectationTemplate.Alternative(
          name: name, expectation: expectation, position: item.position))
    }
    return result
  }

  /// Compiles everything with unknown variables, to find what can't be right whatever they are.
  private mutating func check(
    _ template: ExpectationTemplate, isWhole: Bool, _ answer: AnswerKind
  ) -> Expectation? {
    do {
      let expectation = try template.node(in: .unknown).compiled()
      for mistake in expectation.indistinguishableAlternatives {
        self.error(mistake.message, at: mistake.position, length: mistake.length)
      }
      if isWhole, !expectation.canFail(isResponse: answer == .response) {
        report(
          .warning, "this can't fail, so it shows nothing; say what must be there",
          at: template.position, length: 1)
      }
      return expectation
    } catch {
      report(error)
      return nil
    }
  }

  /// Reports what can't be right whatever the variables are.
  private mutating func report(_ error: any Error) {
    switch error {
    case let error as PatternErrors:
      for mistake in error.errors {
        self.error(mistake.message, at: mistake.position, length: mistake.length)
      }
    case let error as EvaluationError:
      self.error(error.message, at: error.position ?? Position.start)
    default: self.error("\(error)", at: Position.start)
    }
  }

  /// As `check`, for a pattern that stands alone.
  mutating func checkPattern(_ template: ValueTemplate) {
    do {
      _ = try PatternCompiler.compile(template.node(in: .unknown))
    } catch {
      report(error)
    }
  }

  mutating func saveRules(_ node: YAMLNode) -> [Step.SaveRule] {
    var rules: [Step.SaveRule] = []
    for entry in mapping(node, "what is saved") ?? [] {
      guard let name = entry.key.text else { continue }
      guard Names.isName(name) else {
        error(
          "'\(name)' can't be a name: lower-case letters, digits and '_', a letter first",
          at: entry.key)
        continue
      }
      guard let source = source(entry.value) else {
        lost.names.insert(name)
        continue
      }
      rules.append(
        Step.SaveRule(
          name: name, position: entry.key.position, source: source, compiled: checked(source)))
    }
    return rules
  }

  /// The source, ready to be asked, where it has no variables.
  private mutating func checked(_ template: SourceTemplate) -> Source? {
    do {
      let source = try template.node(in: .unknown).compiled()
      return template.variables.isEmpty ? source : nil
    } catch {
      report(error)
      return nil
    }
  }

  private mutating func source(_ node: YAMLNode) -> SourceTemplate? {
    let position = node.position
    switch node.tag?.name {
    case nil: break
    case "header"?:
      guard let name = textTemplate(node.untagged, "the name of a header") else { return nil }
      return .header(name, at: position)
    case "status"?: return .status(at: position)
    case "text"?: return .text(at: position)
    case "optional"?: return source(node.untagged).map { .optional($0, at: position) }
    case "list"?: return source(node.untagged).map { .list($0, at: position) }
    case let name?:
      let known = ["header", "status", "text", "optional", "list"]
      error(
        "unknown source !\(name)\(Suggestion.hint(for: name, among: known))", at: node)
      return nil
    }
    if case .sequence(let items) = node.content {
      let sources = items.compactMap { source($0) }
      if items.isEmpty { error("a list of sources has at least one", at: node) }
      return sources.count == items.count && !items.isEmpty ? .first(sources, at: position) : nil
    }
    let text = node.text ?? ""
    if text.hasPrefix("$") {
      return query(node).map { .query($0.template, $0.expressions, written: text, at: position) }
    }
    if text.hasPrefix("/") {
      return xmlPath(node).map { .path($0.template, $0.expressions, written: text, at: position) }
    }
    error(
      "expected a source: a JSONPath query ($…), an XML path (/…), !header NAME, !status or !text",
      at: node)
    return nil
  }
}
