// SPDX-License-Identifier: Apache-2.0
// The forms of arguments that matchers take.

import Formats
import Text

extension PatternCompilation {
  /// Checks that a matcher has no argument.
  mutating func noArgument(_ tag: TagUse) -> Argument<Void> {
    guard let argument = tag.argument else { return .known(()) }
    fail("\(tag.name) takes no argument; write \(tag.name) {}", at: argument.position)
    return .mistake
  }

  /// Reads the one pattern that a matcher takes. Where it has a tag or is a list, it stands in a
  /// list of one.
  ///
  /// - Parameter subject: The value that this pattern is asked about.
  mutating func onePattern(_ tag: TagUse, _ subject: Subject) -> Argument<Pattern> {
    switch tag.argument?.content {
    case nil:
      fail(
        "\(tag.name) needs a pattern, and an empty {} is not one: for any object write"
          + " \(tag.name) [!object {}]", at: tag)
      return .mistake
    case .list(let items)?:
      if items.count == 1 { return compiled(pattern(items[0], subject)) }
      fail(
        items.isEmpty
          ? "\(tag.name) needs one pattern, and the list is empty"
          : "\(tag.name) needs one pattern, and the list has \(items.count);"
            + " for an array of just these items write \(tag.name) [[…]]",
        at: items.count > 1 ? items[1].position : tag.argumentPosition)
      return .mistake
    case .scalar?, .value?, .unknown?, .map?, .tagged?, .expression?:
      return compiled(tag.argument.flatMap { pattern($0, subject) })
    }
  }

  /// The same where the pattern may be left out.
  mutating func optionalPattern(_ tag: TagUse, _ subject: Subject) -> Argument<Pattern?> {
    tag.argument == nil ? .known(nil) : onePattern(tag, subject).map { $0 }
  }

  func compiled<Value>(_ value: Value?) -> Argument<Value> {
    value.map { .known($0) } ?? .mistake
  }

  /// Reads the list of patterns that a matcher takes; the list of a variable gives its items.
  mutating func manyPatterns(_ tag: TagUse, _ subject: Subject, canBeEmpty: Bool = false)
    -> Argument<[Pattern]>
  {
    switch tag.argument?.content {
    case .list(let items)?:
      if items.isEmpty, !canBeEmpty {
        fail("\(tag.name) needs at least one pattern", at: tag.argumentPosition)
        return .mistake
      }
      return compiled(patterns(items, subject))
    case .value(.array(let items))?:
      return .known(items.map { Pattern(.literal(Literal($0)), at: tag.argumentPosition) })
    case .unknown?: return .unknown
    case nil, .scalar?, .value?, .map?, .tagged?, .expression?:
      failAtArgument(
        "\(tag.name) needs a list of patterns, such as \(tag.name) [a, b]", of: tag)
      return .mistake
    }
  }

  /// Reads the members of a closed object.
  mutating func closedObject(_ tag: TagUse) -> Argument<Pattern.Form> {
    switch tag.argument?.content {
    case nil: return .known(.object(ObjectPattern(entries: [], isClosed: true)))
    case .map(let members)?: return compiled(object(members, isClosed: true))
    case .value(.object(let object))?: return .known(.literal(Literal(.object(object))))
    case .unknown?: return .unknown
    case .scalar?, .value?, .list?, .tagged?, .expression?:
      fail("\(tag.name) needs a map of members", at: tag.argumentPosition)
      return .mistake
    }
  }
}

extension PatternCompilation {
  /// Reads the argument of a string matcher: a plain scalar is the text that it is written as.
  mutating func text(_ tag: TagUse) -> Argument<String> {
    switch tag.argument?.content {
    case .scalar(let value, let written, let isPlain)?:
      if isPlain { return .known(written) }
      if let text = value.string { return .known(text) }
    case .value(let value)?:
      if let text = value.scalarText { return .known(text) }
    case .unknown?: return .unknown
    case nil, .list?, .map?, .tagged?, .expression?: break
    }
    failAtArgument("\(tag.name) needs a text", of: tag)
    return .mistake
  }

