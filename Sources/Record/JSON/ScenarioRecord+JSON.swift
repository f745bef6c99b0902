// SPDX-License-Identifier: Apache-2.0
// Scenarios, steps, verdicts and findings as JSON.

import Expectations
import Formats
import Suites

extension ScenarioRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ScenarioRecord?) throws(RecordError) {
    name = try c("name", old?.name)
    template = try c.optional("template", old?.template)
    about = try c.optional("about", old?.about)
    location = try c("at", old?.location)
    c.file = location.file
    tags = try c.some("tags", old?.tags)
    isAdvisory = try c("isAdvisory", old?.isAdvisory, unless: false)
    verdict = try Verdict(c, old?.verdict)
    missingFacts = try c.some("missingFacts", old?.missingFacts)
    facts = try c.some("facts", old?.facts)
    trouble = try c.optional("trouble", old?.trouble)
    tries = try c.some("tries", old?.tries)
    core = try c.optional("core", old?.core)
    planIndex = try c("planIndex", old?.planIndex, unless: 0)
    startedAfter = try c("startedAfterMs", old?.startedAfter, or: .zero)
    duration = try c("durationMs", old?.duration, or: .zero)
    steps = try c.steps(old?.steps, areAlwaysWritten: true)
  }
}

extension SharedFragmentRecord: RecordPart {
  init(_ c: RecordCoder, _ old: SharedFragmentRecord?) throws(RecordError) {
    id = try c("id", old?.id)
    name = try c("name", old?.name)
    given = try c("given", old?.given, unless: "")
    location = try c("at", old?.location)
    c.file = location.file
    verdict = try Verdict(c, old?.verdict)
    duration = try c("durationMs", old?.duration, or: .zero)
    tries = try c.some("tries", old?.tries)
    steps = try c.steps(old?.steps, areAlwaysWritten: true)
  }
}

extension EarlierTry: RecordPart {
  init(_ c: RecordCoder, _ old: EarlierTry?) throws(RecordError) {
    self.init(steps: try c.steps(old?.steps, areAlwaysWritten: true))
  }
}

extension StepRecord: RecordPart {
  init(_ c: RecordCoder, _ old: StepRecord?) throws(RecordError) {
    name = try c("name", old?.name)
    about = try c.optional("about", old?.about)
    action = try c("action", old?.action)
    location = try c("at", old?.location)
    c.file = location.file
    device = try c("device", old?.device, unless: "device")
    covers = try c.some("covers", old?.covers)
    cookbookSteps = try c.cookbookSteps(old?.cookbookSteps)
    isFinal = try c("isFinal", old?.isFinal, unless: false)
    isHostile = try c("isHostile", old?.isHostile, unless: false)
    verdict = try Verdict(c, old?.verdict)
    advice = try c.optional("advice", old?.advice)
    warnings = try c.some("warnings", old?.warnings)
    chosen = try c.some("chosen", old?.chosen)
    route = try c.optional("route", old?.route)
    exchanges = try c.some("exchanges", old?.exchanges)
    occasion = try c.optional("occasion", old?.occasion)
    leftOut = try c("leftOut", old?.leftOut, unless: LeftOutExchanges())
    call = try c.optional("call", old?.call)
    notes = try c.notes(old?.notes)
    startedAfter = try c("startedAfterMs", old?.startedAfter, or: .zero)
    duration = try c("durationMs", old?.duration, or: .zero)
    steps = try c.steps(old?.steps)
    sharedFragment = try c.optional("sharedFragment", old?.sharedFragment)
  }
}

/// The id alone, or with the places that the step gives.
extension Cover: RecordPart {
  static func read(from coder: RecordCoder) throws(RecordError) -> Cover {
    guard let id = coder.reader.value.string else { return try Cover(coder, nil) }
    return Cover(id: id)
  }

  func write(to coder: RecordCoder) {
    if places == nil { return id.write(to: coder) }
    coder.open()
    _ = try? Cover(coder, self)
    coder.close()
  }

  init(_ c: RecordCoder, _ old: Cover?) throws(RecordError) {
    self.init(
      id: try c("id", old?.id), places: try c.optional("places", old?.places))
  }
}

extension RecordCoder {
  /// Each as `rest-api-v2/A1`.
  fileprivate func cookbookSteps(_ old: [CookbookStep]?) throws(RecordError) -> [CookbookStep] {
    let texts = try self.some("cookbookSteps", old?.map(\.description))
    return try texts.map { text throws(RecordError) in
      guard let step = CookbookStep(text) else {
        throw try reader.member("cookbookSteps").error(
          .unknownValue(text, expected: "a cookbook and a number, as in rest-api-v2/A1"))
      }
      return step
    }
  }

}

