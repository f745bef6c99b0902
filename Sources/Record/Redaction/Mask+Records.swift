// SPDX-License-Identifier: Apache-2.0
// Masks the secrets in records, and says how much of messages is kept.

import Formats
package import HTTP
package import Suites
import Synchronization

extension Mask {
  /// The record of a scenario with its secrets masked.
  ///
  /// - Parameter choice: The steps whose heads and bodies are kept.
  package func masked(
    _ record: ScenarioRecord, keeping choice: Evidence.Choice
  ) -> Masked<ScenarioRecord> {
    var record = record
    record.name = masked(record.name)
    record.verdict = masked(record.verdict)
    record.steps = record.steps.map { masked($0, keeping: choice) }
    return Masked(alreadyMasked: record)
  }

  /// The record of a shared fragment with its secrets masked.
  package func masked(
    _ record: SharedFragmentRecord, keeping choice: Evidence.Choice
  ) -> Masked<SharedFragmentRecord> {
    var record = record
    record.given = maskedValue(record.given)
    record.verdict = masked(record.verdict)
    record.steps = record.steps.map { masked($0, keeping: choice) }
    return Masked(alreadyMasked: record)
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
    case .blocked(let reason): .blocked(because: maskedOwn(reason))
    }
  }

  /// The finding with its secrets masked. Only what came in the answer is ever left out as a whole:
  /// what the suite expected, and where, is shown.
  private func masked(_ finding: Finding) -> Finding {
    let expected = maskedOwn(finding.expectedText)
    let found = finding.found == Finding.nothing ? finding.foundText : masked(finding.foundText)
    var nearest = finding.nearestText.map { masked($0) }
    if "\(expected)" == "\(found)", finding.expected != finding.found {
      // Both have the name of the same secret, so that nobody would see a difference.
      nearest =
        nearest.map { $0 + "; \(words: Self.differing)" } ?? QuotingText(words: Self.differing)
    }
    return Finding(
      place: masked(finding.place), position: finding.position, expected: expected, found: found,
      nearest: nearest)
  }

  private static let differing = "these are two different values"

  /// The text with its values masked before they are written, and then the whole: a secret may be
  /// split over two values.
  private func masked(_ text: QuotingText) -> QuotingText {
    QuotingText(words: masked(text.written { masked($0) }))
  }

  /// The same for a text of the harness or a suite.
  private func maskedOwn(_ text: QuotingText) -> QuotingText {
    QuotingText(words: maskedOwn(text.written { maskedOwn($0) }))
  }

  /// A body or a value of an answer: JSON is masked by its strings, then as text.
  private func maskedValue(_ text: String) -> String {
    withholdsAnswers || !Self.isJSON(text) ? masked(text) : masked(maskedStrings(ofJSON: text))
  }

  /// The same for what the harness has sent.
  private func maskedOwnValue(_ text: String) -> String {
    maskedOwn(Self.isJSON(text) ? maskedStrings(ofJSON: text) : text)
  }

  /// The place as text is masked, so that a secret is found that goes over several of its names.
  private func masked(_ place: Place) -> Place {
    // The suite has given the value its name, which may look like a part of a secret.
    if case .saved = place { return place }
    let place = maskedNames(place)
    let text = place.description
    let masked = maskedOwn(text)
    return masked == text ? place : Place(reading: masked)
  }

  /// The place with each name of a pointer masked before it is escaped.
  private func maskedNames(_ place: Place) -> Place {
    switch place {
    case .body(let pointer):
      .body(
        JSONPointer(
          pointer.tokens.map { token in
            if case .name(let name) = token { .name(maskedOwn(name)) } else { token }
          }))
    case .inside(let outer, let inner): .inside(maskedNames(outer), maskedNames(inner))
    default: place
    }
  }

  private func masked(_ step: StepRecord, keeping choice: Evidence.Choice) -> StepRecord {
    var result = step
    let kind = step.verdict.kind
    let isNotable = !step.warnings.isEmpty || kind == .failed || kind == .broken
    let keeps = choice == .all || choice != .none && isNotable
    result.verdict = masked(step.verdict)
    result.warnings = step.warnings.map(masked)
    result.advice = step.advice.map { maskedOwn($0) }
    result.notes = step.notes.map(maskedOwn)
    result.traceNumber = nil
    if withholdsAnswers || ![.all, .notable].contains(choice) { result.recipe = nil }
    result.exchanges = step.exchanges.map { masked($0, keepsDetail: keeps) }
    let isWhole = choice == .notable && isNotable
    result.steps = step.steps.map { masked($0, keeping: isWhole ? .all : choice) }
    if let call = step.call {
      result.call = PartnerCallRecord(
        name: call.name, request: keeps ? maskedOwnValue(call.request) : "",
        answer: keeps ? maskedValue(call.answer) : "")
    }
    return result
  }

  private func masked(_ exchange: ExchangeRecord, keepsDetail: Bool) -> ExchangeRecord {
    var result = exchange
    result.method = maskedOwn(exchange.method)
    result.url = maskedOwn(exchange.url)
    result.notes = exchange.notes.map { maskedOwn($0) }
    result.issues = exchange.issues.map { issue in
      WireIssue(maskedOwn(issue.message), rule: issue.rule, offset: issue.offset)
    }
    guard keepsDetail, var detail = exchange.detail else {
      result.detail = nil
      return result
    }
    detail.requestHeaders = detail.requestHeaders.map { masked($0, isOwn: true) }
    detail.responseHeaders = detail.responseHeaders.map { masked($0, isOwn: false) }
    detail.requestBody = maskedOwnValue(detail.requestBody)
    detail.responseBody = maskedValue(detail.responseBody)
    detail.reason = masked(detail.reason)
    result.detail = detail
    return result
  }

  private func masked(_ field: HeaderField, isOwn: Bool) -> HeaderField {
    // The harness has made it, for the service's team to find the request by.
    if isOwn, HeaderList.isSame(field.name, "traceparent"), field.value.utf8.count == 55 {
      return field
    }
    let name = maskedOwn(field.name)
    let value = isOwn ? maskedOwn(field.value) : masked(field.value)
    switch SecretPlaces.treatment(ofHeader: field.name) {
    case .shown: return HeaderField(name, value)
    case .unknown: return HeaderField(name, isKnown(value) ? value : Self.hidden)
    case .hidden:
      // The scheme is no secret, and a reader looks for a missing or a wrong one.
      guard !field.value.isEmpty, !SecretPlaces.isScheme(field.value) else { return field }
      let scheme = SecretPlaces.scheme(of: field.value).map { "\($0) " } ?? ""
      return HeaderField(name, "\(scheme)\(Self.hidden)")
    }
  }

  /// A header that was sent, in whose value `‹…›` stands for what is known. The rest of it is shown
  /// as in an exchange; `‹name›` of the header stands for what is not.
  package func maskedSent(_ field: HeaderField) -> HeaderField {
    let (name, value) = (maskedOwn(field.name), maskedOwn(field.value))
    if case .shown = SecretPlaces.treatment(ofHeader: field.name) {
      return HeaderField(name, value)
    }
    let scheme = SecretPlaces.scheme(of: value).map { "\($0) " } ?? ""
    return SecretPlaces.isScheme(value) || isKnown(String(value.dropFirst(scheme.count)))
      ? HeaderField(name, value) : HeaderField(name, "\(scheme)‹\(name)›")
  }

  private static let hidden = "‹masked›"

  /// Whether a value consists of names of secrets and of what the suites wrote.
  private func isKnown(_ value: String) -> Bool {
    value.split(separator: "‹").enumerated().allSatisfy { index, part in
      let isFirst = index == 0 && !value.hasPrefix("‹")
      let rest = isFirst ? part[...] : part[(part.firstIndex(of: "›") ?? part.startIndex)...]
      let text = rest.drop { $0 == "›" }
      return text.allSatisfy(\.isWhitespace) || own.contains(String(text))
    }
  }
}

