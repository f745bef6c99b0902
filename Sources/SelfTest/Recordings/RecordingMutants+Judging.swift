// SPDX-License-Identifier: Apache-2.0
// Judges the mutants of a recording by rules.

import Audit
import Suites
import Synchronization
import Text

/// The fate of a mutant.
enum RecordingFate: Sendable {
  case caught
  case harmless
  case survived(RecordingSurvivor)
}

/// A rule that is broken on an occasion.
struct Breach: Hashable {
  let rule: Int
  let entry: EntryReference
}

extension RecordingMutants {
  /// Of a change that the documents leave free, so many places are tried: it is hardly ever noticed.
  private static let freeLimit = 2

  /// Judges a mutant. Any thread may call it.
  ///
  /// - Returns: nil where there was nothing to change.
  func fate(of index: Int) throws(TrafficError) -> RecordingFate? {
    let mutant = mutants[index]
    var first: Place?
    var tried = 0
    let freedom = mutant.places.first { isFree(mutant.mutation, $0) }
    for place in mutant.places {
      // A free change is hardly ever noticed.
      if freedom != nil, tried >= Self.freeLimit { break }
      tried += 1
      guard let changed = exchanges(mutant.mutation, place) else { continue }
      first = first ?? place
      let broken = try breaches(changed)
      let known = try ownBreaches(of: place.walk)
      let news = broken.filter { !known.contains($0.breach) }
      if news.contains(where: { isAbout($0.occasion, mutant.mutation, place) }) { return .caught }
    }
    guard let first else { return nil }
    if freedom != nil { return .harmless }
    return .survived(survivor(mutant.mutation, first))
  }

  private func member(_ place: Place) -> RecordedWalk.Member {
    walks[Int(place.walk)].members[Int(place.member)]
  }

  private func breaches(
    _ exchanges: [RecordedExchange]
  ) throws(TrafficError) -> [(breach: Breach, occasion: BrokenOccasion)] {
    let result = try audit.judge(RecordedWalk.recording(exchanges, named: names))
    return result.rules.enumerated().flatMap { number, rule in
      rule.broken.map { (Breach(rule: number, entry: $0.entry), $0) }
    }
  }

  private func ownBreaches(of walk: Int32) throws(TrafficError) -> Set<Breach> {
    if let breaches = known.withLock({ $0[walk] }) { return breaches }
    let found = Set(try breaches(walks[Int(walk)].members.map(\.exchange)).map(\.breach))
    known.withLock { $0[walk] = found }
    return found
  }

  /// Whether what was found is about the exchange that was changed. Of a change in the order anything
  /// may be, and of one in a value that relates exchanges.
  private func isAbout(
    _ occasion: BrokenOccasion, _ mutation: RequestMutation, _ place: Place
  ) -> Bool {
    guard case .part(let part, _) = place.change else { return true }
    let member = member(place)
    let entry = member.exchange.entry
    if occasion.entry == entry || occasion.others.contains(entry) { return true }
    let names = member.parts[Int(part)].site.names
    return walks[Int(place.walk)].vocabulary.sources(of: member.kind).joined().contains {
      $0.names == names || ($0.header != nil && names == ["headers", $0.header ?? ""])
    }
  }

  private func isFree(_ mutation: RequestMutation, _ place: Place) -> Bool {
    let member = member(place)
    var pattern: PlacePattern?
    if case .part(let part, _) = place.change { pattern = member.parts[Int(part)].site.pattern }
    let vocabulary = walks[Int(place.walk)].vocabulary
    let document = vocabulary.document(of: member.exchange, kind: member.kind)
    return vocabulary.freedoms.contains {
      $0.allows(
        mutation, at: pattern, of: document, kind: member.kind,
        time: member.exchange.startedAt.milliseconds)
    }
  }

  private func survivor(_ mutation: RequestMutation, _ place: Place) -> RecordingSurvivor {
    let member = member(place)
    let entry = member.exchange.entry
    let what =
      switch place.change {
      case .whole: "the exchange"
      case .late(let name, _): name
      case .part(let part, _): member.parts[Int(part)].site.words
      }
    return RecordingSurvivor(
      recording: names.indices.contains(entry.recording) ? names[entry.recording] : "",
      entry: entry.index, label: label(entry),
      exchange: walks[Int(place.walk)].vocabulary.kinds[member.kind].name,
      status: member.exchange.response?.status ?? 0, place: what, mutation: mutation.rawValue,
      summary: "\(what) \(mutation.summary)")
  }
}

extension RequestMutation {
  /// The mistake, in words that follow the place: "is missing".
  var summary: String {
    switch self {
    case .dropped: "is not sent"
    case .repeated: "is sent a second time"
    case .movedFirst: "is sent before all others"
    case .movedLast: "is sent after all others"
    case .late: "is over when it is sent"
    case .removed: "is missing"
    case .doubled: "is there twice"
    case .emptied: "is empty"
    case .altered: "is another text of the same form"
    case .stale: "has the value of an earlier exchange"
    case .foreign: "has the value of another walk"
    case .insecure: "is sent by http"
    }
  }
}
