// SPDX-License-Identifier: Apache-2.0
// An entry of `xml:` or `!xml`, and what it says of an XML document.

import Formats

/// A path of `xml:` or `!xml`, and the pattern for what it selects.
struct XMLEntry: Sendable, Equatable {
  let path: WrittenPath<XMLPath>
  let pattern: Pattern

  var source: String { path.source }
}

extension XMLEntry {
  /// The values that the pattern of a path is asked about.
  static let subject = Subject.items(of: .text("the value of an XML path"), .nodes)

  func accepts(_ root: XMLElement, in scope: Scope) -> Bool {
    pattern.acceptsSelection(values(in: root), .nodes, in: scope)
  }

  /// - Parameter place: Of the document that `root` is the root of; nil for the body.
  func mismatches(_ root: XMLElement, inside place: Place?, in scope: Scope) -> [Finding] {
    let own = Place.xml(source)
    let here = place.map { .inside($0, own) } ?? own
    let values = values(in: root)
    let mismatches = pattern.selectionMismatches(
      values.map { (value: $0, place: here) }, .nodes, at: here, in: scope)
    guard values.isEmpty, let other = Self.otherRoot(of: source, root) else { return mismatches }
    return mismatches.map {
      var mismatch = $0
      mismatch.nearestText = other
      return mismatch
    }
  }

  /// `` the root element is `r` ``, if a path begins with another element; else nil.
  static func otherRoot(of source: String, _ root: XMLElement) -> QuotingText? {
    guard source.hasPrefix("/"), !source.hasPrefix("//") else { return nil }
    let first = source.dropFirst().prefix { !"/[@".contains($0) }
    let name = first.split(separator: ":").last.map(String.init) ?? ""
    guard !name.isEmpty, name != "*", name != root.localName else { return nil }
    return "the root element is `\(MessageText.cut(root.localName))`"
  }

  /// A map of paths as written, cut; `XML` for an empty one, which any document matches.
  static func text(of entries: [XMLEntry]) -> QuotingText {
    entries.isEmpty
      ? "XML" : FlowText.map(entries.map { ($0.source, $0.pattern) }).cut(to: MessageText.limit)
  }

  /// `` XML in which `/a/b` is 7 ``.
  static func phrase(of entries: [XMLEntry]) -> QuotingText {
    let clauses = entries.map { $0.pattern.clause("`\($0.source)`") }
    return clauses.isEmpty ? "XML" : "XML in which \(QuotingText.list(clauses))"
  }

  private func values(in root: XMLElement) -> [JSONValue] {
    path.path.values(in: root).map { .string($0) }
  }
}
