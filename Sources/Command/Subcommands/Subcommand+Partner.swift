// SPDX-License-Identifier: Apache-2.0
// `partner`: lists the states of the emulators, and shows the answers in a state.

import Formats
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

/// A state with all its answers, as a text.
private struct StateDescription {
  let text: Printed

  init(_ name: String, of emulators: [FrameworkEmulator]) throws(UsageError) {
    let holders = emulators.filter { emulator in emulator.states.contains { $0.name == name } }
    guard !holders.isEmpty else {
      let known = emulators.flatMap { $0.states.map(\.name) }
      let hint =
        Suggestion.nearest(to: name, among: known).map { ", did you mean '\($0)'?" }
        ?? "; partner lists them"
      throw UsageError("unknown state '\(name)'\(hint)")
    }
    var texts: [Printed] = []
    do throws(PartnerError) {
      for emulator in holders {
        texts.append(try Self.text(of: try emulator.state(named: name), emulator))
      }
    } catch {
      throw UsageError(error.description)
    }
    text = texts.joined(separator: "\n")
  }

  private static func text(
    of state: FrameworkState, _ emulator: FrameworkEmulator
  ) throws(PartnerError) -> Printed {
    let clock = Timestamp(milliseconds: Machine.milliseconds)
    var text: Printed = "\(state.name) (\(emulator.name))\n\(state.title)\n\n\(state.summary)\n"
    for note in state.notes { text += "\(note)\n" }
    text += "\nIn a suite: partner: {state: \(state.name)}\n"
    text += try answers(in: state, emulator, after: nil, at: clock)
    if let event = state.event {
      text += "\nOnce \(event.words):\n"
      text += try answers(in: state, emulator, after: event, at: clock)
    }
    return text
  }

  private static func answers(
    in state: FrameworkState, _ emulator: FrameworkEmulator, after event: FrameworkEvent?,
    at clock: Timestamp
  ) throws(PartnerError) -> Printed {
    let values = try emulator.values(of: state, after: event, at: clock)
    var text: Printed = "\n\(headers(values, emulator))\n"
    for answer in try emulator.answers(in: state, after: event, at: clock) {
      text += "\n\(answer.call.name): \(JSONWriter.text(.object(answer.call.arguments)))\n"
      switch answer.outcome {
      case .json(let value): text += "  → \(JSONWriter.text(value))\n"
      case .never: text += "  → never answers: the step waits until its timeout\n"
      }
      if answer.values != values { text += "  then \(headers(answer.values, emulator))\n" }
    }
    return text
  }

  private static func headers(_ values: [String?], _ emulator: FrameworkEmulator) -> Printed {
    zip(emulator.declaration.values, values).map { header($0.header, $1) }.joined(separator: "\n  ")
  }

  private static func header(_ name: String, _ status: String?) -> Printed {
    guard let status else { return "\(name): none is sent" }
    guard let bytes = Base64.decode(status), let decoded = String(validating: bytes, as: UTF8.self)
    else { return "\(name): \(status) (not the Base64 of a text)" }
    return "\(name): \(status)\n  which is \(decoded)"
  }
}

extension FrameworkEvent {
  fileprivate var words: String {
    switch self {
    case .call(let call): "\(call.name) was called with \(JSONWriter.text(.object(call.arguments)))"
    case .user(let action): "the user has done \(JSONWriter.text(action.json))"
    case .clock(let milliseconds): "\(DurationText.text(.milliseconds(milliseconds))) have passed"
    }
  }
}
