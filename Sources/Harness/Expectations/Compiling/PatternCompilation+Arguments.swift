// SPDX-License-Identifier: Apache-2.0
// The forms of arguments that matchers take.

internal import JSON
internal import RegularExpressions
internal import SourceText
internal import XML

extension PatternCompilation {
  /// Checks that a matcher has no argument.
  mutating func noArgument(_ tag: Tag) -> Argument<Void> {
    guard let argument = tag.argument else { return .known(()) }
    fail("\(tag.name) takes no argument; write \(tag.name) {}", at: argument.position)
    return .mistake
  }

  /// Reads the one pattern that a matcher takes. Where it has a tag or is a list, it stands in a
  /// list of one.
  ///
  /// - Parameter subject: What that pattern is asked about.
  mutating func onePattern(_ tag: Tag, _ subject: Subject) -> Argument<Pattern> {
    switch tag.argument {
    case nil:
      fail(
        "\(tag.name) wants a pattern; an empty {} is none: for any object write"
          + " \(tag.name) [!object {}]", at: tag)
      return .mistake
    case .list(let items, let position)?:
      if items.count == 1 { return compiled(items[0], subject) }
      fail(
        items.isEmpty
          ? "\(tag.name) wants one pattern, and the list is empty"
          : "\(tag.name) wants one pattern, and the list has \(items.count);"
            + " for an array of just these items write \(tag.name) [[…]]",
        at: items.count > 1 ? items[1].position : position)
      return .mistake
    case let argument?: return compiled(argument, subject)
    }
  }

  /// The same where the pattern may be left out.
  mutating func optionalPattern(_ tag: Tag, _ subject: Subject) -> Argument<Pattern?> {
    tag.argument == nil ? .known(nil) : onePattern(tag, subject).map { $0 }
  }

  private mutating func compiled(_ node: PatternNode, _ subject: Subject) -> Argument<Pattern> {
    pattern(node, subject).map { .known($0) } ?? .mistake
  }

  /// Reads the list of patterns that a matcher takes; the list of a variable gives its items.
  mutating func manyPatterns(_ tag: Tag, _ subject: Subject, canBeEmpty: Bool = false)
    -> Argument<[Pattern]>
  {
    switch tag.argument {
    case .list(let items, let position)?:
      if items.isEmpty, !canBeEmpty {
        fail("\(tag.name) wants at least one pattern", at: position)
        return .mistake
      }
      return patterns(items, subject).map { .known($0) } ?? .mistake
    case .value(.array(let items), let position)?:
      return .known(items.map { Pattern(.literal(Literal($0)), at: position) })
    case .unknown?: return .unknown
    default:
      failAtArgument(
        "\(tag.name) wants a list of patterns, such as \(tag.name) [a, b]", of: tag)
      return .mistake
    }
  }

  /// Reads the members of a closed object.
  mutating func closedObject(_ tag: Tag) -> Argument<Pattern.Form> {
    switch tag.argument {
    case nil: return .known(.object(ObjectPattern(entries: [], isClosed: true)))
    case .map(let entries, _)?:
      return object(entries, isClosed: true).map { .known($0) } ?? .mistake
    case .value(.object(let object), _)?: return .known(.literal(Literal(.object(object))))
    case .unknown?: return .unknown
    case let argument?:
      fail("\(tag.name) wants a map of members", at: argument.position)
      return .mistake
    }
  }
}

extension PatternCompilation {
  /// Reads the argument of a string matcher: a plain scalar is the text that it is written as.
  mutating func text(_ tag: Tag) -> Argument<String> {
    switch tag.argument {
    case .scalar(let value, let written, let isPlain, _)?:
      if isPlain { return .known(written) }
      if let text = value.string { return .known(text) }
    case .value(.string(let text), _)?: return .known(text)
    case .value(let value, _)? where Kinds(of: value).isSubset(of: [.number, .boolean]):
      return .known(JSONWriter.text(value))
    case .unknown?: return .unknown
    default: break
    }
    failAtArgument("\(tag.name) wants a text", of: tag)
    return .mistake
  }

  /// Reads a regular expression; a variable that is the whole argument stands for its text.
  mutating func expression(_ tag: Tag) -> Argument<(expression: RegularExpression, source: String)>
  {
    switch tag.argument {
    case .expression(let expression, let source, _): return .known((expression, source))
    case .value(.string(let text), let position)?:
      return expression(Self.escaped(text), at: position, offset: 0)
    case .scalar(let value, let written, let isPlain, let position)?:
      guard isPlain || value.string != nil else { break }
      return expression(written, at: position, offset: isPlain ? 0 : 1)
    case .unknown?: return .unknown
    default: break
    }
    failAtArgument(
      "\(tag.name) wants a regular expression, such as \(tag.name) '[0-9]+'", of: tag)
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
  mutating func paths(_ tag: Tag) -> Argument<[XMLEntry]> {
    var argument = tag.argument
    while case .list(let items, _)? = argument, items.count == 1 { argument = items[0] }
    switch argument {
    case nil: return .known([])
    case .map(let entries, _)?: return paths(entries).map { .known($0) } ?? .mistake
    case .unknown?: return .unknown
    case let argument?:
      fail("\(tag.name) wants a map of paths to patterns", at: argument.position)
      return .mistake
    }
  }

  /// Compiles a map of XML paths to patterns.
  ///
  /// - Returns: nil after a mistake.
  mutating func paths(_ entries: [PatternEntry]) -> [XMLEntry]? {
    var result: [XMLEntry] = []
    for entry in entries {
      let compiled = pattern(entry.value, .items(of: .text("the value of an XML path"), .nodes))
      guard let compiled, let path = path(entry) else { continue }
      result.append(XMLEntry(path: path, source: entry.key.source, pattern: compiled))
    }
    return result.count == entries.count ? result : nil
  }

  private mutating func path(_ entry: PatternEntry) -> XMLPath? {
    switch entry.key {
    case .path(let path, _): return path
    case .query(_, let source):
      fail("'\(source)' is a JSONPath query; an XML path begins with '/'", at: entry.keyPosition)
      return nil
    case .name(let name):
      do throws(XMLPathError) {
        return try XMLPath(name)
      } catch {
        fail(
          "invalid XML path: \(error.description)",
          at: entry.keyPosition.advanced(by: error.offset))
        return nil
      }
    }
  }
}

extension PatternCompilation {
  /// A member of a map of options.
  struct Option {
    let name: String
    let value: PatternNode
  }

