// SPDX-License-Identifier: Apache-2.0
// Reads recordings from end to end.

import HTTP
import Record
import Redaction
import Suites
import Text

/// The contents of recordings that were read from end to end.
package struct TrafficReading: Sendable {
  package private(set) var collections: [ExchangeCollection]
  package private(set) var origins = OriginEvidence()
  private(set) var numbers = TextNumbers()
  /// When each recording was made; nil for one without entries.
  private(set) var recordings: [ClosedRange<Int>?] = []
  /// The entries that are of no kind, by their hosts.
  private var ignored: [String: Int] = [:]
  /// How many entries there are of a kind.
  private var entries: [Entry: Int] = [:]
  /// The first exchange of each recording, as it was read.
  private var firsts: [Int: RecordedExchange] = [:]
  private var others: [Other] = []
  private let rules: AuditRules
  /// The secrets of all exchanges so far, besides those that are masked as tokens; nil if nothing
  /// is shown.
  private(set) var secrets: KnownSecrets?

  /// An API with less than a fifth of the calls of the most used one does not count as followed.
  private static let strayShare = 5

  /// An entry that is of no kind, in brief: there may be very many.
  private struct Other {
    let reference: EntryReference
    let urlHash: Int
    let time: Int
  }

  /// The traits by which entries are counted.
  private struct Entry: Hashable {
    let origin: Int
    /// The vocabularies that know it.
    let vocabularies: [Int]
    /// Whether it is of a kind that one of them has for itself.
    let isOwn: Bool
    /// The cookbooks that it shows to be followed.
    let follows: Set<String>
    /// Those that it suggests.
    let suggests: Set<String>
    let isAnswered: Bool
    let isDeliberate: Bool
  }

  package init(_ rules: AuditRules, findsSecrets: Bool = true) {
    self.rules = rules
    secrets = findsSecrets ? KnownSecrets() : nil
    collections = rules.vocabularies.indices.map { index in
      let vocabulary = rules.vocabularies[index]
      let files = rules.files.filter { $0.vocabulary == index }
      return ExchangeCollection(vocabulary, PatternMarks(files, kinds: vocabulary.kinds.count))
    }
  }
}

extension TrafficReading {
  mutating func begin(_ names: [String]) { recordings = Array(repeating: nil, count: names.count) }

  /// Reads all entries of a source.
  package mutating func read(_ source: any TrafficSource) throws(TrafficError) {
    begin(source.recordings)
    try source.read(isWanted) { add($0) }
    for (recording, first) in firsts.sorted(by: { $0.key < $1.key }) {
      // Only the end of a recording shows which headers it withholds.
      guard try source.exchange(first.entry) != first else { continue }
      for index in collections.indices {
        try collections[index].complete(recording, source, &numbers)
      }
    }
    addOpened()
  }

  /// Adds the entries whose URLs exchanges were answered with, after all entries were added.
  mutating func addOpened() {
    for index in collections.indices {
      let opened = Dictionary(
        grouping: collections[index].opened(origins.texts, numbers.texts), by: \.urlHash)
      if opened.isEmpty { continue }
      for entry in others {
        for url in opened[entry.urlHash] ?? [] {
          collections[index].add(entry.reference, opened: url, at: entry.time)
        }
      }
    }
    others = []
  }

  /// Whether the recordings would show that the page is opened to which an answer leads: they have its
  /// host, or at least one besides those of exchanges.
  func showsPage(of exchange: IndexedExchange, _ vocabulary: ExchangeVocabulary) -> Bool {
    let known = Set(origins.texts.map { RecordedURL($0).authority })
    if ignored.keys.contains(where: { !known.contains($0) }) { return true }
    return vocabulary.openings.allSatisfy { opening in
      guard case .number(let number) = exchange.values[opening.value] else { return true }
      let url = numbers.texts[number]
      return url.hasPrefix("/") || known.contains(RecordedURL(url).authority)
    }
  }

