// SPDX-License-Identifier: Apache-2.0
// Which places a finding touches.

internal import Formats

extension PlacePattern {
  /// The parts of an answer that a finding is about; nil where it is about the answer as a whole,
  /// and empty where it only repeats what another step reports.
  ///
  /// A value that could not be saved is missing at two places: under its name, and where it is
  /// taken from.
  package static func touched(by finding: Finding) -> [PlacePattern]? {
    if case .saved(let name) = finding.place {
      return [PlacePattern.saved(name)] + sources(finding.expected)
    }
    return touched(at: finding.place)
  }

  /// The parts of an answer that a place is, or nil for the answer as a whole.
  package static func touched(at place: Place) -> [PlacePattern]? {
    switch place {
    case .status: return [.status]
    case .header(let name): return [.header(name)]
    case .body(let pointer):
      let body = PlacePattern(.json, path: pointer.tokens.map(Segment.init), text: "")
      // A body that is not JSON or XML, or holds something else than the suite reads.
      return pointer.tokens.isEmpty ? [.bodyText, body] : [body]
    case .query(let text), .xml(let text): return (try? PlacePattern(text)).map { [$0] }
    case .text: return [.bodyText]
    case .statuses: return [.statuses]
    case .inside(let outer, _): return touched(at: outer)
    // An answer that can't be used breaks no rule about what is in it.
    case .fragment, .framing: return []
    case .part, .decoded, .variable, .saved, .retry, .frameworkError, .call, .visit, .other:
      return nil
    }
  }

  /// The places that a source of `save:` reads, from the text that `Source.text` writes.
  private static func sources(_ text: String) -> [PlacePattern] {
    for tag in ["!optional ", "!list "] where text.hasPrefix(tag) {
      return sources(String(text.dropFirst(tag.count)))
    }
    switch text {
    case "!status": return [.status]
    case "!text": return [.bodyText]
    case _ where text.hasPrefix("!header "):
      return [.header(String(text.dropFirst(8)))]
    case _ where text.hasPrefix("[") && text.hasSuffix("]"):
      return items(text.dropFirst().dropLast()).flatMap { sources($0) }
    default: return (try? PlacePattern(text)).map { [$0] } ?? []
    }
  }

  /// The items of a list of sources: split at the commas outside of brackets and quotes.
  private static func items(_ list: Substring) -> [String] {
    var items: [String] = [""]
    var depth = 0
    var quote: Character?
    for character in list {
      switch character {
      case "'", "\"":
        if quote == nil { quote = character } else if quote == character { quote = nil }
      case "[" where quote == nil, "(" where quote == nil: depth += 1
      case "]" where quote == nil, ")" where quote == nil: depth -= 1
      case "," where quote == nil && depth == 0:
        items.append("")
        continue
      default: break
      }
      items[items.count - 1].append(character)
    }
    return items.map { String($0.drop { $0 == " " }) }
  }
}

extension PlacePattern.Segment {
  fileprivate init(_ token: JSONPointer.Token) {
    switch token {
    case .name(let name): self.init(isDeep: false, name: name)
    case .index(let index): self.init(isDeep: false, name: String(index))
    }
  }

  /// Whether both may name the same member.
  fileprivate func meets(_ other: Self) -> Bool {
    guard let name, let otherName = other.name else { return true }
    return name.utf8.elementsEqual(otherName.utf8)
  }
}

extension PlacePattern {
  /// Whether it is a part of a JSON or XML body, not of the body as text.
  package var isOfContent: Bool { part == .json || part == .xml }

  /// Whether it is the body, or a part of it.
  package var isOfBody: Bool { isOfContent || part == .text }

  package var isStatus: Bool { part == .status }

  /// Whether it may be the same part of an answer as another, or one that holds it.
  package func holds(_ other: PlacePattern) -> Bool {
    part == other.part && Self.holds(path[...], other.path[...])
  }

  private static func holds(_ outer: ArraySlice<Segment>, _ inner: ArraySlice<Segment>) -> Bool {
    guard let first = outer.first else { return true }
    guard let next = inner.first else { return false }
    let rest = outer.dropFirst()
    if first.isDeep {
      return inner.indices.contains { index in
        // A name at any depth is not just any member: only where it is named.
        (first.name == nil || inner[index].name != nil) && first.meets(inner[index])
          && holds(rest, inner[(index + 1)...])
      }
    }
    guard next.isDeep else { return first.meets(next) && holds(rest, inner.dropFirst()) }
    // The members before the deep name can be any, so those of the outer place up to it count.
    return outer.indices.contains { index in
      outer[index].name != nil && outer[index].meets(next)
        && holds(outer[(index + 1)...], inner.dropFirst())
    }
  }
}
