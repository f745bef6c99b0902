// SPDX-License-Identifier: Apache-2.0
// Situation × where it is visited: in every run, in a deep one, or nowhere.

import Suites
import Text

/// The cells of situations, each with where suites visit it.
struct SituationTable {
  enum Standing: String, CaseIterable {
    case everyRun = "in every run"
    case deep
    case nobody
  }

  /// For each situation and each of its cells: the cells that it is paired with, by standing; else the
  /// first scenario.
  private let rows: [(Situation, [(String, [Standing: [String]])])]
}

extension SituationTable {
  /// - Parameter collection: Suites with the scenarios that only a deep run has.
  init(_ collection: SuiteCollection) {
    let visits = collection.suites.flatMap(\.scenarios).flatMap { scenario in
      scenario.cells.map { (cells: Set($0), scenario: scenario) }
    }
    let known = Dictionary(collection.situations.map { ($0.name, $0) }) { first, _ in first }
    let partners = Set(collection.situations.compactMap(\.pairedWith))
    let shown = collection.situations.filter { !partners.contains($0.name) }
    rows = shown.map { situation -> (Situation, [(String, [Standing: [String]])]) in
      let others = situation.pairedWith.flatMap { known[$0] }
      let cells = situation.cells.map { cell -> (String, [Standing: [String]]) in
        var places: [Standing: [String]] = [:]
        let own = visits.filter { $0.cells.contains("\(situation.name)/\(cell.name)") }
        for partner in others?.cells.map(\.name) ?? [""] {
          let found = own.filter { visit in
            others.map { visit.cells.contains("\($0.name)/\(partner)") } ?? true
          }
          let plain = found.first { !$0.scenario.isDeep }
          let name = (plain ?? found.first)?.scenario.name.text ?? "no scenario"
          let standing: Standing = plain != nil ? .everyRun : found.isEmpty ? .nobody : .deep
          places[standing, default: []].append(others == nil ? name : partner)
        }
        return (cell.name, places)
      }
      return (situation, cells)
    }
  }

  var text: Printed {
    var text = Printed()
    for (situation, cells) in rows {
      text += "\(situation.name): \(situation.about)\n"
      for (cell, places) in cells {
        text += "  \(cell)\n"
        for standing in Standing.allCases {
          guard let names = places[standing] else { continue }
          let line = "\(standing.rawValue): \(names.joined(separator: ", "))"
          for part in Columns.wrapped(line, to: 94) { text += "      \(part)\n" }
        }
      }
      text += "\n"
    }
    let counts = Standing.allCases.map { standing in
      let count = rows.flatMap { $0.1 }.reduce(0) { $0 + ($1.1[standing]?.count ?? 0) }
      return standing == .nobody ? "\(count) that nobody visits" : "\(count) \(standing.rawValue)"
    }
    return "\(text)Cells: \(counts.joined(separator: ", ")).\n"
  }
}
