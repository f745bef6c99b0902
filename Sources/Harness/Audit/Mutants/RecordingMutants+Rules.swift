// SPDX-License-Identifier: Apache-2.0
// Breaks one rule alone.

package import Traffic

extension RecordingMutants {
  /// What became of the search for a change that breaks one rule alone.
  package enum Break: Sendable {
    /// The change, in words.
    case alone(String)
    /// Each change that broke it broke these rules, too, by their numbers; none where no change was
    /// found that breaks it.
    case notAlone(with: Set<Int>?)
  }

  /// The rules that are broken along with a rule, by their numbers.
  package func companions(of number: Int) -> Set<Int> {
    let companions = rules.rule(number).companions
    if companions.isEmpty { return [] }
    let names = rules.files.flatMap(\.rules).map(\.name)
    return Set(names.indices.filter { companions.contains(names[$0]) })
  }

  /// Looks for a change that breaks a rule and no others but its companions. Any thread may call it.
  package func breaking(_ number: Int) throws(TrafficError) -> Break {
    let rule = rules.rule(number)
    let file = rules.file(ofRule: number)
    let vocabulary = rules.vocabularies[file.vocabulary].file
    var breaker = RuleBreaker(
      rule, number: number, companions: companions(of: number),
      alone: Audit(rules.only(number), origins: audit.origins),
      walks: walks.enumerated().filter { $0.element.vocabulary.file == vocabulary }
        .map { (Int32($0.offset), $0.element) },
      words: RuleWords(
        rules.files.filter { $0.vocabulary == file.vocabulary }.flatMap(\.rules)),
      names: names
    ) { exchanges, walk throws(TrafficError) in
      let known = try self.ownBreaches(of: walk)
      return Set(
        try self.breaches(exchanges).map(\.breach).filter { !known.contains($0) }.map(\.rule))
    }
    if let change = try breaker.change() { return .alone(change) }
    return .notAlone(with: breaker.fewest)
  }
}

extension AuditRules {
  /// A rule by its number among all.
  fileprivate func rule(_ number: Int) -> AuditRule { files.flatMap(\.rules)[number] }

  fileprivate func file(ofRule number: Int) -> RuleFile {
    files.flatMap { file in file.rules.map { _ in file } }[number]
  }

  /// One rule, with all that belongs to it.
  fileprivate func only(_ number: Int) -> AuditRules {
    let file = file(ofRule: number)
    let own = RuleFile(
      name: file.name, about: file.about, file: file.file, digest: file.digest,
      cookbook: file.cookbook, phase: file.phase, rules: [rule(number)], position: file.position,
      vocabulary: file.vocabulary)
    return AuditRules(
      files: [own], catalogues: catalogues, diagnostics: [], sources: [:],
      vocabularies: vocabularies, patternCount: patternCount)
  }
}
