// SPDX-License-Identifier: Apache-2.0
// The options of matchers, such as `{min: 1, max: 5}`, and how they are read.

import Formats
import Text

/// The members of a map of options, such as `{min: 1, max: 5}`, that have values.
struct Options<Value> {
  var members: [(name: String, value: Value)] = []
  /// Whether a variable among them has no value yet.
  var hasUnknown = false

  subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

  /// In the order written.
  var values: [Value] { members.map(\.value) }
}

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
    guard let argument = tag.argument else { return .known(Options()) }
    if tag.isUnknown { return .unknown }
    guard case .map(let members, _) = argument else {
      return mistake(
        "\(tag.name) takes {\(allowed.joined(separator: ", "))} or nothing", at: argument.position)
    }
    return Argument(options(members, of: tag, allowed, read))
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
    if let value = (node.constant ?? node.variableValue).flatMap(read) { return .known(value) }
    return mistake(message, at: node.position)
  }

  /// Reads a count: an integer from 0, or `{min, max}`.
  ///
  /// - Parameter name: Its name in messages.
  mutating func count(_ argument: ValueTemplate, of tag: TagUse, named name: String)
    -> Argument<CountBounds>
  {
    guard let argument = node(argument) else { return .mistake }
    if argument.isUnknown { return .unknown }
    if let count = (argument.constant ?? argument.variableValue).flatMap(Self.count) {
      return .known(CountBounds(min: count, max: count))
    }
    guard case .map(let members, _) = argument, !members.isEmpty else {
      return mistake("\(name) is an integer from 0, or {min, max}", at: argument.position)
    }
    let options = options(members, of: tag, ["min", "max"]) { compilation, option in
      compilation.constant(option, else: "'\(option.name)' must be an integer from 0", Self.count)
    }
    guard let options else { return .mistake }
    let bounds = CountBounds(min: options["min"], max: options["max"])
    if let min = bounds.min, let max = bounds.max, max < min {
      return mistake("no count is from \(min) to \(max)", at: argument.position)
    }
    return options.hasUnknown ? .unknown : .known(bounds)
  }

  private static func count(_ value: JSONValue) -> Int? {
    value.number?.integer.flatMap { $0 >= 0 ? $0 : nil }
  }
}
