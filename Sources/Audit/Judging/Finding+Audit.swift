// SPDX-License-Identifier: Apache-2.0
// The places of findings in words.

import Expectations
import Formats
import Suites

extension Finding {
  /// The same with its place as one of an answer.
  var ofAnswer: Finding {
    let place: Place =
      switch self.place.outermost {
      case .status: .other("answer status")
      case .header(let name): .other("answer header \(name)")
      case .body(let pointer):
        .other("answer body" + (pointer.tokens.isEmpty ? "" : " \(pointer.normalizedPath)"))
      case .text: .other("answer body")
      default: .other("answer \(self.place.outermost)")
      }
    return with(place.followed(by: self.place))
  }

  /// The same with its place in words: `request header AP-Device-Identifier`.
  var inWords: Finding {
    guard case .body(let pointer) = place.outermost,
      let words = Self.words(pointer.tokens)
    else { return self }
    return with(Place.other(words).followed(by: place))
  }

  private func with(_ place: Place) -> Finding {
    var finding = self
    finding.place = place
    return finding
  }

  private static func words(_ tokens: [JSONPointer.Token]) -> String? {
    guard let first = tokens.first?.text else { return "request" }
    let second = tokens.count > 1 ? tokens[1].text : nil
    switch (first, second) {
    case ("headers", let name?): return "request header \(headerName(name))" + rest(tokens, 2)
    case ("headers", nil): return "request headers"
    case ("form", let name?): return "form field \(name)" + rest(tokens, 2)
    case ("form", nil): return "form"
    case ("query", let name?): return "query parameter \(name)" + rest(tokens, 2)
    case ("query", nil): return "query"
    case ("parameters", let name?): return "path segment {\(name)}"
    case ("json", nil), ("text", _): return "request body"
    case ("json", _?):
      return "request body \(JSONPointer(Array(tokens.dropFirst())).normalizedPath)"
    case ("answer", let part?):
      let inner = JSONPointer(Array(tokens.dropFirst(2)))
      switch part {
      case "headers": return "answer header" + rest(tokens, 2)
      case "json": return "answer body" + (inner.tokens.isEmpty ? "" : " \(inner.normalizedPath)")
      case "xml", "text": return "answer body"
      default: return "answer \(part)"
      }
    default: return "request \(first)"
    }
  }

  private static func rest(_ tokens: [JSONPointer.Token], _ count: Int) -> String {
    tokens.dropFirst(count).map { " \($0.text)" }.joined()
  }

  /// A name in lower case as documents write it: `AP-Device-Identifier`.
  private static func headerName(_ name: String) -> String {
    name.split(separator: "-", omittingEmptySubsequences: false).map { part in
      ["ap", "id"].contains(part)
        ? part.uppercased() : part.prefix(1).uppercased() + part.dropFirst()
    }.joined(separator: "-")
  }
}

extension Place {
  /// The place, with what stands inside of another place.
  fileprivate func followed(by place: Place) -> Place {
    guard case .inside(let outer, let inner) = place else { return self }
    return .inside(followed(by: outer), inner)
  }
}

extension JSONPointer.Token {
  fileprivate var text: String {
    switch self {
    case .name(let name): name
    case .index(let index): String(index)
    }
  }
}
