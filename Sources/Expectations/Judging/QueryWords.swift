// SPDX-License-Identifier: Apache-2.0
// What a query selects, in the words of a reader who looks for it in an answer.

/// What a query selects, in the words of a reader who looks for it in an answer.
package struct QueryWords: Sendable, Equatable {
  /// `profiles` of `$.profiles[?@.type == 'regular'].mvpd`; empty for the whole body.
  private var path = ""
  /// `type == 'regular'`; nil without a filter.
  private var condition: String?
  /// `mvpd`, what stands behind the first filter; empty without one.
  private var rest = ""
}

extension QueryWords {
  /// - Parameter query: As the suite writes it; a variable in it is shown by its name: `profiles.{mvpd}`.
  package init(_ query: String) {
    var text = query.replacing("${", with: "{")[...]
    if text.hasPrefix("$") { text.removeFirst() }
    while let next = text.first {
      if next != "[" {
        let name = text.prefix { $0 != "[" }
        add(String(name))
        text.removeFirst(name.count)
        continue
      }
      let inner = Self.bracket(text)
      text.removeFirst(min(text.count, inner.count + 2))
      if inner.hasPrefix("?"), condition == nil {
        condition = Self.condition(inner.dropFirst())
      } else {
        add(Self.selector(inner))
      }
    }
  }

  private mutating func add(_ part: String) {
    if condition == nil { path += part } else { rest += part }
  }

  /// What stands between a bracket and its end.
  private static func bracket(_ text: Substring) -> Substring {
    var (depth, quote) = (0, nil as Character?)
    for index in text.indices {
      switch (text[index], quote) {
      case (let character, let open?): if character == open { quote = nil }
      case ("'", nil), ("\"", nil): quote = text[index]
      case ("[", nil): depth += 1
      case ("]", nil):
        depth -= 1
        if depth == 0 { return text[text.index(after: text.startIndex)..<index] }
      default: break
      }
    }
    return text.dropFirst()
  }

  /// `.name` for one name; the brackets of all else stay.
  private static func selector(_ inner: Substring) -> String {
    let name = inner.dropFirst().dropLast()
    let isVariable = inner.hasPrefix("{") && inner.hasSuffix("}") && !name.contains("{")
    let isName =
      inner.hasPrefix("'") && inner.hasSuffix("'") && inner.count > 2 && !name.contains("'")
    return isVariable ? ".\(inner)" : isName ? ".\(name)" : "[\(inner)]"
  }

  private static func condition(_ filter: Substring) -> String {
    [
      ("@.", ""), ("!match(", "not match("), ("!search(", "not search("), (" && ", " and "),
      (" || ", " or "),
    ]
    .reduce(String(filter.trimmingPrefix(" "))) { $0.replacing($1.0, with: $1.1) }
  }
}

extension QueryWords {
  /// The selection as the subject of a sentence: `` `profiles.{mvpd}` ``, `` any `code` ``,
  /// `` the part of `profiles` where type == 'regular' ``.
  package var noun: String {
    guard let condition else { return Self.named(path) }
    let part = "the part of \(Self.named(path)) where \(condition)"
    return rest.isEmpty ? part : "\(Self.named(rest)) in \(part)"
  }

  /// `` nothing in `profiles` where type == 'regular' ``, of a selection that has no name of its own; nil for
  /// another.
  package var emptiness: String? {
    condition.flatMap { rest.isEmpty ? "nothing in \(Self.named(path)) where \($0)" : nil }
  }

  private static func named(_ path: String) -> String {
    if path.isEmpty { return "the body" }
    if path.hasPrefix("..") { return "any `\(path.dropFirst(2))`" }
    return "`\(path.hasPrefix(".") ? String(path.dropFirst()) : path)`"
  }
}
