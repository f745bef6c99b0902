// SPDX-License-Identifier: Apache-2.0
// Loads suites: reads and checks them with their fragments and catalogues.

import Formats
import Text

/// Loads suites with their fragments and catalogues, and collects the mistakes in all of them.
package struct SuiteLoader {
  static let fragmentsName = "fragments.yaml"
  /// A file of fragments.
  struct FragmentFile {
    var names: [String] = []
    /// Whether the file exists but is unreadable (already reported).
    var isBroken = false
    var covers: Set<CoverDraft> = []
  }

  let files: SuiteFiles
  /// The folder of the shipped suites, for their cookbooks.
  let shipped: String?
  var sources: [String: SourceFile] = [:]
  var diagnostics: [Diagnostic] = []
  var hints = Hints()
  var catalogues: [String: Catalogue] = [:]
  var catalogueFiles: [String: Catalogue?] = [:]
  /// Existing files of facts by path.
  var factFiles: [String: FactFileReader.Content] = [:]
  /// The facts that the files of a folder can use, by folder.
  var factTables: [String: FactTable] = [:]
  /// The folders of the files that the user named. Only a file of fragments in one of these uses
  /// that of the folder above, so that no more than two folders are read for a suite.
  private var namedFolders: Set<String> = []
  /// Existing files of fragments by path.
  private var fragmentFiles: [String: FragmentFile] = [:]
  private var fragments: [FragmentID: Fragment] = [:]
  private var lost: [FragmentID: LostNames] = [:]
  private var rowVariables: [FragmentID: Set<String>] = [:]

  init(files: SuiteFiles, shipped: String?) {
    self.files = files
    self.shipped = shipped
  }
}

extension SuiteLoader {
  /// Loads the suites that paths name: files, and all suites below folders.
  ///
  /// - Parameters:
  ///   - shipped: The folder of the shipped suites, where cookbooks are looked for last.
  ///   - profiles: The folder of the target's profile, which may give the facts that are declared
  ///     beside it; nil where the profile is not a file.
  /// - Returns: The suites, with every mistake found; an unreadable file is one, too.
  package static func load(
    _ paths: [String], shipped: String?, profiles: String? = nil, files: SuiteFiles
  ) -> SuiteCollection {
    var loader = SuiteLoader(files: files, shipped: shipped)
    return loader.load(paths, profiles: profiles)
  }

  private mutating func load(_ paths: [String], profiles: String?) -> SuiteCollection {
    var drafts: [Draft] = []
    var seen: Set<String> = []
    let named = paths.flatMap { found($0) }
    namedFolders = Set(named.map { SuitePath.folder(of: SuitePath.normalized($0)) })
    for path in named
    where seen.insert(SuitePath.normalized(path)).inserted {
      switch SuitePath.name(of: path) {
      case Self.fragmentsName: readFragments(path)
      case Self.factsName: readFacts(path)
      default:
        if let draft = draft(path) { drafts.append(draft) }
      }
    }
    let facts = factsByFile(drafts.map(\.file.name))
    var check = NameCheck(
      fragments: fragments, lost: lost, rowVariables: rowVariables, facts: facts)
    let suites = drafts.map { suite($0, &check) }
    for id in fragments.keys.sorted(by: { ($0.file, $0.name) < ($1.file, $1.name) }) {
      _ = check.summary(of: id)
    }
    checkUse(of: drafts.map(\.content), suites)
    check.finish()
    diagnostics += check.diagnostics
    for draft in drafts { checkSecrets(draft, &check) }
    checkFragmentRequirements()
    checkSuiteNames(suites)
    let declared = allFacts(
      (drafts.map(\.file.name) + fragmentFiles.keys.sorted()).compactMap { facts[$0] }
        + named.compactMap { factFiles[$0] }.map { FactTable($0.declarations, isOpen: $0.isOpen) }
        + (profiles.map { [self.facts(in: $0, looksAbove: false)] } ?? []))
    return SuiteCollection(
      suites: suites, fragments: fragments, catalogues: catalogues, facts: declared,
      cookbooks: knownCookbooks(drafts.map(\.file)),
      diagnostics: Array(Set(diagnostics)).sorted(), files: sources)
  }

