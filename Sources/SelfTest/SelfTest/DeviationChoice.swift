// SPDX-License-Identifier: Apache-2.0
// The deviations that a command line names.

import Deviations
import SourceText

/// Reads `--defect` and `--variant`, and lists what can be named there.
enum DeviationChoice {
  static let options = [
    Option(
      "defect", "NAME", isRepeatable: true, choices: Defect.all.map(\.name), list: "serve --list",
      help: "makes the service wrong in this way"),
    Option(
      "variant", "NAME", isRepeatable: true, choices: Variant.all.map(\.name),
      list: "serve --list",
      help: "makes the service right in another way than it is"),
    Option("list", help: "lists the defects and the variants, and ends"),
  ]

  /// All deviations that are named, at once: variants first, in the order of their table.
  static func deviation(_ arguments: Arguments) -> Deviation {
    let variants = Set(arguments.all("variant"))
    let defects = Set(arguments.all("defect"))
    return Deviation(
      Variant.all.filter { variants.contains($0.name) }.map(\.deviation)
        + Defect.all.filter { defects.contains($0.name) }.map(\.deviation))
  }

  /// All that can be named, area by area.
  static func listing() -> Printed {
    var text: Printed = "Defects, each with the requirements that it breaks:\n"
    for area in Defect.areas {
      text += "\n\(area.name)\n"
      for defect in area.defects {
        text += "  \(defect.name)\n"
        text += "    \(defect.summary). \(defect.requirements.joined(separator: ", "))\n"
      }
    }
    text += "\nRight variants, each with what grants the freedom:\n"
    for area in Variant.areas {
      text += "\n\(area.name)\n"
      for variant in area.variants {
        text += "  \(variant.name)\n    \(variant.summary). \(variant.source)\n"
      }
    }
    return text
  }
}
