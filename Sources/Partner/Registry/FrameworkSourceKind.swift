// SPDX-License-Identifier: Apache-2.0
// The kinds of sources that a profile or the command line can choose.

/// A kind of source, as `partner:` of a profile and the option `--partner` name it.
///
/// Another kind is one file with a static member, as in `Replay/FrameworkSource+Replay.swift`, and
/// one line in `all`.
package struct FrameworkSourceKind: Sendable {
  /// The key under `partner:` in a profile; with a colon behind it, the begin of the option's value.
  package let name: String
  /// The word for what follows the colon, in the help of the option.
  package let parameter: String
  /// What answers, in a few words.
  package let help: String
  /// Whether the value is a program with its arguments, and not one text.
  package let isCommand: Bool
  /// Makes the source from the value: one text, or the words of a command.
  package let source:
    @Sendable ([String], FrameworkResources) throws(PartnerError) -> FrameworkSource

  package init(
    name: String, parameter: String, help: String, isCommand: Bool = false,
    source:
      @escaping @Sendable ([String], FrameworkResources) throws(PartnerError) -> FrameworkSource
  ) {
    self.name = name
    self.parameter = parameter
    self.help = help
    self.isCommand = isCommand
    self.source = source
  }

  package static let all: [FrameworkSourceKind] = [
    .emulator,
    .replay,
    .command,
  ]
}

/// What sources use of the operating system.
package struct FrameworkResources: Sendable {
  /// Reads a file that the profile or the command line names.
  package let readFile: @Sendable (String) throws(PartnerError) -> [UInt8]
  /// A program that can be started, from its words. Throws `PartnerError.failed` where there is none.
  package let program: @Sendable ([String]) throws(PartnerError) -> FrameworkProgram

  package init(
    readFile: @escaping @Sendable (String) throws(PartnerError) -> [UInt8],
    program: @escaping @Sendable ([String]) throws(PartnerError) -> FrameworkProgram
  ) {
    self.readFile = readFile
    self.program = program
  }
}