  /// The facts that each file of steps can use: the suites and the files of fragments.
  private mutating func factsByFile(_ suites: [String]) -> [String: FactTable] {
    var result: [String: FactTable] = [:]
    for path in suites { result[path] = facts(in: SuitePath.folder(of: path)) }
    for path in fragmentFiles.keys {
      let folder = SuitePath.folder(of: SuitePath.normalized(path))
      result[path] = facts(
        in: SuitePath.folder(of: path), looksAbove: namedFolders.contains(folder))
    }
    return result
  }

  /// Reports fragments that nothing uses, steps that nothing reaches, and covers that nothing shows.
  private mutating func checkUse(of drafts: [SuiteDraft], _ suites: [Suite]) {
    var uses = FragmentUses()
    var reach = ReachCheck()
    // A fragment may be used, and a requirement covered, in a place that could not be read.
    let broken = Set(diagnostics.filter { $0.severity == .error }.map(\.file))
    var covers = CoverCheck(
      fragments: fragments, catalogues: catalogues.keys.sorted().compactMap { catalogues[$0] })
    for suite in suites {
      for scenario in suite.scenarios {
        uses.add(scenario)
        reach.add(scenario)
        covers.add(
          scenario, suite.file,
          warnsOfMissing: suite.cookbook != nil && !suite.isPreflight
            && !broken.contains(suite.file))
      }
    }
    for fragment in fragments.values {
      uses.add(fragment)
      reach.add(fragment)
      covers.add(fragment)
    }
    for draft in drafts {
      diagnostics += uses.warnings(about: draft.fragments.fragments).filter {
        !broken.contains($0.file)
      }
    }
    diagnostics += reach.diagnostics + reach.unreachable + covers.diagnostics
    var breaks = BreakCheck(catalogues)
    for suite in suites { breaks.add(suite) }
    for fragment in fragments.values { breaks.add(fragment) }
    diagnostics += breaks.diagnostics
  }

  /// A suite before the names in it are checked.
  private struct Draft {
    let file: SourceFile
    var content: SuiteDraft
  }

  private mutating func draft(_ path: String) -> Draft? {
    guard let file = source(path), let root = document(file) else { return nil }
    let folder = SuitePath.folder(of: path)
    var scope = [Scope(file: path, names: Self.namesOfFragments(root), isBroken: false)]
    for folder in [folder, SuitePath.above(folder)] {
      let path = SuitePath.joined(folder, Self.fragmentsName)
      readFragments(path)
      if let known = fragmentFiles[path] { scope.append(Scope(path, known)) }
    }
    var nodes = NodeReader(file: file.name)
    let content = SuiteReader(fragments: Self.lookup(scope), facts: facts(in: folder))
      .suite(root, &nodes)
    diagnostics += nodes.diagnostics
    guard let content else { return nil }
    keep(content.fragments)
    return Draft(file: file, content: content)
  }

  private mutating func suite(_ draft: Draft, _ check: inout NameCheck) -> Suite {
    let file = draft.file
    let content = draft.content
    let catalogue = content.cookbook.flatMap { self.catalogue($0, file) }
    if let catalogue, let phase = content.phase { checkPhase(phase, catalogue, file) }
    checkRequirements(
      content.covers, file.name, of: catalogue, namesCookbook: content.cookbook != nil)
    if content.isPreflight { refuse(content.covers, file.name) }
    let scenarios = content.scenarios.map { scenario in
      scenario.scenario.needing(check.facts(of: scenario, in: file.name))
    }
    return Suite(
      name: content.name, about: content.about, file: file.name,
      digest: SHA256.hexadecimal(file.bytes), cookbook: content.cookbook?.text,
      phase: content.phase?.text, isPreflight: content.isPreflight, secrets: content.secrets,
      scenarios: scenarios, position: content.position)
  }

  private mutating func checkSecrets(_ draft: Draft, _ check: inout NameCheck) {
    for node in draft.content.secretNodes.prefix(100) {
      guard let name = node.text, let doubt = check.doubt(aboutSecret: name, in: draft.file.name)
      else { continue }
      diagnostics.append(
        Diagnostic(
          .warning, doubt, file: draft.file.name, at: node.position, length: node.length))
    }
  }

