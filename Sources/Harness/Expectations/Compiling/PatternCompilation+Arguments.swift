// SPDX-License-Identifier: Apache-2.0
// The tags: which matcher a name is, and what it takes.

internal import JSON
internal import SourceText

extension PatternCompilation {
  mutating func matcher(_ tag: Tag, _ argument: PatternNode?, _ subject: Subject) -> Pattern.Form? {
    switch tag.name {
    case "!any": none(argument, tag, .any)
    case "!absent": none(argument, tag, .absent)
    case "!boolean": none(argument, tag, .boolean)
    case "!object": none(argument, tag, .anyObject)
    case "!array": none(argument, tag, .anyArray)
    case "!uuid": none(argument, tag, .uuid)
    case "!optional": one(argument, tag, subject).map { .optional($0) }
    case "!not": one(argument, tag, subject).map { .not($0) }
    case "!one-of": many(argument, tag, subject).map { $0.form { .oneOf($0) } }
    case "!all": many(argument, tag, subject).map { $0.form { .all($0) } }
    case "!unordered":
      many(argument, tag, subject.inner, canBeEmpty: true).map { $0.form { .unordered($0) } }
    case "!each": one(argument, tag, subject.inner).map { .each($0) }
    case "!some": one(argument, tag, subject.inner).map { .some($0) }
    case "!none": one(argument, tag, subject.inner).map { .none($0) }
    case "!size": size(argument, tag)
    case "!exactly": exactly(argument, tag)
    case "!string": string(argument, tag)
    case "!integer": number(argument, isWhole: true, tag)
    case "!number": number(argument, isWhole: false, tag)
    case "!matches": expression(argument, tag)
    case "!contains": text(argument, tag).map { $0.map { .contains($0) } ?? .unknown }
    case "!starts-with": text(argument, tag).map { $0.map { .startsWith($0) } ?? .unknown }
    case "!timestamp": timestamp(argument, tag)
    case "!base64": encoded(argument, tag).map { .base64($0.pattern) }
    case "!json": encoded(argument, tag).map { .json($0.pattern) }
    case "!xml": xml(argument, tag)
    case "!url": url(argument, tag)
    case "!media-type": mediaType(argument, tag)
    case "!enhanced-error": enhancedError(argument, tag)
    default: unknown(tag)
    }
  }

  private mutating func unknown(_ tag: Tag) -> Pattern.Form? {
    let known = PatternCompiler.matcherNames.map { "!\($0)" }
    let hint = Suggestion.hint(for: tag.name, among: known)
    fail(
      "unknown matcher '\(tag.name)'"
        + (hint.isEmpty ? ", expected one of: \(known.joined(separator: ", "))" : hint),
      at: tag.position, length: tag.length)
    return nil
  }

  private mutating func none(_ argument: PatternNode?, _ tag: Tag, _ form: Pattern.Form)
    -> Pattern.Form?
  {
    guard let argument else { return form }
    fail("\(tag.name) takes no argument; write \(tag.name) {}", at: argument.position)
    return nil
  }

  /// The one pattern that a matcher takes: where it has a tag or is a list, in a list of one.
  private mutating func one(_ argument: PatternNode?, _ tag: Tag, _ subject: Subject) -> Pattern? {
    switch argument {
    case nil:
      fail(
        "\(tag.name) wants a pattern; an empty {} is none: for any object write"
          + " \(tag.name) [!object {}]", at: tag.position, length: tag.length)
      return nil
    case .list(let items, let position)?:
      if items.count == 1 { return pattern(items[0], subject) }
      fail(
        items.isEmpty
          ? "\(tag.name) wants one pattern, and the list is empty"
          : "\(tag.name) wants one pattern, and the list has \(items.count);"
            + " for an array of just these items write \(tag.name) [[…]]",
        at: items.count > 1 ? items[1].position : position)
      return nil
    case let argument?: return pattern(argument, subject)
    }
  }

  /// The patterns that a matcher takes; those of a variable's list are its items.
  private enum Patterns {
    case known([Pattern])
    case unknown

