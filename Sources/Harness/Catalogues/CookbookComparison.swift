// SPDX-License-Identifier: Apache-2.0
// What an application has to change when it moves from one cookbook to another.

import JSON

/// An older cookbook side by side with the cookbook whose catalogue holds the comparison.
package struct CookbookComparison: Sendable, Equatable {
  /// What one of the two cookbooks asks.
  package struct Side: Sendable, Equatable {
    /// The title of the step.
    package let step: String
    package let text: String
    /// Ids of requirements in the cookbook's own catalogue.
    package let requirements: [String]
  }

  /// One difference.
  package struct Row: Sendable, Equatable {
    /// The id of a phase of the newer cookbook.
    package let phase: String
    /// nil where the older cookbook asks nothing of the kind.
    package let old: Side?
    /// nil where the newer cookbook asks nothing of the kind any more.
    package let new: Side?
    /// What an application has to change.
    package let change: String
  }

  /// The name of the older cookbook.
  package let cookbook: String
  package let rows: [Row]
}

extension CookbookComparison {
  /// Reads `{with, rows: [{phase, v1: {step, text, requirements}, v2: {…}, change}]}`.
  ///
  /// - Throws: `CatalogueError` for the first member that is missing or of another kind.
  init(_ value: JSONValue) throws(CatalogueError) {
    cookbook = try Catalogue.text("with", of: value, at: "/comparison")
    guard let items = value["rows"]?.array else {
      throw CatalogueError(message: "expected a list at /comparison/rows")
    }
    var rows: [Row] = []
    for (index, item) in items.enumerated() {
      let place = "/comparison/rows/\(index)"
      rows.append(
        Row(
          phase: try Catalogue.text("phase", of: item, at: place),
          old: try Self.side("v1", of: item, at: place),
          new: try Self.side("v2", of: item, at: place),
          change: try Catalogue.text("change", of: item, at: place)))
    }
    self.rows = rows
  }

  private static func side(
    _ name: String, of value: JSONValue, at place: String
  ) throws(CatalogueError) -> Side? {
    guard let side = value[name], side != .null else { return nil }
    let place = "\(place)/\(name)"
    return Side(
      step: try Catalogue.text("step", of: side, at: place),
      text: try Catalogue.text("text", of: side, at: place),
      requirements: side["requirements"]?.array?.compactMap(\.string) ?? [])
  }
}
