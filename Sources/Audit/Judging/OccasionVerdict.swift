// SPDX-License-Identifier: Apache-2.0
// The verdict of a rule on an occasion, why it can't be judged, and the names of places.

import Formats
import Suites

/// The verdict of a rule on an occasion.
enum OccasionVerdict {
  case met
  case broken([OccasionFinding], others: [Int])
  case notJudged(UnjudgedReason)
}

/// A finding of an occasion.
struct OccasionFinding {
  /// With the place in the document of an exchange.
  let finding: Finding
  /// The places that it touches; nil where it concerns the occasion as a whole.
  let touched: [PlacePattern]?
}

extension OccasionVerdict {
  /// Joins the verdicts of demands that all have to be met.
  static func all(_ verdicts: [OccasionVerdict]) -> OccasionVerdict {
    var findings: [OccasionFinding] = []
    var others: [Int] = []
    var doubt: UnjudgedReason?
    for verdict in verdicts {
      switch verdict {
      case .met: break
      case .notJudged(let reason): doubt = doubt ?? reason
      case .broken(let own, let entries):
        findings += own
        others += entries.filter { !others.contains($0) }
      }
    }
    if !findings.isEmpty { return .broken(findings, others: others) }
    return doubt.map { .notJudged($0) } ?? .met
  }

  /// Joins the verdicts of alternatives: if all are broken, the one with the fewest
  /// findings.
  static func any(_ verdicts: [OccasionVerdict]) -> OccasionVerdict {
    var closest: OccasionVerdict?
    var fewest = Int.max
    var doubt: UnjudgedReason?
    for verdict in verdicts {
      switch verdict {
      case .met: return .met
      case .notJudged(let reason): doubt = doubt ?? reason
      case .broken(let findings, _):
        if findings.count < fewest {
          fewest = findings.count
          closest = verdict
        }
      }
    }
    return doubt.map { .notJudged($0) } ?? closest ?? .met
  }

  /// Joins the verdicts on an occasion that belongs to several sessions: it is broken if it is broken
  /// in all of them.
  ///
  /// - Parameters:
  ///   - verdicts: With the values that tell the sessions apart.
  ///   - isCut: Whether it belongs to more sessions than these.
  static func ofSessions(
    _ verdicts: [(verdict: OccasionVerdict, session: String)], of rule: AuditRule, isCut: Bool
  ) -> (verdict: OccasionVerdict, session: String)? {
    let met = verdicts.first { if case .met = $0.verdict { true } else { false } }
    let unknown = verdicts.first { if case .notJudged = $0.verdict { true } else { false } }
    guard let found = met ?? unknown ?? verdicts.first else { return nil }
    if case .broken = found.verdict, isCut, !rule.looksAtOccasionOnly {
      return (.notJudged(.tooMany), found.session)
    }
    return found
  }
}

/// Why nobody can tell from a recording whether something is so.
enum UnjudgedReason: Error, Sendable, Hashable {
  case lacks(ExchangeParts)
  /// It may have come before the recording.
  case beginsInTheMiddle
  /// It may have come after the recording.
  case endsTooSoon
  /// The exchange has no such value, though another has to have the same.
  case noValue(String)
  /// A value that the rule needs is not there.
  case nothingSaved(String)
  /// So near to the end of its validity, nobody knows.
  case nearEnd
  /// There is none to compare with.
  case nothingToCompare(String)
  /// A value does not fit where the rule puts it.
  case unfit(String)
  /// There are too many to look at.
  case tooMany
  /// It was sent to break a rule.
  case deliberate
  /// It was wrong before, and counts there.
  case wrongBefore
}

extension UnjudgedReason: CustomStringConvertible {
  /// As a reason in reports.
  var description: String {
    switch self {
    case .lacks(let parts): "the recording lacks \(parts.words)"
    case .beginsInTheMiddle: "the recording may begin in the middle"
    case .endsTooSoon: "the recording ends before it could be seen"
    case .noValue(let name): "the exchange has no value '\(name)'"
    case .nothingSaved(let name): "the exchange has nothing to save as '\(name)'"
    case .nearEnd: "it is too near to the end of the validity"
    case .nothingToCompare(let what): "the recording has no \(what) to compare with"
    case .unfit(let message): message
    case .tooMany: "there are too many exchanges to compare with"
    case .deliberate: "the exchange was sent to break a rule on purpose"
    case .wrongBefore: "the same value was wrong in an earlier exchange, and counts there"
    }
  }
}

/// Whether something is so.
enum Match: Equatable {
  case yes
  case no
  case unknown(UnjudgedReason)
}

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
