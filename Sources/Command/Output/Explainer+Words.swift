// SPDX-License-Identifier: Apache-2.0
// Explains the words of profiles and suites: facts, matchers and exit statuses.

import Expectations
import Formats
import Partner
import Record
import Reports
import Suites
import Text

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
    return Explanation(
      .fact, fact.name, fact.about,
      [
        Explanation.Section("What it is", [.text(form.joined(separator: " ")), .text(need)]),
        Explanation.Section(
          "Its parts", [.items(fact.parts.map { Explanation.Item("\($0.name): \($0.about)") })]),
        Explanation.Section(
          "A right example, in a profile",
          [.lines([Explanation.Line("facts:"), Explanation.Line("  \(fact.exampleLine)")])]),
        Explanation.Section(
          "The scenarios that need it", [scenarios { $0.needs.contains { $0.name == fact.name } }]),
        Explanation.Section(
          "What to do",
          [
            .text(
              "Give it in the target's profile under 'facts', or with --set \(fact.name)=VALUE. "
                + "'init' writes a profile to fill in, and 'check --target' finds mistakes in it.")
          ]),
      ])
  }

  func explanation(of fragment: Fragment) -> Explanation {
    var form: [Explanation.Item] = []
    for (verb, isNeeded) in [("takes", true), ("may take", false)] {
      let names = fragment.takes.filter { ($0.fallback == nil) == isNeeded }.map(\.name)
      if !names.isEmpty { form.append(Explanation.Item("It \(verb) \(Wording.list(names)).")) }
    }
    let gives = fragment.gives.isEmpty ? "nothing" : Wording.list(fragment.gives)
    form.append(Explanation.Item("It gives \(gives)."))
    if fragment.isShared {
      form.append(Explanation.Item("It runs once in a run, for all its users."))
    }
    form.append(Explanation.Item("It stands here", at: fragment.place))
    return Explanation(
      .fragment, fragment.id.name, fragment.about ?? "Steps that scenarios share.",
      [
        Explanation.Section("What it is", [.items(form)]),
        Explanation.Section(
          "Its steps",
          [
            .items(
              fragment.steps.map { step in
                let more = step.isStateless ? ", by which audits judge each answer" : ""
                return Explanation.Item(step.name + more)
              })
          ]),
        Explanation.Section(
          "The scenarios that use it",
          [scenarios { $0.steps.contains { $0.fragment == fragment.id } }]),
      ])
  }

  func explanation(of state: FrameworkState, _ emulator: String) -> Explanation {
    Explanation(
      .state, state.name, "\(state.title). \(state.summary)",
      [
        Explanation.Section(
          "What it is",
          [
            .text(([emulator, state.group].filter { !$0.isEmpty }).joined(separator: ": ")),
            .items(state.notes.map { Explanation.Item($0) }),
          ]),
        Explanation.Section(
          "In a suite", [.lines([Explanation.Line("partner: {state: \(state.name)}")])]),
        Explanation.Section(
          "The scenarios that use it",
          [scenarios { $0.steps.contains { $0.stateName == state.name } }]),
        Explanation.Section(
          "What to do",
          [.text("'partner show \(state.name)' shows its answers to all calls, and its headers.")]),
      ])
  }

  /// The scenarios of which something holds, each with its place.
  private func scenarios(where holds: (Scenario) -> Bool) -> Explanation.Part {
    let users = collection.suites.flatMap { suite in
      suite.scenarios.filter(holds).map { scenario in
        Explanation.Item(
          "“\(scenario.name.text.withoutVariables)”",
          at: "\(suite.file):\(scenario.position.line)")
      }
    }
    return .items(users, limit: Self.limit, more: "")
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

extension ExitStatus {
  fileprivate var meaning: (text: String, causes: [String], advice: String) {
    switch self {
    case .success:
      (
        "The work is done, and nothing is wrong.",
        [
          "run: conformant, or all that was selected or run again passed; something was proved",
          "check: no mistake, though perhaps warnings", "selftest: the score holds",
          "report diff: no regression", "doctor: the account can be judged",
        ], "Nothing. The first line of a report says whether all suites ran, or a part of them."
      )
    case .notConformant:
      (
        "The target is not conformant, or nothing was proved.",
        [
          "run: a requirement failed, or a recommendation with --strict",
          "run: a scenario ended in error beside others that have a verdict",
          "run: everything was skipped, or nothing was selected",
          "coverage --unproved: there are gaps", "selftest: the score is below the recorded one",
          "report diff: something got worse",
        ],
        "Read 'What to fix' in report.md or report.html: each entry has what the cookbook asks, what "
          + "came, and what to do. 'explain' with the id of a requirement tells more."
      )
    case .invalidInput:
      (
        "Something that was given is at fault, and nothing was sent.",
        [
          "the command line names an unknown command, option or id",
          "a suite, a file of rules or a recording has a mistake",
          "the target's profile lacks an essential fact, or has one of another type",
          "the folder of the reports can't be written to",
        ],
        "Read the message: it names the place and what to write instead. 'check --target FILE' finds "
          + "the mistakes of a profile."
      )
    case .noVerdict:
      (
        "No verdict is possible.",
        [
          "not one scenario got an answer from the target",
          "the preflight failed: the account or the profile is not what the suites need",
        ],
        "Run 'doctor' with the same --target: it asks for each thing that is needed, and says what to "
          + "do about what fails."
      )
    case .notWritten:
      (
        "The work is done, but its output or a report could not be written.",
        ["the disk is full, or the folder was removed while the command ran"],
        "The verdict was printed all the same. Make room, or name another folder with --reports, and "
          + "run again."
      )
    case .interrupted:
      (
        "A signal ended the command, as Ctrl-C does.",
        ["somebody stopped it, or the CI's time limit was reached"],
        "The reports hold what was done. Scenarios that were under way are interrupted, not failed."
      )
    }
  }
}

extension Explanation {
  init(of status: ExitStatus) {
    let meaning = status.meaning
    self.init(
      .exitStatus, "exit-\(status.rawValue)", meaning.text,
      [
        Section("What leads to it", [.items(meaning.causes.map { Item($0) })]),
        Section("What to do", [.text(meaning.advice)]),
      ])
  }
}

extension Fragment {
  fileprivate var place: String { "\(id.file):\(position.line)" }
}

extension Step {
  /// The fragment that it uses.
  fileprivate var fragment: FragmentID? {
    if case .use(let use) = action { use.fragment } else { nil }
  }

  /// The state in which its framework starts, as far as it is written out.
  fileprivate var stateName: String? {
    guard case .partner(let partner) = action, partner.call == nil else { return nil }
    return partner.argument.constant?.string
  }
}
