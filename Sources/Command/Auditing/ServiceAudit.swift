// SPDX-License-Identifier: Apache-2.0
// The audit of an application that talks to the reference service.

import Audit
import Expectations
import Formats
import HTTP
import Record
import Suites
import Text

/// Watches the reference service, or what is passed on to another one, shows what an application does
/// there, and judges it at the end.
final class ServiceAudit: Sendable {
  private let reporting: AuditReporting
  private let traffic: ObservedTraffic
  private let view: LiveView
  private let console: Console
  private let isSecure: Bool
  /// The file in which the traffic is kept; nil for one without a name.
  private let recording: String?

  static let options: [Option] =
    [
      Option(
        "audit",
        help: "judges the application that is pointed at the service, and writes reports at the end"
      ), .format("text", "json"),
      Option(
        "record-har", "FILE",
        help: "writes down all requests and answers as HAR while they pass, with secrets in the"
          + " clear; only you may read the file"),
      LivePageServer.option,
    ] + AuditOptions.options + ReportFolder.auditOptions

  /// - Parameters:
  ///   - isSecure: Whether the service speaks https.
  ///   - facts: The values that the application is told.
  /// - Throws: `UsageError` for mistakes in the options or the rules.
  init(
    _ arguments: Arguments, _ console: Console, isSecure: Bool, telling facts: JSONObject
  ) throws(UsageError) {
    self.console = console
    self.isSecure = isSecure
    let recording = arguments.value("record-har")
    self.recording = recording
    if let recording, Files.kind(recording) == .folder {
      throw UsageError("--record-har '\(recording)': it is a folder, and has to be a file")
    }
    let options = try AuditOptions(
      arguments, console, judgesAnswers: arguments.has(ServedUpstream.option.name))
    let upstream = arguments.value(ServedUpstream.option.name).flatMap { try? BaseURL($0).origin }
    reporting = AuditReporting(
      options: options,
      folder: try ReportFolder(arguments, console, usual: ReportFolder.audit), console: console,
      service: upstream)
    let folder = console.environment["TMPDIR"]
    let what = recording.map { "--record-har '\($0)'" } ?? "the file that the traffic is kept in"
    traffic = try UsageError.naming(what) { () throws(FileError) in
      try ObservedTraffic(isSecure: isSecure, recording: recording, temporaryFolder: folder)
    }
    view = LiveView(
      traffic, options.rules,
      service: options.answers.map {
        AnswerAudit($0, options.rules, target: upstream)
      }, telling: facts, on: console)
  }
}

extension ServiceAudit {
  /// Answers a request, and shows what it says of the application.
  func answer(_ request: HTTPRequest, by answer: (HTTPRequest) -> HTTPResponse) -> HTTPResponse {
    awaitRoom()
    let begin = Machine.milliseconds
    let response = answer(request)
    traffic.add(request, response, from: begin, to: Machine.milliseconds)
    view.update()
    return response
  }

  /// Keeps an exchange that was passed on, and shows what it says of the application.
  func note(_ passed: ProxiedExchange) {
    traffic.add(passed)
    view.update()
  }

  /// Blocks while too many exchanges wait to be judged.
  func awaitRoom() { view.awaitRoom() }

  /// How the profile that `--target` names has TLS done.
  var tls: TLSSettings {
    let options = reporting.options
    guard let tls = options.profile?.tls else { return TLSSettings() }
    func file(_ path: String?) -> String? {
      path.map { ProfilePath.resolved($0, in: options.profileFolder) }
    }
    return TLSSettings(
      caFile: file(tls.ca), certificateFile: file(tls.certificate), keyFile: file(tls.key))
  }

  /// Says where the traffic is recorded, if it is: who kills the program learns it in time.
  func tellOfRecording() {
    guard let recording else { return }
    console.note(
      "The traffic is recorded in \(recording), with secrets in the clear; only you may read it.\n")
  }

  /// Judges everything and writes the reports. The service has to be stopped.
  ///
  /// - Parameters:
  ///   - logs: What the applications asked their framework.
  ///   - remarks: Reasons to trust the audit less, one sentence each.
  func finish(logs: [FrameworkLog], remarks: [String]) -> ExitStatus {
    let startedAt = Timestamp(milliseconds: Machine.milliseconds)
    var reporting = reporting
    reporting.remarks = [traffic.remark].compactMap(\.self) + remarks
    if !isSecure {
      reporting.remarks.append(
        "the application was served without --tls, so whether it insists on https was not judged")
    }
    do throws(TrafficError) {
      let (result, answers) = try view.finish(logs: logs)
      let (judgement, status) = try reporting.write(result, knowing: answers, startedAt: startedAt)
      view.feed.tell([.end(end(judgement, isWritten: status != .notWritten))])
      return isRecorded() ? status : .notWritten
    } catch {
      console.error("error: \(error.description)\n")
      return .invalidInput
    }
  }

  /// Shows a call of the framework.
  func note(_ call: LoggedCall) { view.note(call) }

  /// The page that follows what the application does.
  func page(port: Int) -> LivePageServer {
    LivePageServer(view, reporting.options.rules, port: port)
  }

  private func end(_ judgement: RunJudgement, isWritten: Bool) -> LiveEnd {
    let outcome = judgement.outcome
    return LiveEnd(
      isGood: outcome.status == 0, verdict: outcome.kind.words, sentence: outcome.sentence,
      reports: isWritten ? Sanitized.line(reporting.folder.path) : nil)
  }

  /// Whether the recording has all that it is to have; says where it is.
  private func isRecorded() -> Bool {
    guard let recording else { return true }
    let lost = traffic.spool.lostCount
    if lost > 0 { console.error("error: not written whole: \(recording): it lacks \(lost)\n") }
    console.note("Recording of the traffic, with secrets: \(recording)\n")
    return lost == 0
  }
}
