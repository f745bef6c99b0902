// SPDX-License-Identifier: Apache-2.0
// The facts that files declare.

/// The facts that are declared for a file, or for all suites of a run.
package struct FactTable: Sendable, Equatable {
  /// Those of the nearest file first, each file's in its order.
  package let declarations: [FactDeclaration]
  /// Whether other facts may be declared, too, in a place that could not be read.
  package let isOpen: Bool
  private let places: [String: Int]

  /// - Parameter declarations: Of two with the same name the first counts.
  package init(_ declarations: [FactDeclaration] = [], isOpen: Bool = false) {
    var places: [String: Int] = [:]
    var distinct: [FactDeclaration] = []
    for declaration in declarations where places[declaration.name] == nil {
      places[declaration.name] = distinct.count
      distinct.append(declaration)
    }
    self.declarations = distinct
    self.isOpen = isOpen
    self.places = places
  }
}

extension FactTable {
  package subscript(_ name: String) -> FactDeclaration? { places[name].map { declarations[$0] } }

  package func declares(_ name: String) -> Bool { places[name] != nil }

  package var names: [String] { declarations.map(\.name) }

  /// Facts whose values are in no report, whatever a profile says.
  package var secretNames: [String] { declarations.filter(\.isSecret).map(\.name) }

  /// The facts without which no target can be judged by any of these cookbooks.
  package func essential(for cookbooks: [String]) -> [FactDeclaration] {
    declarations.filter { $0.essential.contains(where: cookbooks.contains) }
  }
}
