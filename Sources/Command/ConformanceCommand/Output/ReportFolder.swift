// SPDX-License-Identifier: Apache-2.0
// Where the reports of a run go, and in which forms.

import Host
import Reporting
import Results

/// The folder that reports are written to, with the forms that the command line asks for.
struct ReportFolder {
  private let path: String
  private let junit: JUnitReport
  private let hasAnnotations: Bool
  private let console: Console

  static let options = [
    Option("reports", "DIR", help: "the folder of the reports; Reports by default"),
    Option(
      "junit-profile", "PROFILE", choices: JUnitProfile.allCases.map(\.rawValue),
      help: "the form of junit.xml: jenkins (default), ant, surefire or rich"),
    Option("junit-hostname", "NAME", help: "the host's name in junit.xml; localhost by default"),
    Option(
      "annotations", "FORM", choices: ["github", "none"],
      help: "github: a line for each failure, for GitHub Actions (where it is on by itself)"),
  ]

  /// Makes the folder and sees that it can be written to.
  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    self.console = console
    path = arguments.value("reports") ?? "Reports"
    junit = JUnitReport(
      profile: arguments.value("junit-profile").flatMap { JUnitProfile(rawValue: $0) } ?? .jenkins,
      hostname: arguments.value("junit-hostname") ?? "localhost")
    let annotations =
      arguments.value("annotations") ?? (console.isGitHubActions ? "github" : "none")
    hasAnnotations = annotations == "github"
    do throws(FileError) {
      try Files.prepareFolder(path)
      for folder in junit.folders { try Files.prepareFolder("\(path)/\(folder)") }
    } catch {
      throw UsageError("--reports '\(path)': \(error.message)")
    }
  }
}

extension ReportFolder {
  /// Writes all reports, and prints the summary and where they are.
  ///
  /// - Parameter recording: Of the partner's framework, where there is one.
  /// - Returns: Whether all could be written; what could not is told.
  func write(
    _ run: RunJudgement, recording: (file: String, bytes: [UInt8])? = nil
  ) -> Bool {
    var problems: [String] = []
    var written: [String] = []
    func write(_ path: String, _ body: (inout ReportOutput) -> Void) -> Bool {
      do {
        try Files.write(to: path) { take in
          withoutActuallyEscaping(take) { take in
            var output = ReportOutput(handingTo: take)
            body(&output)
            output.finish()
          }
        }
        return true
      } catch {
        problems.append("\(path): \(error.message)")
        return false
      }
    }
    func writeReport(_ name: String, _ body: (inout ReportOutput) -> Void) {
      if write("\(path)/\(name)", body) { written.append("\(path)/\(name)") }
    }
    let files = junit.files(of: run)
    removeEarlier(than: files)
    for file in files { writeReport(file.name) { file.write(to: &$0) } }
    writeReport("report.md") { MarkdownReport().write(run, to: &$0) }
    writeReport("report.json") { JSONReport().write(run, to: &$0) }
    if hasAnnotations { console.output(Self.text(AnnotationReport().bytes(of: run))) }
    let summary = TerminalReport(hasColour: console.hasColour).bytes(of: run)
    console.output("\n\(Self.text(summary))")
    if let recording, write(recording.file, { $0.write(recording.bytes) }) {
      console.output("Recording of the partner's framework: \(recording.file)\n")
    }
    console.output("Reports: \(written.joined(separator: ", "))\n")
    for problem in problems { console.error("error: not written: \(problem)\n") }
    return problems.isEmpty
  }

  /// Removes what a run of other suites left in the folders that a reader takes as a whole.
  private func removeEarlier(than files: [ReportFile]) {
    let names = Set(files.map(\.name))
    for folder in junit.folders {
      for name in (try? Files.list("\(path)/\(folder)")) ?? [] {
        let name = "\(folder)/\(name)"
        if junit.isName(name), !names.contains(name) { Files.remove("\(path)/\(name)") }
      }
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
