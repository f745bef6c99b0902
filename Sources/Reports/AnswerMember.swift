// SPDX-License-Identifier: Apache-2.0
// The part of an answer that a failure is about.

import Expectations
import Formats
import Record
import Text

/// The member or header that a failure is about, folded: `/profiles/Cablevision/mvpd` and `/mvpd` are
/// the same member.
indirect enum AnswerMember: Hashable, Sendable {
  /// The last name of a path.
  case name(String)
  /// An item of a list, or of a map with ids as names, by the name of that; empty at the top.
  case item(of: String)
  case header(String)
  case xml(String)
  /// In the document that a text holds.
  case inside(AnswerMember, AnswerMember)
  /// Something else, by the text that names it.
  case other(String)
}

extension AnswerMember {
  /// `` the header `location` ``, `` an item of `mvpds` ``: the subject of a sentence.
  var noun: String {
    let text = Sanitized.line(text, limit: 100)
    return switch self {
    case .header: "the header `\(text)`"
    case .item: "an item of `\(text)`"
    case .name, .xml, .inside, .other: "`\(text)`"
    }
  }

  private var text: String {
    switch self {
    case .name(let text), .item(let text), .header(let text), .xml(let text), .other(let text): text
    case .inside(let outer, let inner): "\(outer.text) → \(inner.text)"
    }
  }
}

extension AnswerMember {
  /// The member at a place; nil for a place that is none.
  ///
  /// - Parameter isID: Whether a name in a path is an id.
  init?(_ place: Place, isID: (String) -> Bool) {
    switch place {
    case .header(let name): self = .header(name.lowercased())
    case .body(let pointer):
      guard let last = pointer.tokens.last else { return nil }
      func name(_ token: JSONPointer.Token) -> String? {
        if case .name(let name) = token, !isID(name) { name } else { nil }
      }
      if let name = name(last) {
        self = .name(name)
      } else {
        self = .item(of: pointer.tokens.dropLast().compactMap(name).last ?? "")
      }
    case .query(let query): self = .name(Self.lastName(ofQuery: query))
    case .xml(let path): self = .xml(Self.lastName(ofPath: path))
    case .inside(let outer, let inner):
      func part(_ place: Place) -> AnswerMember {
        AnswerMember(place, isID: isID) ?? .other(place.description)
      }
      self = .inside(part(outer), part(inner))
    default: return nil
    }
  }

  /// `platformMappingId` of `$.mvpds[?@.id == 'x'].platformMappingId`; the query where its end is no
  /// name.
  private static func lastName(ofQuery query: String) -> String {
    if query.hasSuffix("']"), let quote = query.dropLast(2).lastIndex(of: "'") {
      return String(query[query.index(after: quote)...].dropLast(2))
    }
    let name = query.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    return name.isEmpty ? query : String(name.reversed())
  }

  private static func lastName(ofPath path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
