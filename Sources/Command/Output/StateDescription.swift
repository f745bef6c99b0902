// SPDX-License-Identifier: Apache-2.0
// A state of an emulated framework with all its answers, as a text.

import Formats
import Partner
import Text

/// A state with all its answers, as a text.
struct StateDescription {
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
