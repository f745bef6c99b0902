// SPDX-License-Identifier: Apache-2.0
// The cookbooks that a target claims to follow: it is judged by no other.

import Record
import Suites
import Text

/// What a command does with a target, which tells what has to be known before anything is sent.
enum TargetUse {
  /// It is judged: its cookbooks are claimed, and their essential facts are given.
  case judged
  /// It is asked whether it can be judged: by the cookbooks that it claims, else by each of which it
  /// has the essential facts.
  case examined
  /// Its facts are only read.
  case listed
}

/// The cookbooks that a target claims to follow: those of `--cookbook`, else those of its profile,
/// else that of the suites that are named if it is one alone. The embedded service claims all.
struct CookbookClaim {
  let arguments: Arguments
  let collection: SuiteCollection
  let draft: ProfileDraft
}

extension CookbookClaim {
  /// The cookbooks to judge by; nil for those of all suites.
  ///
  /// - Throws: `UsageError` where no cookbook is claimed.
  func cookbooks(for use: TargetUse) throws(UsageError) -> [String]? {
    let named = arguments.all(Option.cookbook.name)
    if let claimed = named.isEmpty ? draft.profile.cookbooks : named { return claimed }
    let target = arguments.value("target") ?? TargetChoice.reference
    if use == .listed || target == TargetChoice.reference || collection.cookbooksOfSuites.isEmpty {
      return nil
    }
    let own = collection.cookbooksToWrite
    if !arguments.positional.isEmpty, own.count == 1 { return own }
    guard use == .judged else { return examinable }
    throw UsageError(
      report: """
        \(draft.unclaimed("no cookbook is claimed: say which ones the target follows").line)
        It is judged by no other than those. There are:
        \(collection.claimLines.map { "\($0)\n" as Printed }.joined())\
        Nothing was sent. Write the line into the profile, or give --cookbook NAME.

        """)
  }

  /// The cookbooks whose essential facts are given, without those that another of them extends; all
  /// where there is none, so that what is missing is told.
  private var examinable: [String] {
    let catalogues = collection.catalogues
    let complete = collection.cookbooksOfSuites.filter {
      draft.missingFacts(for: catalogues.names(inChainOf: $0)).isEmpty
    }
    return complete.isEmpty ? collection.cookbooksToWrite : catalogues.withoutBases(complete)
  }

  /// A mistake for each path that names suites, and none of a claimed cookbook.
  func strangers(to claimed: [String]?) -> [Diagnostic] {
    guard let claimed else { return [] }
    let names = collection.catalogues.names(chosenBy: claimed)
    return arguments.positional.compactMap { path in
      let folder = path.hasSuffix("/") ? path : "\(path)/"
      let own = collection.suites.filter { $0.file == path || $0.file.hasPrefix(folder) }
      let isOther = { (suite: Suite) in suite.cookbook.map { !names.contains($0) } ?? false }
      guard !own.isEmpty, own.allSatisfy(isOther) else { return nil }
      return draft.unclaimed(
        "'\(path)' judges by \(Wording.list(own.compactMap(\.cookbook).unique)), and the target "
          + "claims \(Wording.list(claimed)): name other suites, or claim that cookbook, too")
    }
  }
}

extension SuiteCollection {
  /// The cookbooks of its suites, without those that another of them extends, which come along.
  var cookbooksToWrite: [String] { catalogues.withoutBases(cookbooksOfSuites) }

  /// The cookbooks that can be claimed, those that others extend last.
  var claimable: [String] {
    let first = cookbooksToWrite.sorted()
    return first + cookbooksOfSuites.sorted().filter { !first.contains($0) }
  }

  /// For each cookbook that can be claimed the line to write, and for whom it is.
  var claimLines: [String] {
    let lines = claimable.map { "  cookbooks: [\($0)]" }
    let width = (lines.map(Columns.width).max() ?? 0) + 2
    return zip(claimable, lines).map { name, line in
      catalogues[name]?.about.map { Columns.row([line, $0], widths: [width]) } ?? line
    }
  }
}

extension [String: Catalogue] {
  /// Cookbooks, without those that another of them extends.
  fileprivate func withoutBases(_ cookbooks: [String]) -> [String] {
    cookbooks.filter { name in
      !cookbooks.contains { $0 != name && names(inChainOf: $0).contains(name) }
    }
  }
}
