// SPDX-License-Identifier: Apache-2.0
// Where the masked values of an exchange come from.

import Formats
import HTTP
import Record
import Text

/// Where the masked values of a request come from.
struct MaskSources {
  /// The answers before the request, the first of them first: `the answer to step 2`, and its texts.
  private var answers: [(name: String, texts: [String])] = []
  /// The same of the shared fragments that the steps before it use: there, values have other numbers.
  private var sharedAnswers: [(name: String, texts: [String])] = []
  /// The names of these fragments.
  private var fragments: [String] = []
  private let facts: Set<String>

  init(_ record: RunRecord, _ scenario: ScenarioRecord, before exchange: ExchangeRecord) {
    facts = Set(record.evidence?.profile?.facts.map(\.name) ?? [])
    var used: [Int] = []
    var isReached = false
    scenario.steps.visit { visit in
      if isReached { return }
      if let id = visit.step.sharedFragment, !used.contains(id) { used.append(id) }
      let name = "the answer to step \(visit.label), “\(visit.step.name)”"
      if let call = visit.step.call { answers.append((name, [call.answer])) }
      for other in visit.step.exchanges {
        if other == exchange { isReached = true }
        if !isReached { answers.append((name, other.answerTexts)) }
      }
    }
    for fragment in record.sharedFragments where used.contains(fragment.id) {
      fragments.append(fragment.name)
      fragment.steps.visit { visit in
        let name =
          "the answer to step \(visit.label), “\(visit.step.name)”, of the shared fragment "
          + "“\(fragment.name)”"
        for other in visit.step.exchanges { sharedAnswers.append((name, other.answerTexts)) }
      }
    }
  }

  /// `from the answer to step 2, “Get an access token”`.
  func source(of mask: String) -> String {
    if let answer = answers.first(where: { $0.texts.contains { $0.contains("‹\(mask)›") } }) {
      return "from \(answer.name)"
    }
    let name = mask.replacing(/\x20[0-9]+$/, with: "")
    let shared = sharedAnswers.first { answer in
      answer.texts.contains { $0.contains("‹\(name)›") || $0.contains("‹\(name) 1›") }
    }
    if let shared { return "from \(shared.name)" }
    if facts.contains(name) { return "the fact \(name)" }
    guard !fragments.isEmpty else { return "made by the run" }
    let names = Wording.list(fragments.prefix(3).map { "“\($0)”" })
    return "made by the run, or from an answer to the shared fragment \(names), which the report "
      + "does not have"
  }
}

extension ExchangeRecord {
  fileprivate var answerTexts: [String] {
    detail.map { [$0.responseBody] + $0.responseHeaders.map(\.value) } ?? []
  }
}