/// An answer that would have been right as well, beside the texts of the other notes.
private struct AlternativeNote {
  /// How many of those stand before it.
  let place: Int
  let text: String
}

extension AlternativeNote: RecordPart {
  init(_ c: RecordCoder, _ old: AlternativeNote?) throws(RecordError) {
    place = try c.count("after", old?.place)
    text = try c("text", old?.text)
  }
}

extension RecordCoder {
  /// The members `notes`, the texts of the events, and `alternatives`.
  fileprivate func notes(_ old: [StepNote]?) throws(RecordError) -> [StepNote] {
    var (events, others): ([String], [AlternativeNote]) = ([], [])
    for note in old ?? [] {
      switch note.kind {
      case .event: events.append(note.text.description)
      case .alternative:
        others.append(AlternativeNote(place: events.count, text: note.text.description))
      }
    }
    events = try self.some("notes", old.map { _ in events })
    others = try self.some("alternatives", old.map { _ in others })
    var notes = events.map { StepNote(.event, QuotingText(words: $0)) }
    for other in others.reversed() {
      notes.insert(
        StepNote(.alternative, QuotingText(words: other.text)), at: min(other.place, events.count))
    }
    return notes
  }
}

extension Verdict: RecordPart {
  /// The member `verdict`, and `findings`, `problem`, `because` or `blockedBy` with it.
  init(_ c: RecordCoder, _ old: Verdict?) throws(RecordError) {
    let kind = try c("verdict", old?.kind)
    switch kind {
    case .passed: self = .passed
    case .known:
      throw try c.reader.member("verdict").error(
        .unknownValue(
          kind.rawValue, expected: "'failed': that a failure is known stands in 'known'"))
    case .failed: self = .failed(try c("findings", old?.findings, or: []))
    case .broken:
      let problem = try c("problem", old?.problem)
      // Reports of earlier versions call this an error.
      self = problem.kind == .interrupted ? .interrupted : .broken(problem)
    case .skipped: self = .skipped(because: try c("because", old?.reason))
    case .blocked:
      self = .blocked(
        because: try c("because", old?.reason),
        fragment: try c.optional("blockedBy", old?.blocker))
    case .interrupted: self = .interrupted
    case .notReached: self = .notReached
    }
  }
}

extension Finding: RecordPart {
  /// - Throws: `RecordError`, also for a finding in another file than that of its step.
  init(_ c: RecordCoder, _ old: Finding?) throws(RecordError) {
    let place = try c("place", old?.place.description)
    let location = try c(
      "at", old.map { SourceLocation(file: c.file, position: $0.position) })
    guard location.file.utf8.elementsEqual(c.file.utf8) else {
      throw try c.reader.member("at").error(
        .unknownValue(location.description, expected: "a place in \(c.file)"))
    }
    self.init(
      place: Place(reading: place), position: location.position,
      expected: QuotingText(words: try c("expected", old?.expected)),
      found: try FoundValue(c, old?.foundValue),
      nearest: try c.optional("nearest", old?.nearest).map { QuotingText(words: $0) },
      words: try c.optional("words", old?.wordsText?.description)
        .map { QuotingText(words: $0) },
      excess: try c.optional("excess", old?.excess),
      order: try c.optional("order", old?.order),
      try ExpectedValue(c, old?.expectedValue))
  }
}

extension FoundValue: RecordPart {
  /// The members `found`, `foundKind` and `foundValue`. Reports of earlier versions have the text alone.
  init(_ c: RecordCoder, _ old: FoundValue?) throws(RecordError) {
    let text = try c("found", old?.text.description)
    self.init(
      text: QuotingText(words: text),
      kind: try c("foundKind", old?.kind, or: text == "nothing" ? .nothing : .words),
      value: try c.optional("foundValue", old?.value))
  }
}

extension ExpectedValue: RecordPart {
  /// The members `expectedKind`, `expectedValues` and `sources`.
  init(_ c: RecordCoder, _ old: ExpectedValue?) throws(RecordError) {
    self.init(
      try c.optional("expectedKind", old?.kind),
      values: try c.some("expectedValues", old?.values),
      sources: try c.some("sources", old?.sources.map(\.description))
        .map { Place(reading: $0) })
  }
}

extension RunProblem: RecordPart {
  init(_ c: RecordCoder, _ old: RunProblem?) throws(RecordError) {
    kind = try c("kind", old?.kind)
    message = try c("message", old?.message)
    location = try c.optional("at", old?.location)
    isUnreachable = try c("isUnreachable", old?.isUnreachable, unless: false)
  }
}
