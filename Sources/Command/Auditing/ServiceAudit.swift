// SPDX-License-Identifier: Apache-2.0
// The audit of an application that talks to the reference service.

import Audit
import Expectations
import HTTP
import Record
import Suites
import Text

/// Watches the reference service, shows what an application does there, and judges it at the end.
final class ServiceAudit: Sendable {
  private let reporting: AuditReporting
  private let traffic: ObservedTraffic
  private let view: LiveView
  private let console: Console
  private let isSecure: Bool
  /// The file to which the traffic is written as HAR; nil if it is not written.
  private let recording: String?

  static let options: [Option] =
    [
      Option(
        "audit",
        help: "judges the application that is pointed at the service, and writes reports at the end"
      ), .format("text", "json"),
      Option(
        "record-har", "FILE",
        help: "writes down all requests and answers as HAR, with secrets in the clear"),
      LivePageServer.option,
    ] + AuditOptions.options + ReportFolder.auditOptions

  /// - Parameter isSecure: Whether the service speaks https.
  /// - Throws: `UsageError` for mistakes in the options or the rules.
  init(_ arguments: Arguments, _ console: Console, isSecure: Bool) throws(UsageError) {
    self.console = console
    self.isSecure = isSecure
    recording = arguments.value("record-har")
    if let recording, Files.kind(recording) == .folder {
      throw UsageError("--record-har '\(recording)': it is a folder, and has to be a file")
    }
    let options = try AuditOptions(arguments, console)
    reporting = AuditReporting(
      options: options,
      folder: try ReportFolder(arguments, console, usual: ReportFolder.audit), console: console)
    traffic = ObservedTraffic(isSecure: isSecure)
    view = LiveView(traffic, options.rules, on: console)
  }
}

extension ServiceAudit {
  /// Answers a request, and shows what it says of the application.
  func answer(_ request: HTTPRequest, by answer: (HTTPRequest) -> HTTPResponse) -> HTTPResponse {
    let begin = Machine.milliseconds
    let response = answer(request)
    traffic.add(request, response, from: begin, to: Machine.milliseconds)
    view.update()
    return response
  }

  /// Judges everything and writes the reports. The service has to be stopped.
  ///
  /// - Parameter logs: What the applications asked their framework.
  func finish(logs: [FrameworkLog]) -> ExitStatus {
    let startedAt = Timestamp(milliseconds: Machine.milliseconds)
    let result = view.finish(logs: logs)
    var reporting = reporting
    reporting.remarks = [traffic.remark].compactMap(\.self)
    if !isSecure {
      reporting.remarks.append(
        "the service was started without --tls, so whether the application insists on https was "
          + "not judged")
    }
    do throws(TrafficError) {
      let (judgement, status) = try reporting.write(result, startedAt: startedAt)
      view.feed.tell([.end(end(judgement, isWritten: status != .notWritten))])
      return record() ? status : .notWritten
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

  /// Writes the traffic as HAR, where that is asked for.
  private func record() -> Bool {
    guard let recording else { return true }
    let isWritten = console.saves(recording) { () throws(FileError) in
      try HARFile.write(traffic.exchanges.lazy.map { HARWriter.entry($0) }, to: recording)
    }
    if isWritten { console.note("Recording of the traffic, with secrets: \(recording)\n") }
    return isWritten
  }
}
