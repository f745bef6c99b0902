// SPDX-License-Identifier: Apache-2.0
// The forms of arguments that matchers take.

import Formats
import Text

extension PatternCompilation {
  /// Checks that a matcher has no argument.
  mutating func noArgument(_ tag: TagUse) -> Argument<Void> {
    guard let argument = tag.argument else { return .known(()) }
    return mistake("\(tag.name) takes no argument; write \(tag.name) {}", at: argument.position)
  }

  /// Reads the one pattern that a matcher takes; a list or a tagged one stands in a list of one.
  ///
  /// - Parameter subject: The value that this pattern is asked about.
  mutating func onePattern(_ tag: TagUse, _ subject: Subject) -> Argument<Pattern> {
    guard let argument = tag.argument else {
      return mistake(
        "\(tag.name) needs a pattern, and an empty {} is not one: for any object write"
          + " \(tag.name) [!object {}]", at: tag)
    }
    guard case .list(let items, _) = argument else { return Argument(pattern(argument, subject)) }
    if items.count == 1 { return Argument(pattern(items[0], subject)) }
    return mistake(
      items.isEmpty
        ? "\(tag.name) needs one pattern, and the list is empty"
        : "\(tag.name) needs one pattern, and the list has \(items.count);"
          + " for an array of just these items write \(tag.name) [[…]]",
      at: items.count > 1 ? items[1].position : tag.argumentPosition)
  }

  /// The same where the pattern may be left out.
  mutating func optionalPattern(_ tag: TagUse, _ subject: Subject) -> Argument<Pattern?> {
    tag.argument == nil ? .known(nil) : onePattern(tag, subject).map { $0 }
  }

  /// Reads the list of patterns that a matcher takes; the list of a variable gives its items.
  mutating func manyPatterns(_ tag: TagUse, _ subject: Subject, canBeEmpty: Bool = false)
    -> Argument<[Pattern]>
  {
    if case .list(let items, _)? = tag.argument {
      if items.isEmpty, !canBeEmpty {
        return mistake("\(tag.name) needs at least one pattern", at: tag.argumentPosition)
      }
      return Argument(patterns(items, subject))
    }
    if tag.isUnknown { return .unknown }
    if let items = tag.argument?.variableValue?.array {
      return .known(items.map { Pattern(.literal(Literal($0)), at: tag.argumentPosition) })
    }
    return mistake(
      "\(tag.name) needs a list of patterns, such as \(tag.name) [a, b]", inArgumentOf: tag)
  }

  /// Reads the members of a closed object.
  mutating func closedObject(_ tag: TagUse) -> Argument<Pattern.Form> {
    guard let argument = tag.argument else {
      return .known(.object(ObjectPattern(entries: [], isClosed: true)))
    }
    if case .map(let members, _) = argument { return Argument(object(members, isClosed: true)) }
    if tag.isUnknown { return .unknown }
    if let value = argument.variableValue, value.object != nil {
      return .known(.literal(Literal(value)))
    }
    return mistake("\(tag.name) needs a map of members", at: tag.argumentPosition)
  }

  /// Reads the argument of a string matcher: a plain scalar is the text that it is written as.
  mutating func text(_ tag: TagUse) -> Argument<String> {
    if tag.isUnknown { return .unknown }
    if case .scalar(let value, let written, let isPlain, _)? = tag.argument {
      if let text = isPlain ? written : value.string { return .known(text) }
    } else if let text = tag.argument?.variableValue?.scalarText {
      return .known(text)
    }
    return mistake("\(tag.name) needs a text", inArgumentOf: tag)
  }

