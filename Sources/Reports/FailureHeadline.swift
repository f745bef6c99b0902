// SPDX-License-Identifier: Apache-2.0
// Headlines of failures: what is wrong with the answer to a call.

import Expectations
import Formats
import Record
import Suites
import Text

extension Incident {
  /// Readers of JUnit cut messages at 300 characters.
  private static let headlineLimit = 280

  /// ``GET /api/v2/{serviceProvider}/profiles: `profiles` is missing``: the call, and the first
  /// difference or why there was no answer to judge.
  func headline(_ calls: CallNames) -> String {
    let subject = subject(calls).map { "\($0): " } ?? ""
    return Sanitized.name(subject + fact(isAdvice: false), limit: Self.headlineLimit)
  }

  /// The call; the step where it makes no call.
  func subject(_ calls: CallNames) -> String? {
    step.map { calls.name(of: $0) ?? Sanitized.name($0.name, limit: 80) }
  }

  /// What is wrong; the exit of each format makes it fit for that.
  ///
  /// - Parameter isAdvice: Whether only a recommendation was missed.
  func fact(isAdvice: Bool, _ findings: [Finding]? = nil, about subject: String? = nil) -> String {
    if let problem { return problem.message }
    guard let first = (findings ?? self.findings).telling else { return "failed" }
    let code = first.place == .status ? refusalCode : nil
    let plain = first.fact(isAdvice: isAdvice, about: subject, code: code)
    return first.orderFact(plain) ?? plain
  }

  /// What the answer itself says of why it refuses: `authenticated_profile_missing`, the code of its
  /// error; nil where it has none, or was not kept.
  var refusalCode: String? {
    guard let exchange = step?.exchanges.last, exchange.status >= 400,
      let body = exchange.detail?.responseBody, body.utf8.count < 10_000,
      let root = try? JSONParser.document(Array(body.utf8)).root
    else { return nil }
    let code = root["code"] ?? root["error"]?["code"] ?? root["error"]
    return code?.string.map { Sanitized.line($0, limit: 60) }
  }
}

extension Finding {
  /// How long a value may be to stand in a headline.
  private static let (foundLimit, wordsLimit, reasonLimit) = (48, 110, 160)

  /// The sentence by which a headline tells a finding.
  private enum Sentence {
    /// Its place has no name of its own.
    case difference
    case missing
    case unwanted
    case emptySelection
    /// What else may be there is an exception.
    case notEmpty
    /// A long pattern can't be read in a headline.
    case longPattern
    case value
    /// A long value can't be read in a headline either.
    case longValue
  }

  /// Whether a call breaks down that should succeed: a status of 500 or more.
  var isOfBreakdown: Bool {
    let status = place == .status ? foundValue.value?.number?.integer : nil
    return status.map { $0 >= 500 } ?? false && expectedValue.namesSuccess
  }

  /// Whether a query selects nothing.
  var isOfEmptySelection: Bool {
    if case .query = place { foundValue.value == .array([]) } else { false }
  }

  private func sentence(about subject: String?) -> Sentence {
    if subject == nil { return .difference }
    if isMissing { return .missing }
    if excess == .unwanted { return .unwanted }
    if isOfEmptySelection { return .emptySelection }
    if expectedValue.kind == .emptyObject, foundValue.kind == .object { return .notEmpty }
    if words.count > Self.wordsLimit { return .longPattern }
    // Where a user agent was sent is all there is to say.
    let limit = place == .visit ? Self.wordsLimit : Self.foundLimit
    return found.count <= limit && !foundValue.isObjectOrArray ? .value : .longValue
  }

