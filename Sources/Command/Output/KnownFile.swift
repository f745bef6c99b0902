// SPDX-License-Identifier: Apache-2.0
// Reads and writes lists of known failures for the commands.

import Audit
import Formats
import Record
import Suites
import Text

/// The file of a list of known failures.
enum KnownFile {
  static let option = Option(
    "known", "FILE",
    help: "failures that are known until a day: they are counted and shown, and do not fail the run"
  )

  /// The failures that `--known` names for a run; none without it.
  ///
  /// - Throws: `UsageError` with the places of all mistakes.
  static func failures(
    _ arguments: Arguments, of collection: SuiteCollection, _ console: Console
  ) throws(UsageError) -> [KnownFailure] {
    guard let path = arguments.value(option.name) else { return [] }
    let file = try source(path)
    let shipped = SuiteLocation.shipped(console)
    let requirements = requirements(shipped, collection.catalogues)
    let names = KnownNames(cases: collection.cases, requirements: requirements)
    var read = KnownFileReader.read(file, names: names, subjects: [.service])
    if !read.diagnostics.isEmpty, !arguments.positional.isEmpty, let shipped {
      // Some suites were named, and the list is for all of them.
      let all = SuiteLoader.load([shipped], shipped: shipped, files: SuiteLocation.files)
      let known = Set(collection.suites.map(\.digest))
      let others = all.cases.filter { item in
        !all.suites.contains { $0.file == item.file && known.contains($0.digest) }
      }
      read = KnownFileReader.read(
        file, names: KnownNames(cases: collection.cases + others, requirements: requirements),
        subjects: [.service])
    }
    return try checked(read, file, "Nothing was sent")
  }

  /// The failures that `--known` names for an audit; none without it.
  static func failures(
    _ arguments: Arguments, of rules: AuditRules, _ console: Console
  ) throws(UsageError) -> [KnownFailure] {
    guard let path = arguments.value(option.name) else { return [] }
    let file = try source(path)
    let names = KnownNames(
      cases: rules.files.flatMap { file in
        file.rules.map { rule in
          KnownNames.Case(subject: .application, file: file.file, name: Wildcard([rule.name]))
        }
      }, requirements: requirements(SuiteLocation.shipped(console), rules.catalogues))
    let read = KnownFileReader.read(file, names: names, subjects: [.application])
    return try checked(read, file, "Nothing was judged")
  }

  private static func source(_ path: String) throws(UsageError) -> SourceFile {
    try UsageError.naming("--known '\(path)'") { () throws(FileError) in
      SourceFile(name: path, bytes: try Files.read(path))
    }
  }

  private static func checked(
    _ read: (failures: [KnownFailure], diagnostics: [Diagnostic]), _ file: SourceFile,
    _ consequence: String
  ) throws(UsageError) -> [KnownFailure] {
    guard !read.diagnostics.isEmpty else { return read.failures }
    let lines = read.diagnostics.map { $0.printed(in: file) }
    throw UsageError(
      report: lines.joined() + "\n\(consequence): the list of known failures has mistakes.\n")
  }

  /// The ids of the catalogues that were loaded, and of the shipped ones.
  private static func requirements(
    _ shipped: String?, _ loaded: [String: Catalogue]
  ) -> Set<String> {
    let others = shipped.map {
      SuiteLoader.catalogues(in: "\($0)/cookbooks", files: SuiteLocation.files).catalogues
    }
    return Set(loaded.merging(others ?? [:]) { $1 }.values.flatMap(\.requirementIDs))
  }
}
