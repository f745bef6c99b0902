// SPDX-License-Identifier: Apache-2.0
// Masks the secrets in records.

package import Expectations
import Formats
import HTTP
package import Redaction
package import Suites

extension Mask {
  /// The record of a scenario with its secrets masked.
  package func masked(_ record: ScenarioRecord) -> Masked<ScenarioRecord> {
    numbered(record) { mask, result in
      result.name = mask.maskedOwn(record.name)
      result.template = record.template.map(mask.maskedOwn)
      result.verdict = mask.masked(record.verdict)
      result.steps = record.steps.map(mask.masked)
      result.tries = record.tries.map(mask.masked)
    }
  }

  /// The record of a shared fragment with its secrets masked.
  package func masked(_ record: SharedFragmentRecord) -> Masked<SharedFragmentRecord> {
    numbered(record) { mask, result in
      result.given = mask.maskedDocument(record.given, isOwn: false)
      result.verdict = mask.masked(record.verdict)
      result.steps = record.steps.map(mask.masked)
      result.tries = record.tries.map(mask.masked)
    }
  }

  private func masked(_ earlier: EarlierTry) -> EarlierTry {
    EarlierTry(steps: earlier.steps.map(masked))
  }

  /// The first of several values with one name was seen alone: once more with the numbers of all.
  private func numbered<Record>(
    _ record: Record, _ change: (Mask, inout Record) -> Void
  ) -> Masked<Record> {
    var mask = self
    let numbers = HiddenNumbers()
    mask.numbers = numbers
    var result = record
    change(mask, &result)
    if numbers.isNeeded { change(mask, &result) }
    return Masked(alreadyMasked: result)
  }

  private func masked(_ verdict: Verdict) -> Verdict {
    switch verdict {
    case .passed, .interrupted, .notReached: verdict
    case .failed(let findings): .failed(findings.map(masked))
    case .broken(let problem):
      .broken(
        RunProblem(
          problem.kind, maskedOwn(problem.message), at: problem.location,
          isUnreachable: problem.isUnreachable))
    case .skipped(let reason): .skipped(because: maskedOwn(reason))
    case .blocked(let reason, let fragment):
      .blocked(because: maskedOwn(reason), fragment: fragment)
    }
  }

  /// The finding with its secrets masked. Only what came in the answer is ever left out as a whole:
  /// what the suite expected, and where, is shown.
  package func masked(_ finding: Finding) -> Finding {
    let ofFound = expecting(finding.expectedValue.values.compactMap(\.string))
    return Finding(
      place: masked(finding.place), position: finding.position,
      expected: masked(finding.expectedText, isOwn: true),
      found: ofFound.masked(finding.foundValue),
      nearest: finding.nearestText.map { ofFound.masked($0, isOwn: false) },
      words: finding.wordsText.map { masked($0, isOwn: true) }, excess: finding.excess,
      order: finding.order.map(masked),
      masked(finding.expectedValue, hidesUnnamed(finding.expected)))
  }

  /// What came, without its value where that is secret or long.
  private func masked(_ found: FoundValue) -> FoundValue {
    let text = masked(found.text, isOwn: found.kind == .nothing)
    let value = found.value
    let isShown = text == found.text && Self.isShort(value)
    let isUnnamed = value?.string.map { hidesUnnamed($0, atStart: true) } ?? false
    return FoundValue(
      text: text, kind: isUnnamed ? .masked : found.kind, value: isShown ? value : nil)
  }

  /// What is expected, without the values that are secret or long.
  private func masked(_ expected: ExpectedValue, _ hidesUnnamed: Bool) -> ExpectedValue {
    let shown = expected.values.filter { value in
      Self.isShort(value) && value.scalarText.map { maskedOwn($0) == $0 } ?? false
    }
    return ExpectedValue(
      hidesUnnamed ? .masked : expected.kind, values: Array(shown.prefix(Self.valueLimit)),
      sources: expected.sources.map(masked))
  }

  /// Whether it is as short as a value that a sentence names.
  private static func isShort(_ value: JSONValue?) -> Bool {
    value?.string.map { $0.utf8.count <= 100 } ?? true
  }

  /// A finding keeps at most so many of the values that are expected.
  private static let valueLimit = 20

  /// The text with its values masked before they are written, and then the whole: a secret may go over
  /// several values.
  private func masked(_ text: QuotingText, isOwn: Bool) -> QuotingText {
    let written = text.written { isOwn ? maskedOwn($0) : masked($0) }
    // Between the values are words of the harness.
    let isSentence = isOwn || isCautious && !withholdsAnswers
    return QuotingText(words: maskedDocument(written, isOwn: isSentence))
  }

