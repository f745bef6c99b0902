// SPDX-License-Identifier: Apache-2.0
// Which hosts are the service.

/// The evidence that a host is the service.
///
/// Other backends have paths that look alike. A call of the service carries what identifies the
/// device, and there are calls of several kinds. A host counts as a whole: a call without encryption
/// is still one of the service.
package struct OriginEvidence: Sendable {
  /// The origins, by their numbers.
  package private(set) var texts: [String] = []
  private var numbers: [String: Int] = [:]
  /// The hosts of the origins, with their ports where those are not the usual ones.
  private var hosts: [String] = []
  /// By host, with its port where that is not the usual one.
  private var evidence: [String: Evidence] = [:]

  private struct Evidence {
    /// The kinds of calls.
    var kinds: Set<Call> = []
    /// The kinds of calls that carry what identifies the device.
    var identified: Set<Call> = []
    /// Whether an answer gave what later calls go by, such as a token or a code.
    var gives = false
    /// Calls whose answer is neither JSON nor XML, nor empty.
    var foreign = 0
    var calls = 0
  }

  private struct Call: Hashable {
    let vocabulary: Int
    let kind: Int
  }

  mutating func number(of origin: String) -> Int {
    if let number = numbers[origin] { return number }
    let number = texts.count
    numbers[origin] = number
    texts.append(origin)
    hosts.append(RecordedURL(origin).authority)
    return number
  }

  mutating func note(
    _ origin: Int, vocabulary: Int, kind: Int, _ words: ExchangeVocabulary,
    _ document: ExchangeDocument
  ) {
    if words.kinds[kind].isCommon { return }
    let host = hosts[origin]
    let call = Call(vocabulary: vocabulary, kind: kind)
    evidence[host, default: Evidence()].kinds.insert(call)
    evidence[host]?.calls += 1
    if document.hasForeignAnswer { evidence[host]?.foreign += 1 }
    let given = words.kinds[kind].values.values.joined().filter {
      !$0.parts.isDisjoint(with: .answer)
    }
    if given.contains(where: { $0.value(in: document) != nil }) { evidence[host]?.gives = true }
    guard let by = words.sessionValue, evidence[host]?.identified.contains(call) == false else {
      return
    }
    let sources = words.kinds[kind].values[by] ?? words.every[by] ?? []
    if sources.contains(where: { $0.value(in: document) != nil }) {
      evidence[host]?.identified.insert(call)
    }
  }
}

extension OriginEvidence {
  /// The numbers of the origins of the service.
  ///
  /// - Parameter wanted: Those that the user named; nil where they follow from the traffic.
  package func chosen(_ wanted: [String]?) -> Set<Int> {
    let hosts = wanted.map { Set($0.map { RecordedURL($0).authority }) } ?? likely
    return Set(texts.indices.filter { hosts.contains(self.hosts[$0]) })
  }

  private var likely: Set<String> {
    let most = evidence.values.map(\.identified.count).max() ?? 0
    if most > 0 {
      // A part of the service may be on a host of its own.
      return hosts { !$0.identified.isEmpty && $0.foreign * 2 <= $0.calls }
    }
    // A backend of one's own may have some of the paths, but not what the answers give.
    let speaking = evidence.values.filter { $0.gives && $0.foreign * 2 <= $0.calls }
    let kinds = speaking.map(\.kinds.count).max() ?? 0
    if kinds < 2 { return [] }
    return hosts { $0.gives && $0.kinds.count == kinds && $0.foreign * 2 <= $0.calls }
  }

  private func hosts(_ isLikely: (Evidence) -> Bool) -> Set<String> {
    Set(evidence.filter { isLikely($1) }.keys)
  }
}