  /// What is wrong, as the end of a headline: `` `url` is there and must be missing ``.
  ///
  /// - Parameters:
  ///   - isAdvice: Whether only a recommendation was missed.
  ///   - subject: What it is about; nil for its own place.
  ///   - code: That of the error which came instead; nil without one.
  func fact(isAdvice: Bool, about subject: String? = nil, code: String? = nil) -> String {
    let duty = isAdvice ? "should" : "must"
    let isOfItems = expectedValue.kind == .items
    let verb = isOfItems ? "have" : "be"
    let words = Sanitized.line(words, limit: Self.wordsLimit)
    let own = subject ?? source ?? place.noun
    let subject = own ?? ""
    switch sentence(about: own) {
    case .difference:
      let found = outcome(Sanitized.line(found, limit: 2 * Self.wordsLimit))
      let place = place == .retry ? "asked again" : place.description
      return "\(Sanitized.line(place, limit: 160)): expected \(words), \(found)"
    case .missing:
      let isSaid = source == nil && words.count <= 60
      return "\(subject) is missing\(isSaid ? " and \(duty) \(verb) \(words)" : "")"
    case .unwanted:
      if isOfItems { return "\(subject) is there, and there \(duty) be \(words)" }
      let isException = expectedValue.kind == .nothing
      return "\(subject) is there and \(duty) be \(isException ? words : "missing")"
    case .emptySelection: return "there is \(place.missingParts ?? "no \(subject)")"
    case .notEmpty:
      let isLong = self.words.count > Self.wordsLimit
      return
        "\(subject) is not empty and \(duty) be \(isLong ? "empty, but for what is expected below" : words)"
    case .longPattern:
      let why = nearest.map { ": \(Sanitized.line($0, limit: Self.reasonLimit))" } ?? ""
      return "\(subject) is not as it \(duty) be\(why)"
    case .value:
      let why = code.map { " (`\($0)`)" } ?? ""
      return "\(subject) is \(Sanitized.line(found))\(why) and \(duty) \(verb) \(words)"
    case .longValue:
      let why = nearest.map { ": \(Sanitized.line($0, limit: Self.reasonLimit))" }
      return "\(subject) \(duty) \(verb) \(words)"
        + (why ?? (isOfItems ? ", and has not" : ", and is not"))
    }
  }

  /// Whether `fact` says what came.
  fileprivate func factTellsFound(about subject: String?) -> Bool {
    switch sentence(about: subject ?? source ?? place.noun) {
    case .difference: found.count <= 2 * Self.wordsLimit
    case .missing, .value: true
    case .unwanted, .emptySelection, .notEmpty, .longPattern, .longValue: isMissing
    }
  }

  /// Whether a remedy lists members, of which the finding's is one: then what the finding asks for says
  /// all of it that is to be done.
  fileprivate func isOfList(_ remedy: String) -> Bool {
    guard let subject = source ?? place.noun, subject.contains("`"),
      remedy.count(where: { $0 == "`" }) > 2
    else { return false }
    return !Set(Self.parts(remedy)).isDisjoint(with: Self.parts(subject).suffix(1))
  }

  /// What the finding asks for: `` Send `notBefore`, a time. `` ``Here `type` has to be "appleSSO", not
  /// "regular".`` nil where a reader can't tell that in a sentence.
  ///
  /// - Parameter code: That of the error which came instead; nil without one.
  fileprivate func instruction(_ code: String? = nil) -> String? {
    guard let subject = source ?? place.noun else { return nil }
    if isOfWholeBody, sentence(about: subject) == .value {
      return "Send \(Sanitized.line(words)), not \(Sanitized.line(found))."
    }
    let isLong = source != nil || words.count > Self.wordsLimit
    let words = Sanitized.line(words)
    if isMissing { return isLong ? "Send \(subject)." : "Send \(subject), \(words)." }
    if excess == .unwanted {
      return expectedValue.kind == .items ? nil : "Leave \(subject) out."
    }
    if place == .status {
      let why = code.map { " and `\($0)`" } ?? ""
      return "Answer this call with \(words) here, not with \(Sanitized.line(found))\(why)."
    }
    guard subject.contains("`") else { return nil }
    let begin = "Here \(subject) has to \(expectedValue.kind == .items ? "have" : "be") \(words)"
    switch sentence(about: subject) {
    case .value: return "\(begin), not \(Sanitized.line(found))."
    case .longValue:
      return nearest.map { "\(begin): \(Sanitized.line($0, limit: Self.reasonLimit))." }
    default: return nil
    }
  }