  /// Whether an entry may be one of the service.
  private var isWanted: (_ method: String, _ url: String) -> Bool {
    let vocabularies = collections.map(\.vocabulary)
    return { method, url in
      let segments = RecordedURL(url).segments
      return vocabularies.contains { $0.kind(method, segments) != nil }
    }
  }

  /// Adds an exchange of any kind.
  mutating func add(_ exchange: RecordedExchange) {
    add(
      isWanted(exchange.request.method, exchange.request.url)
        ? .exchange(exchange)
        : .other(
          exchange.entry, url: exchange.request.url,
          milliseconds: exchange.startedAt.milliseconds))
  }

  mutating func add(_ entry: RecordedEntry) {
    switch entry {
    case .other(let reference, let url, let milliseconds):
      if let milliseconds { note(milliseconds, milliseconds, in: reference.recording) }
      ignored[RecordedURL(url).authority, default: 0] += 1
      if let milliseconds {
        others.append(Other(reference: reference, urlHash: url.hashValue, time: milliseconds))
      }
    case .exchange(let exchange):
      if firsts[exchange.entry.recording] == nil { firsts[exchange.entry.recording] = exchange }
      let start = exchange.startedAt.milliseconds
      let length = max(0, exchange.duration?.wholeMilliseconds ?? 0)
      note(start, start + length, in: exchange.entry.recording)
      let url = RecordedURL(exchange.request.url)
      let origin = origins.number(of: url.origin)
      let segments = url.segments
      var known: [Int] = []
      var own: [Int] = []
      var follows: Set<String> = []
      var suggests: Set<String> = []
      for index in collections.indices {
        let vocabulary = collections[index].vocabulary
        guard let (route, kind) = vocabulary.route(exchange.request.method, segments) else {
          continue
        }
        let document = ExchangeDocument(
          exchange, url, parameters: route.parameters(of: segments), decoded: vocabulary.decoded)
        guard collections[index].add(exchange, document, origin: origin, kind: kind, &numbers)
        else { continue }
        known.append(index)
        if !vocabulary.kinds[kind].isShared { own.append(index) }
        follows.formUnion(collections[index].followed(by: document, kind: kind))
        suggests.formUnion(collections[index].suggested(by: document, kind: kind))
        origins.note(origin, vocabulary: index, kind: kind, vocabulary, document)
      }
      guard !known.isEmpty else {
        ignored[url.authority, default: 0] += 1
        return
      }
      secrets?.addShort { [rules] in
        $0.addSecrets(of: exchange, segments: rules.segments(of: exchange))
      }
      let entry = Entry(
        origin: origin, vocabularies: own.isEmpty ? known : own, isOwn: !own.isEmpty,
        follows: follows, suggests: suggests,
        isAnswered: (exchange.response?.status ?? 0) > 0, isDeliberate: exchange.isDeliberate)
      entries[entry, default: 0] += 1
    }
  }

  private mutating func note(_ start: Int, _ end: Int, in recording: Int) {
    guard recordings.indices.contains(recording) else { return }
    let old = recordings[recording] ?? start...end
    recordings[recording] = min(old.lowerBound, start)...max(old.upperBound, end)
  }

