// SPDX-License-Identifier: Apache-2.0
// `serve` with the deviations that a command line names.

import ConformanceCommand
import Encodings
import HTTPTransport
import Host
import SourceText

extension Subcommand {
  /// `serve` with deviations.
  static let serveDeviating: Subcommand = {
    var command = serving(
      program: SelfTestProgram.name,
      changes: """
        To see what your suites find, make it wrong by --defect, which has to make them fail, or right
        in another way by --variant, which must not. Several may be on at once.

        """, changeOptions: DeviationChoice.options
    ) { arguments, data, settings in
      let service = DeviatingService(
        DeviationChoice.deviation(arguments), data: data,
        now: { Timestamp(milliseconds: Machine.milliseconds) },
        randomBytes: Machine.randomBytes, settings: settings,
        pause: { _ = Cancellation().wait(until: Deadline(after: $0)) })
      return ServedService(
        facts: service.facts, deviations: arguments.all("defect") + arguments.all("variant")
      ) { service.answer($0, from: $1) }
    }
    let serve = command.perform
    command.perform = { arguments, console throws(UsageError) in
      guard arguments.has("list") else { return try serve(arguments, console) }
      console.output(DeviationChoice.listing())
      return .success
    }
    return command
  }()
}

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
