// SPDX-License-Identifier: Apache-2.0
// `partner`: lists the states of the emulators, and shows the answers in a state.

import Partner
import Record
import Suites
import Text

extension Subcommand {
  static let showPartner = Subcommand(
    name: "partner", summary: "Shows the states of the emulated frameworks and what they answer",
    parameters: "[show STATE]",
    discussion: """
      Without arguments, lists all states that a step 'partner: {state: …}' can name.
      show STATE shows the answers to all calls of the cookbook in a state, silent and interactive,
      and the headers with the framework's values that the application then sends.
      --stand-in prints a source file that an application compiles in place of the framework; the file
      asks 'serve --partner'.
      """,
    options: [
      Option(
        "emulator", "NAME", choices: FrameworkRegistry.shipped.names,
        help: "only this emulator's: \(FrameworkRegistry.shipped.names.joined(separator: ", "))"),
      Option("stand-in", help: "prints the stand-in for the framework"),
    ], words: [["show"], FrameworkRegistry.shipped.emulators.flatMap { $0.states.map(\.name) }]
  ) { arguments, console throws(UsageError) in
    let name = arguments.value("emulator")
    let emulators = FrameworkRegistry.shipped.emulators.filter { name == nil || $0.name == name }
    let words = arguments.positional
    if arguments.has("stand-in") {
      try arguments.refusePositional()
      console.output(try standIn(of: emulators, console))
      return .success
    }
    switch (words.first, words.count) {
    case (nil, _):
      console.output(emulators.map(\.listing).joined(separator: "\n"))
      return .success
    case ("show"?, 2):
      let text = try StateDescription(words[1], of: emulators).text
      console.output(text)
      return .success
    case ("show"?, _): throw UsageError("partner show takes one STATE; partner lists them")
    case (let word?, _):
      throw UsageError("unexpected argument '\(word)'; to see a state: partner show \(word)")
    }
  }
}

extension Subcommand {
  /// The source file of the first stand-in.
  private static func standIn(
    of emulators: [FrameworkEmulator], _ console: Console
  ) throws(UsageError) -> Printed {
    guard let path = emulators.lazy.compactMap(\.standIn).first else {
      let names = FrameworkRegistry.shipped.emulators.filter { $0.standIn != nil }.map(\.name)
      throw UsageError(
        "there is a stand-in of \(Wording.list(names)) alone; of others an application asks"
          + " 'serve --partner' by POST /partner/call")
    }
    guard let folder = SuiteLocation.shipped(console) else {
      throw UsageError(
        "there are no shipped suites, among which the stand-in is: run this in a folder with"
          + " '\(SuiteLocation.folder)', or set \(SuiteLocation.variable)")
    }
    do throws(FileError) {
      let text = String(decoding: try Files.read("\(folder)/\(path)"), as: UTF8.self)
      // A line each: a text from outside is printed to a limit.
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        .map { "\($0)\n" as Printed }.joined()
    } catch {
      throw UsageError("'\(folder)/\(path)': \(error.message)")
    }
  }
}

extension FrameworkEmulator {
  fileprivate var listing: Printed {
    var text: Printed = "\(name): \(summary)\n"
    let options = declaration.options?.names ?? []
    if !options.isEmpty { text += "options: \(options.joined(separator: ", "))\n" }
    return text + states.listing
  }
}

extension [FrameworkState] {
  /// A line for each, below the title of its group.
  var listing: Printed {
    var text = Printed()
    let column = (map(\.name.count).max() ?? 0) + 2
    var group: String?
    for state in self {
      if state.group != group {
        text += state.group.isEmpty ? "\n" : "\n\(state.group)\n"
        group = state.group
      }
      text += "\(Columns.row(["  \(state.name)", state.title], widths: [column + 2]))\n"
    }
    return text
  }
}
