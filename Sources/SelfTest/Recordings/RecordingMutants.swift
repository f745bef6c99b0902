// SPDX-License-Identifier: Apache-2.0
// Finds the mutants of a recording.

import Audit
import Synchronization
import Text

/// The mutants of a recording that breaks no rule.
///
/// The recording is split into walks. A mutant is a walk with one changed exchange. It is
/// caught if a rule is broken that the walk itself doesn't break.
final class RecordingMutants: Sendable {
  /// One change, in each exchange where it counts as the same.
  struct Mutant {
    let mutation: RequestMutation
    var sites: [ChangeSite]
  }

  /// A member of a walk, and how a mutant changes it.
  struct ChangeSite {
    let walk: Int32
    let member: Int32
    let change: Change
  }

  enum Change {
    case whole
    case late(String, by: Int)
    case part(Int32, PartEdit)
  }

  let audit: Audit
  let names: [String]
  let label: @Sendable (EntryReference) -> String?
  let walks: [RecordedWalk]
  let mutants: [Mutant]
  /// The rules that the walks break themselves.
  let known: Mutex<[Int32: Set<Breach>]> = Mutex([:])

  /// - Parameters:
  ///   - rules: Without errors.
  ///   - source: Breaks no rule.
  ///   - walk: The name of the walk that an entry belongs to; nil for one that several share. Where
  ///     it names none, the sessions of the recording are the walks.
  ///   - label: What an entry is called beside its number.
  ///   - includes: Whether a mutant of this name is judged at all.
  /// - Throws: `TrafficError` for a recording that can't be read.
  init(
    _ rules: AuditRules, _ source: any TrafficSource,
    walk: (EntryReference) -> String? = { _ in nil },
    label: @escaping @Sendable (EntryReference) -> String? = { _ in nil },
    includes: (_ name: String) -> Bool = { _ in true }
  ) throws(TrafficError) {
    self.label = label
    names = source.recordings
    var reading = TrafficReading(rules, findsSecrets: false)
    try reading.read(source)
    let chosen = reading.origins.chosen(nil)
    let origins = chosen.map { reading.origins.texts[$0] }.sorted()
    audit = Audit(rules, origins: origins, findsSecrets: false)
    var walks: [RecordedWalk] = []
    let followed = Set(reading.followed(chosen).map { rules.files[$0].vocabulary })
    for (index, collection) in reading.collections.enumerated() where followed.contains(index) {
      let judged = rules.judgedKinds(of: index)
      let splitting = WalkSplitting(
        exchanges: collection.sorted(of: chosen), vocabulary: collection.vocabulary)
      for members in splitting.walks(walk) {
        walks.append(try RecordedWalk(members, collection.vocabulary, source, judgedKinds: judged))
      }
    }
    // Small ones are judged quickly, and show the same.
    self.walks = walks.enumerated().sorted {
      ($0.element.members.count, $0.offset) < ($1.element.members.count, $1.offset)
    }.map(\.element)
    mutants = Self.mutants(of: self.walks, includes)
  }

  var count: Int { mutants.count }
}

extension AuditRules {
  /// The kinds that rules judge. A rule that names most kinds judges none of them, and a kind that
  /// other vocabularies have, too, stands for unknown exchanges.
  fileprivate func judgedKinds(of vocabulary: Int) -> Set<Int> {
    let kinds = vocabularies[vocabulary].kinds
    let named = files.filter { $0.vocabulary == vocabulary }.flatMap(\.rules)
      .map(\.occasion.kinds).filter { $0.count * 2 <= kinds.count || kinds.count < 4 }
    return Set(named.joined().filter { !(kinds[$0].isShared && kinds[$0].isCommon) })
  }
}

extension RecordedWalk {
  fileprivate init(
    _ members: [IndexedExchange], _ vocabulary: ExchangeVocabulary, _ source: any TrafficSource,
    judgedKinds: Set<Int>
  ) throws(TrafficError) {
    self.vocabulary = vocabulary
    self.judgedKinds = judgedKinds
    var own: [Member] = []
    for member in members where !vocabulary.openings.contains(where: { $0.kind == member.kind }) {
      let exchange = try source.exchange(member.entry)
      let url = RecordedURL(exchange.request.url)
      let method = exchange.request.method
      let document = vocabulary.document(of: exchange, kind: member.kind)
      own.append(
        Member(
          exchange: exchange, kind: member.kind, json: document.json,
          parts: exchange.isDeliberate
            ? []
            : RequestPart.parts(
              of: exchange, document.json,
              segments: vocabulary.parameterPlaces(of: member.kind, method, url))))
    }
    self.members = own
  }
}