  /// Reads a regular expression; a variable that is the whole argument stands for its text.
  mutating func expression(_ tag: TagUse) -> Argument<
    (expression: RegularExpression, source: String)
  > {
    let position = tag.argumentPosition
    switch tag.argument?.content {
    case .expression(let expression, let source)?: return .known((expression, source))
    case .value(let value)?:
      if let text = value.string {
        return expression(Self.escaped(text), at: position, offset: 0)
      }
    case .scalar(let value, let written, let isPlain)?:
      if isPlain || value.string != nil {
        return expression(written, at: position, offset: isPlain ? 0 : 1)
      }
    case .unknown?: return .unknown
    case nil, .list?, .map?, .tagged?: break
    }
    failAtArgument(
      "\(tag.name) needs a regular expression, such as \(tag.name) '[0-9]+'", of: tag)
    return .mistake
  }

  private mutating func expression(_ source: String, at position: Position, offset: ScalarOffset)
    -> Argument<(expression: RegularExpression, source: String)>
  {
    do throws(ExpressionError) {
      return .known((try RegularExpression(source), source))
    } catch {
      fail(
        "invalid regular expression: \(error.description)",
        at: position.advanced(by: offset + error.offset))
      return .mistake
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
    paths(tag.argument, of: tag)
  }

  private mutating func paths(_ argument: TemplateNode?, of tag: TagUse) -> Argument<[XMLEntry]> {
    switch argument?.content {
    case nil: return .known([])
    case .map(let members)?: return paths(members)
    case .list(let items)? where items.count == 1:
      guard let item = node(items[0]) else { return .mistake }
      return paths(item, of: tag)
    case .unknown?: return .unknown
    case .scalar?, .value?, .list?, .tagged?, .expression?:
      fail("\(tag.name) needs a map of paths to patterns", at: tag.argumentPosition)
      return .mistake
    }
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
      try template.bound(in: bindings)
    }
    guard let path, let pattern else { return nil }
    return XMLEntry(path: path, source: template.source, pattern: pattern)
  }

  private mutating func pathTemplate(_ member: ValueTemplate.Member) -> PathTemplate? {
    switch member.key {
    case .path(let path): return path
    case .query(let query):
      fail(
        "'\(query.source)' is a JSONPath query; an XML path begins with '/'", at: member.position)
      return nil
    // The map was given by `with:`, where nobody knows yet that its keys are paths.
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
}

extension Argument {
  func map<Other>(_ transform: (Value) -> Other) -> Argument<Other> {
    switch self {
    case .known(let value): .known(transform(value))
    case .unknown: .unknown
    case .mistake: .mistake
    }
  }

  func flatMap<Other>(_ transform: (Value) -> Argument<Other>) -> Argument<Other> {
    switch self {
    case .known(let value): transform(value)
    case .unknown: .unknown
    case .mistake: .mistake
    }
  }
}

/// The members of a map of options, such as `{min: 1, max: 5}`, that have values.
struct Options<Value> {
  var members: [(name: String, value: Value)] = []
  /// Whether a variable among them has no value yet.
  var hasUnknown = false

  subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

  /// In the order written.
  var values: [Value] { members.map(\.value) }
}

/// A matcher where it stands in a suite: its name, its argument, and what it is asked about.
struct TagUse {
  private let tag: ValueTemplate.Tag
  /// nil where there is none, or an empty `{}`.
  let argument: TemplateNode?
  /// The value that the matcher is asked about.
  let subject: Subject

  init(_ tag: ValueTemplate.Tag, _ argument: TemplateNode?, _ subject: Subject) {
    self.tag = tag
    self.argument = argument
    self.subject = subject
  }
}

extension TagUse {
  /// With `!`.
  var name: String { "!\(tag.name)" }

  /// Where its `!` stands.
  var position: Position { tag.position }

  /// In scalars.
  var length: Int { tag.length }

  /// Where the argument stands; the tag's own place where there is none.
  var argumentPosition: Position { argument?.position ?? position }
}

extension ValueTemplate.Tag {
  /// In scalars, with `!`.
  var length: Int { name.unicodeScalars.count + 1 }
}
