// SPDX-License-Identifier: Apache-2.0
// `explain` tells the meaning and the source of an id.

import Audit
import Expectations
import Formats
import Record
import Reports
import Suites
import Text

extension Subcommand {
  static let explainWord = Subcommand(
    name: "explain",
    summary: "Explains a requirement, fact, exit status, word of a report and more",
    parameters: "ID",
    discussion: """
      ID is a requirement (V2-C13-01), an ambiguity of the documents (AMB-53), a fact of a target
      profile (mvpd), a matcher (one-of), a fragment (sign-in-at-mvpd), a state of an emulated
      framework (denied), an exit status (3, or exit-3) or a word of a report (conformant, as far as
      judged, preflight). Case does not matter.

      Of a requirement it tells what it says and where that comes from, whom it binds and what
      proves it, how services or applications break it, what that does to a viewer and what to do.
      It runs nothing, and sends nothing.

      Exit status: 0 done · 2 nothing has this id, or the suites have mistakes.
      """,
    options: [
      Option(
        "suites", "PATH", isRepeatable: true,
        help: "suites of your own, and the cookbooks beside them; without it the shipped ones"),
      .format("text", "markdown", "json"),
    ],
    words: [
      MatcherTable.names.map { "!\($0)" } + ExitStatus.allCases.map { "exit-\($0.rawValue)" }
        + Glossary.names.filter { !$0.contains(" ") }
    ]
  ) { arguments, console throws(UsageError) in
    // A name of several words need not be quoted.
    let id = arguments.positional.joined(separator: " ")
    guard !id.isEmpty else {
      throw UsageError("explain takes an ID, such as V2-C13-01, AMB-53, mvpd, one-of or exit-3")
    }
    let named = arguments.all("suites")
    let collection = try SuiteLocation.load(named, console)
    if collection.hasErrors { return collection.refuse(on: console) }
    let explainer = Explainer(
      collection, AuditOptions.shippedRules(console, of: Set(collection.catalogues.keys)))
    let explanations = explainer.explanations(of: id)
    guard !explanations.isEmpty else {
      let nearest = explainer.nearest(to: id).map { "'\($0)'" }
      let cookbooks = collection.catalogues.keys.sorted()
      let place = cookbooks.isEmpty ? "" : " in \(Wording.list(cookbooks))"
      let hint =
        nearest.isEmpty
        ? "\(place); 'coverage' lists the requirements, and --suites PATH names suites with another "
          + "cookbook beside them" : ", did you mean \(nearest.joined(separator: " or "))?"
      throw UsageError("nothing is called '\(id)'\(hint)")
    }
    switch arguments.value("format") {
    case "json"?: console.document(.array(explanations.map(\.json)))
    case "markdown"?:
      console.output("\(ownLines: explanations.map(\.markdown).joined(separator: "\n"))")
    default:
      let width = min(max(console.columns ?? 80, 40), 100)
      console.output(explanations.map { $0.printed(width: width) }.joined(separator: "\n"))
    }
    return .success
  }
}
