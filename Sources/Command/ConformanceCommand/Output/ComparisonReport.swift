// SPDX-License-Identifier: Apache-2.0
// `coverage --compare`: two cookbooks side by side, phase by phase.

import Catalogues
import JSON
import Reporting
import SourceText
import SuiteModel

/// What moving from one cookbook to another changes, in each form that `coverage` prints.
struct ComparisonReport {
  let comparison: CookbookComparison
  let old: Catalogue
  let new: Catalogue

  private static let width = 100
}

extension ComparisonReport {
  /// - Throws: `UsageError` where a cookbook is unknown, or its catalogue has no comparison.
  init(from oldName: String, to newName: String, in collection: SuiteCollection) throws(UsageError)
  {
    func catalogue(_ name: String) throws(UsageError) -> Catalogue {
      guard let catalogue = collection.catalogues[name] else {
        let known = collection.catalogues.keys.sorted().joined(separator: ", ")
        throw UsageError("no suite names a cookbook '\(name)'; there are \(known)")
      }
      return catalogue
    }
    old = try catalogue(oldName)
    new = try catalogue(newName)
    guard let comparison = new.comparison, comparison.cookbook == oldName else {
      throw UsageError(
        "the catalogue of \(newName) has no comparison with \(oldName); write it the other way "
          + "round if you meant to move from \(newName)")
    }
    self.comparison = comparison
  }

  private func title(of phase: String) -> String {
    let title = new.phases.first { $0.id == phase }?.title
    return title.map { "Phase \(phase): \($0)" } ?? "Phase \(phase)"
  }

  /// The rows by phase, in their order.
  private var phases: [(id: String, rows: [CookbookComparison.Row])] {
    var result: [(id: String, rows: [CookbookComparison.Row])] = []
    for row in comparison.rows {
      if result.last?.id == row.phase {
        result[result.count - 1].rows.append(row)
      } else {
        result.append((row.phase, [row]))
      }
    }
    return result
  }

  var text: Printed {
    var text: Printed = "From \(old.cookbook) to \(new.cookbook)\n"
    for phase in phases {
      text += "\n\(title(of: phase.id))\n"
      for row in phase.rows {
        text += "\n"
        text += Self.paragraph("before", row.old)
        text += Self.paragraph("now", row.new)
        text += Self.wrapped("  change  ", row.change)
      }
    }
    return text
  }

  private static func paragraph(_ word: String, _ side: CookbookComparison.Side?) -> Printed {
    let head = "  " + word + String(repeating: " ", count: 8 - word.count)
    guard let side else { return wrapped(head, "nothing of the kind") }
    let ids = side.requirements.isEmpty ? "" : " (\(side.requirements.joined(separator: ", ")))"
    return wrapped(head, "\(side.step): \(side.text)\(ids)")
  }

  private static func wrapped(_ head: String, _ text: String) -> Printed {
    let indent = String(repeating: " ", count: head.count)
    var lines = [head]
    var isEmpty = true
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if isEmpty {
        lines[lines.count - 1] = last + word
      } else if last.count + word.count < width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(indent + word)
      }
      isEmpty = false
    }
    return lines.map { "\($0)\n" as Printed }.joined()
  }

  var markdown: String {
    var text = "# From \(Markdown.text(old.cookbook)) to \(Markdown.text(new.cookbook))\n"
    for phase in phases {
      text +=
        "\n## \(Markdown.text(title(of: phase.id)))\n\n| before | now | what changes |\n|---|---|---|\n"
      for row in phase.rows {
        text += "| \(Self.cell(row.old)) | \(Self.cell(row.new)) | \(Markdown.text(row.change)) |\n"
      }
    }
    return text
  }

  private static func cell(_ side: CookbookComparison.Side?) -> String {
    guard let side else { return "–" }
    let ids = side.requirements.map { Markdown.code($0) }.joined(separator: " ")
    return "**\(Markdown.text(side.step))** \(Markdown.text(side.text)) \(ids)"
  }

  var json: JSONValue {
    [
      "from": .string(old.cookbook), "to": .string(new.cookbook),
      "rows": .array(
        comparison.rows.map { row in
          [
            "phase": .string(row.phase), "before": Self.json(row.old), "now": Self.json(row.new),
            "change": .string(row.change),
          ]
        }),
    ]
  }

  private static func json(_ side: CookbookComparison.Side?) -> JSONValue {
    guard let side else { return .null }
    return [
      "step": .string(side.step), "text": .string(side.text),
      "requirements": .array(side.requirements.map { .string($0) }),
    ]
  }
}
