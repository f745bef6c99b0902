// SPDX-License-Identifier: Apache-2.0
// Scenarios, steps, verdicts and findings as JSON.

import Expectations
import Formats
import Suites

extension ScenarioRecord: RecordPart {
  init(_ c: RecordCoder, _ old: ScenarioRecord?) throws(RecordError) {
    name = try c("name", old?.name, c.string)
    template = try c.optional("template", old?.template, c.string)
    about = try c.optional("about", old?.about, c.string)
    location = try c("at", old?.location, c.location)
    c.file = location.file
    tags = try c("tags", old?.tags, c.strings, unless: [])
    isAdvisory = try c("isAdvisory", old?.isAdvisory, c.flag, unless: false)
    verdict = try Verdict(c, old?.verdict)
    missingFacts = try c("missingFacts", old?.missingFacts, c.strings, unless: [])
    facts = try c("facts", old?.facts, c.strings, unless: [])
    trouble = try c.optional("trouble", old?.trouble, c.word)
    tries = try c("tries", old?.tries, c.list, unless: [])
    core = try c.optional("core", old?.core, c.string)
    planIndex = try c("planIndex", old?.planIndex, c.integer, unless: 0)
    startedAfter = try c("startedAfterMs", old?.startedAfter, c.duration, or: .zero)
    duration = try c("durationMs", old?.duration, c.duration, or: .zero)
    steps = try c.steps(old?.steps, areAlwaysWritten: true)
  }
}

extension SharedFragmentRecord: RecordPart {
  init(_ c: RecordCoder, _ old: SharedFragmentRecord?) throws(RecordError) {
    id = try c("id", old?.id, c.integer)
    name = try c("name", old?.name, c.string)
    given = try c("given", old?.given, c.string, unless: "")
    location = try c("at", old?.location, c.location)
    c.file = location.file
    verdict = try Verdict(c, old?.verdict)
    duration = try c("durationMs", old?.duration, c.duration, or: .zero)
    tries = try c("tries", old?.tries, c.list, unless: [])
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
    name = try c("name", old?.name, c.string)
    about = try c.optional("about", old?.about, c.string)
    action = try c("action", old?.action, c.word)
    location = try c("at", old?.location, c.location)
    c.file = location.file
    device = try c("device", old?.device, c.string, unless: "device")
    covers = try c("covers", old?.covers, c.covers, unless: [])
    cookbookSteps = try c.cookbookSteps(old?.cookbookSteps)
    isFinal = try c("isFinal", old?.isFinal, c.flag, unless: false)
    isHostile = try c("isHostile", old?.isHostile, c.flag, unless: false)
    verdict = try Verdict(c, old?.verdict)
    advice = try c.optional("advice", old?.advice, c.string)
    warnings = try c("warnings", old?.warnings, c.list, unless: [])
    chosen = try c("chosen", old?.chosen, c.strings, unless: [])
    route = try c.optional("route", old?.route, c.string)
    exchanges = try c("exchanges", old?.exchanges, c.list, unless: [])
    occasion = try c.optional("occasion", old?.occasion, c.object)
    leftOut = try c("leftOut", old?.leftOut, c.object, unless: LeftOutExchanges())
    call = try c.optional("call", old?.call, c.object)
    notes = try c.notes(old?.notes)
    startedAfter = try c("startedAfterMs", old?.startedAfter, c.duration, or: .zero)
    duration = try c("durationMs", old?.duration, c.duration, or: .zero)
    steps = try c.steps(old?.steps)
    sharedFragment = try c.optional("sharedFragment", old?.sharedFragment, c.integer)
  }
}

extension Cover: RecordPart {
  init(_ c: RecordCoder, _ old: Cover?) throws(RecordError) {
    self.init(
      id: try c("id", old?.id, c.string), places: try c.optional("places", old?.places, c.places))
  }
}

extension RecordCoder {
  /// Each as `rest-api-v2/A1`.
  fileprivate func cookbookSteps(_ old: [CookbookStep]?) throws(RecordError) -> [CookbookStep] {
    let texts = try self("cookbookSteps", old?.map(\.description), strings, unless: [])
    return try texts.map { text throws(RecordError) in
      guard let step = CookbookStep(text) else {
        throw try reader.member("cookbookSteps").error(
          .unknownValue(text, expected: "a cookbook and a number, as in rest-api-v2/A1"))
      }
      return step
    }
  }