  /// Reads a regular expression; a variable that is the whole argument stands for its text.
  mutating func expression(_ tag: TagUse) -> Argument<
    (expression: RegularExpression, source: String)
  > {
    let position = tag.argumentPosition
    switch tag.argument {
    case .expression(let template)?:
      if bindings.isUnknown, !template.variables.isEmpty { return .unknown }
      let bound = evaluated(at: position) { bindings throws(EvaluationError) in
        try template.bound(in: bindings)
      }
      return Argument(bound).map { ($0, template.source) }
    case .scalar(let value, let written, let isPlain, _)?:
      if isPlain || value.string != nil {
        return expression(written, at: position, offset: isPlain ? 0 : 1)
      }
    case let argument?:
      if tag.isUnknown { return .unknown }
      if let text = argument.variableValue?.string {
        return expression(Self.escaped(text), at: position, offset: 0)
      }
    case nil: break
    }
    return mistake(
      "\(tag.name) needs a regular expression, such as \(tag.name) '[0-9]+'", inArgumentOf: tag)
  }

  private mutating func expression(_ source: String, at position: Position, offset: ScalarOffset)
    -> Argument<(expression: RegularExpression, source: String)>
  {
    do throws(ExpressionError) {
      return .known((try RegularExpression(source), source))
    } catch {
      return mistake(
        "invalid regular expression: \(error.description)",
        at: position.advanced(by: offset + error.offset))
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if #"\.^$|?*+()[]{}"#.contains(character) { result += "\\" }
      result.append(character)
    }
  }

  /// Reads a map of XML paths to patterns; without argument it is empty.
  mutating func paths(_ tag: TagUse) -> Argument<[XMLEntry]> {
    guard var argument = tag.argument else { return .known([]) }
    while case .list(let items, _) = argument, items.count == 1 {
      guard let item = node(items[0]) else { return .mistake }
      argument = item
    }
    if case .map(let members, _) = argument { return paths(members) }
    if argument.isUnknown { return .unknown }
    return mistake("\(tag.name) needs a map of paths to patterns", at: tag.argumentPosition)
  }

  private mutating func paths(_ members: [ValueTemplate.Member]) -> Argument<[XMLEntry]> {
    var entries: [XMLEntry] = []
    for member in members {
      let pattern = pattern(member.value, XMLEntry.subject)
      guard let path = pathTemplate(member), let entry = entry(path, pattern) else { continue }
      entries.append(entry)
    }
    return entries.count == members.count ? .known(entries) : .mistake
  }

  /// A path with its pattern; nil after a mistake in either.
  mutating func entry(_ template: PathTemplate, _ pattern: Pattern?) -> XMLEntry? {
    let path = evaluated(at: template.position) { bindings throws(EvaluationError) in
      try template.written(in: bindings)
    }
    guard let path, let pattern else { return nil }
    return XMLEntry(path: path, pattern: pattern)
  }

  private mutating func pathTemplate(_ member: ValueTemplate.Member) -> PathTemplate? {
    switch member.key {
    case .path(let path): return path
    case .query(let query):
      fail(
        "'\(query.source)' is a JSONPath query; an XML path begins with '/'", at: member.position)
      return nil
    // The map was given by `with:`, where it is not known yet that its keys are paths.
    case .name(let text):
      do throws(XMLPathError) {
        return try PathTemplate(text, at: member.position)
      } catch {
        fail(
          "invalid XML path: \(error.description)", at: member.position.advanced(by: error.offset))
        return nil
      }
    }
  }
}

/// The result of reading an argument.
enum Argument<Value> {
  case known(Value)
  /// A variable in it has no value yet.
  case unknown
  /// The argument is wrong, and that is reported.
  case mistake

  /// - Parameter value: nil after a mistake, which is reported.
  init(_ value: Value?) { self = value.map { .known($0) } ?? .mistake }

  func map<Other>(_ transform: (Value) -> Other) -> Argument<Other> {
    flatMap { .known(transform($0)) }
  }

  func flatMap<Other>(_ transform: (Value) -> Argument<Other>) -> Argument<Other> {
    switch self {
    case .known(let value): transform(value)
    case .unknown: .unknown
    case .mistake: .mistake
    }
  }
}
