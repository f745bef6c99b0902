// SPDX-License-Identifier: Apache-2.0
// `serve`: runs the reference service on a port.

import Formats
import HTTP
package import ReferenceService
import Suites
import Text

extension Subcommand {
  package typealias MakeService =
    @Sendable (Arguments, Console, ServiceData, ServiceSettings) throws(UsageError) -> ServedService

  static let serveReference = serving { _, _, data, settings in
    let service = ReferenceService(
      data: data, now: { Timestamp(milliseconds: Machine.milliseconds) },
      randomBytes: Machine.randomBytes, settings: settings)
    return ServedService(facts: service.facts) { service.answer($0, from: $1) }
  }

  /// `serve` of the reference service, or of one that is made from it.
  ///
  /// - Parameters:
  ///   - changes: What the help says of the changes to the service; whole lines.
  ///   - changeOptions: The options that choose them.
  package static func serving(
    program: String = ConformanceCommand.name, changes: String = "", changeOptions: [Option] = [],
    _ makeService: @escaping MakeService
  ) -> Subcommand {
    Subcommand(
      program: program, name: "serve", summary: "Runs the reference service on a port",
      parameters: "",
      discussion: """
        Listens until you interrupt it. Prints a profile to run the suites against it.
        \(changes)\
        With --audit, point your application at it: each exchange is shown with the rules that it met
        or broke, and Ctrl-C writes the reports. See 'audit'.
        Exit status with --audit: 0 conformant · 1 a rule is broken, or nothing was judged · 2 a
        mistake in the command line or the rules · 4 a report could not be written.
        """,
      options: options + changeOptions + ServiceAudit.options
    ) { arguments, console throws(UsageError) in
      try serve(arguments, console, makeService)
    }
  }

  private static let options = [
    Option("port", "N", help: "the port; 0 (default) picks a free one"),
    Option(
      "host", "ADDRESS",
      help: "the address to listen on, such as that of this machine or 0.0.0.0; by default"
        + " 127.0.0.1, which only this machine reaches"),
    Option(
      "tls", "CERT KEY", help: "speaks https with this certificate and this key, as PEM files"),
    Option(
      "data", "FILE",
      help: "a JSON file with providers, resources and users to replace the built-in ones"),
    Option(
      "throttled", help: "limits requests as the documents say: 1 a second after a burst of 10"),
  ]

  private static func serve(
    _ arguments: Arguments, _ console: Console, _ makeService: MakeService
  ) throws(UsageError) -> ExitStatus {
    try arguments.refusePositional()
    let port = try arguments.integer("port", in: 0...65535) ?? 0
    let security = try security(arguments, console)
    let audit = try audit(arguments, console, isSecure: security != nil)
    var data = ServiceData.standard
    if let path = arguments.value("data") { data = try serviceData(path) }
    let service = try makeService(
      arguments, console, data,
      ServiceSettings(isThrottled: arguments.has("throttled"), isSecure: security != nil))
    let server = HTTPServer(security: security) { request in
      guard let audit else { return service.answer(request.request, request.peer) }
      return audit.answer(request.request) { service.answer($0, request.peer) }
    }
    let host = arguments.value("host") ?? "127.0.0.1"
    let stop = Cancellation()
    let signals = Signals()
    let interruption = signals.onInterruption { stop.cancel() }
    defer { interruption.end() }
    let bound: UInt16
    do throws(TransportError) {
      bound = try server.start(host: host, port: UInt16(port))
    } catch {
      throw UsageError(error.description)
    }
    let scheme = security == nil ? "http" : "https"
    let url = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(bound)"
    console.output("The reference service listens on \(url)\n")
    if !service.deviations.isEmpty {
      console.output("It deviates: \(service.deviations.joined(separator: ", "))\n")
    }
    if !isLoopback(host) {
      console.error(
        "warning: anybody in the network who reaches \(host) can use the service, and sees what it "
          + "answers\n")
    }
    if audit != nil {
      console.output(
        "\nPoint the application at \(url), with these values:\n\n\(profile(url, service.facts, console))\n"
          + "Ctrl-C ends the audit and writes the reports.\n\n")
    } else {
      console.output(targetProfile(url, service.facts, console))
    }
    while !stop.isCancelled { _ = stop.wait(until: Deadline(after: .seconds(3600))) }
    server.stop()
    return audit?.finish() ?? .success
  }

  private static func targetProfile(
    _ url: String, _ facts: JSONObject, _ console: Console
  ) -> Printed {
    "\nAs a target profile:\n\n\(profile(url, facts, console))\n"
      + "sso-conformance run --target PROFILE runs the suites against it.\n"
  }

  /// How it speaks https; nil for http.
  private static func security(
    _ arguments: Arguments, _ console: Console
  ) throws(UsageError) -> ServerSecurity? {
    let files = arguments.all("tls")
    guard files.count == 2 else { return nil }
    do throws(TLSError) {
      let identity = try TLSIdentity(certificateFile: files[0], keyFile: files[1])
      return ServerSecurity(identity) { peer, fault in
        console.error("\(Sanitized.line(peer)): \(Sanitized.line(fault.description))\n")
      }
    } catch {
      throw UsageError("--tls: \(error.description)")
    }
  }

  /// The audit; nil where none is asked for.
  private static func audit(
    _ arguments: Arguments, _ console: Console, isSecure: Bool
  ) throws(UsageError) -> ServiceAudit? {
    if arguments.has("audit") { return try ServiceAudit(arguments, console, isSecure: isSecure) }
    if let option = ServiceAudit.options.first(where: { arguments.has($0.name) }) {
      throw UsageError("--\(option.name) goes with --audit")
    }
    return nil
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  private static func serviceData(_ path: String) throws(UsageError) -> ServiceData {
    do {
      return try ServiceData(json: try JSONParser.document(try Files.read(path)).root)
    } catch let error as FileError {
      throw UsageError("--data '\(path)': \(error.message)")
    } catch {
      throw UsageError("--data '\(path)': \(error)")
    }
  }

  /// It claims the shipped cookbooks, which the service follows.
  private static func profile(_ url: String, _ facts: JSONObject, _ console: Console) -> Printed {
    let names = SuiteLocation.shippedCookbooks(console)
    let claim: Printed =
      names.isEmpty ? "" : "cookbooks: [\(names.joined(separator: ", "))]\n"
    let lines = facts.members.map { "  \($0.name): \(JSONWriter.text($0.value))\n" as Printed }
    return "target: reference\nbase-url: \(url)\n\(claim)facts:\n\(lines.joined())"
  }
}
