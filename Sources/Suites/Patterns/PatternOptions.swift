// SPDX-License-Identifier: Apache-2.0
// Maps of options that matchers take, such as `{min, max}`.

import Formats
import Text

extension PatternCompilation {
  /// A member of a map of options.
  struct Option {
    let name: String
    let value: ValueTemplate
  }

  /// Reads a map of options, such as `{min, max}`, which may be left out.
  ///
  /// - Parameter allowed: The names that the options may have.
  mutating func options<Value>(
    _ tag: TagUse, _ allowed: [String], _ read: (inout Self, Option) -> Argument<Value>
  ) -> Argument<Options<Value>> {
    switch tag.argument?.content {
    case nil: return .known(Options())
    case .unknown?: return .unknown
    case .map(let members)?: return compiled(options(members, of: tag, allowed, read))
    case .scalar?, .value?, .list?, .tagged?, .expression?:
      fail(
        "\(tag.name) takes {\(allowed.joined(separator: ", "))} or nothing",
        at: tag.argumentPosition)
      return .mistake
    }
  }

  /// - Returns: nil after a mistake.
  private mutating func options<Value>(
    _ members: [ValueTemplate.Member], of tag: TagUse, _ allowed: [String],
    _ read: (inout Self, Option) -> Argument<Value>
  ) -> Options<Value>? {
    var options = Options<Value>()
    var isValid = true
    for member in members {
      guard case .name(let text) = member.key, let name = name(text, at: member.position),
        allowed.contains(name)
      else {
        unknownOption(member, of: tag, allowed)
        isValid = false
        continue
      }
      switch read(&self, Option(name: name, value: member.value)) {
      case .known(let value): options.members.append((name, value))
      case .unknown: options.hasUnknown = true
      case .mistake: isValid = false
      }
    }
    return isValid ? options : nil
  }

  private mutating func unknownOption(
    _ member: ValueTemplate.Member, of tag: TagUse, _ allowed: [String]
  ) {
    let written = member.key.written
    let hint = Suggestion.hint(for: written, among: allowed)
    fail(
      "\(tag.name) has no '\(written)'"
        + (hint.isEmpty ? ", expected one of: \(allowed.joined(separator: ", "))" : hint),
      at: member.position, length: written.unicodeScalars.count)
  }

  /// Reads an option that is a value.
  ///
  /// - Parameters:
  ///   - message: Reported for another node, and for a value that `read` refuses.
  ///   - read: Gives nil for a value that does not fit.
  mutating func constant<Value>(
    _ option: Option, else message: String, _ read: (JSONValue) -> Value?
  ) -> Argument<Value> {
    guard let node = node(option.value) else { return .mistake }
    if node.isUnknown { return .unknown }
    if let value = node.constant.flatMap(read) { return .known(value) }
    fail(message, at: node.position)
    return .mistake
  }

  /// Reads a count: an integer from 0, or `{min, max}`.
  ///
  /// - Parameter name: Its name in messages.
  mutating func count(_ argument: ValueTemplate, of tag: TagUse, named name: String)
    -> Argument<CountBounds>
  {
    guard let node = node(argument) else { return .mistake }
    return count(node, of: tag, named: name)
  }

  mutating func count(_ argument: TemplateNode, of tag: TagUse, named name: String)
    -> Argument<CountBounds>
  {
    if argument.isUnknown { return .unknown }
    if let count = argument.constant.flatMap(Self.count) {
      return .known(CountBounds(min: count, max: count))
    }
    guard case .map(let members) = argument.content, !members.isEmpty else {
      fail("\(name) is an integer from 0, or {min, max}", at: argument.position)
      return .mistake
    }
    let options = options(members, of: tag, ["min", "max"]) { compilation, option in
      compilation.constant(
        option, else: "'\(option.name)' must be an integer from 0", Self.count)
    }
    guard let options else { return .mistake }
    let bounds = CountBounds(min: options["min"], max: options["max"])
    if let min = bounds.min, let max = bounds.max, max < min {
      fail("no count is from \(min) to \(max)", at: argument.position)
      return .mistake
    }
    return options.hasUnknown ? .unknown : .known(bounds)
  }

  private static func count(_ value: JSONValue) -> Int? {
    value.number?.integer.flatMap { $0 >= 0 ? $0 : nil }
  }
}
