// SPDX-License-Identifier: Apache-2.0
// Compares an answer with an expectation.

package import Formats
import HTTP

/// The result of comparing an answer with an expectation.
package struct Judgement: Sendable, Equatable {
  /// All differences; of an `either` that does not hold, those of the closest alternative.
  package var mismatches: [Finding] = []
  /// The name of the alternative that held, for each `either`.
  package var chosen: [String] = []
  /// The name of the closest alternative, for each `either` that does not hold.
  package var closest: [String] = []
  /// A line for each other alternative of these: `refused: the status is 400`.
  package var others: [QuotingText] = []

  package var holds: Bool { mismatches.isEmpty }
}

extension Expectation {
  /// Compares an answer with the expectation.
  package func judgement(of observation: Observation) -> Judgement {
    var judgement = Judgement()
    judgement.mismatches = ownMismatches(observation)
    judgement.addEither(of: self, observation)
    return judgement
  }

  /// Whether an answer is as expected; faster than `judgement`, which lists the differences.
  package func holds(for observation: Observation) -> Bool {
    ownHold(observation)
      && (either.isEmpty || either.contains { $0.expectation.holds(for: observation) })
  }
}

extension Pattern {
  /// How the value of a variable differs from the pattern, as under `when:`.
  package func mismatches(ofVariable name: String, _ value: JSONValue?, at observation: Observation)
    -> [Finding]
  {
    let scope = observation.scope(over: value ?? .null)
    return mismatches(value, at: .variable(name), in: scope)
      + [scope.abortedQuery(at: position)].compactMap { $0 }
  }
}

extension Judgement {
  fileprivate mutating func addEither(of expectation: Expectation, _ observation: Observation) {
    if expectation.either.isEmpty { return }
    if let first = expectation.either.first(where: { $0.expectation.holds(for: observation) }) {
      chosen += [first.name] + first.expectation.judgement(of: observation).chosen
      return
    }
    let judgements = expectation.either.map { alternative in
      (alternative: alternative, judgement: alternative.expectation.judgement(of: observation))
    }
    guard let best = Self.nearest(judgements, observation) else { return }
    let (alternative, judgement) = judgements[best]
    mismatches += judgement.mismatches
    closest += [alternative.name] + judgement.closest
    others += judgement.others
    for (index, other) in judgements.enumerated() where index != best {
      // A half of it would be another answer.
      let clauses = other.alternative.expectation.clauses(upTo: 3 * MessageText.limit)
      others.append("\(other.alternative.name): \(clauses)")
    }
  }

  /// The alternative that the answer was probably meant to be: the likest, of several the first.
  private static func nearest(
    _ judgements: [(alternative: Alternative, judgement: Judgement)],
    _ observation: Observation
  ) -> Int? {
    let members = (try? observation.json.get())?.memberNames ?? []
    let likenesses = judgements.map {
      $0.judgement.likeness(to: $0.alternative.expectation.json, of: members)
    }
    return likenesses.max().flatMap { likenesses.firstIndex(of: $0) }
  }

  /// How much the answer looks like one that was meant as the expectation has it. A status that fits
  /// counts more than all else; then how many of its members the expectation speaks of, and last
  /// whether it contradicts none of these. How many of their values are right does not count: an
  /// exception asks for little, and is nearly held by much.
  ///
  /// - Parameters:
  ///   - json: What the expectation asks of a body. One that says only what must not be there is no
  ///     answer that a service could have meant.
  ///   - members: The names of the members of the answer.
  private func likeness(to json: Pattern?, of members: Set<String>) -> Int {
    if json?.isRefusal ?? false { return 0 }
    let shared = (json?.memberNames ?? []).intersection(members).count
    let isOfStatus = !mismatches.contains { $0.place == .status }
    return (isOfStatus ? Self.statusWeight : 0) + 2 * shared
      + (mismatches.allSatisfy(\.isMissing) ? 1 : 0)
  }

  private static let statusWeight = 1_000_000
}

extension Expectation {
  /// Whether everything outside of `either` holds.
  fileprivate func ownHold(_ observation: Observation) -> Bool {
    let bare = observation.scope()
    return partsHold(observation, in: bare) && bare.isAnswered
  }

