// SPDX-License-Identifier: Apache-2.0
// Which origins are the service.

/// What speaks for an origin being the service.
struct OriginEvidence {
  /// The origins, by their numbers.
  private(set) var texts: [String] = []
  private var numbers: [String: Int32] = [:]
  private var evidence: [Evidence] = []

  private struct Evidence {
    var kinds: Set<[Int]> = []
    /// Calls that have the value by which sessions are told apart.
    var identified = 0
  }

  mutating func number(of origin: String) -> Int32 {
    if let number = numbers[origin] { return number }
    let number = Int32(texts.count)
    numbers[origin] = number
    texts.append(origin)
    evidence.append(Evidence())
    return number
  }

  mutating func note(
    _ origin: Int32, vocabulary: Int, kind: Int, _ words: ExchangeVocabulary,
    _ document: ExchangeDocument
  ) {
    evidence[Int(origin)].kinds.insert([vocabulary, kind])
    guard let by = words.sessionValue else { return }
    let sources = words.kinds[kind].values[by] ?? words.every[by] ?? []
    if sources.contains(where: { $0.value(in: document.json) != nil }) {
      evidence[Int(origin)].identified += 1
    }
  }

  /// The numbers of the origins of the service.
  ///
  /// - Parameter wanted: Those that the user named; nil where they follow from the traffic.
  func chosen(_ wanted: [String]?) -> Set<Int32> {
    let all = texts.indices.map { Int32($0) }
    if let wanted { return Set(all.filter { wanted.contains(texts[Int($0)]) }) }
    return Set(all.filter { evidence[Int($0)].identified > 0 || evidence[Int($0)].kinds.count > 1 })
  }
}
