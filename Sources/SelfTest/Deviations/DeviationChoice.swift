// SPDX-License-Identifier: Apache-2.0
// The deviations that a command line names.

import Command
import Formats
import Suites
import Text

/// The deviations that are on, which begins with those of `--defect` and `--variant`.
struct DeviationChoice: Sendable {
  var variants: Set<String>
  var defects: Set<String>

  static let options = [
    Option(
      "defect", "NAME", isRepeatable: true, list: "serve --list",
      help: "makes the service wrong in this way"),
    Option(
      "variant", "NAME", isRepeatable: true, list: "serve --list",
      help: "makes the service right in another way than it is"),
    Option("list", help: "lists the defects and the variants, and ends"),
    Option(
      "control-port", "N",
      help: "listens on this port, too, where POST /defect switches a defect on or off; 0 picks a"
        + " free one"),
  ]

  /// - Throws: for a name that the tables don't have.
  init(_ arguments: Arguments, of tables: DeviationTables) throws(UsageError) {
    variants = try Self.named("variant", tables.variants.map(\.name), arguments)
    defects = try Self.named("defect", tables.defects.map(\.name), arguments)
  }

  /// All of them at once: variants first, in the order of their table.
  func deviation(of tables: DeviationTables) -> Deviation {
    Deviation(
      tables.variants.filter { variants.contains($0.name) }.map(\.deviation)
        + tables.defects.filter { defects.contains($0.name) }.map(\.deviation))
  }

  private static func named(
    _ option: String, _ known: [String], _ arguments: Arguments
  ) throws(UsageError) -> Set<String> {
    let names = Set(arguments.all(option))
    guard let unknown = names.subtracting(known).sorted().first else { return names }
    throw UsageError(
      "--\(option) does not know '\(unknown)'\(Suggestion.hint(for: unknown, among: known)); "
        + "serve --list lists all")
  }

  /// All that can be named, area by area.
  static func listing(_ tables: DeviationTables) -> Printed {
    var text: Printed = "Defects, each with the requirements that it breaks:\n"
    for area in tables.defectAreas {
      text += "\n\(area.name)\n"
      for defect in area.entries {
        text += "  \(defect.name)\n"
        text += "    \(defect.summary). \(defect.requirements.joined(separator: ", "))\n"
      }
    }
    text += "\nRight variants, each with what grants the freedom:\n"
    for area in tables.variantAreas {
      text += "\n\(area.name)\n"
      for variant in area.entries {
        text += "  \(variant.name)\n    \(variant.summary). \(variant.source)\n"
      }
    }
    return text
  }
}

extension DeviationTables {
  /// Reads the tables of the shipped suites.
  ///
  /// - Throws: `UsageError` where no suites are shipped or the tables have mistakes.
  static func load(_ console: Console) throws(UsageError) -> DeviationTables {
    guard let suites = SuiteLocation.shipped(console) else {
      throw UsageError(
        "the defects and variants are beside the suites: run this in a folder with "
          + "'\(SuiteLocation.folder)', or set \(SuiteLocation.variable)")
    }
    do {
      let (catalogues, mistakes) = SuiteLoader.catalogues(
        in: "\(suites)/cookbooks", files: SuiteLocation.files)
      let (tables, diagnostics) = read(
        try sources("\(suites)/\(folder)", ".yaml"),
        requirements: Set(catalogues.values.requirements.keys))
      guard mistakes.isEmpty, diagnostics.isEmpty else {
        throw UsageError(
          report: (mistakes + diagnostics).map { "\($0.line)\n" as Printed }.joined())
      }
      return tables
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("the defects and variants can't be read: \(error)")
    }
  }

  private static func sources(_ folder: String, _ ending: String) throws -> [SourceFile] {
    try Files.list(folder).filter { $0.hasSuffix(ending) }.sorted().map {
      SourceFile(name: "\(folder)/\($0)", bytes: try Files.read("\(folder)/\($0)"))
    }
  }
}