  private func partsHold(_ observation: Observation, in bare: Scope) -> Bool {
    if let status {
      guard let code = observation.response?.status else { return false }
      if !status.accepts(.integer(code), in: bare) { return false }
    }
    for header in headers {
      let values = (observation.response?.headers.values(of: header.name) ?? [])
        .map { JSONValue.string($0) }
      if observation.response == nil
        || !header.pattern.acceptsSelection(values, .fields, in: bare)
      {
        return false
      }
    }
    if let json {
      guard case .success(let root) = observation.json,
        json.accepts(root, in: bare.over(root)), observation.faultOfJSON == nil
      else { return false }
    }
    if let xml {
      guard case .success(let root) = observation.xml,
        xml.allSatisfy({ $0.accepts(root, in: bare) })
      else { return false }
    }
    if let text {
      guard case .success(let body) = observation.text, text.accepts(.string(body), in: bare)
      else { return false }
    }
    if let statuses {
      guard let codes = observation.statuses, statuses.accepts(codes, in: bare) else {
        return false
      }
    }
    return answers.allSatisfy { answer in
      observation.firsts(about: answer).allSatisfy { answer.holds(for: $0) }
    }
  }

  /// All differences outside of `either`.
  fileprivate func ownMismatches(_ observation: Observation) -> [Finding] {
    if ownHold(observation) { return [] }
    let bare = observation.scope()
    var mismatches = headMismatches(observation, in: bare)
    if let json {
      switch observation.json {
      case .success(let root):
        mismatches += json.mismatches(root, at: .body(.root), in: bare.over(root))
        if let fault = observation.faultOfJSON {
          mismatches.append(fault.mismatch(json.text, "JSON", at: json.position))
        }
      case .failure(let problem):
        mismatches.append(problem.mismatch(json.text, "JSON", at: json.position))
      }
    }
    if let xml {
      switch observation.xml {
      case .success(let root):
        mismatches += xml.flatMap { $0.mismatches(root, inside: nil, in: bare) }
      case .failure(let problem):
        mismatches.append(
          problem.mismatch(
            XMLEntry.text(of: xml), "XML", at: xml.first?.pattern.position ?? position))
      }
    }
    if let text {
      switch observation.text {
      case .success(let body): mismatches += text.mismatches(.string(body), at: .text, in: bare)
      case .failure(let problem):
        mismatches.append(problem.mismatch(text.text, "text", at: text.position))
      }
    }
    if let statuses {
      if let value = observation.statuses {
        mismatches += statuses.mismatches(value, at: .statuses(nil), in: bare)
      } else {
        mismatches.append(
          statuses.mismatch(nil, at: .statuses(nil), nearest: "only a burst has several statuses"))
      }
    }
    for answer in answers {
      mismatches += observation.firsts(about: answer).flatMap {
        answer.judgement(of: $0).mismatches
      }
    }
    return mismatches + [bare.abortedQuery(at: position)].compactMap { $0 }
  }

  private func headMismatches(_ observation: Observation, in scope: Scope) -> [Finding] {
    guard let response = observation.response else {
      let why: QuotingText = "only the answer of a request has it"
      return [status].compactMap { $0?.mismatch(nil, at: .status, nearest: why) }
        + headers.map { $0.pattern.mismatch(nil, at: .header($0.name), nearest: why) }
    }
    let code = status?.mismatches(.integer(response.status), at: .status, in: scope)
    return (code ?? [])
      + headers.flatMap { header in
        let place = Place.header(header.name)
        let items = response.headers.values(of: header.name)
          .map { (value: JSONValue.string($0), place: place) }
        return header.pattern.selectionMismatches(items, .fields, at: place, in: scope)
      }
  }
}

extension Observation {
  /// The status codes of a burst as an array; nil for another answer.
  fileprivate var statuses: JSONValue? {
    if case .burst(let codes, _) = answer { .array(codes.map { .integer($0) }) } else { nil }
  }

  /// The first answers of a burst whose status the expectation is about.
  fileprivate func firsts(about expectation: Expectation) -> [Observation] {
    firsts.filter { first in
      guard let status = expectation.status, let code = first.response?.status else { return true }
      return status.accepts(.integer(code), in: first.scope())
    }
  }
}

extension Finding {
  /// The finding as a part of another sentence.
  var sentence: QuotingText {
    if let nearestText { return nearestText }
    if isMissing { return "\(place.name) is missing" }
    return "\(place.name) is \(foundValue.text); expected \(wordsText ?? expectedText)"
  }
}