  private mutating func checkSuiteNames(_ suites: [Suite]) {
    var first: [String: Suite] = [:]
    for suite in suites where !suite.name.isEmpty {
      if let other = first[suite.name] {
        diagnostics.append(
          Diagnostic(
            .error, "another suite is called '\(suite.name)', too: \(other.file)",
            file: suite.file, at: suite.position, length: suite.name.unicodeScalars.count))
      } else {
        first[suite.name] = suite
      }
    }
  }
}

extension SuiteLoader {
  /// A file in which the names of fragments are looked up.
  private struct Scope {
    let file: String
    let names: [String]
    let isBroken: Bool

    init(file: String, names: [String], isBroken: Bool) {
      self.file = file
      self.names = names
      self.isBroken = isBroken
    }

    init(_ path: String, _ known: FragmentFile) {
      self.init(file: path, names: known.names, isBroken: known.isBroken)
    }
  }

  private static func lookup(_ scope: [Scope], looksAbove: Bool = true) -> FragmentLookup {
    // Of two fragments with one name, that of the nearest file counts.
    let ids = Dictionary(
      scope.flatMap { scope in
        scope.names.map { ($0, FragmentID(file: scope.file, name: $0)) }
      }, uniquingKeysWith: { nearest, _ in nearest })
    return FragmentLookup(
      ids, knowsAll: !scope.contains(where: \.isBroken), looksAbove: looksAbove)
  }

  /// Reads a file of fragments, once, if it exists. If it is beside a file that the user named, that
  /// of the folder above is read, too.
  private mutating func readFragments(_ path: String) {
    guard fragmentFiles[path] == nil, files.kind(path) != nil else { return }
    fragmentFiles[path] = FragmentFile(isBroken: true)
    guard let file = source(path), let root = document(file) else { return }
    let names = Self.namesOfFragments(root)
    fragmentFiles[path] = FragmentFile(names: names)
    var scope = [Scope(file: path, names: names, isBroken: false)]
    let above = SuitePath.joined(
      SuitePath.above(SuitePath.folder(of: path)), Self.fragmentsName)
    let looksAbove = namedFolders.contains(SuitePath.folder(of: SuitePath.normalized(path)))
    if looksAbove, above != path {
      readFragments(above)
      if let known = fragmentFiles[above] { scope.append(Scope(above, known)) }
    }
    var nodes = NodeReader(file: file.name)
    let list = FragmentReader.file(root, Self.lookup(scope, looksAbove: looksAbove), &nodes)
    keep(list)
    diagnostics += nodes.diagnostics
    fragmentFiles[path]?.covers = Set(list.covers)
  }

  private mutating func keep(_ list: FragmentList) {
    for fragment in list.fragments { fragments[fragment.id] = fragment }
    lost.merge(list.lost) { first, _ in first }
    rowVariables.merge(list.rowVariables) { first, _ in first }
  }

  private static func namesOfFragments(_ root: YAMLNode) -> [String] {
    guard case .mapping(let entries) = root.content,
      case .sequence(let items)? = entries.first(where: { $0.key.text == "fragments" })?.value
        .content
    else { return [] }
    return items.compactMap { item in
      guard case .mapping(let entries) = item.content else { return nil }
      return entries.first { $0.key.text == "fragment" }?.value.text
    }
  }

  /// Checks the requirements of shared fragments, which may be those of any cookbook.
  private mutating func checkFragmentRequirements() {
    let known = catalogues.keys.sorted().compactMap { catalogues[$0] }
    for (path, file) in fragmentFiles {
      checkSharedRequirements(file.covers, path, of: known)
    }
  }
}

extension Scenario {
  fileprivate func needing(_ facts: [FactUse]) -> Scenario {
    Scenario(
      name: name, about: about, tags: tags, isAdvisory: isAdvisory, needs: facts,
      liveTables: liveTables, devices: devices, timeout: timeout, breaks: breaks, steps: steps,
      finalSteps: finalSteps, position: position)
  }
}
