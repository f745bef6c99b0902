// SPDX-License-Identifier: Apache-2.0
// `audit` judges an application by its recorded traffic.

import Audit
import Formats
import HTTP
import Record
import Suites
import Text

extension Subcommand {
  static let auditTraffic = Subcommand(
    name: "audit", summary: "Judges an application by its recorded traffic", parameters: "FILE …",
    discussion: """
      FILE is a recording in the form HAR 1.2, as Charles, Proxyman, mitmproxy and browsers export
      it; - is standard input. Several recordings are judged together, in any order.
      Judged is what the application sends to the service. Entries of other hosts are ignored, and
      counted. What a recording does not show is not judged, and every report says why.
      Judged is by the cookbooks that the traffic shows to be followed, or by those of --cookbook.
      --target and --set give the facts that some rules need; nothing is sent to the target.
      What an application asks its partner framework is judged by a log of these calls, which
      --partner-log names; JUDGING.md has its form. A log holds no secret.
      With --answers, the service is judged, too: each answer by itself, by what the shipped fragments
      expect of it whatever went before. The verdict is the worse of both.
      With --redact, copies of the recordings are written that may be sent on, beside the reports.
      Look through them before: what reports show, such as hosts and words, stays in them.
      To judge an application while it runs, see 'serve --audit'. With --format json, standard
      output has the verdict on each requirement and the entries that show it, and nothing else.
      Exit status: 0 conformant · 1 a rule or an answer is wrong, nothing was judged, or too little was
      proved
      · 2 a mistake in the command line or the rules, or a recording can't be read · 4 a report or a
      redacted recording could not be written · 130 interrupted.
      """,
    options: [
      Option(
        "origin", "URL",
        help: "the service, where it does not follow from the paths of the recorded URLs"),
      .answers,
      FrameworkLogs.option, RedactedRecordings.option, .format("text", "json"),
    ] + AuditOptions.options + ReportFolder.auditOptions
  ) { arguments, console throws(UsageError) in
    guard !arguments.positional.isEmpty else {
      throw UsageError("audit takes the recordings to judge: FILE …")
    }
    let names = arguments.positional
    guard names.count(where: { $0 == "-" }) < 2 else {
      throw UsageError("'-' is given twice, and there is only one standard input")
    }
    let options = try AuditOptions(
      arguments, console, judgesAnswers: arguments.has(Option.answers.name))
    var files: [RecordingFile] = []
    for name in names { files.append(try RecordingFile(name, console)) }
    let framework = try FrameworkLogs(arguments, options.rules, console)
    let redacted = try RedactedRecordings(arguments, files)
    var reporting = AuditReporting(
      options: options,
      folder: try ReportFolder(arguments, console, usual: ReportFolder.audit), console: console)
    let startedAt = Timestamp(milliseconds: Machine.milliseconds)
    let source = CancellableTraffic(HARRecordings(files))
    let interruption = Signals().onInterruption { source.cancellation.cancel() }
    defer { interruption.end() }
    let digests = RecordingDigests(files + framework.files, until: source.cancellation)
    reporting.digests = digests
    defer { _ = digests.wait() }
    do throws(TrafficError) {
      let audit = Audit(options.rules, origins: options.origin.map { [$0] })
      let result = try audit.judge(source, logs: framework.logs)
      if source.cancellation.isCancelled { return interrupted(console) }
      let isWritten =
        try redacted?.write(options.rules, console, until: source.cancellation) ?? true
      if source.cancellation.isCancelled { return interrupted(console) }
      let status = try reporting.write(result, startedAt: startedAt).status
      return isWritten ? status : .notWritten
    } catch {
      if source.cancellation.isCancelled { return interrupted(console) }
      console.error("error: \(error.description)\n")
      return .invalidInput
    }
  }

  private static func interrupted(_ console: Console) -> ExitStatus {
    console.error("interrupted: nothing was judged\n")
    return .interrupted
  }
}
