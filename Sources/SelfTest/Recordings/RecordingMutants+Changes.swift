// SPDX-License-Identifier: Apache-2.0
// The walks of a recording with the changes of its mutants.

import Audit
import Text

extension RecordedWalk {
  /// The value that a part had last in an earlier exchange, where it was another.
  func earlierValue(at part: RequestPart, before index: Int) -> String? {
    let names = part.site.names
    for earlier in (0..<index).reversed() {
      let raw = members[earlier].parts.first { $0.site.names == names }?.raw
      if let raw, raw != part.raw { return raw }
    }
    return nil
  }
}

extension RecordingMutants {
  /// The walk with a change; nil where it changes nothing.
  func exchanges(_ mutation: RequestMutation, _ site: ChangeSite) -> [RecordedExchange]? {
    let index = Int(site.member)
    let walk = walks[Int(site.walk)]
    var exchanges = walk.members.map(\.exchange)
    let exchange = exchanges[index]
    switch site.change {
    case .part(let part, let edit):
      guard
        let edited = exchange.edited(walk.members[index].parts[Int(part)].site, edit)
      else { return nil }
      exchanges[index] = edited
    case .late(_, let shift):
      for later in index..<exchanges.count { exchanges[later] = exchanges[later].later(by: shift) }
    case .whole:
      switch mutation {
      case .dropped: exchanges.remove(at: index)
      case .repeated:
        exchanges.send(exchange.again, at: index + 1, exchange.end + Self.pauseMilliseconds)
      case .movedFirst:
        guard let first = walk.firstOwn else { return nil }
        exchanges.remove(at: index)
        exchanges.send(exchange, at: first, exchanges[first].startedAt.milliseconds)
      case .movedLast:
        exchanges.remove(at: index)
        let end = exchanges.map(\.end).max() ?? 0
        exchanges.send(exchange, at: exchanges.count, end + Self.pauseMilliseconds)
      case .insecure:
        exchanges[index].request.url = "http" + exchange.request.url.dropFirst("https".count)
      default: return nil
      }
    }
    return exchanges
  }

  private static let pauseMilliseconds = 200
}

extension [RecordedExchange] {
  /// Puts an exchange in, to be sent at a time; all that follow are later by what it takes.
  fileprivate mutating func send(_ exchange: RecordedExchange, at index: Int, _ time: Int) {
    let moved = exchange.later(by: time - exchange.startedAt.milliseconds)
    let next = moved.end + 200
    if indices.contains(index) {
      let shift = Swift.max(0, next - self[index].startedAt.milliseconds)
      for later in index..<count { self[later] = self[later].later(by: shift) }
    }
    insert(moved, at: index)
  }
}

extension RecordedExchange {
  /// The same as an entry of its own.
  fileprivate var again: RecordedExchange {
    var result = self
    result.entry = EntryReference(recording: entry.recording, index: -1 - entry.index)
    return result
  }
}
