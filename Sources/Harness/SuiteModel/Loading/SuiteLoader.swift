// SPDX-License-Identifier: Apache-2.0
// From paths to suites: reads, decodes, resolves, checks, and collects every mistake.

import Encodings
import JSON
import SourceText
import YAML

/// Loads suites with all that belongs to them.
package struct SuiteLoader {
  private static let fragmentsName = "fragments.yaml"
  /// Folders beside suites that hold none.
  private static let otherFolders: Set<String> = ["cookbooks", "targets"]
  private static let folderDepth = 16

  private let files: SuiteFiles
  /// The folder of the shipped suites, for their cookbooks.
  private let shipped: String?
  private var sources: [String: SourceFile] = [:]
  private var diagnostics: [Diagnostic] = []
  private var fragments: [FragmentID: Fragment] = [:]
  /// The names in each file of fragments that was looked for.
  private var fragmentNames: [String: [String]] = [:]
  private var fragmentOrder: [String] = []
  private var catalogues: [String: Catalogue] = [:]
  private var catalogueFiles: [String: Catalogue?] = [:]

  private init(files: SuiteFiles, shipped: String?) {
    self.files = files
    self.shipped = shipped
  }
}

extension SuiteLoader {
  /// Loads the suites that paths name: files, and all suites below folders.
  ///
  /// - Parameter shipped: The folder of the shipped suites, where cookbooks are looked for last.
  /// - Returns: What was read, with every mistake found; a file that can't be read is one.
  package static func load(
    _ paths: [String], shipped: String?, files: SuiteFiles
  ) -> SuiteCollection {
    var loader = SuiteLoader(files: files, shipped: shipped)
    return loader.load(paths)
  }

  private mutating func load(_ paths: [String]) -> SuiteCollection {
    var suiteFiles: [String] = []
    for path in paths { suiteFiles += found(path, depth: 0) }
    var drafts: [(file: SourceFile, draft: SuiteDecoder.SuiteDraft)] = []
    var seen: Set<String> = []
    for path in suiteFiles where seen.insert(path).inserted {
      if SuitePath.name(of: path) == Self.fragmentsName {
        readFragments(path)
        continue
      }
      guard let file = source(path), let root = document(file) else { continue }
      if let draft = suite(file, root) { drafts.append((file, draft)) }
    }
    var check = NameCheck(fragments: fragments)
    var suites: [Suite] = []
    for (file, draft) in drafts { suites.append(finished(draft, file, &check)) }
    for file in fragmentOrder {
      for name in fragmentNames[file] ?? [] {
        _ = check.summary(of: FragmentID(file: file, name: name))
      }
    }
    for (_, draft) in drafts {
      for fragment in draft.fragments { _ = check.summary(of: fragment.id) }
    }
    checkUse(of: drafts.map(\.draft), suites)
    checkFragmentRequirements()
    diagnostics += check.diagnostics
    checkSuiteNames(suites)
    return SuiteCollection(
      suites: suites, fragments: fragments, catalogues: catalogues,
      diagnostics: Array(Set(diagnostics)).sorted(), files: sources)
  }

  /// Fragments that nothing uses, steps that nothing reaches.
  private mutating func checkUse(of drafts: [SuiteDecoder.SuiteDraft], _ suites: [Suite]) {
    var uses = FragmentUses()
    var reach = ReachCheck()
    for suite in suites {
      for scenario in suite.scenarios {
        uses.add(scenario)
        reach.add(scenario)
      }
    }
    for fragment in fragments.values {
      uses.add(fragment)
      reach.add(fragment)
    }
    for draft in drafts { diagnostics += uses.warnings(about: draft.fragments) }
    diagnostics += reach.diagnostics + reach.unreachable
  }

