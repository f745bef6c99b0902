// SPDX-License-Identifier: Apache-2.0
// `partner`: lists the states of the emulators, and shows the answers in a state.

import Partner
import Text

extension Subcommand {
  static let showPartner = Subcommand(
    name: "partner", summary: "Shows the states of the emulated frameworks and what they answer",
    parameters: "[show STATE]",
    discussion: """
      Without arguments, lists all states that a step 'partner: {state: …}' can name.
      show STATE shows the answers to all calls of the cookbook in a state, silent and interactive,
      and the headers with the framework's values that the application then sends.
      """,
    options: [
      Option(
        "emulator", "NAME", choices: FrameworkRegistry.shipped.names,
        help: "only this emulator's: \(FrameworkRegistry.shipped.names.joined(separator: ", "))")
    ], words: [["show"], FrameworkRegistry.shipped.emulators.flatMap { $0.states.map(\.name) }]
  ) { arguments, console throws(UsageError) in
    let name = arguments.value("emulator")
    let emulators = FrameworkRegistry.shipped.emulators.filter { name == nil || $0.name == name }
    let words = arguments.positional
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