  /// The place with each name of a pointer masked before it is escaped, and then as a text: a secret may
  /// go over several names.
  private func masked(_ place: Place) -> Place {
    // The suite has given the value its name, which may look like a part of a secret.
    if case .saved = place { return place }
    let place = maskedNames(place)
    let text = maskedOwn(place.description)
    return text == place.description ? place : Place(reading: text)
  }

  private func maskedNames(_ place: Place) -> Place {
    switch place {
    case .body(let pointer):
      .body(
        JSONPointer(
          pointer.tokens.map { token in
            if case .name(let name) = token { .name(maskedName(name)) } else { token }
          }))
    case .inside(let outer, let inner): .inside(maskedNames(outer), maskedNames(inner))
    default: place
    }
  }

  private func masked(_ step: StepRecord) -> StepRecord {
    var result = step
    result.verdict = masked(step.verdict)
    result.warnings = step.warnings.map(masked)
    result.advice = step.advice.map(maskedOwn)
    result.occasion = step.occasion.map(masked)
    result.notes = step.notes.map { StepNote($0.kind, masked($0.text, isOwn: true)) }
    result.exchanges = step.exchanges.map(masked)
    result.steps = step.steps.map(masked)
    if let call = step.call {
      result.call?.request = maskedDocument(call.request, isOwn: true)
      result.call?.answer = call.answer.isEmpty ? "" : maskedDocument(call.answer, isOwn: false)
    }
    return result
  }

  private func masked(_ exchange: ExchangeRecord) -> ExchangeRecord {
    var result = exchange
    result.method = maskedOwn(exchange.method)
    result.url = maskedOwn(exchange.url)
    result.notes = exchange.notes.map(maskedOwn)
    result.issues = exchange.issues.map { issue in
      WireIssue(maskedOwn(issue.message), rule: issue.rule, offset: issue.offset)
    }
    func masked(_ fields: [HeaderField], isOwn: Bool) -> [HeaderField] {
      fields.map { HeaderField(maskedOwn($0.name), maskedHeader($0.name, $0.value, isOwn: isOwn)) }
    }
    if var detail = exchange.detail {
      detail.requestHeaders = masked(detail.requestHeaders, isOwn: true)
      detail.responseHeaders = masked(detail.responseHeaders, isOwn: false)
      detail.requestBody = maskedDocument(detail.requestBody, isOwn: true)
      detail.responseBody = maskedDocument(detail.responseBody, isOwn: false)
      detail.reason = self.masked(detail.reason)
      result.detail = detail
    }
    return result
  }
}

extension Masked<ScenarioRecord> {
  /// The scenario without the findings that trouble explains.
  package func settled(by troubles: TroubleJudgement) -> Masked {
    Masked(alreadyMasked: troubles.settled(value))
  }
}

extension Masked<SharedFragmentRecord> {
  /// The fragment without the findings that trouble explains.
  package func settled(by troubles: TroubleJudgement) -> Masked {
    Masked(alreadyMasked: troubles.settled(value))
  }
}

extension ProfileRecord {
  /// The profile without secrets.
  ///
  /// - Parameter names: The names that the suites call secret.
  package init(_ profile: Profile, hiding names: Set<String>, _ mask: Mask) {
    let hidden = names.union(profile.secrets)
    let facts = Self.masked(.object(profile.facts), hiding: hidden, mask).object?.members ?? []
    self.init(
      facts: facts.map { Fact(name: $0.name, value: $0.value) }, cookbooks: profile.cookbooks,
      rate: profile.rate, clockTolerance: profile.clockTolerance,
      connectTimeout: profile.timeouts.connect, responseTimeout: profile.timeouts.response)
  }

  private static func masked(
    _ value: JSONValue, hiding names: Set<String> = [], _ mask: Mask
  ) -> JSONValue {
    switch value {
    case .array(let items): return .array(items.map { masked($0, mask) })
    case .object(let object):
      return .object(
        object.members.map { member in
          let isSecret = names.contains(member.name) || KnownSecrets.isSecretName(member.name)
          let value = isSecret ? .string(hiddenValue) : masked(member.value, mask)
          return (mask.maskedGiven(member.name), value)
        })
    default:
      guard let text = value.scalarText, mask.maskedGiven(text) != text else { return value }
      return .string(value.string == nil ? hiddenValue : mask.maskedGiven(text))
    }
  }
}