extension ProfileRecord {
  /// The profile without secrets.
  ///
  /// - Parameter names: The names that the suites call secret.
  package init(_ profile: Profile, hiding names: Set<String>, _ mask: Mask) {
    let hidden = names.union(profile.secrets)
    self.init(
      facts: profile.facts.members.map { fact in
        let isSecret = hidden.contains(fact.name) || KnownSecrets.isSecretName(fact.name)
        return Fact(
          name: mask.maskedGiven(fact.name),
          value: isSecret ? .string(Self.hiddenValue) : fact.value.masked(by: mask))
      }, cookbooks: profile.cookbooks,
      rate: profile.rate,
      clockTolerance: profile.clockTolerance, connectTimeout: profile.timeouts.connect,
      responseTimeout: profile.timeouts.response)
  }
}

extension JSONValue {
  /// The value with each secret replaced; that of a member with the name of a secret as a whole.
  fileprivate func masked(by mask: Mask) -> JSONValue {
    switch self {
    case .null, .boolean: self
    case .string(let text): .string(mask.maskedGiven(text))
    case .number(let number):
      mask.maskedGiven(number.literal) == number.literal ? self : .string(ProfileRecord.hiddenValue)
    case .array(let items): .array(items.map { $0.masked(by: mask) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.map { member in
            let isSecret = KnownSecrets.isSecretName(member.name)
            return (
              name: mask.maskedGiven(member.name),
              value: isSecret ? .string(ProfileRecord.hiddenValue) : member.value.masked(by: mask)
            )
          }))
    }
  }
}