  /// The id of each alone, or with the places that the step gives.
  fileprivate func covers(_ old: [Cover]?) throws(RecordError) -> [Cover] {
    try list(old) { old throws(RecordError) in
      let isID = old.map { $0.places == nil } ?? (reader.value.string != nil)
      return isID ? Cover(id: try string(old?.id)) : try object(old)
    }
  }
}

/// An answer that would have been right as well, beside the texts of the other notes.
private struct AlternativeNote: Equatable {
  /// How many of those stand before it.
  let place: Int
  let text: String
}

extension AlternativeNote: RecordPart {
  init(_ c: RecordCoder, _ old: AlternativeNote?) throws(RecordError) {
    place = try c("after", old?.place, c.count)
    text = try c("text", old?.text, c.string)
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
    events = try self("notes", old.map { _ in events }, strings, unless: [])
    others = try self("alternatives", old.map { _ in others }, list, unless: [])
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
    let kind = try c("verdict", old?.kind, c.word)
    switch kind {
    case .passed: self = .passed
    case .known:
      throw try c.reader.member("verdict").error(
        .unknownValue(
          kind.rawValue, expected: "'failed': that a failure is known stands in 'known'"))
    case .failed: self = .failed(try c("findings", old?.findings, c.list, or: []))
    case .broken:
      let problem = try c("problem", old?.problem, c.object)
      // Reports of earlier versions call this an error.
      self = problem.kind == .interrupted ? .interrupted : .broken(problem)
    case .skipped: self = .skipped(because: try c("because", old?.reason, c.string))
    case .blocked:
      self = .blocked(
        because: try c("because", old?.reason, c.string),
        fragment: try c.optional("blockedBy", old?.blocker, c.integer))
    case .interrupted: self = .interrupted
    case .notReached: self = .notReached
    }
  }
}

extension Finding: RecordPart {
  /// - Throws: `RecordError`, also for a finding in another file than that of its step.
  init(_ c: RecordCoder, _ old: Finding?) throws(RecordError) {
    let place = try c("place", old?.place.description, c.string)
    let location = try c(
      "at", old.map { SourceLocation(file: c.file, position: $0.position) }, c.location)
    guard location.file.utf8.elementsEqual(c.file.utf8) else {
      throw try c.reader.member("at").error(
        .unknownValue(location.description, expected: "a place in \(c.file)"))
    }
    self.init(
      place: Place(reading: place), position: location.position,
      expected: QuotingText(words: try c("expected", old?.expected, c.string)),
      found: try FoundValue(c, old?.foundValue),
      nearest: try c.optional("nearest", old?.nearest, c.string).map { QuotingText(words: $0) },
      words: try c.optional("words", old?.wordsText?.description, c.string)
        .map { QuotingText(words: $0) },
      excess: try c.optional("excess", old?.excess, c.word),
      order: try c.optional("order", old?.order, c.object),
      try ExpectedValue(c, old?.expectedValue))
  }
}

extension FoundValue: RecordPart {
  /// The members `found`, `foundKind` and `foundValue`. Reports of earlier versions have the text alone.
  init(_ c: RecordCoder, _ old: FoundValue?) throws(RecordError) {
    let text = try c("found", old?.text.description, c.string)
    self.init(
      text: QuotingText(words: text),
      kind: try c("foundKind", old?.kind, c.word, or: text == "nothing" ? .nothing : .words),
      value: try c.optional("foundValue", old?.value, c.value))
  }
}

extension ExpectedValue: RecordPart {
  /// The members `expectedKind`, `expectedValues` and `sources`.
  init(_ c: RecordCoder, _ old: ExpectedValue?) throws(RecordError) {
    self.init(
      try c.optional("expectedKind", old?.kind, c.word),
      values: try c("expectedValues", old?.values, c.values, unless: []),
      sources: try c("sources", old?.sources.map(\.description), c.strings, unless: [])
        .map { Place(reading: $0) })
  }
}

extension RunProblem: RecordPart {
  init(_ c: RecordCoder, _ old: RunProblem?) throws(RecordError) {
    kind = try c("kind", old?.kind, c.word)
    message = try c("message", old?.message, c.string)
    location = try c.optional("at", old?.location, c.location)
    isUnreachable = try c("isUnreachable", old?.isUnreachable, c.flag, unless: false)
  }
}
