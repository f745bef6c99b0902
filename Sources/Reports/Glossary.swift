// SPDX-License-Identifier: Apache-2.0
// The words that reports show: what `explain` and the manual say of each.

import Text

/// A word that a report shows, in one sentence, and an example.
package struct GlossaryWord: Sendable, Equatable {
  /// As a report writes it.
  package let name: String
  /// What else it is called, where one looks it up.
  package let others: [String]
  /// One sentence with a full stop.
  package let meaning: String
  /// As it may stand in a report, or one case of it.
  package let example: String

  init(_ name: String, _ others: String..., meaning: String, example: String) {
    (self.name, self.others) = (name, others)
    (self.meaning, self.example) = (meaning, example)
  }
}

/// The words that stand in one place of a report.
package struct Glossary: Sendable, Equatable {
  /// The head of the manual's column: `verdict on a run`.
  package let title: String
  package let words: [GlossaryWord]
}

extension Glossary {
  /// Every word, once for each thing that it means.
  package static let all = [
    Glossary(title: "verdict on a run", words: runVerdicts),
    Glossary(title: "verdict on a scenario", words: scenarioVerdicts),
    Glossary(title: "verdict on a requirement", words: requirementVerdicts),
    Glossary(title: "word", words: terms),
    Glossary(title: "column of a table", words: columns),
  ]

  /// The words as reports write them, each once.
  package static var names: [String] { all.flatMap { $0.words.map(\.name) }.unique }

  /// The tables of the manual.
  package static var markdown: String {
    all.map { glossary in
      let rows = glossary.words.map {
        "| **\(Markdown.text($0.name))** | \(Markdown.text($0.meaning)) "
          + "| \(Markdown.text($0.example)) |\n"
      }
      return "| \(glossary.title) | meaning | example |\n|---|---|---|\n\(rows.joined())"
    }.joined(separator: "\n")
  }
}

extension Explanation {
  /// - Parameter glossary: Where the word stands.
  package init(of word: GlossaryWord, in glossary: Glossary) {
    let place = glossary.title == "word" ? nil : "It is a \(glossary.title)."
    self.init(
      .word, word.name, word.meaning,
      [
        place.flatMap { Section("What it is", [.text($0)]) },
        Section("For example", [.text(word.example)]),
        Section("More", [.text("Reports/README.md has all words of a report.")]),
      ])
  }
}