  /// Reads a map of options, such as `{min, max}`, which may be left out.
  ///
  /// - Parameter allowed: The names that the options may have.
  mutating func options<Value>(
    _ tag: Tag, _ allowed: [String], _ read: (inout Self, Option) -> Argument<Value>
  ) -> Argument<Options<Value>> {
    guard let argument = tag.argument else { return .known(Options()) }
    if case .unknown = argument { return .unknown }
    guard case .map(let entries, _) = argument else {
      fail(
        "\(tag.name) takes {\(allowed.joined(separator: ", "))} or nothing", at: argument.position)
      return .mistake
    }
    return options(entries, of: tag, allowed, read).map { .known($0) } ?? .mistake
  }

  /// - Returns: nil after a mistake.
  private mutating func options<Value>(
    _ entries: [PatternEntry], of tag: Tag, _ allowed: [String],
    _ read: (inout Self, Option) -> Argument<Value>
  ) -> Options<Value>? {
    var options = Options<Value>()
    var isValid = true
    for entry in entries {
      guard case .name(let name) = entry.key, allowed.contains(name) else {
        unknownOption(entry, of: tag, allowed)
        isValid = false
        continue
      }
      switch read(&self, Option(name: name, value: entry.value)) {
      case .known(let value): options.members.append((name, value))
      case .unknown: options.hasUnknown = true
      case .mistake: isValid = false
      }
    }
    return isValid ? options : nil
  }

  private mutating func unknownOption(_ entry: PatternEntry, of tag: Tag, _ allowed: [String]) {
    let source = entry.key.source
    let hint = Suggestion.hint(for: source, among: allowed)
    fail(
      "\(tag.name) has no '\(source)'"
        + (hint.isEmpty ? ", expected one of: \(allowed.joined(separator: ", "))" : hint),
      at: entry.keyPosition, length: source.unicodeScalars.count)
  }

  /// Reads an option that is a value.
  ///
  /// - Parameters:
  ///   - message: Reported for another node, and for a value that `read` refuses.
  ///   - read: Gives nil for a value that does not fit.
  mutating func constant<Value>(
    _ option: Option, else message: String, _ read: (JSONValue) -> Value?
  ) -> Argument<Value> {
    if option.value.isUnknown { return .unknown }
    if let value = option.value.constant.flatMap(read) { return .known(value) }
    fail(message, at: option.value.position)
    return .mistake
  }

  /// Reads a count: an integer from 0, or `{min, max}`.
  ///
  /// - Parameter name: What messages call it.
  mutating func count(_ argument: PatternNode, of tag: Tag, named name: String)
    -> Argument<CountBounds>
  {
    if argument.isUnknown { return .unknown }
    if let count = argument.constant.flatMap(Self.count) {
      return .known(CountBounds(min: count, max: count))
    }
    guard case .map(let entries, let position) = argument, !entries.isEmpty else {
      fail("\(name) is an integer from 0, or {min, max}", at: argument.position)
      return .mistake
    }
    let options = options(entries, of: tag, ["min", "max"]) { compilation, option in
      compilation.constant(
        option, else: "'\(option.name)' must be an integer from 0", Self.count)
    }
    guard let options else { return .mistake }
    let bounds = CountBounds(min: options["min"], max: options["max"])
    if let min = bounds.min, let max = bounds.max, max < min {
      fail("no count is from \(min) to \(max)", at: position)
      return .mistake
    }
    return options.hasUnknown ? .unknown : .known(bounds)
  }

  private static func count(_ value: JSONValue) -> Int? {
    value.number?.integer.flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension PatternNode {
  fileprivate var isUnknown: Bool {
    switch self {
    case .unknown: true
    case .compiled(let pattern): pattern.form == .unknown
    case .scalar, .value, .list, .map, .tagged, .expression: false
    }
  }

  /// The value of a scalar or a variable; nil for any other node.
  fileprivate var constant: JSONValue? {
    switch self {
    case .scalar(let value, _, _, _), .value(let value, _): return value
    case .compiled(let pattern):
      if case .literal(let literal) = pattern.form { return literal.value }
      return nil
    case .unknown, .list, .map, .tagged, .expression: return nil
    }
  }
}
