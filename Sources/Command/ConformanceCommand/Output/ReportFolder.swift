// SPDX-License-Identifier: Apache-2.0
// Writes the reports of a run to their folder.

import Host
import Reporting
import Results

/// The folder of the reports, with the reports that the command line asks for.
struct ReportFolder {
  private let path: String
  private let reports: [any Report]
  private let console: Console

  static let options =
    [Option("reports", "DIR", help: "the folder of the reports; Reports by default")]
    + ReportForm.all.flatMap(\.options)

  /// Creates the folder and checks that files can be written to it.
  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    self.console = console
    path = arguments.value("reports") ?? "Reports"
    reports = ReportForm.all.compactMap { $0.make(arguments, console) }
    do throws(FileError) {
      try Files.prepareFolder(path)
      for folder in reports.flatMap(\.folders) { try Files.prepareFolder("\(path)/\(folder)") }
    } catch {
      throw UsageError("--reports '\(path)': \(error.message)")
    }
  }
}

extension ReportFolder {
  /// Writes all reports, prints the summary and says where the reports are.
  ///
  /// - Parameter recording: The recording of the partner's framework, if the run made one.
  /// - Returns: Whether everything could be written; the other files are named on standard error.
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
    for report in reports {
      let files = report.files(of: run)
      removeEarlier(of: report, than: files)
      for file in files {
        guard let name = file.name else {
          console.output(String(decoding: file.bytes, as: UTF8.self))
          continue
        }
        if write("\(path)/\(name)", { file.write(to: &$0) }) { written.append("\(path)/\(name)") }
      }
    }
    if let recording, write(recording.file, { $0.write(recording.bytes) }) {
      console.output("Recording of the partner's framework: \(recording.file)\n")
    }
    console.output("Reports: \(written.joined(separator: ", "))\n")
    for problem in problems { console.error("error: not written: \(problem)\n") }
    return problems.isEmpty
  }

  /// Removes the files of an earlier run from folders that readers take as a whole.
  private func removeEarlier(of report: any Report, than files: [ReportFile]) {
    let names = Set(files.compactMap(\.name))
    for folder in report.folders {
      for name in (try? Files.list("\(path)/\(folder)")) ?? [] {
        let name = "\(folder)/\(name)"
        if report.owns(name), !names.contains(name) { Files.remove("\(path)/\(name)") }
      }
    }
  }
}
