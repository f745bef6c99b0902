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
        or broke, and Ctrl-C writes the reports. See 'audit'. With --upstream too, your own service
        answers: requests and answers pass through.
        With --partner, an application that is built with a stand-in for the framework asks it of the
        emulator. See 'partner --stand-in'. With --audit, too, its calls are judged with the traffic.
        Exit status with --audit: 0 conformant · 1 a rule is broken, or nothing was judged · 2 a
        mistake in the command line or the rules · 4 a report could not be written.
        """,
      options: options + changeOptions + ServedFramework.options + ServiceAudit.options
        + ServedUpstream.options
    ) { arguments, console throws(UsageError) in
      try serve(arguments, console, changeOptions, makeService)
    }
  }

  private static let options =
    [
      Option("port", "N", help: "the port; 0 (default) picks a free one"),
      Option(
        "host", "ADDRESS",
        help: "the address to listen on, such as that of this machine or 0.0.0.0; by default"
          + " 127.0.0.1, which only this machine reaches"),
      Option(
        "allow-host", "NAME", isRepeatable: true,
        help: "also answers requests for this host, such as the name of this machine; without it"
          + " localhost, the address that is listened on and the names of the certificate"),
      Option(
        "tls", "CERT KEY", help: "speaks https with this certificate and this key, as PEM files"),
    ] + serviceOptions

  /// Those about the reference service.
  private static let serviceOptions = [
    Option(
      "data", "FILE",
      help: "a JSON file with providers, resources and users to replace the built-in ones"),
    Option(
      "throttled", help: "limits requests as the documents say: 1 a second after a burst of 10"),
  ]

  private static func serve(
    _ arguments: Arguments, _ console: Console, _ changeOptions: [Option],
    _ makeService: MakeService
  ) throws(UsageError) -> ExitStatus {
    try arguments.refusePositional()
    let port = try arguments.integer("port", in: 0...65535) ?? 0
    let identity = try identity(arguments)
    let security = identity.map { tellingFaults(of: $0, on: console) }
    let hosts = HostCheck(allowing: try allowedHosts(arguments), identity: identity)
    var data = ServiceData.standard
    let isUpstream = arguments.has(ServedUpstream.option.name)
    if !isUpstream, let path = arguments.value("data") { data = try serviceData(path) }
    let service = try makeService(
      arguments, console, data,
      ServiceSettings(isThrottled: arguments.has("throttled"), isSecure: security != nil))
    let audit = try audit(
      arguments, console, isSecure: security != nil,
      telling: isUpstream ? JSONObject() : service.facts)
    let framework = try ServedFramework(arguments) { audit?.note($0) }
    let frameworkPort = try arguments.integer("partner-port", in: 0...65535) ?? 0
    let controlPort = try arguments.integer("control-port", in: 0...65535)
    let page = audit?.page(
      port: try arguments.integer(LivePageServer.option.name, in: 0...65535) ?? 0)
    let host = arguments.value("host") ?? "127.0.0.1"
    let upstream = try ServedUpstream(
      arguments, console, audit, host: host, ours: serviceOptions + changeOptions)
    let server: HTTPServer
    if let upstream, let audit {
      server = HTTPServer(
        security: security, hosts: hosts, passingBy: upstream.proxy(for: audit))
    } else {
      server = HTTPServer(security: security, hosts: hosts) { request in
        guard let audit else { return service.answer(request.request, request.peer) }
        return audit.answer(request.request) { service.answer($0, request.peer) }
      }
    }
    let stop = Cancellation()
    let signals = Signals()
    let interruption = signals.onInterruption { stop.cancel() }
    defer { interruption.end() }
    let frameworkServer = framework?.listener.server(security: security, hosts: hosts)
    let controlServer = controlPort.flatMap { _ in
      service.control?.server(security: security, hosts: hosts)
    }
    let url: String
    var frameworkURL: String?
    var controlURL: String?
    var pageURL: String?
    do throws(TransportError) {
      let scheme = security == nil ? Scheme.http : .https
      url = try start(server, scheme, host, port)
      frameworkURL = try frameworkServer.map { (server) throws(TransportError) in
        try start(server, scheme, host, frameworkPort)
      }
      controlURL = try controlServer.map { (server) throws(TransportError) in
        try start(server, scheme, host, controlPort ?? 0)
      }
      pageURL = try page?.start()
    } catch {
      server.stop()
      frameworkServer?.stop()
      controlServer?.stop()
      throw UsageError(error.description)
    }
    let name: Printed =
      upstream.map { "proxy to \(Sanitized.line("\($0.base)"))" } ?? "reference service"
    console.output("The \(name) listens on \(url)\n")
    if let framework, let frameworkURL {
      console.output("The framework \(framework.name) listens on \(frameworkURL)\n")
    }
    if let control = service.control, let controlURL {
      let paths = control.paths.joined(separator: ", ")
      console.output("Its control, POST \(paths), listens on \(controlURL)\n")
    }
    if !service.deviations.isEmpty {
      console.output("It deviates: \(service.deviations.joined(separator: ", "))\n")
    }
    if !isLoopback(host) {
      let use: Printed = upstream == nil ? "can use the service" : "calls the service through it"
      console.error(
        "warning: anybody in the network who reaches \(host) \(use), and sees what it answers\n")
    }
    if audit != nil {
      console.output(
        upstream == nil
          ? "\nPoint the application at \(url), with these values:\n\n\(profile(url, service.facts, console))\n"
          : "\nPoint the application at \(url) in place of the service.\n")
      if let pageURL { console.output("Follow it in a browser: \(pageURL)\n") }
      console.output("Ctrl-C ends the audit and writes the reports.\n\n")
    } else {
      console.output(targetProfile(url, service.facts, console))
    }
    audit?.tellOfRecording()
    while !stop.isCancelled { _ = stop.wait(until: Deadline(after: .seconds(3600))) }
    framework?.stop()
    frameworkServer?.stop()
    controlServer?.stop()
    server.stop()
    let log = framework?.finish(console)
    let status = audit?.finish(
      logs: log.map { [$0] } ?? [], remarks: upstream?.remarks ?? [])
    page?.stop()
    return status ?? .success
  }

  /// Listens, and returns the URL by which the server is reached.
  private static func start(
    _ server: HTTPServer, _ scheme: Scheme, _ host: String, _ port: Int
  ) throws(TransportError) -> String {
    let bound = try server.start(host: host, port: UInt16(port))
    let origin = Origin(scheme: scheme, host: reachable(host), port: Int(bound))
    return "\(scheme.rawValue)://\(origin.hostAndPort)"
  }

  private static func targetProfile(
    _ url: String, _ facts: JSONObject, _ console: Console
  ) -> Printed {
    "\nAs a target profile:\n\n\(profile(url, facts, console))\n"
      + "sso-conformance run --target PROFILE runs the suites against it.\n"
  }

  /// The certificate by which it speaks https; nil for http.
  private static func identity(_ arguments: Arguments) throws(UsageError) -> TLSIdentity? {
    let files = arguments.all("tls")
    guard files.count == 2 else { return nil }
    do throws(TLSError) {
      return try TLSIdentity(certificateFile: files[0], keyFile: files[1])
    } catch {
      throw UsageError("--tls: \(error.description)")
    }
  }

  private static func tellingFaults(
    of identity: TLSIdentity, on console: Console
  ) -> ServerSecurity {
    ServerSecurity(identity) { peer, fault in
      console.error("\(Sanitized.line(peer)): \(Sanitized.line(fault.description))\n")
    }
  }

  private static func allowedHosts(_ arguments: Arguments) throws(UsageError) -> [String] {
    let names = arguments.all("allow-host")
    for name in names where !HostCheck.isHost(name) {
      throw UsageError(
        "--allow-host is a name or an address, without a scheme, a port and a path, not '\(name)'")
    }
    return names
  }

  /// The audit; nil where none is asked for.
  private static func audit(
    _ arguments: Arguments, _ console: Console, isSecure: Bool, telling facts: JSONObject
  ) throws(UsageError) -> ServiceAudit? {
    if arguments.has("audit") {
      return try ServiceAudit(arguments, console, isSecure: isSecure, telling: facts)
    }
    if let option = ServiceAudit.options.first(where: { arguments.has($0.name) }) {
      throw UsageError("--\(option.name) goes with --audit")
    }
    return nil
  }

  private static func isLoopback(_ host: String) -> Bool {
    Origin(scheme: .http, host: host).isLoopback
  }

  /// An address that leads to the listener, which that of all addresses does not.
  private static func reachable(_ host: String) -> String {
    switch host {
    case "0.0.0.0": "127.0.0.1"
    case "::": "::1"
    default: host
    }
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
