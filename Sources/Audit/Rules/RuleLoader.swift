// SPDX-License-Identifier: Apache-2.0
// Loads rules: reads and checks them with their exchanges and catalogues.

import Formats
package import Suites
import Text

/// Loads rule files with their exchanges and catalogues, and collects the mistakes in all of them.
struct RuleLoader {
  private let files: SuiteFiles
  private var sources: [String: SourceFile] = [:]
  private var diagnostics: [Diagnostic] = []
  private var vocabularies: [ExchangeVocabulary] = []
  private var vocabularyFiles: [String: FoundVocabulary] = [:]
  /// The shipped files of exchanges by which rules elsewhere are read.
  private var lentVocabularies: Set<String> = []
  private var patternCount = 0
  private var usedKinds: [Int: Set<Int>] = [:]
  private var suites: SuiteLoader
  private var declared: [FactDeclaration] = []

  static let exchangesName = "exchanges.yaml"

  private enum FoundVocabulary {
    case index(Int)
    /// Its file has errors.
    case unusable
    case missing
  }

  fileprivate init(files: SuiteFiles, shipped: String?) {
    self.files = files
    suites = SuiteLoader(files: files, shipped: shipped, isForRules: true)
  }
}

extension AuditRules {
  /// Loads the rules that paths name: files, and all files of rules below folders.
  ///
  /// - Parameter shipped: The folder of the shipped suites, where cookbooks are looked for last.
  /// - Returns: The rules, with every mistake found; an unreadable file is one, too.
  package static func load(_ paths: [String], shipped: String?, files: SuiteFiles) -> AuditRules {
    var loader = RuleLoader(files: files, shipped: shipped)
    return loader.load(paths)
  }
}

extension RuleLoader {
  fileprivate mutating func load(_ paths: [String]) -> AuditRules {
    var ruleFiles: [RuleFile] = []
    var seen: Set<String> = []
    for path in paths.flatMap({ suites.found($0) })
    where !path.hasSuffix(".json") && seen.insert(path).inserted {
      switch SuitePath.name(of: path) {
      case Self.exchangesName: _ = vocabulary(path)
      case SuiteLoader.factsName: break
      default: ruleFiles += self.ruleFiles(path)
      }
    }
    diagnostics += suites.diagnostics
    if ruleFiles.isEmpty, diagnostics.isEmpty, let path = paths.first {
      diagnostics.append(Diagnostic(.error, "there are no rules here", file: path, at: .start))
    }
    reportUnusedKinds()
    diagnostics += RuleCheck(files: ruleFiles, catalogues: suites.catalogues).diagnostics
    let endpoints = suites.catalogues.values.flatMap { $0.requirements.values }
      .compactMap(\.endpoint).flatMap { $0.split { $0 == "|" } }.map(String.init).sorted()
    for index in vocabularies.indices { vocabularies[index].nameCalls(endpoints) }
    // Facts are no part of the rules.
    sources.merge(suites.sources.filter { $0.key.hasSuffix(".json") }) { own, _ in own }
    return AuditRules(
      files: ruleFiles, catalogues: suites.catalogues,
      diagnostics: Array(Set(diagnostics)).sorted(),
      sources: sources, vocabularies: vocabularies, declared: FactTable(declared))
  }

  /// The rules of a file: once, or once for each row of `for:`.
  private mutating func ruleFiles(_ path: String) -> [RuleFile] {
    guard let (file, root) = document(path) else { return [] }
    var nodes = NodeReader(file: path)
    let roots = root.rows(&nodes)
    diagnostics += nodes.diagnostics
    return roots.compactMap { ruleFile(path, file, $0) }
  }

