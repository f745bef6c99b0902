// SPDX-License-Identifier: Apache-2.0
// `serve` with the deviations that a command line names.

import Command
import Formats
import HTTP
import Suites
import Text

extension Subcommand {
  /// `serve` with deviations.
  static let serveDeviating: Subcommand = {
    var command = serving(
      program: SelfTestProgram.name,
      changes: """
        To see what your suites find, make it wrong by --defect, which has to make them fail, or right
        in another way by --variant, which must not. Several may be on at once.
        To see what your application makes of a wrong service, switch defects while both run, by
        POST /defect with {"defect": "NAME", "on": true} to --control-port.

        """, changeOptions: DeviationChoice.options
    ) { arguments, console, data, settings throws(UsageError) in
      let isPlain = !["defect", "variant", "control-port"].contains { arguments.has($0) }
      let tables = isPlain ? DeviationTables() : try DeviationTables.load(console)
      let service = SwitchedService(try DeviationChoice(arguments, of: tables), of: tables) {
        DeviatingService(
          $0, data: data, now: { Timestamp(milliseconds: Machine.milliseconds) },
          randomBytes: Machine.randomBytes, settings: settings, inPlaceOf: $1,
          pause: { _ = Cancellation().wait(until: Deadline(after: $0)) })
      }
      return ServedService(
        facts: service.facts, deviations: arguments.all("defect") + arguments.all("variant"),
        control: service.control
      ) { service.answer($0, from: $1) }
    }
    let serve = command.perform
    command.perform = { arguments, console throws(UsageError) in
      guard arguments.has("list") else { return try serve(arguments, console) }
      console.output(DeviationChoice.listing(try DeviationTables.load(console)))
      return .success
    }
    return command
  }()
}
