// SPDX-License-Identifier: Apache-2.0
// Makes all mutants of a recording.

import Audit
import Text

extension RecordingMutants {
  /// In how many walks a mutant is tried until one catches it.
  private static let placeLimit = 12
  /// The same of a change in the order or in time.
  private static let wholeLimit = 32

  /// All mutants, in an order that is the same each time for the same recording.
  static func mutants(
    of walks: [RecordedWalk], _ includes: (String) -> Bool
  ) -> [Mutant] {
    var mutants: [Mutant] = []
    var indices: [String: Int] = [:]
    let values = ForeignValues(walks)
    for (number, walk) in walks.enumerated() {
      for (index, member) in walk.members.enumerated()
      where !member.exchange.isDeliberate && walk.judgedKinds.contains(member.kind) {
        let kind = walk.vocabulary.kinds[member.kind].name
        func add(_ mutation: RequestMutation, _ form: String, _ change: Change) {
          // Of what is over, it counts what it is, and not which exchange uses it.
          let what = mutation == .late ? "" : kind
          let name = "\(walk.vocabulary.file) \(what) \(mutation.rawValue) \(form)"
          let place = Place(walk: Int32(number), member: Int32(index), change: change)
          if let known = indices[name] {
            if known >= 0 { mutants[known].places.append(place) }
          } else if includes(name) {
            indices[name] = mutants.count
            mutants.append(Mutant(mutation: mutation, places: [place]))
          } else {
            indices[name] = -1
          }
        }
        // What was refused changes nothing, so its place in the order means something else.
        let context = (200..<400).contains(member.exchange.response?.status ?? 0) ? "" : "refused"
        add(.dropped, context, .whole)
        add(.repeated, context, .whole)
        if let first = walk.firstOwn, index > first { add(.movedFirst, context, .whole) }
        if index < walk.members.count - 1 { add(.movedLast, context, .whole) }
        if RecordedURL(member.exchange.request.url).scheme == "https" {
          add(.insecure, "", .whole)
        }
        let now = member.exchange.startedAt.milliseconds
        for end in walk.ends(usedBy: index) {
          add(.late, end.name, .late(end.name, by: end.time - now + lateMilliseconds))
        }
        for (partIndex, part) in member.parts.enumerated() {
          func edit(_ mutation: RequestMutation, _ edit: PartEdit) {
            add(mutation, part.site.words, .part(Int32(partIndex), edit))
          }
          edit(.removed, .removed)
          switch part.site {
          case .header, .query, .form: edit(.doubled, .doubled)
          case .member, .segment: break
          }
          if let raw = part.emptied { edit(.emptied, .value(raw)) }
          if let raw = part.altered { edit(.altered, .value(raw)) }
          if let raw = walk.earlierValue(at: part, before: index) { edit(.stale, .value(raw)) }
          if let raw = values.value(notOf: walk, number, member.kind, part) {
            edit(.foreign, .value(raw))
          }
        }
      }
    }
    for index in mutants.indices { mutants[index].places = chosen(mutants[index].places, walks) }
    return mutants
  }

  /// The places in which a mutant is tried: some of short walks, and of long ones, where more is
  /// related. What was refused shows less, so that it comes last.
  private static func chosen(_ places: [Place], _ walks: [RecordedWalk]) -> [Place] {
    // Where an exchange stands matters in some walks only.
    let limit = if case .part? = places.first?.change { placeLimit } else { wholeLimit }
    guard places.count > limit else { return places }
    let statuses = places.map {
      walks[Int($0.walk)].members[Int($0.member)].exchange.response?.status ?? 0
    }
    let good = zip(places, statuses).filter { (200..<400).contains($0.1) }.map(\.0)
    let refused = zip(places, statuses).filter { !(200..<400).contains($0.1) }.map(\.0)
    let some = good.count <= limit ? good : (0..<limit).map { good[$0 * good.count / limit] }
    return some + refused.prefix(limit - some.count)
  }

  /// So long after an end everybody knows that it is over.
  private static let lateMilliseconds = 120_000
}

extension RecordedWalk {
  /// The value that a part had last in an earlier exchange, where it was another.
  fileprivate func earlierValue(at part: RequestPart, before index: Int) -> String? {
    for member in members[..<index].reversed() {
      let earlier = member.parts.first { $0.site.names == part.site.names }
      if let earlier, earlier.raw != part.raw { return earlier.raw }
    }
    return nil
  }
}
