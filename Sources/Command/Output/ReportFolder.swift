// SPDX-License-Identifier: Apache-2.0
// Writes the reports of a run to their folder.

import HTTP
import Record
import Reports
import Suites
import Synchronization
import Text

/// The folder of the reports, with the reports that the command line asks for.
struct ReportFolder {
  private(set) var path: String
  private let reports: [any Report]
  private let console: Console
  /// Tells others that this process is going to write there.
  private let sign: UnfinishedFiles
  /// How long another process may have the folder for itself, also beyond `--max-time`: the run is
  /// over, and its work hangs on it.
  var lockPatience = Duration.seconds(10)

  /// The reports that are always written.
  private static let names = ["junit.xml", "report.md", "report.html", Self.record]
  /// The report that tools read. While it is missing, the others are not those of one run.
  private static let record = "report.json"

  static let options = options(usual: "Reports")
  /// An audit leaves the reports of a run alone.
  static let (auditOptions, audit) = (options(usual: "Reports/audit"), "Reports/audit")

  private static func options(usual: String) -> [Option] {
    [Option("reports", "DIR", help: "the folder of the reports; \(usual) by default")]
      + ReportForm.all.flatMap(\.options)
  }

  /// Creates the folder and checks that files can be written to it.
  ///
  /// - Parameter usual: The folder where the command line names none.
  init(_ arguments: Arguments, _ console: Console, usual: String = "Reports") throws(UsageError) {
    self.console = console
    let path = arguments.value("reports") ?? usual
    let reports = ReportForm.all.compactMap { $0.make(arguments, console) }
    (self.path, self.reports) = (path, reports)
    sign = try UsageError.naming("--reports '\(path)'") { () throws(FileError) in
      if try Files.prepareFolder(path) {
        console.error(
          "warning: another run is going to write its reports to '\(path)', too, and only those of "
            + "the run that ends last stay there; --reports DIR names another folder\n")
      }
      for name in Self.names where Files.kind("\(path)/\(name)") == .folder {
        throw FileError("'\(name)' in it is a folder, and a report has to have its place")
      }
      return try UnfinishedFiles(in: path)
    }
  }
}

extension ReportFolder {
  /// Writes all reports, prints the summary and says where the reports are. All are written aside,
  /// and then all put in their places.
  ///
  /// - Parameters:
  ///   - recording: The recording of the partner's framework, if the run made one.
  ///   - traffic: The recording of the traffic, if the run made one.
  /// - Returns: Whether everything could be written; the other files are named on standard error.
  func write(
    _ run: RunJudgement, recording: FrameworkRecording? = nil, traffic: TrafficRecorder? = nil
  ) -> Bool {
    let outcome = writeReports(of: run)
    for report in reports {
      let printed = report.printed(of: run)
      if !printed.isEmpty { console.output(printed) }
    }
    var problems = outcome.problems
    for file in recording?.files ?? [] {
      do throws(FileError) {
        try Files.write(to: file.path, isPrivate: true) { $0(file.bytes) }
        console.note("Recording of the partner's framework: \(file.path)\n")
      } catch {
        problems.append("\(file.path): \(error.message)")
      }
    }
    if let traffic {
      if let problem = traffic.write() {
        problems.append("\(traffic.path): \(problem)")
      } else {
        console.note("Recording of the traffic, with secrets: \(traffic.path)\n")
      }
    }
    if !outcome.written.isEmpty {
      let names = "Reports in \(outcome.folder): \(outcome.written.joined(separator: ", "))"
      for line in console.report.layout.sentence(names) { console.note("\(line)\n") }
    }
    writeStepSummary(of: run)
    for problem in problems { console.error("error: not written: \(problem)\n") }
    if outcome.keepsEarlier {
      console.error("error: the reports in \(path) are still those of an earlier run\n")
    }
    return problems.isEmpty
  }

  /// Adds the first screen of the certificate to the page of the job, where GitHub Actions names its
  /// file. No option asks for it, and it is in the certificate as well: where it can't
  /// be written, that is a warning.
  private func writeStepSummary(of run: RunJudgement) {
    guard let path = console.environment[Self.stepSummary], !path.isEmpty else { return }
    let problem: String
    do throws(FileError) {
      let isWritten = try Files.append(to: path) { count in
        StepSummary.text(of: run, room: StepSummary.limitBytes - count)
      }
      if isWritten { return }
      problem = "it has no room left: GitHub takes at most 1 MiB of a step"
    } catch {
      problem = error.message
    }
    console.error(
      "warning: the summary for GitHub was not written to \(path) (\(Self.stepSummary)): "
        + "\(problem)\n")
  }

  private static let stepSummary = "GITHUB_STEP_SUMMARY"

  /// The paths of the reports that were written, and why others were not.
  private struct Outcome {
    /// Where they were written.
    let folder: String
    var written: [String] = []
    var problems: [String] = []
    /// Whether an earlier report stays, and with it all others of that run.
    var keepsEarlier = false
  }