  /// The indices of the files of rules that the traffic is judged by.
  ///
  /// A cookbook counts if an exchange shows by `follows` that it is followed. A chosen cookbook,
  /// and the base of others, counts if anything of it was called. A cookbook without `follows` in
  /// `exchanges.yaml` needs an exchange that no other cookbook has. A log of calls shows that the
  /// cookbooks of its partner are followed whose API was called.
  ///
  /// - Parameters:
  ///   - chosen: The origins that count; nil for all of them.
  ///   - partners: Those whose framework was asked, as logs show.
  package func followed(_ chosen: Set<Int>? = nil, partners: Set<String> = []) -> Set<Int> {
    var alone: Set<Int> = []
    var called: Set<Int> = []
    var known: Set<Int> = []
    var shown: Set<String> = []
    let strays = strays(chosen)
    for entry in entries.keys
    where (chosen?.contains(entry.origin) ?? true)
      && !(entry.isOwn && strays.isSuperset(of: entry.vocabularies))
    {
      if entry.vocabularies.count == 1 { alone.formUnion(entry.vocabularies) }
      if entry.isOwn { called.formUnion(entry.vocabularies) }
      known.formUnion(entry.vocabularies)
      shown.formUnion(entry.follows)
    }
    if called.isEmpty { called = known }
    let bases = Set(rules.catalogues.values.compactMap(\.base)).union(rules.chosen ?? [])
    let told = Set(rules.vocabularies.flatMap(\.follows).compactMap(\.cookbook.text))
    return Set(
      rules.files.indices.filter { index in
        let vocabulary = rules.files[index].vocabulary
        guard let cookbook = rules.files[index].cookbook else {
          return (alone.isEmpty ? known : alone).contains(vocabulary)
        }
        if bases.contains(cookbook) { return called.contains(vocabulary) }
        if let partner = rules.catalogues.partner(of: cookbook), partners.contains(partner),
          called.contains(vocabulary)
        {
          return true
        }
        return told.contains(cookbook) ? shown.contains(cookbook) : alone.contains(vocabulary)
      })
  }

  /// The cookbooks that the traffic does not show to be followed, though it has devices that might
  /// follow them, each with the reason. None where somebody chose the cookbooks.
  ///
  /// - Parameter judged: The cookbooks that the traffic is judged by.
  func suggested(_ chosen: Set<Int>, besides judged: [String]) -> [SuggestedCookbook] {
    if rules.chosen != nil { return [] }
    let strays = strays(chosen)
    let suggested = entries.keys.filter {
      chosen.contains($0.origin) && $0.isOwn && !strays.isSuperset(of: $0.vocabularies)
    }.reduce(into: Set<String>()) { $0.formUnion($1.suggests) }
    let known = rules.cookbooks
    return rules.vocabularies.flatMap(\.suggests).compactMap { cookbook, reason, _ in
      guard let name = cookbook.text, suggested.contains(name), known.contains(name),
        !judged.contains(name)
      else { return nil }
      return SuggestedCookbook(name: name, reason: reason)
    }
  }

  /// The vocabularies with too few calls beside another one: a call that is left of an older API
  /// does not show that the application follows it.
  private func strays(_ chosen: Set<Int>?) -> Set<Int> {
    if rules.chosen != nil { return [] }
    var counts: [Int: Int] = [:]
    for (entry, count) in entries
    where entry.isOwn && (chosen?.contains(entry.origin) ?? true) && !entry.isDeliberate {
      for index in entry.vocabularies { counts[index, default: 0] += count }
    }
    let most = counts.values.max() ?? 0
    return Set(counts.filter { $1 * Self.strayShare < most }.keys)
  }

  /// The traffic in numbers.
  func traffic(_ names: [String], _ chosen: Set<Int>) -> AuditRecord {
    var traffic = AuditRecord(recordings: names)
    traffic.origins = chosen.map { origins.texts[$0] }.sorted()
    traffic.ignored = ignored
    for (entry, count) in entries {
      guard chosen.contains(entry.origin) else {
        let host = RecordedURL(origins.texts[entry.origin]).authority
        traffic.ignored[host, default: 0] += count
        continue
      }
      if entry.isDeliberate {
        traffic.deliberate += count
      } else {
        traffic.judged += count
        if !entry.isAnswered { traffic.unanswered += count }
      }
    }
    let known = recordings.compactMap(\.self)
    if let start = known.map(\.lowerBound).min(), let end = known.map(\.upperBound).max() {
      traffic.span = Timestamp(milliseconds: start)...Timestamp(milliseconds: end)
    }
    return traffic
  }
}

extension RecordedEntry {
  /// How many bytes its bodies have.
  var bodyBytes: Int {
    guard case .exchange(let exchange) = self else { return 0 }
    var count = 0
    if case .bytes(let bytes) = exchange.request.body { count += bytes.count }
    if case .bytes(let bytes)? = exchange.response?.body { count += bytes.count }
    return count
  }
}
