// SPDX-License-Identifier: Apache-2.0
// What makes an exchange an occasion, and the values that a rule saves.

internal import Formats
internal import Suites
internal import Text

extension SessionJudge {
  /// Whether an exchange matches a pattern on an occasion.
  func match(
    _ pattern: ExchangePattern, _ rank: Int, _ occasion: Occasion
  ) throws(TrafficError) -> Match {
    let index = session.members[rank]
    guard pattern.kinds.contains(store.exchanges[index].kind) else { return .no }
    switch mark(pattern, index) {
    case .yes?: return .yes
    case .no?: return .no
    case .unknown?, nil: break
    }
    for value in pattern.same where index != occasion.index {
      let own = store.exchanges[occasion.index].values[value]
      switch (own, store.exchanges[index].values[value]) {
      case (.number(let own), .number(let other)): if own != other { return .no }
      case (.unknown, _): return .unknown(.lacks(store.parts(ofValue: value, in: occasion.index)))
      case (_, .unknown): return .unknown(.lacks(store.parts(ofValue: value, in: index)))
      case (.none, _), (_, .none): return .no
      }
    }
    switch store.bound(pattern, occasion) {
    case .failure(let error): return .unknown(.unfit(error.message))
    case .success(let bound): return try store.match(bound, index, at: occasion.time)
    }
  }

  /// Whether a condition holds on an occasion. It saves the values of the exchange that it finds.
  func holds(_ condition: Condition, _ occasion: inout Occasion) throws(TrafficError) -> Match {
    switch condition {
    case .earlier(let search):
      switch try lookBack(search, occasion) {
      case .found(let rank): return try save(search.pattern.saves, from: rank, &occasion)
      case .unknown(let doubt): return .unknown(doubt)
      case .none(let isClosed): return isClosed ? .no : .unknown(.beginsInTheMiddle)
      }
    case .notEarlier(let search):
      switch try lookBack(search, occasion) {
      case .found: return .no
      case .unknown(let doubt): return .unknown(doubt)
      case .none(let isClosed): return isClosed ? .yes : .unknown(.beginsInTheMiddle)
      }
    case .latest(let of, let wanted, let saves, let position):
      let search = Search(pattern: of, bound: nil, position: position)
      switch try lookBack(search, occasion, wantsFirst: true) {
      case .found(let rank):
        if let wanted {
          let match = try match(wanted, rank, occasion)
          guard case .yes = match else { return match }
        }
        return try save(of.saves + (wanted?.saves ?? []) + saves, from: rank, &occasion)
      case .unknown(let doubt): return .unknown(doubt)
      case .none(let isClosed): return isClosed ? .no : .unknown(.beginsInTheMiddle)
      }
    }
  }

  private func save(
    _ values: [SavedValue], from rank: Int, _ occasion: inout Occasion
  ) throws(TrafficError) -> Match {
    for value in values {
      if let doubt = try save(value, from: rank, &occasion) { return .unknown(doubt) }
    }
    return .yes
  }

  /// Saves a value of an exchange.
  ///
  /// - Returns: Why it can't be saved.
  func save(
    _ value: SavedValue, from rank: Int, _ occasion: inout Occasion
  ) throws(TrafficError) -> Doubt? {
    let index = session.members[rank]
    if value.sources.count == 1, value.sources[0].names == ["time"] {
      occasion.save(.integer(store.exchanges[index].time), as: value.name)
      return nil
    }
    let document = try store.document(index)
    let now = Timestamp(milliseconds: occasion.time)
    var lacking: ExchangeParts = []
    for saved in value.sources {
      let unknown = document.lacking(saved.parts, header: saved.header)
      guard unknown.isEmpty else {
        lacking.formUnion(unknown)
        continue
      }
      if let names = saved.names {
        guard let found = document.value(names) else { continue }
        occasion.save(found, as: value.name)
        return nil
      }
      guard
        let observation = saved.isOfAnswer ? document.answer(at: now) : document.request(at: now),
        let source = try? saved.template.source(evaluatedIn: occasion.bindings),
        case .success(let found) = source.value(in: observation)
      else { continue }
      occasion.save(found, as: value.name)
      return nil
    }
    return lacking.isEmpty ? .nothingSaved(value.name) : .lacks(lacking)
  }
}