  private func writeReports(of run: RunJudgement) -> Outcome {
    var outcome = Outcome(folder: path)
    let aside: UnfinishedFiles
    do throws(FileError) {
      aside = try UnfinishedFiles(in: path)
    } catch {
      outcome.problems.append("\(path): \(error.message)")
      return outcome
    }
    var complete: [UnfinishedFiles.Complete] = []
    for results in write(reports.map { $0.files(of: run) }, aside) {
      for case (let name, .failure(let problem)) in results {
        outcome.problems.append("\(path)/\(name): \(problem.message)")
        // New reports beside an earlier one would be taken for those of one run.
        if Files.kind("\(path)/\(name)") == .file { outcome.keepsEarlier = true }
      }
      complete += results.compactMap { try? $0.1.get() }
    }
    guard !outcome.keepsEarlier else { return outcome }
    // Two runs don't mix their reports, and what a killed one leaves has no record.
    let lock: Int32?
    do throws(FolderLockedError) {
      lock = try Files.lock(path, patience: lockPatience)
    } catch {
      return writeBeside(run, error)
    }
    defer { lock.map(Files.unlock) }
    Files.remove("\(path)/\(Self.record)")
    let isRecord = { (file: UnfinishedFiles.Complete) in file.name == Self.record }
    for file in complete.filter({ !isRecord($0) }) + complete.filter(isRecord) {
      do throws(FileError) {
        try aside.place(file)
        outcome.written.append(file.name)
      } catch {
        outcome.problems.append("\(path)/\(file.name): \(error.message)")
      }
    }
    return outcome
  }

  /// Writes all reports to a new folder beside the one that another process has for itself.
  private func writeBeside(_ run: RunJudgement, _ error: FolderLockedError) -> Outcome {
    var beside = self
    let holder = error.holder.map { "process \($0)" } ?? "another process"
    let reason =
      "\(path): \(holder) has locked it for more than \(lockPatience.components.seconds) s"
    do throws(FileError) {
      beside.path = try Files.makeFolder(beside: path)
    } catch {
      var outcome = Outcome(folder: path)
      outcome.problems = ["\(reason), and a folder beside it \(error.message)"]
      return outcome
    }
    var outcome = beside.writeReports(of: run)
    outcome.problems.append("\(reason); the reports are in \(beside.path)")
    return outcome
  }

  private typealias Written = (name: String, Result<UnfinishedFiles.Complete, FileError>)

  /// Writes the files of each report, two reports at a time.
  private func write(_ reports: [[ReportFile]], _ aside: UnfinishedFiles) -> [[Written]] {
    let next = Atomic(0)
    let written = Mutex([[Written]](repeating: [], count: reports.count))
    let work: @Sendable () -> Void = {
      while case let index = next.add(1, ordering: .relaxed).oldValue, index < reports.count {
        for file in reports[index] {
          let result = Result { () throws(FileError) in
            try aside.write(file.name) { file.write($0) }
          }
          written.withLock { $0[index].append((file.name, result)) }
        }
      }
    }
    // As much as the main thread has: steps of fragments within fragments go deep.
    let threads = ThreadGroup(stackBytes: 8 << 20)
    threads.start(work)
    work()
    threads.wait()
    return written.withLock { $0 }
  }
}

struct ReportForm: Sendable {
  var options: [Option] = []
  /// Makes the report that the command line asks for; nil for no report.
  let make: @Sendable (Arguments, Console) -> (any Report)?
}

extension ReportForm {
  /// All reports. They are written, and printed, in this order.
  static let all: [ReportForm] = [
    .junit, ReportForm { _, _ in MarkdownReport() }, ReportForm { _, _ in HTMLReport() },
    ReportForm { _, _ in JSONReport() }, ReportForm { _, _ in CTRFReport() },
    .annotations,
    ReportForm(options: Console.options) { _, console in console.report },
  ]

  private static let junit = ReportForm(options: [
    Option(
      "junit-profile", "PROFILE", choices: JUnitProfile.allCases.map(\.rawValue),
      help: "the form of junit.xml: jenkins (default) or rich")
  ]) { arguments, _ in
    JUnitReport(
      profile: arguments.value("junit-profile").flatMap { JUnitProfile(rawValue: $0) } ?? .jenkins)
  }

  private static let annotations = ReportForm(options: [
    Option(
      "annotations", "FORM", choices: ["github", "none"],
      help: "github: a line for each failure, for GitHub Actions (where it is on by itself)")
  ]) { arguments, console in
    let isUsual = console.isGitHubActions && !console.isQuiet
    let form = arguments.value("annotations") ?? (isUsual ? "github" : "none")
    return form == "github" ? AnnotationReport { console.pathInRepository($0) } : nil
  }
}
