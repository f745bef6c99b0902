// SPDX-License-Identifier: Apache-2.0
// Explains the words of profiles and suites: facts, matchers and scenarios.

import Catalogues
import Expectations
import JSON
import Reporting
import Results
import SourceText
import SuiteModel
import Templates

extension Explainer {
  private static let limit = 8

  func explanation(of fact: FactDeclaration) -> Explanation {
    var form = ["Its type is \(fact.type.rawValue)."]
    if !fact.values.isEmpty { form.append("It is one of \(Wording.list(fact.values)).") }
    if fact.isSecret {
      form.append(
        "It is a secret: no report shows it. Give it as an environment variable: "
          + "!env \(fact.environmentVariable).")
    }
    if let standard = fact.standard {
      form.append("Without it, it is \(JSONWriter.text(standard)).")
    }
    let need =
      fact.essential.isEmpty
      ? "It is optional. A scenario that needs it is skipped without it, and the report says what "
        + "was not certified."
      : "It is essential for \(Wording.list(fact.essential)): without it nothing is judged."
    let users = collection.suites.flatMap { suite in
      suite.scenarios.filter { $0.needs.contains { $0.name == fact.name } }.map { (suite, $0) }
    }
    return Explanation(
      .fact, fact.name, fact.about,
      [
        Explanation.Section(
          "What it is", [.text(form.joined(separator: " ")), .text(need)]),
        Explanation.Section(
          "Its parts", [.items(fact.parts.map { Explanation.Item("\($0.name): \($0.about)") })]),
        Explanation.Section(
          "A right example, in a profile",
          [
            .lines([
              Explanation.Line("facts:"),
              Explanation.Line("  \(fact.exampleLine)"),
            ])
          ]),
        Explanation.Section(
          "The scenarios that need it",
          [
            .items(
              users.map { suite, scenario in
                Explanation.Item(
                  "“\(scenario.name.text)”", at: "\(suite.file):\(scenario.position.line)")
              }, limit: Self.limit, more: "")
          ]),
        Explanation.Section(
          "What to do",
          [
            .text(
              "Give it in the target's profile under 'facts', or with --set \(fact.name)=VALUE. "
                + "'init' writes a profile to fill in, and 'check --target' finds mistakes in it.")
          ]),
      ])
  }

  func explanation(of scenario: Scenario, _ suite: Suite) -> Explanation {
    let known = requirements
    let covers = collection.covering(scenario).map { found in
      Explanation.Item("\(found.cover.id): \(known[found.cover.id]?.text ?? "")")
    }
    let place = Explanation.Item(
      "a scenario of “\(suite.name)”", at: "\(suite.file):\(scenario.position.line)")
    return Explanation(
      .scenario, scenario.name.text, scenario.about ?? suite.about ?? "A scenario of the suites.",
      [
        Explanation.Section("Where it stands", [.items([place])]),
        Explanation.Section(
          "Its steps", [.items(scenario.steps.map { Explanation.Item($0.name) })]),
        Explanation.Section(
          "The requirements that it covers", [.items(covers, limit: 3 * Self.limit, more: "")]),
        Explanation.Section(
          "The facts that it needs",
          [
            .items(
              Array(Set(scenario.needs.map(\.name))).sorted().map { Explanation.Item($0) })
          ]),
        Explanation.Section(
          "What to do", [.text("'run --scenario' with its name runs it alone.")]),
      ])
  }
}

extension Explanation {
  init(of matcher: MatcherManual) {
    let right = matcher.match ?? "no value at all"
    self.init(
      .matcher, "!\(matcher.name)", matcher.meaning,
      [
        Section(
          "A right example", [.lines([Line(matcher.pattern)]), .text("It matches \(right).")]),
        Section(
          "What it does not match",
          [
            .text(
              matcher.miss.map { "\($0.value): \($0.why)." } ?? "A missing value, and nothing else."
            )
          ]),
        Section(
          "What to do",
          [
            .text(
              "Suites/README.md, Expectations, has all matchers. Where a matcher takes another "
                + "pattern that has a tag itself, write that in a list of one: !not [!uuid {}].")
          ]),
      ])
  }
}
