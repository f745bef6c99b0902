// SPDX-License-Identifier: Apache-2.0
// The reports of a run: the one list of them, with their options.

import Reports

/// A report in the list, with its options on the command line.
struct ReportForm: Sendable {
  var options: [Option] = []
  /// Makes the report that the command line asks for; nil for no report.
  let make: @Sendable (Arguments, Console) -> (any Report)?
}

extension ReportForm {
  /// All reports. They are written, and printed, in this order.
  static let all: [ReportForm] = [
    .junit,
    ReportForm { _, _ in MarkdownReport() },
    ReportForm { _, _ in HTMLReport() },
    ReportForm { _, _ in JSONReport() },
    ReportForm { _, _ in ReproductionReport() },
    .annotations,
    ReportForm(options: Console.options) { _, console in console.report },
  ]

  private static let junit = ReportForm(
    options: [
      Option(
        "junit-profile", "PROFILE", choices: JUnitProfile.allCases.map(\.rawValue),
        help: "the form of junit.xml: jenkins (default) or rich")
    ]
  ) { arguments, _ in
    JUnitReport(
      profile: arguments.value("junit-profile").flatMap { JUnitProfile(rawValue: $0) } ?? .jenkins)
  }

  private static let annotations = ReportForm(
    options: [
      Option(
        "annotations", "FORM", choices: ["github", "none"],
        help: "github: a line for each failure, for GitHub Actions (where it is on by itself)")
    ]
  ) { arguments, console in
    let isUsual = console.isGitHubActions && !console.isQuiet
    let form = arguments.value("annotations") ?? (isUsual ? "github" : "none")
    return form == "github" ? AnnotationReport() : nil
  }
}
