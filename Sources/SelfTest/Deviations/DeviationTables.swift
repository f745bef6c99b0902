// SPDX-License-Identifier: Apache-2.0
// All defects and variants that can be named, read from the files of their tables.

import Formats
import Suites
package import Text

/// The defects and the right variants that can be named.
package struct DeviationTables: Sendable {
  package struct Area<Entry: Sendable>: Sendable {
    package let name: String
    package let entries: [Entry]
  }

  package private(set) var defectAreas: [Area<Defect>] = []
  /// Where several variants are on at once, they apply in this order.
  package private(set) var variantAreas: [Area<Variant>] = []

  /// All defects, in the order of the areas.
  package var defects: [Defect] { defectAreas.flatMap(\.entries) }
  /// All variants, in the order of the areas.
  package var variants: [Variant] { variantAreas.flatMap(\.entries) }
}

extension DeviationTables {
  /// Where the files of the tables are, in the folder of the suites.
  package static let folder = "selftest"

  /// Reads files, in the order of their names.
  ///
  /// - Parameter requirements: The ids of all requirements that there are; nil for no check.
  /// - Returns: The entries that were read without a mistake, and the mistakes.
  package static func read(
    _ files: [SourceFile], requirements: Set<String>? = nil
  ) -> (tables: DeviationTables, diagnostics: [Diagnostic]) {
    var tables = DeviationTables()
    var diagnostics: [Diagnostic] = []
    var places: [String: String] = [:]
    for file in files.sorted(by: { $0.name < $1.name }) {
      do throws(YAMLError) {
        var reader = DeviationReader(file.name, requirements, places)
        for document in try YAMLParser.documents(of: file) { tables.add(document.root, &reader) }
        diagnostics += reader.diagnostics
        places = reader.places
      } catch {
        diagnostics.append(
          Diagnostic(
            .error, error.description, file: file.name, at: error.position, length: error.length))
      }
    }
    return (tables, diagnostics.sorted())
  }

  private mutating func add(_ root: YAMLNode, _ reader: inout DeviationReader) {
    defectAreas += reader.areas(root, "defects").map { area in
      Area(name: area.name, entries: area.entries.compactMap { reader.defect($0) })
    }
    variantAreas += reader.areas(root, "variants").map { area in
      Area(name: area.name, entries: area.entries.compactMap { reader.variant($0) })
    }
  }
}
