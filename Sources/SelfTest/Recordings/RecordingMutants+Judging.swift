// SPDX-License-Identifier: Apache-2.0
// Judges the mutants of a recording by rules.

import Audit
import Expectations
import Suites
import Synchronization
import Text

/// How a mutant of a recording ended.
enum MutantResult: Sendable {
  case caught
  case harmless
  case survived(RecordingSurvivor)
}

extension RecordingMutants {
  /// A rule that is broken on an occasion.
  struct Breach: Hashable {
    let rule: Int
    let entry: EntryReference
  }

  /// At how many sites a change is tried that the documents leave free: it is hardly ever noticed.
  private static let freeLimit = 2

  /// Judges a mutant. Any thread may call it.
  ///
  /// - Returns: nil where there was nothing to change.
  func result(of index: Int) throws(TrafficError) -> MutantResult? {
    let mutant = mutants[index]
    var first: ChangeSite?
    var tried = 0
    let freedom = mutant.sites.first { isFree(mutant.mutation, $0) }
    for site in mutant.sites {
      // A free change is hardly ever noticed.
      if freedom != nil, tried >= Self.freeLimit { break }
      tried += 1
      guard let changed = exchanges(mutant.mutation, site) else { continue }
      first = first ?? site
      let broken = try breaches(changed)
      let known = try ownBreaches(of: site.walk)
      let news = broken.filter { !known.contains($0.breach) }
      if news.contains(where: { isAbout($0.occasion, mutant.mutation, site) }) { return .caught }
    }
    guard let first else { return nil }
    if freedom != nil { return .harmless }
    return .survived(survivor(mutant.mutation, first))
  }

  private func member(_ site: ChangeSite) -> RecordedWalk.Member {
    walks[Int(site.walk)].members[Int(site.member)]
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

  /// Whether a broken occasion is about the changed exchange. Each occasion may be about a change in
  /// the order, or in a value that relates exchanges.
  private func isAbout(
    _ occasion: BrokenOccasion, _ mutation: RequestMutation, _ site: ChangeSite
  ) -> Bool {
    guard case .part(let part, _) = site.change else { return true }
    let member = member(site)
    let entry = member.exchange.entry
    if occasion.entry == entry || occasion.others.contains(entry) { return true }
    let names = member.parts[Int(part)].site.names
    return walks[Int(site.walk)].vocabulary.sources(of: member.kind).joined().contains {
      $0.names == names || ($0.header != nil && names == ["headers", $0.header ?? ""])
    }
  }

  private func isFree(_ mutation: RequestMutation, _ site: ChangeSite) -> Bool {
    let member = member(site)
    var pattern: PlacePattern?
    if case .part(let part, _) = site.change { pattern = member.parts[Int(part)].site.pattern }
    let vocabulary = walks[Int(site.walk)].vocabulary
    let document = vocabulary.document(of: member.exchange, kind: member.kind)
    return vocabulary.freedoms.contains {
      $0.allows(
        mutation, at: pattern, of: document, kind: member.kind,
        time: member.exchange.startedAt.milliseconds)
    }
  }

  private func survivor(_ mutation: RequestMutation, _ site: ChangeSite) -> RecordingSurvivor {
    let member = member(site)
    let entry = member.exchange.entry
    let what =
      switch site.change {
      case .whole: "the exchange"
      case .late(let name, _): name
      case .part(let part, _): member.parts[Int(part)].site.words
      }
    return RecordingSurvivor(
      recording: names.indices.contains(entry.recording) ? names[entry.recording] : "",
      entry: entry.index, label: label(entry),
      exchange: walks[Int(site.walk)].vocabulary.kinds[member.kind].name,
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
    case .foreign: "has the value of another course"
    case .insecure: "is sent by http"
    }
  }
}
