// SPDX-License-Identifier: Apache-2.0
// `!xml {path: p}`.

internal import Formats
internal import Text

/// `!xml {path: p}`: a string that is XML and in which each path selects what its pattern expects;
/// without a map, any XML.
struct XMLMatcher: TextMatcher {
  static let name = "xml"
  static let argumentSyntax = ArgumentSyntax.paths

  let entries: [XMLEntry]

  static func read(_ tag: TagUse, _ compilation: inout PatternCompilation) -> Argument<Self> {
    compilation.paths(tag).map { Self(entries: $0) }
  }
}

extension XMLMatcher {
  var children: [Pattern] { entries.map(\.pattern) }
  var argumentText: QuotingText? { FlowText.map(entries.map { ($0.source, $0.pattern) }) }

  func accepts(_ text: String, in scope: Scope) -> Bool {
    guard case .success(let root) = Self.root(of: text) else { return false }
    return entries.allSatisfy { $0.accepts(root, in: scope) }
  }

  func innerMismatches(
    _ text: String, of pattern: Pattern, at place: Place, in scope: Scope
  ) -> [Finding] {
    guard case .success(let root) = Self.root(of: text) else { return [] }
    return entries.flatMap { $0.mismatches(root, inside: place, in: scope) }
  }

  func reason(_ text: String, at place: Place) -> QuotingText? {
    guard case .failure(let error) = Self.root(of: text) else { return nil }
    return "\(place.name) is not XML: at byte \(error.offset), \(error.description)"
  }

  private static func root(of text: String) -> Result<XMLElement, XMLError> {
    do throws(XMLError) {
      return .success(try XMLReader.read(Array(text.utf8)))
    } catch {
      return .failure(error)
    }
  }
}
