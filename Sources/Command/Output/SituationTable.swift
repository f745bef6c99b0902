// SPDX-License-Identifier: Apache-2.0
// The cells of situations, with the runs that visit them.

import Expectations
import Suites
import Text

/// The cells of situations, each with the runs in which suites visit it.
struct SituationTable {
  /// The runs that visit a cell.
  enum VisitStatus: String, CaseIterable {
    case everyRun = "in every run"
    case deepRun = "deep"
    case nowhere
  }

  /// A situation with its cells.
  private struct Row {
    let situation: Situation
    let cells: [Cell]
  }

  /// A cell of a situation.
  fileprivate struct Cell {
    let name: String
    /// For a situation with a partner, the cells of the partner by the runs that visit both
    /// together; else the first scenario that visits the cell.
    let visits: [VisitStatus: [String]]
  }

  private let rows: [Row]
}

extension SituationTable {
  /// - Parameter collection: Suites with the scenarios that only a deep run has.
  init(_ collection: SuiteCollection) {
    let known = Dictionary(collection.situations.map { ($0.name, $0) }) { first, _ in first }
    let partners = Set(collection.situations.compactMap(\.pairedWith))
    let visits = Visit.all(of: collection)
    rows = collection.situations.filter { !partners.contains($0.name) }.map { situation in
      let partner = situation.pairedWith.flatMap { known[$0] }
      let cells = situation.cells.map { cell in
        Cell(
          cell.name, visits: visits.filter { $0.cells.contains("\(situation.name)/\(cell.name)") },
          partner: partner)
      }
      return Row(situation: situation, cells: cells)
    }
  }

  var text: Printed {
    var text = Printed()
    for row in rows {
      text += "\(row.situation.name): \(row.situation.about)\n"
      for cell in row.cells {
        text += "  \(cell.name)\n"
        for status in VisitStatus.allCases {
          guard let names = cell.visits[status] else { continue }
          let line = "\(status.rawValue): \(names.joined(separator: ", "))"
          for part in Columns.wrapped(line, to: 94) { text += "      \(part)\n" }
        }
      }
      text += "\n"
    }
    let cells = rows.flatMap(\.cells)
    let counts = VisitStatus.allCases.map { status in
      "\(cells.reduce(0) { $0 + ($1.visits[status]?.count ?? 0) }) \(status.rawValue)"
    }
    return "\(text)Cells: \(counts.joined(separator: ", ")).\n"
  }
}

extension SituationTable {
  /// A scenario with the cells that it visits together.
  fileprivate struct Visit {
    let cells: Set<String>
    let scenario: Scenario

    static func all(of collection: SuiteCollection) -> [Visit] {
      collection.suites.flatMap(\.scenarios).flatMap { scenario in
        scenario.cells.map { Visit(cells: Set($0), scenario: scenario) }
      }
    }
  }
}

extension SituationTable.Cell {
  /// - Parameters:
  ///   - visits: Those of the cell.
  ///   - partner: The situation that the cell's own is paired with; nil without one.
  fileprivate init(_ name: String, visits: [SituationTable.Visit], partner: Situation?) {
    self.name = name
    guard let partner else {
      let (status, scenario) = Self.status(of: visits)
      self.visits = [status: [scenario?.name.text ?? "no scenario"]]
      return
    }
    self.visits = partner.cells.reduce(into: [:]) { result, cell in
      let both = visits.filter { $0.cells.contains("\(partner.name)/\(cell.name)") }
      result[Self.status(of: both).status, default: []].append(cell.name)
    }
  }

  /// The runs that visit a cell, and the first scenario that does; one of every run is preferred.
  private static func status(
    of visits: [SituationTable.Visit]
  ) -> (status: SituationTable.VisitStatus, scenario: Scenario?) {
    if let visit = visits.first(where: { !$0.scenario.isDeep }) {
      return (.everyRun, visit.scenario)
    }
    return (visits.isEmpty ? .nowhere : .deepRun, visits.first?.scenario)
  }
}