  private mutating func finished(
    _ draft: SuiteDecoder.SuiteDraft, _ file: SourceFile, _ check: inout NameCheck
  ) -> Suite {
    let cookbook = draft.cookbook?.text
    let catalogue = draft.cookbook.flatMap { self.catalogue($0, file) }
    if let phase = draft.phase, let id = phase.text, let catalogue,
      !catalogue.phases.contains(where: { $0.id == id })
    {
      let known = catalogue.phases.map(\.id).joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .error, "the cookbook has no phase '\(id)', known are \(known)", file: file.name,
          at: phase.position, length: phase.length))
    }
    var scenarios: [Scenario] = []
    for scenario in draft.scenarios {
      let facts = check.facts(of: scenario, in: file.name)
      scenarios.append(scenario.scenario.needing(facts))
      for step in scenario.scenario.steps + scenario.scenario.finalSteps {
        checkRequirements(step, catalogue.map { [$0] } ?? [], hasCookbook: cookbook != nil)
      }
    }
    for fragment in draft.fragments {
      for step in fragment.steps {
        checkRequirements(step, catalogue.map { [$0] } ?? [], hasCookbook: cookbook != nil)
      }
    }
    return Suite(
      name: draft.name, about: draft.about, file: file.name,
      digest: SHA256.hexadecimal(file.bytes), cookbook: cookbook, phase: draft.phase?.text,
      secrets: draft.secrets, scenarios: scenarios, position: draft.position)
  }

  private mutating func suite(_ file: SourceFile, _ root: YAMLNode) -> SuiteDecoder.SuiteDraft? {
    let folder = SuitePath.folder(of: file.name)
    let own = Self.namesOfFragments(root)
    let scope = [(file.name, own)] + fragmentScope(folder)
    var decoder = decoder(for: file, scope)
    let draft = decoder.suite(root)
    diagnostics += decoder.diagnostics
    for fragment in draft?.fragments ?? [] { fragments[fragment.id] = fragment }
    return draft
  }

  /// The files of fragments for a folder: its own, then that of the folder above.
  private mutating func fragmentScope(_ folder: String) -> [(file: String, names: [String])] {
    [folder, SuitePath.above(folder)].compactMap { folder in
      let path = SuitePath.joined(folder, Self.fragmentsName)
      readFragments(path)
      return fragmentNames[path].map { (path, $0) }
    }
  }

  private func decoder(
    for file: SourceFile, _ scope: [(file: String, names: [String])]
  ) -> SuiteDecoder {
    SuiteDecoder(file: file, fragmentNames: scope.flatMap(\.names)) { name in
      scope.first { $0.names.contains(name) }.map { FragmentID(file: $0.file, name: name) }
    }
  }

  /// Reads a file of fragments, once.
  private mutating func readFragments(_ path: String) {
    guard fragmentNames[path] == nil, files.kind(path) != nil else { return }
    fragmentNames[path] = []
    fragmentOrder.append(path)
    guard let file = source(path), let root = document(file) else { return }
    let names = Self.namesOfFragments(root)
    fragmentNames[path] = names
    let above = SuitePath.above(SuitePath.folder(of: path))
    let abovePath = SuitePath.joined(above, Self.fragmentsName)
    readFragments(abovePath)
    let scope = [(path, names)] + (fragmentNames[abovePath].map { [(abovePath, $0)] } ?? [])
    var decoder = decoder(for: file, scope)
    for fragment in decoder.fragmentFile(root) { fragments[fragment.id] = fragment }
    diagnostics += decoder.diagnostics
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

  /// The suite files that a path names.
  private mutating func found(_ path: String, depth: Int) -> [String] {
    switch files.kind(path) {
    case .file?: return [path]
    case .link? where depth == 0: return [path]
    case .folder?:
      guard depth < Self.folderDepth else { return [] }
      do {
        return try files.list(path).sorted().flatMap { name -> [String] in
          let child = SuitePath.joined(path, name)
          if name.hasPrefix(".") || Self.otherFolders.contains(name) { return [] }
          let isYAML = name.hasSuffix(".yaml") || name.hasSuffix(".yml")
          switch files.kind(child) {
          case .folder?: return found(child, depth: depth + 1)
          case .file? where isYAML && name != Self.fragmentsName: return [child]
          default: return []
          }
        }
      } catch {
        problem(path, error.message)
        return []
      }
    case .link?, .other?:
      problem(path, "this is no file")
      return []
    case nil:
      problem(path, "there is no such file or folder")
      return []
    }
  }

  private mutating func source(_ path: String) -> SourceFile? {
    if let file = sources[path] { return file }
    if files.kind(path) == .link, SuitePath.name(of: path) == Self.fragmentsName {
      problem(path, "symbolic links are not followed; put the file itself here")
      return nil
    }
    do {
      let file = SourceFile(name: path, bytes: try files.read(path))
      sources[path] = file
      return file
    } catch {
      problem(path, error.message)
      return nil
    }
  }

  private mutating func document(_ file: SourceFile) -> YAMLNode? {
    do {
      let documents = try YAMLParser.documents(of: file)
      if documents.count > 1 {
        diagnostics.append(
          Diagnostic(
            .error, "a suite file is one document, and this has \(documents.count)",
            file: file.name, at: documents[1].root.position))
        return nil
      }
      return documents.first?.root
    } catch {
      diagnostics.append(
        Diagnostic(
          .error, error.description, file: file.name, at: error.position, length: error.length))
      return nil
    }
  }

  private mutating func problem(_ path: String, _ message: String) {
    diagnostics.append(Diagnostic(.error, message, file: path, at: .start))
  }

  private mutating func checkSuiteNames(_ suites: [Suite]) {
    var first: [String: Suite] = [:]
    for suite in suites {
      if let other = first[suite.name] {
        diagnostics.append(
          Diagnostic(
            .error, "another suite is called '\(suite.name)', too: \(other.file)",
            file: suite.file, at: suite.position))
      } else {
        first[suite.name] = suite
      }
    }
  }
}

