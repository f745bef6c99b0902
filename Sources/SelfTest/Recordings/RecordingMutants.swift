// SPDX-License-Identifier: Apache-2.0
// The mutants of a recording, to be judged by rules.

import Audit
import Record
import Suites
import Synchronization
import Text

/// The mutants of a recording that breaks no rule.
///
/// The recording is split into walks. A mutant is a walk of which one exchange is otherwise. It is
/// caught if a rule is broken that the walk itself doesn't break.
final class RecordingMutants: Sendable {
  /// One change, in each exchange where it counts as the same.
  struct Mutant {
    let mutation: RequestMutation
    var places: [Place]
  }

  struct Place {
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
  /// What the walks break themselves.
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
    var reading = TrafficReading(rules)
    try reading.read(source, jobs: 1)
    let chosen = reading.origins.chosen(nil)
    audit = Audit(rules, origins: chosen.map { reading.origins.texts[Int($0)] }.sorted())
    var walks: [RecordedWalk] = []
    let followed = reading.followed(chosen)
    for (index, collection) in reading.collections.enumerated() where followed.contains(index) {
      let judged = rules.judgedKinds(of: index)
      let splitting = WalkSplitting(collection.sorted(of: chosen), collection.vocabulary)
      for members in splitting.walks(walk) {
        walks.append(
          try RecordedWalk(members, collection.vocabulary, source, judgedKinds: judged))
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
  /// The kinds of which rules say what is right. One that names most kinds says nothing of each; and
  /// a kind that others have, too, stands for what is not known.
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

/// What became of a mutant.
enum RecordingFate: Sendable {
  case caught
  case harmless
  case survived(RecordingSurvivor)
}