  /// Whether the body is no JSON, or another whole.
  private var isOfWholeBody: Bool {
    switch place {
    case .text: true
    case .body(let pointer): pointer.tokens.isEmpty
    default: false
    }
  }

  /// Whether a remedy asks for what came: for the status that the answer has, though only a member is
  /// wrong, which the remedy does not name; or for the wrong status, and not for the right one. One that
  /// speaks of another refusal is about another break.
  fileprivate func contradicts(_ remedy: String, status: Int) -> Bool {
    let told = Set(Self.parts(remedy))
    if place == .status {
      let refusals = told.filter { Int($0).map { 400..<500 ~= $0 && $0 != status } ?? false }
      let isOfOther = status >= 400 && !refusals.isSubset(of: expectedValues)
      return isOfOther || told.contains("\(status)") && told.isDisjoint(with: expectedValues)
    }
    guard told.contains("\(status)"), let subject = source ?? place.noun, subject.contains("`")
    else { return false }
    return told.isDisjoint(with: Self.parts(subject).suffix(1))
  }

  /// The numbers and the texts that the expectation names.
  private var expectedValues: [Substring] {
    expectedValue.values.compactMap { $0.boolean == nil ? $0.scalarText?[...] : nil }
  }

  /// The text that came; nil for another value.
  private var foundText: Substring? { foundValue.value?.string?[...] }

  private static func parts(_ text: String) -> [Substring] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
  }

  /// Where the value is looked for that a suite saves, as a subject; nil for another finding.
  private var source: String? {
    guard case .saved = place else { return nil }
    let nouns = expectedValue.sources.compactMap { source in
      if case .query(let query) = source {
        return Place.query(query).noun
      }
      return source.noun
    }
    return nouns.isEmpty ? nil : Wording.list(nouns, "or")
  }
}

extension Place {
  /// The place as the subject of a sentence, as far as it is in an answer or says where the answer
  /// leads: `the status`, `` `decisions[0].authorized` ``, `the user agent`. nil for another one.
  var noun: String? {
    switch self {
    case .status: "the status"
    case .statuses(let index):
      index.map { "status \($0 + 1) of the burst" } ?? "the list of statuses"
    case .text: "the body"
    case .decoded: "the decoded text"
    case .visit: "the user agent"
    case .header(let name): "the header `\(Sanitized.line(name, limit: 60))`"
    case .body(let pointer):
      pointer.tokens.isEmpty ? "the body" : "`\(Sanitized.line(pointer.dotted))`"
    case .query(let source): Sanitized.line(QueryWords(source).noun, limit: 140)
    case .xml(let path): "`\(Sanitized.line(path, limit: 100))`"
    case .inside(let outer, let inner):
      outer.noun.flatMap { outer in
        if case .part(let part) = inner {
          return "the \(Sanitized.line(part, limit: 60)) of \(outer)"
        }
        return inner.noun.map { "\($0) in \(outer)" }
      }
    default: nil
    }
  }