extension SuiteLoader {
  private mutating func catalogue(_ node: YAMLNode, _ file: SourceFile) -> Catalogue? {
    guard let name = node.text, !name.isEmpty,
      name.utf8.allSatisfy({ byte in
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte || 0x41...0x5A ~= byte || byte == 0x2D
          || byte == 0x5F
      })
    else {
      diagnostics.append(
        Diagnostic(
          .error, "a cookbook has a name of letters, digits and '-'", file: file.name,
          at: node.position, length: node.length))
      return nil
    }
    if let known = catalogues[name] { return known }
    let folder = SuitePath.folder(of: file.name)
    let folders = [folder, SuitePath.above(folder)] + (shipped.map { [$0] } ?? [])
    for folder in folders {
      let path = SuitePath.joined(SuitePath.joined(folder, "cookbooks"), "\(name).json")
      guard files.kind(path) == .file else { continue }
      let catalogue = readCatalogue(path)
      if let catalogue { catalogues[name] = catalogue }
      return catalogue
    }
    diagnostics.append(
      Diagnostic(
        .error,
        "there is no catalogue of the cookbook '\(name)': no cookbooks/\(name).json beside the "
          + "suite, in the folder above or among the shipped suites", file: file.name,
        at: node.position, length: node.length))
    return nil
  }

  private mutating func readCatalogue(_ path: String) -> Catalogue? {
    if let known = catalogueFiles[path] { return known }
    catalogueFiles[path] = .some(nil)
    guard let file = source(path) else { return nil }
    do {
      let catalogue = try Catalogue(try JSONParser.document(file.bytes).root)
      catalogueFiles[path] = catalogue
      return catalogue
    } catch let error as JSONError {
      diagnostics.append(
        Diagnostic(
          .error, error.description, file: path, at: file.position(at: error.offset)))
    } catch let error as CatalogueError {
      problem(path, error.message)
    } catch {
      problem(path, "\(error)")
    }
    return nil
  }

  private mutating func checkFragmentRequirements() {
    let all = catalogues.keys.sorted().compactMap { catalogues[$0] }
    guard !all.isEmpty else { return }
    for file in fragmentOrder {
      for name in fragmentNames[file] ?? [] {
        for step in fragments[FragmentID(file: file, name: name)]?.steps ?? [] {
          checkRequirements(step, all, hasCookbook: true, isShared: true)
        }
      }
    }
  }

  private mutating func checkRequirements(
    _ step: Step, _ catalogues: [Catalogue], hasCookbook: Bool, isShared: Bool = false
  ) {
    guard !step.covers.isEmpty else { return }
    if !hasCookbook {
      diagnostics.append(
        Diagnostic(
          .error,
          "'covers' names requirements of a cookbook, and the suite names none: add "
            + "'cookbook: …'", file: step.file, at: step.position))
    }
    guard !catalogues.isEmpty else { return }
    for id in step.covers where !catalogues.contains(where: { $0.has(id) }) {
      // A shared fragment may cover what another cookbook asks, whose suites were not loaded.
      if isShared, !id.hasPrefix(catalogues[0].prefix) { continue }
      let known = catalogues.flatMap(\.requirementIDs)
      diagnostics.append(
        Diagnostic(
          .error,
          "the cookbook has no requirement '\(id)'\(Suggestion.hint(for: id, among: known))",
          file: step.file, at: step.position))
    }
  }
}

extension Catalogue {
  fileprivate func has(_ id: String) -> Bool { requirements[id] != nil }

  /// What ids begin with.
  fileprivate var prefix: String { requirementIDs.first.map { String($0.prefix(3)) } ?? "" }
}

extension Scenario {
  fileprivate func needing(_ facts: [FactUse]) -> Scenario {
    Scenario(
      name: name, about: about, tags: tags, targets: targets, skipReason: skipReason,
      isAdvisory: isAdvisory, needs: facts, liveTables: liveTables, devices: devices,
      timeout: timeout, steps: steps, finalSteps: finalSteps, position: position)
  }
}