extension RecordingMutants {
  /// In how many walks a mutant is tried until one catches it.
  private static let siteLimit = 12
  /// The same of a change in the order or in time.
  private static let wholeLimit = 32

  /// All mutants, in an order that is the same each time for the same recording.
  static func mutants(of walks: [RecordedWalk], _ includes: (String) -> Bool) -> [Mutant] {
    var mutants: [Mutant] = []
    var indices: [String: Int] = [:]
    let values = ForeignValues(walks)
    for (number, walk) in walks.enumerated() {
      for (index, member) in walk.members.enumerated()
      where !member.exchange.isDeliberate && walk.judgedKinds.contains(member.kind) {
        let kind = walk.vocabulary.kinds[member.kind].name
        func add(
          _ mutation: RequestMutation, _ form: String, _ change: @autoclosure () -> Change?
        ) {
          // Of what is over, it counts what it is, and not which exchange uses it.
          let what = mutation == .late ? "" : kind
          let name = "\(walk.vocabulary.file) \(what) \(mutation.rawValue) \(form)"
          let known = indices[name] ?? (includes(name) ? nil : -1)
          if known == -1 { indices[name] = -1 }
          guard known != -1, let change = change() else { return }
          let site = ChangeSite(walk: Int32(number), member: Int32(index), change: change)
          if let known { return mutants[known].sites.append(site) }
          indices[name] = mutants.count
          mutants.append(Mutant(mutation: mutation, sites: [site]))
        }
        // A refused request changes nothing, so its place in the order means something else.
        let context = (200..<400).contains(member.exchange.response?.status ?? 0) ? "" : "refused"
        add(.dropped, context, .whole)
        add(.repeated, context, .whole)
        if let first = walk.firstOwn, index > first { add(.movedFirst, context, .whole) }
        if index < walk.members.count - 1 { add(.movedLast, context, .whole) }
        if RecordedURL(member.exchange.request.url).scheme == "https" { add(.insecure, "", .whole) }
        let now = member.exchange.startedAt.milliseconds
        for end in walk.ends(usedBy: index) {
          add(.late, end.name, .late(end.name, by: end.time - now + lateMilliseconds))
        }
        for (partIndex, part) in member.parts.enumerated() {
          func edit(_ mutation: RequestMutation, _ edit: @autoclosure () -> PartEdit?) {
            add(mutation, part.site.words, edit().map { .part(Int32(partIndex), $0) })
          }
          edit(.removed, .removed)
          switch part.site {
          case .header, .query, .form: edit(.doubled, .doubled)
          case .member, .segment: break
          }
          edit(.emptied, part.emptied.map { .value($0) })
          edit(.altered, part.altered.map { .value($0) })
          edit(.stale, walk.earlierValue(at: part, before: index).map { .value($0) })
          edit(.foreign, values.value(notOf: walk, number, member.kind, part).map { .value($0) })
        }
      }
    }
    for index in mutants.indices { mutants[index].sites = chosen(mutants[index].sites, walks) }
    return mutants
  }

  /// The sites at which a mutant is tried: some of short walks, and of long ones, where more is
  /// related. What was refused shows less, so that it comes last.
  private static func chosen(_ sites: [ChangeSite], _ walks: [RecordedWalk]) -> [ChangeSite] {
    // Where an exchange stands matters in some walks only.
    let limit = if case .part? = sites.first?.change { siteLimit } else { wholeLimit }
    guard sites.count > limit else { return sites }
    let statuses = sites.map {
      walks[Int($0.walk)].members[Int($0.member)].exchange.response?.status ?? 0
    }
    let good = zip(sites, statuses).filter { (200..<400).contains($0.1) }.map(\.0)
    let refused = zip(sites, statuses).filter { !(200..<400).contains($0.1) }.map(\.0)
    let some = good.count <= limit ? good : (0..<limit).map { good[$0 * good.count / limit] }
    return some + refused.prefix(limit - some.count)
  }

  /// A request is over beyond doubt so long after an end.
  private static let lateMilliseconds = 120_000
}
