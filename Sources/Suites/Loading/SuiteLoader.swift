// SPDX-License-Identifier: Apache-2.0
// Loads suites: reads and checks them with their fragments and catalogues.

import Formats
package import Text

/// Loads suites with their fragments and catalogues, and collects the mistakes in all of them.
package struct SuiteLoader {
  static let fragmentsName = "fragments.yaml"
  static let situationsName = "situations.yaml"
  /// A file in which fragments are looked up by their names.
  struct FragmentFile {
    let path: String
    var names: [String] = []
    /// Whether the file exists but is unreadable (already reported).
    var isBroken = false
    var covers: Set<WrittenCover> = []
  }

  /// A file of a catalogue.
  struct CatalogueFile {
    /// nil where it has mistakes.
    var catalogue: Catalogue?
    /// The cookbook that it extends, also where it has mistakes.
    var base: String?
    var file: SourceFile?
    var diagnostics: [Diagnostic] = []
  }

  let files: SuiteFiles
  /// The folder of the shipped suites, for their cookbooks.
  package let shipped: String?
  /// Whether it finds what files of rules name, whose catalogues may be two folders above.
  let isForRules: Bool
  /// The catalogues of the cookbooks whose scenarios are only counted; nil where all is read.
  private var counted: [String: Catalogue]?
  package internal(set) var sources: [String: SourceFile] = [:]
  package internal(set) var diagnostics: [Diagnostic] = []
  var hints = Hints()
  package internal(set) var catalogues: [String: Catalogue] = [:]
  /// The files of catalogues that were read, by path.
  var catalogueFiles: [String: CatalogueFile] = [:]
  /// Existing files of facts by path.
  var factFiles: [String: FactFileReader.Content] = [:]
  /// The facts that the files of a folder can use, by folder.
  var factTables: [String: FactTable] = [:]
  /// The folders of the files that the user named. Only a file of fragments in one of these uses
  /// that of the folder above, so that no more than two folders are read for a suite.
  private var namedFolders: Set<String> = []
  /// How many folders were searched for suites.
  var searchedFolders = 0
  /// Existing files of fragments by path.
  private var fragmentFiles: [String: FragmentFile] = [:]
  private var fragments: [FragmentID: Draft<Fragment>] = [:]
  /// Files of situations by path, empty where there is none.
  private var situationFiles: [String: [Situation]] = [:]
  /// The shipped folders that lend to files, by cookbook and folder.
  var lenders: [String: [String]] = [:]

  package init(files: SuiteFiles, shipped: String?, isForRules: Bool = false) {
    self.files = files
    self.isForRules = isForRules
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
  ///   - claimed: Further cookbooks by which the target is judged: also those of which no suite is
  ///     named.
  ///   - counted: The catalogues of the cookbooks whose scenarios are only counted, without steps.
  /// - Returns: The suites, with every mistake found; an unreadable file is one, too.
  package static func load(
    _ paths: [String], shipped: String?, profiles: String? = nil, files: SuiteFiles,
    claimed: [String] = [], counted: [String: Catalogue]? = nil
  ) -> SuiteCollection {
    var loader = SuiteLoader(files: files, shipped: shipped)
    (loader.counted, loader.catalogues) = (counted, counted ?? [:])
    return loader.load(paths, profiles: profiles, claimed: claimed)
  }

  private mutating func load(
    _ paths: [String], profiles: String?, claimed: [String]
  ) -> SuiteCollection {
    var drafts: [SuiteDraft] = []
    var seen: Set<String> = []
    let named = paths.flatMap { found($0) }
    namedFolders = Set(named.map { SuitePath.folder(of: SuitePath.normalized($0)) })
    for path in named where seen.insert(SuitePath.normalized(path)).inserted {
      switch SuitePath.name(of: path) {
      case Self.fragmentsName: readFragments(path)
      case Self.situationsName: _ = situations(in: [SuitePath.folder(of: path)])
      case Self.factsName: readFacts(path)
      case let name where name.hasSuffix(".json"): if counted == nil { chooseCatalogue(at: path) }
      default:
        if let file = source(path), let root = document(file),
          // A profile among suites is none of them; one that the user names as a suite is a mistake.
          root.entry("suite") != nil || root.entry("base-url") == nil || paths.contains(path)
        {
          drafts += rows(of: root, file).compactMap { draft(path, file, $0) }
        }
      }
    }
    if counted != nil {
      for index in drafts.indices {
        drafts[index].suite.scenarios = drafts[index].scenarios.map(\.content)
      }
      return SuiteCollection(suites: drafts.map(\.suite))
    }
    for draft in drafts { choose(claimed, for: draft.file) }
    let facts = factsByFile(drafts)
    var check = NameCheck(fragments: fragments, declared: facts)
    let suites = drafts.map { suite($0, &check) }
    for id in fragments.keys.sorted(by: { ($0.file, $0.name) < ($1.file, $1.name) }) {
      _ = check.summary(of: id)
    }
    let fragments = fragments.mapValues(\.content)
    checkUse(of: suites, fragments)
    check.finish()
    diagnostics += check.diagnostics
    for draft in drafts { checkSecrets(draft, &check) }
    for file in fragmentFiles.values { checkRequirements(ofShared: file) }
    checkSuiteNames(suites)
    let known = allFacts(
      (drafts.map(\.file.name) + fragmentFiles.keys.sorted()).compactMap { facts[$0] }
        + named.compactMap { factFiles[$0] }.map { FactTable($0.declarations, isOpen: $0.isOpen) }
        + (profiles.map { [self.facts(in: $0, looksAbove: false)] } ?? []))
    let neighbours = neighbouringFacts(of: drafts.map { SuitePath.folder(of: $0.file.name) })
    let declared = FactTable(
      known.declarations + neighbours.filter { !known.declares($0.name) }, isOpen: known.isOpen)
    return SuiteCollection(
      suites: suites, fragments: fragments, catalogues: catalogues, facts: declared,
      cookbooks: knownCookbooks(drafts.map(\.file)), situations: situations(of: suites),
      diagnostics: Array(Set(diagnostics)).sorted(), files: sources)
  }

  /// The facts that each file of steps can use: the suites and the files of fragments.
  private mutating func factsByFile(_ drafts: [SuiteDraft]) -> [String: FactTable] {
    var result: [String: FactTable] = [:]
    for draft in drafts {
      result[draft.file.name] = facts(
        in: SuitePath.folder(of: draft.file.name),
        lenders: folders(lendingTo: draft.file, of: draft.cookbook?.text))
    }
    for path in fragmentFiles.keys {
      let folder = SuitePath.folder(of: path)
      result[path] = facts(
        in: folder, looksAbove: looksAbove(path),
        lenders: sources[path].map { folders(lendingTo: $0, of: files.cookbook(of: folder)) })
    }
    return result
  }

  /// Reports fragments that nothing uses, steps that nothing reaches, and covers that nothing shows.
  private mutating func checkUse(of suites: [Suite], _ fragments: [FragmentID: Fragment]) {
    // A fragment may be used, and a requirement covered, in a place that could not be read.
    let broken = Set(diagnostics.filter { $0.severity == .error }.map(\.file))
    let scenarios = suites.flatMap(\.scenarios)
    let steps = scenarios.flatMap(\.allSteps) + fragments.values.flatMap(\.steps)
    var used: Set<FragmentID> = []
    for case .answer(let use, _) in scenarios.flatMap(\.liveTables).map(\.rows) {
      used.insert(use.fragment)
    }
    for case .use(let use) in steps.map(\.action) { used.insert(use.fragment) }
    // Other files may use the fragments of a file of fragments.
    let ofSuites = Set(suites.map(\.file)).subtracting(broken)
    for fragment in fragments.values
    where ofSuites.contains(fragment.id.file) && !used.contains(fragment.id) {
      report(
        .warning, "the fragment '\(fragment.id.name)' is never used", fragment.id.file,
        fragment.position, fragment.id.name.unicodeScalars.count)
    }
    var covers = CoverCheck(
      fragments: fragments, catalogues: catalogues.keys.sorted().compactMap { catalogues[$0] })
    covers.check(steps)
    for suite in suites
    where suite.cookbook != nil && !suite.isPreflight && !broken.contains(suite.file) {
      covers.checkScenarios(of: suite)
    }
    var walks = WalkCheck(catalogues: catalogues)
    walks.check(suites, broken: broken)
    diagnostics += walks.diagnostics
    diagnostics += steps.flatMap(\.mistakesAsStateless)
    diagnostics += unreachable(among: steps) + scenarios.compactMap(\.tooLongWait)
    diagnostics += covers.diagnostics
  }

  /// The suites of a file: one, or one for each row of `for:`.
  private mutating func rows(of root: YAMLNode, _ file: SourceFile) -> [YAMLNode] {
    if let node = root.entry("for")?.value, root.entry("fragments") != nil {
      report(
        .error, "a file with 'for' has no fragments of its own; they stand in fragments.yaml",
        file.name, node.position)
    }
    var nodes = NodeReader(file: file.name)
    defer { diagnostics += nodes.diagnostics }
    return root.rows(&nodes)
  }

  private mutating func draft(_ path: String, _ file: SourceFile, _ root: YAMLNode) -> SuiteDraft? {
    if let counted, counted[root.entry("cookbook")?.value.text ?? ""] == nil { return nil }
    let folder = SuitePath.folder(of: path)
    var scope = [FragmentFile(path: path, names: Self.namesOfFragments(root))]
    for folder in [folder, SuitePath.above(folder)] {
      let path = SuitePath.joined(folder, Self.fragmentsName)
      readFragments(path)
      if let known = fragmentFiles[path] { scope.append(known) }
    }
    let lenders = folders(lendingTo: file, of: root.entry("cookbook")?.value.text)
    addLoans(to: &scope, from: lenders, for: root)
    var nodes = NodeReader(file: file.name)
    nodes.actions = root.entry("cookbook").flatMap { entry in
      chain(entry.value, file).flatMap { _ in catalogues.actions(of: entry.value.text) }
    }
    nodes.cookbookSteps = cookbookSteps(for: file, of: root.entry("cookbook")?.value.text)
    var lookup = lookup(scope)
    lookup.situations = situations(in: [folder, SuitePath.above(folder)] + lenders)
    let draft = SuiteReader(fragments: lookup, facts: facts(in: folder, lenders: lenders))
      .suite(root, of: file, &nodes)
    diagnostics += nodes.diagnostics
    if let draft { keep(draft.fragments) }
    return draft
  }

  private mutating func suite(_ draft: SuiteDraft, _ check: inout NameCheck) -> Suite {
    let file = draft.file
    let chain = draft.cookbook.flatMap { self.chain($0, file) }
    if let chain, let phase = draft.phase { checkPhase(phase, chain, file) }
    checkRequirements(of: draft, in: chain)
    let partner = draft.cookbook?.text.flatMap { catalogues.partner(of: $0) }
    var suite = draft.suite
    var last: (row: Scenario, uses: (facts: [FactUse], identity: IdentityUse))?
    suite.scenarios = draft.scenarios.map { draft in
      var scenario = draft.content
      let same = last.flatMap { scenario.repeats($0.row) ? $0.uses : nil }
      let uses = same ?? check.uses(of: draft, in: file.name)
      last = (scenario, uses)
      (scenario.needs, scenario.identity) = uses
      for index in scenario.devices.indices where scenario.devices[index].partner == nil {
        scenario.devices[index].partner = partner
      }
      return scenario
    }
    return suite
  }

  private mutating func checkSecrets(_ draft: SuiteDraft, _ check: inout NameCheck) {
    for node in draft.secrets.prefix(100) {
      guard let name = node.text, let doubt = check.doubt(aboutSecret: name, in: draft.file.name)
      else { continue }
      report(.warning, doubt, draft.file.name, node.position, node.length)
    }
  }

  mutating func report(
    _ severity: Diagnostic.Severity, _ message: String, _ file: String, _ position: Position,
    _ length: Int = 1, missing: Diagnostic.Missing? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        severity, message, file: file, at: position, length: length, missing: missing))
  }

  private mutating func checkSuiteNames(_ suites: [Suite]) {
    var first: [String: Suite] = [:]
    for suite in suites where !suite.name.isEmpty {
      if let other = first[suite.name] {
        report(
          .error, "another suite is called '\(suite.name)', too: \(other.file)", suite.file,
          suite.position, suite.name.unicodeScalars.count)
      } else {
        first[suite.name] = suite
      }
    }
  }

  private func lookup(_ scope: [FragmentFile], looksAbove: Bool = true) -> FragmentLookup {
    // If two fragments have one name, that of the nearest file counts.
    let ids = Dictionary(
      scope.flatMap { file in file.names.map { ($0, FragmentID(file: file.path, name: $0)) } },
      uniquingKeysWith: { nearest, _ in nearest })
    return FragmentLookup(
      ids: ids, knowsAll: !scope.contains(where: \.isBroken), looksAbove: looksAbove,
      hasShipped: shipped != nil, readsSteps: counted == nil)
  }

  /// Reads a file of fragments, once, if it exists. If it is beside a file that the user named, that
  /// of the folder above is read, too.
  private mutating func readFragments(_ path: String) {
    guard counted == nil, fragmentFiles[path] == nil, files.kind(path) != nil else { return }
    fragmentFiles[path] = FragmentFile(path: path, isBroken: true)
    guard let file = source(path), let root = document(file) else { return }
    let own = FragmentFile(path: path, names: Self.namesOfFragments(root))
    fragmentFiles[path] = own
    var scope = [own]
    let folder = SuitePath.folder(of: path)
    let above = SuitePath.joined(SuitePath.above(folder), Self.fragmentsName)
    let looksAbove = looksAbove(path)
    if looksAbove, above != path {
      readFragments(above)
      if let known = fragmentFiles[above] { scope.append(known) }
    }
    addLoans(to: &scope, from: folders(lendingTo: file, of: files.cookbook(of: folder)), for: root)
    var nodes = NodeReader(file: file.name)
    nodes.actions = cataloguesBeside(file).actions(of: nil)
    nodes.cookbookSteps = cookbookSteps(for: file, of: files.cookbook(of: folder))
    let list = FragmentReader.file(root, lookup(scope, looksAbove: looksAbove), &nodes)
    keep(list)
    diagnostics += nodes.diagnostics
    fragmentFiles[path]?.covers = Set(list.flatMap(\.steps.covers))
  }

  /// The situations of the files in some folders, the nearest first, by name.
  private mutating func situations(in folders: [String]) -> [String: Situation] {
    var result: [String: Situation] = [:]
    for path in folders.map({ SuitePath.joined($0, Self.situationsName) }) {
      if situationFiles[path] == nil {
        situationFiles[path] = []
        guard files.kind(path) != nil, let file = source(path), let root = document(file) else {
          continue
        }
        var nodes = NodeReader(file: path)
        situationFiles[path] = Situation.all(root, &nodes)
        diagnostics += nodes.diagnostics
      }
      for situation in situationFiles[path] ?? [] where result[situation.name] == nil {
        result[situation.name] = situation
      }
    }
    return result
  }

  /// The situations beside suites and above them, and those of other folders that a scenario visits;
  /// of two with one name the nearest.
  private func situations(of suites: [Suite]) -> [Situation] {
    let folders = suites.map { SuitePath.folder(of: SuitePath.normalized($0.file)) }
    let own = namedFolders.union((folders + folders.map(SuitePath.above)).map(SuitePath.normalized))
    let isOwn = { (path: String) in own.contains(SuitePath.folder(of: SuitePath.normalized(path))) }
    let cells = suites.flatMap(\.scenarios).flatMap(\.cells).joined()
    let visited = Set(cells.map { $0.prefix { $0 != "/" } })
    let paths = Array(situationFiles.keys.sorted().reversed())
    let lent = paths.filter { !isOwn($0) }.flatMap { situationFiles[$0] ?? [] }
    let all =
      paths.filter(isOwn).flatMap { situationFiles[$0] ?? [] }
      + lent.filter { visited.contains($0.name[...]) }
    var names: Set<String> = []
    return all.filter { names.insert($0.name).inserted }
  }

  /// Whether a file of fragments uses that of the folder above.
  private func looksAbove(_ path: String) -> Bool {
    namedFolders.contains(SuitePath.folder(of: SuitePath.normalized(path)))
  }

  /// Adds the fragments of shipped folders to those that a file finds, if it lacks one.
  private mutating func addLoans(
    to scope: inout [FragmentFile], from folders: [String], for root: YAMLNode
  ) {
    let used = Set(root.namesOfUsedFragments)
    for folder in folders where !used.isSubset(of: scope.flatMap(\.names)) {
      let path = SuitePath.joined(folder, Self.fragmentsName)
      readFragments(path)
      if let known = fragmentFiles[path] { scope.append(known) }
    }
  }

  private mutating func keep(_ drafts: [Draft<Fragment>]) {
    fragments.merge(drafts.map { ($0.content.id, $0) }) { first, _ in first }
  }

  private static func namesOfFragments(_ root: YAMLNode) -> [String] {
    guard case .sequence(let items)? = root.entry("fragments")?.value.content else { return [] }
    return items.compactMap { $0.entry("fragment")?.value.text }
  }
}