  private mutating func ruleFile(
    _ path: String, _ file: SourceFile, _ root: YAMLNode
  ) -> RuleFile? {
    var nodes = NodeReader(file: path)
    defer { diagnostics += nodes.diagnostics }
    guard let members = nodes.members(root, "a file of rules", known: RuleReader.fileKeys) else {
      return nil
    }
    for key in ["application", "rules"] where members.lacks(key) {
      nodes.error("a file of rules has '\(key)'", at: root)
    }
    let name = members["application"].flatMap { nodes.text($0, "'application'") }
    let about = members["about"].flatMap { nodes.text($0, "'about'") }
    let chain = members["cookbook"].flatMap { suites.chain($0, file) }
    if let phase = members["phase"], let chain { suites.checkPhase(phase, chain, file) }
    let vocabulary: Int
    switch self.vocabulary(for: path, of: members["cookbook"]?.text) {
    case .index(let index): vocabulary = index
    case .unusable: return nil
    case .missing:
      nodes.error(
        "there is no \(Self.exchangesName) beside the rules, in the folder above or among the "
          + "shipped rules; it says what the names of exchanges mean", at: root)
      return nil
    }
    var reader = RuleReader(
      patterns: PatternReader(vocabulary: vocabularies[vocabulary], nextID: patternCount))
    let rules = members["rules"].map { reader.rules($0, &nodes) } ?? []
    patternCount = reader.patterns.nextID
    usedKinds[vocabulary, default: []].formUnion(reader.patterns.usedKinds)
    for (cover, position) in rules.flatMap({ zip($0.covers, $0.coverPositions) }) {
      let written = WrittenCover(
        cover: cover, position: position, length: cover.id.unicodeScalars.count)
      suites.check(written, of: path, hasCookbook: members.has("cookbook"), among: chain)
    }
    checkNeeds(members["rules"], path, &nodes)
    guard let name else { return nil }
    return RuleFile(
      name: name, about: about, file: path, digest: SHA256.hexadecimal(file.bytes),
      cookbook: members["cookbook"]?.text, phase: members["phase"]?.text, rules: rules,
      position: root.position, vocabulary: vocabulary)
  }

  /// Reports facts under `needs` that no file of facts declares.
  private mutating func checkNeeds(_ rules: YAMLNode?, _ path: String, _ nodes: inout NodeReader) {
    let table = suites.facts(in: SuitePath.folder(of: path))
    declared += table.declarations
    let needs = (rules?.itemsOrSelf ?? []).flatMap { rule -> [YAMLNode] in
      guard case .mapping(let entries) = rule.content else { return [] }
      return entries.filter { $0.key.text == "needs" }.flatMap(\.value.itemsOrSelf)
    }
    for need in needs {
      guard let name = need.text, !table.isOpen, !table.declares(name) else { continue }
      nodes.error(
        "no facts.yaml beside the rules, in the two folders above or among the shipped suites declares "
          + "'\(name)'\(Suggestion.hint(for: name, among: table.names))", at: need)
    }
  }

  /// Warns of exchanges that no rule names, where the rules of all files could be read.
  private mutating func reportUnusedKinds() {
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return }
    for (index, vocabulary) in vocabularies.enumerated() {
      guard let used = usedKinds[index], !lentVocabularies.contains(vocabulary.file) else {
        continue
      }
      let wanted = used.union(vocabulary.beginnings)
      for (kind, exchange) in vocabulary.kinds.enumerated()
      // Cookbooks without a framework share the words of those with one.
      where !wanted.contains(kind) && exchange.values.isEmpty && !exchange.isCall {
        diagnostics.append(
          Diagnostic(
            .warning, "no rule names the exchange '\(exchange.name)'", file: vocabulary.file,
            at: exchange.position, length: exchange.name.unicodeScalars.count))
      }
    }
  }

  /// The vocabulary of a rule file: beside it, in the folder above, or last that of the shipped
  /// rules of its cookbook.
  private mutating func vocabulary(for path: String, of cookbook: String?) -> FoundVocabulary {
    let folder = SuitePath.folder(of: path)
    let own = [folder, SuitePath.above(folder)]
    let lenders = suites.shipped.map { SuitePath.joined($0, "application") }.map {
      files.folders(
        lendingTo: cookbook.map { suites.catalogues.names(inChainOf: $0) } ?? [], in: $0)
    }
    for folder in own + (lenders ?? []) {
      let path = SuitePath.joined(folder, Self.exchangesName)
      guard files.kind(path) != nil else { continue }
      if !own.contains(folder) { lentVocabularies.insert(path) }
      return vocabulary(path)
    }
    return .missing
  }

  private mutating func vocabulary(_ path: String) -> FoundVocabulary {
    if let known = vocabularyFiles[path] { return known }
    vocabularyFiles[path] = .unusable
    guard let (file, root) = document(path) else { return .unusable }
    var nodes = NodeReader(file: path)
    let vocabulary = VocabularyReader.read(root, &nodes)
    for name in vocabulary.follows.map(\.cookbook) + vocabulary.suggests.map(\.cookbook) {
      suites.checkCookbook(name, file)
    }
    diagnostics += nodes.diagnostics
    vocabularies.append(vocabulary)
    vocabularyFiles[path] = .index(vocabularies.count - 1)
    return .index(vocabularies.count - 1)
  }

  /// The one document of a file.
  private mutating func document(_ path: String) -> (file: SourceFile, root: YAMLNode)? {
    guard let file = suites.source(path) else { return nil }
    sources[path] = file
    return suites.document(file).map { (file, $0) }
  }
}