  /// What is missing where a query selects nothing: ``neither `code` nor `link` `` of
  /// `$['code', 'link']`, or of a filter `` nothing in `a` where b == 'c' ``; nil for another place.
  fileprivate var missingParts: String? {
    guard case .query(let source) = self else { return nil }
    let names = (try? JSONPath(source))?.lastNames ?? []
    guard names.count > 1 else {
      return QueryWords(source).emptiness.map { Sanitized.line($0, limit: 140) }
    }
    let shown = names.map { "`\(Sanitized.line($0.replacing("${", with: "{"), limit: 100))`" }
    return "neither \(Wording.list(shown, "nor"))"
  }
}

extension JSONValue {
  /// The members that stand where a member is looked for in vain: `` `profiles` has `Lantern` ``.
  fileprivate func surroundings(of pointer: JSONPointer) -> String {
    var (value, place) = (self, JSONPointer.root)
    loop: for token in pointer.tokens {
      switch (token, value) {
      case (.name(let name), .object(let object)):
        guard let member = object[name] else { break loop }
        (value, place) = (member, place.appending(name: name))
      case (.index(let index), .array(let items)) where items.indices.contains(index):
        (value, place) = (items[index], place.appending(index: index))
      default: break loop
      }
    }
    let subject = Place.body(place).noun ?? "the body"
    switch value {
    case .object(let object) where !object.members.isEmpty:
      let names = object.names.map { "`\(Sanitized.line($0, limit: 40))`" }
      let more = names.count - 6
      return "\(subject) has "
        + Wording.list(names.prefix(6) + (more > 0 ? [Wording.count(more, "other")] : []))
    case .object, .array([]): return "\(subject) is empty"
    case .array(let items): return "\(subject) has \(Wording.count(items.count, "item"))"
    default: return "\(subject) is \(Sanitized.line("\(FoundValue(of: value).text)", limit: 80))"
    }
  }
}

extension Finding {
  /// Where a member is missing; of a path to a value that a suite saves, as far as it has no conditions.
  fileprivate var missingPointer: JSONPointer? {
    if case .body(let pointer) = place { return pointer }
    guard case .saved = place, case .query(let source)? = expectedValue.sources.first,
      source.hasPrefix("$.")
    else { return nil }
    let names = source.dropFirst(2).split { ".[]".contains($0) }
      .prefix { !$0.contains { "?*'\"@".contains($0) } }
    return JSONPointer(names.map { .name(String($0)) })
  }
}

extension JSONPointer {
  /// `decisions[0].authorized`.
  fileprivate var dotted: String {
    tokens.reduce(into: "") { text, token in
      switch token {
      case .index(let index): text += "[\(index)]"
      case .name(let name): text += text.isEmpty ? name : ".\(name)"
      }
    }
  }
}

extension Cause {
  /// The part of the answers that all failures of the cause are about; nil for another cause.
  var noun: String? {
    switch self {
    case .missing(let member, _), .value(let member, _, _): member.noun
    default: nil
    }
  }
}

extension IncidentGroup {
  /// What is wrong, in one line of prose with code in backticks: the call as the documents write it,
  /// the fact, how many cases show it.
  ///
  ///     GET /api/v2/{serviceProvider}/logout/{mvpd}: `url` is there and must be missing (7 scenarios)
  var title: String {
    if isOfTraffic { return headline }
    let isCounted = places.count > 1 && !circumstanceNamesCases
    let shown = isCounted ? Wording.count(places.count, "scenario") : nil
    let blocked =
      isCounted ? "\(Wording.grouped(blockedCount)) more" : Wording.count(blockedCount, "scenario")
    let rest = blockedCount > 0 ? "\(blocked) can't be run because of it" : nil
    let count = [shown, rest].compactMap(\.self).joined(separator: ", ")
    return headline + (count.isEmpty ? "" : " (\(count))")
  }

  /// The same without the number of cases.
  var headline: String {
    if isOfTraffic {
      let rule = Sanitized.name(scenario.name, limit: 120)
      if telling?.order != nil { return "\(fact), against '\(rule)'" }
      return "The application breaks '\(rule)': \(fact)"
    }
    if case .everyAnswer(let status) = cause { return "Each call is answered with \(status)" }
    if case .endpoint(_, let status) = cause, stepCount > 1 {
      return "\(subject): each answer is \(status)"
    }
    return "\(subject)\(circumstance.map { ", \($0)" } ?? ""): \(fact)"
  }

  /// The call, or how many there are.
  private var subject: String {
    guard let first = calls.first else { return Sanitized.name(scenario.name) }
    return calls.count == 1
      ? first : "\(first) and \(Wording.count(calls.count - 1, "other call"))"
  }

  /// What is wrong with the answer.
  var fact: String { incident.fact(isAdvice: isAdvice, findings, about: factSubject) }

  private var factSubject: String? { isOfOnePlace ? nil : cause.noun }

  /// What came, where the headline has no room for it; nil where it says it.
  var untoldFound: String? {
    guard let telling, !tellsStatusOfAll, !telling.factTellsFound(about: factSubject) else {
      return nil
    }
    return telling.found
  }

  /// Whether the headline is the status of many answers.
  private var tellsStatusOfAll: Bool {
    switch cause {
    case .everyAnswer: true
    case .endpoint: stepCount > 1
    default: false
    }
  }

  var telling: Finding? { findings.telling }

  /// The beginning of the answer's body where its status is wrong, which often says why, or where
  /// a part is looked for in vain; nil where it was not kept.
  var answer: String? {
    guard let telling, telling.place == .status || telling.isOfEmptySelection else { return nil }
    return answeredBody.map { Sanitized.line($0, limit: 120) }
  }

  /// What is there where a member is missing: `` `profiles` has `Lantern` ``; nil where the answer
  /// was not kept.
  var surroundings: String? {
    guard let telling, telling.isMissing, let pointer = telling.missingPointer else {
      return nil
    }
    let document = answeredBody.flatMap { try? JSONParser.document(Array($0.utf8)).root }
    return document?.surroundings(of: pointer)
  }

  private var answeredBody: String? {
    let body = incident.step?.exchanges.last?.detail?.responseBody
    return body.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Incident {
  /// What to do: what the telling finding asks for, then the remedy of the catalogue for the first
  /// requirement that is broken, where that says more; nil where there is neither.
  ///
  /// The remedies of the others are about something else, and so is one that asks for what came, or
  /// one for a part of what the finding is about: where the first is such a one, it is what the finding
  /// asks for.
  func remedy(
    _ requirements: [String: Requirement], _ covers: [String], _ findings: [Finding],
    _ blame: Blame = Blame()
  ) -> String? {
    guard problem == nil else { return nil }
    let finding = findings.telling
    // No demand says why a call breaks down.
    if let finding, finding.isOfBreakdown { return nil }
    guard let first = covers.first, let remedy = requirements[first]?.remedy else {
      return finding?.instruction(refusalCode)
    }
    guard let finding else { return remedy }
    let cover = visit?.covers.first { $0.id == first }
    let isOfPart = cover.map { blame.nearness(of: $0, to: finding) == .within } ?? false
    if isOfPart || finding.contradicts(remedy, status: step?.exchanges.last?.status ?? 0) {
      return finding.instruction(refusalCode)
    }
    // The headline has the status, and a remedy says when it is right. Where the answer says that it is
    // another case, this is what there is to change.
    let isMisjudged = refusalCode != nil && finding.expectedValue.namesSuccess
    guard finding.place != .status || isMisjudged, let part = finding.instruction(refusalCode)
    else { return remedy }
    return finding.isOfList(remedy) ? part : "\(part) \(remedy)"
  }
}

extension IncidentGroup {
  /// What to do; nil where neither suite nor catalogue says it.
  ///
  /// The advice of a suite is about one step: where several show the failure, that of the catalogue
  /// comes first.
  func remedy(in run: RunJudgement) -> String? {
    let advice = incident.step?.advice
    if stepCount == 1, let advice { return advice }
    // Why a call breaks down is not told by the remedy of a requirement of another call.
    if let status = incident.step?.exchanges.last?.status, status >= 500,
      let requirement = covers.first.flatMap({ run.requirements[$0] }), let call = calls.first,
      requirement.endpoint?.hasPrefix("*") == false, !requirement.isOf(call)
    {
      return advice
    }
    let isOfCatalogue = covers.first.flatMap { run.requirements[$0]?.remedy } != nil
    return (isOfCatalogue ? nil : advice)
      ?? incident.remedy(run.requirements, covers, findings, run.blame) ?? advice
  }

  /// What a viewer notices, in the direction of the finding; nil where the catalogue has none.
  func effect(in run: RunJudgement) -> String? {
    let broken = broken.prefix(3).compactMap { run.requirements[$0] }
    guard telling?.excess != nil else { return broken.lazy.compactMap(\.effect).first }
    return broken.lazy.compactMap { $0.excess ?? $0.effect }.first
  }
}

extension [Finding] {
  /// The finding that says the most: that of the status, from which the others follow, else one about
  /// the answer as it is and not about what the suite takes from it.
  var telling: Finding? {
    first { $0.place == .status }
      ?? first { if case .saved = $0.place { false } else { true } } ?? first
  }
}