/// Counts the heads and bodies that a run has kept for its reports, and says what to keep next.
///
/// Nobody reads thousands of failures, and their exchanges would fill the memory.
package final class Evidence: Sendable {
  /// The steps of a scenario whose heads and bodies are kept.
  package enum Choice {
    /// All steps: those before a failure explain it.
    case all
    /// Steps that failed or warn, with all steps below them.
    case notable
    /// Steps that failed or warn, without the steps below them.
    case onlyNotable
    case none
  }

  private let bytes = Atomic(0)
  /// Up to this many bytes whole scenarios are kept; up to twice as many, steps that failed.
  private let limitBytes: Int
  /// Whether whole scenarios are kept also where they passed, up to the limit.
  private let keepsPassed: Bool

  package init(limitBytes: Int, keepsPassed: Bool = false) {
    self.limitBytes = limitBytes
    self.keepsPassed = keepsPassed
  }
}

extension Evidence {
  /// Says which steps of the next scenario to keep.
  ///
  /// - Parameter isFailure: Whether the scenario failed or ended in an error.
  package func choice(isFailure: Bool) -> Choice {
    switch bytes.load(ordering: .relaxed) {
    case ..<limitBytes: isFailure || keepsPassed ? .all : .notable
    case ..<(2 * limitBytes): .onlyNotable
    default: .none
    }
  }

  /// Counts the heads and bodies that were kept of a scenario.
  package func add(_ steps: [StepRecord]) {
    var count = 0
    steps.visit { visit in
      for exchange in visit.step.exchanges { count += exchange.detail?.byteCount ?? 0 }
    }
    bytes.add(count, ordering: .relaxed)
  }

  /// A sentence for the reports; nil while everything was kept.
  package var remark: String? {
    guard bytes.load(ordering: .relaxed) >= limitBytes else { return nil }
    let what = keepsPassed ? "exchanges" : "failures"
    return "too many \(what) to keep everything: for the later ones the reports show the failed "
      + "steps only, with few or no requests and answers; run some of these scenarios alone "
      + "(--scenario) to see them"
  }
}

extension ExchangeRecord.Detail {
  fileprivate var byteCount: Int {
    (requestHeaders + responseHeaders).reduce(requestBody.utf8.count + responseBody.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
  }
}
