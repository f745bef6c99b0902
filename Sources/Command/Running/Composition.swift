// SPDX-License-Identifier: Apache-2.0
// Connects a run to the clock, random numbers, the partner's framework, programs and the network.

package import HTTP
import Partner
import Record
import Redaction
package import Runner
package import Suites
import Text

/// Everything that a run gets from outside, as the profile and the command line choose it.
package struct Composition {
  package let environment: Environment
  /// The programs that the run has started.
  package let programs: ChildProcesses
  /// nil without `--record-har`.
  let traffic: TrafficRecorder?
  /// nil without `--record-partner`.
  let recording: FrameworkRecording?
  let frameworks: FrameworkSelection
  /// The settings, but for those that depend on the number of jobs.
  private let base: RunSettings

  package init(_ target: TargetChoice, _ arguments: Arguments, _ console: Console)
    throws(UsageError)
  {
    let profile = target.profile
    let folder = target.folder
    var remarks = target.remarks
    traffic = try arguments.value(TrafficRecorder.option.name).map { path throws(UsageError) in
      try TrafficRecorder(path: path)
    }
    if let traffic { remarks.append(traffic.remark) }
    programs = ChildProcesses()
    let makeProgram: @Sendable (ProgramCommand) -> PartnerProgram = { [programs] command in
      PartnerProgram(
        command: command, processes: programs, console: console,
        redaction: KnownSecrets(profile, for: target.suites),
        secretVariables: profile.environmentVariables)
    }
    frameworks = try FrameworkSelection(profile, in: folder, arguments, programs) {
      command throws(PartnerError) in try makeProgram(command).checkedProgram()
    }
    let sources = frameworks.sources
    recording = try FrameworkRecording(
      arguments, of: sources, KnownSecrets(profile, for: target.suites))
    if let recording { remarks.append(recording.remark) }
    environment = Environment(
      now: { Timestamp(milliseconds: Machine.milliseconds) }, randomBytes: Machine.randomBytes,
      framework: recording?.recorded(sources) ?? sources,
      visit: try Self.visit(profile, folder, makeProgram))
    let proxies = try arguments.proxies(console.environment, for: profile.baseURL.origin)
    if let proxy = proxies?.proxy(for: profile.baseURL.origin) {
      remarks.append("the requests went by the proxy \(proxy.place)")
    }
    if profile.baseURL.origin.scheme == .https, let refusal = TLSSettings.refusal {
      throw UsageError("--target: \(refusal)")
    }
    let isInsecure = arguments.has("insecure")
    func file(_ path: String?) -> String? { path.map { ProfilePath.resolved($0, in: folder) } }
    let client = ClientSettings(
      connectTimeout: profile.timeouts.connect, responseTimeout: profile.timeouts.response,
      tls: TLSSettings(
        caFile: file(profile.tls.ca), certificateFile: file(profile.tls.certificate),
        keyFile: file(profile.tls.key), isVerified: !isInsecure), proxies: proxies)
    do throws(TLSError) {
      try client.tls.checkFiles()
    } catch {
      throw UsageError("'tls' in the profile: \(error)")
    }
    if isInsecure {
      remarks.append("certificates were not checked (--insecure): anybody could have answered")
    }
    var base = RunSettings(
      jobs: 1, tool: ToolRecord(name: ConformanceCommand.name, version: ConformanceCommand.version),
      client: client)
    base.stopsAtFailure = arguments.has("fail-fast")
    base.isStrict = arguments.has("strict")
    base.remarks = remarks
    base.secrets = [proxies?.http, proxies?.https].compactMap(\.self).flatMap(\.secrets)
    if let traffic { base.sent = { traffic.record($0) } }
    self.base = base
  }

  /// The suites of a target, checked against the words of the framework that they will meet.
  package func checkedSuites(of target: TargetChoice) -> SuiteCollection {
    target.suites.addingWordErrors(frameworks.vocabulary)
  }

  /// Has a signal end the run in order, and a second one end the process and its programs at once.
  ///
  /// - Parameter ending: What ends the run in order; a signal cancels it, too.
  /// - Returns: What a signal cancels, and a value whose `end()` restores the former handling.
  package func endedBySignals(
    _ ending: Cancellation = Cancellation()
  ) -> (cancellation: Cancellation, interruption: Interruption) {
    let cancellation = Cancellation()
    let interruption = Signals().onInterruption { [programs] in
      programs.kill()
    } _: { [programs] in
      cancellation.cancel()
      ending.cancel()
      programs.interrupt()
    }
    return (cancellation, interruption)
  }

  /// How many jobs there can be.
  ///
  /// - Throws: where the limits of the system don't allow even one.
  package func limits(jobs: Int) throws(UsageError) -> ResourceLimits {
    try ResourceLimits(
      jobs: jobs, hasPrograms: environment.visit != nil || frameworks.hasPrograms)
  }

  /// The settings of a run. Where a processor stays free, a job polls for its answer for a short time
  /// before it blocks, because waking it up takes longer.
  package func settings(_ limits: ResourceLimits) -> RunSettings {
    var settings = base
    settings.jobs = limits.jobs
    settings.waiting = limits.waiting
    settings.remarks += [limits.remark].compactMap(\.self)
    if limits.jobs < Machine.processorCount { settings.client.eagerness = .microseconds(100) }
    return settings
  }

  private static func visit(
    _ profile: Profile, _ folder: String?, _ makeProgram: (ProgramCommand) -> PartnerProgram
  ) throws(UsageError) -> (
    @Sendable (String, String, PartnerDeadline) throws(PartnerError) -> String
  )? {
    guard case .command(let words) = profile.userAgent else { return nil }
    let program = makeProgram(ProgramCommand(words, folder: folder))
    do throws(PartnerError) {
      try program.check()
    } catch {
      throw UsageError("'user-agent' in the profile: \(error.description)")
    }
    return { url, redirectURL, deadline throws(PartnerError) in
      try program.visit(url, until: redirectURL, deadline: deadline)
    }
  }
}