    func form(_ make: ([Pattern]) -> Pattern.Form) -> Pattern.Form {
      switch self {
      case .known(let patterns): make(patterns)
      case .unknown: .unknown
      }
    }
  }

  private mutating func many(
    _ argument: PatternNode?, _ tag: Tag, _ subject: Subject, canBeEmpty: Bool = false
  ) -> Patterns? {
    switch argument {
    case .list(let items, let position)?:
      if items.isEmpty, !canBeEmpty {
        fail("\(tag.name) wants at least one pattern", at: position)
        return nil
      }
      return patterns(items, subject).map { .known($0) }
    case .value(.array(let items), let position)?:
      return .known(items.map { Pattern(.literal(Literal($0)), at: position) })
    case .unknown?: return .unknown
    default:
      fail(
        "\(tag.name) wants a list of patterns, such as \(tag.name) [a, b]",
        at: argument?.position ?? tag.position, length: argument == nil ? tag.length : 1)
      return nil
    }
  }

  /// The pattern for what is decoded, if one is given.
  private mutating func encoded(_ argument: PatternNode?, _ tag: Tag) -> (pattern: Pattern?, Void)?
  {
    guard argument != nil else { return (nil, ()) }
    let subject = tag.name == "!base64" ? Subject.text("the decoded text") : .item
    return one(argument, tag, subject).map { ($0, ()) }
  }

  private mutating func size(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    guard let argument else {
      fail("!size wants a number or {min, max}", at: tag.position, length: tag.length)
      return nil
    }
    return count(argument, of: tag, named: "the argument of !size")
      .map { $0.map { .size($0) } ?? .unknown }
  }

  private mutating func exactly(_ argument: PatternNode?, _ tag: Tag) -> Pattern.Form? {
    switch argument {
    case nil: return .object(ObjectMatcher(entries: [], isClosed: true))
    case .map(let entries, _)?: return object(entries, isClosed: true)
    case .value(.object(let object), _)?: return .literal(Literal(.object(object)))
    case .unknown?: return .unknown
    case let argument?:
      fail("!exactly wants a map of members", at: argument.position)
      return nil
    }
  }

  // MARK: - Maps of options

  /// A member of a map that is the argument of a matcher.
  struct ArgumentMember {
    let name: String
    let value: PatternNode
  }

  /// The members of an argument, each under one of the names allowed; nil after a mistake.
  mutating func members(_ argument: PatternNode, of tag: Tag, allowed: [String])
    -> [ArgumentMember]?
  {
    guard case .map(let entries, _) = argument else {
      fail(
        "\(tag.name) takes \(Self.map(allowed)) or nothing", at: argument.position)
      return nil
    }
    var isValid = true
    var members: [ArgumentMember] = []
    for entry in entries {
      if case .name(let name) = entry.key, allowed.contains(name) {
        members.append(ArgumentMember(name: name, value: entry.value))
        continue
      }
      let source = entry.key.source
      let hint = Suggestion.hint(for: source, among: allowed)
      fail(
        "\(tag.name) has no '\(source)'"
          + (hint.isEmpty ? ", expected one of: \(allowed.joined(separator: ", "))" : hint),
        at: entry.keyPosition, length: source.unicodeScalars.count)
      isValid = false
    }
    return isValid ? members : nil
  }

  private static func map(_ names: [String]) -> String { "{\(names.joined(separator: ", "))}" }

  /// A value that stands in an argument.
  enum Constant {
    case known(JSONValue)
    case unknown
    case notConstant
  }

  func constant(_ node: PatternNode) -> Constant {
    switch node {
    case .scalar(let value, _, _, _), .value(let value, _): return .known(value)
    case .unknown: return .unknown
    case .compiled(let pattern):
      switch pattern.form {
      case .literal(let literal): return .known(literal.value)
      case .unknown: return .unknown
      default: return .notConstant
      }
    case .list, .map, .tagged, .expression: return .notConstant
    }
  }
}
