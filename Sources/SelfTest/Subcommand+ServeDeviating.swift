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

        """, changeOptions: DeviationChoice.options
    ) { arguments, console, data, settings throws(UsageError) in
      let service = DeviatingService(
        try DeviationChoice.deviation(arguments, console), data: data,
        now: { Timestamp(milliseconds: Machine.milliseconds) }, randomBytes: Machine.randomBytes,
        settings: settings, pause: { _ = Cancellation().wait(until: Deadline(after: $0)) })
      return ServedService(
        facts: service.facts, deviations: arguments.all("defect") + arguments.all("variant")
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
