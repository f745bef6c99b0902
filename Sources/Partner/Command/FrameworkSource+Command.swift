// SPDX-License-Identifier: Apache-2.0
// The source whose answers a program gives.

extension FrameworkSourceKind {
  static let command = FrameworkSourceKind(
    name: "command", parameter: "TEXT", help: "a program, split as a shell does",
    isCommand: true
  ) { words, resources throws(PartnerError) in
    .command(try resources.program(words))
  }
}

extension FrameworkSource {
  /// A program as a source. Each device of a job has a process of its own.
  package static func command(_ program: FrameworkProgram) -> FrameworkSource {
    FrameworkSource(name: "program \(program.name)", followsClock: false) {
      let pool = CommandPool {
        CommandSession(program: program.title) { _ throws(PartnerError) in try program.start() }
      }
      return { opening, surroundings, deadline throws(PartnerError) in
        try pool.open(opening, surroundings: surroundings, deadline: deadline)
      }
    }
  }
}

/// A program that can be started any number of times.
package struct FrameworkProgram: Sendable {
  /// As the profile or the command line names it.
  package let name: String
  /// Starts a process; throws `PartnerError.failed` if that is impossible.
  package let start: @Sendable () throws(PartnerError) -> LineConversation

  package init(
    name: String, start: @escaping @Sendable () throws(PartnerError) -> LineConversation
  ) {
    self.name = name
    self.start = start
  }

  /// The program in messages.
  package var title: String { "the program '\(name)'" }
}
