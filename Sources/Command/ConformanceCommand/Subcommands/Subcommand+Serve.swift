// SPDX-License-Identifier: Apache-2.0
// `serve`: runs the reference service on a port.

import Deviations
import Encodings
import HTTPTransport
import Host
import JSON
import ReferenceService
import SourceText

extension Subcommand {
  static let serveReference = Subcommand(
    name: "serve", summary: "Runs the reference service on a port", parameters: "",
    discussion: """
      Listens until you interrupt it. Prints a profile to run the suites against it.
      To see what your suites find, make it wrong by --defect, which has to make them fail, or right
      in another way by --variant, which must not. Several may be on at once.
      """,
    options: [
      Option("port", "N", help: "the port; 0 (default) picks a free one"),
      Option("host", "ADDRESS", help: "the address to listen on; by default 127.0.0.1"),
      Option(
        "data", "FILE",
        help: "a JSON file with providers, resources and users to replace the built-in ones"),
      Option(
        "throttled", help: "limits requests as the documents say: 1 a second after a burst of 10"),
    ] + DeviationChoice.options
  ) { arguments, console throws(UsageError) in
    try arguments.refusePositional()
    if arguments.has("list") {
      console.output(DeviationChoice.listing())
      return .success
    }
    let port = try arguments.integer("port", in: 0...65535) ?? 0
    var data = ServiceData.standard
    if let path = arguments.value("data") { data = try serviceData(path) }
    let service = DeviatingService(
      DeviationChoice.deviation(arguments), data: data,
      now: { Timestamp(milliseconds: Machine.milliseconds) },
      randomBytes: Machine.randomBytes,
      settings: ServiceSettings(isThrottled: arguments.has("throttled")),
      pause: { _ = Cancellation().wait(until: Deadline(after: $0)) })
    let server = HTTPServer { service.answer($0.request, from: $0.peer) }
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
    let url = "http://\(host.contains(":") ? "[\(host)]" : host):\(bound)"
    console.output("The reference service listens on \(url)\n")
    let deviations = arguments.all("defect") + arguments.all("variant")
    if !deviations.isEmpty {
      console.output("It deviates: \(deviations.joined(separator: ", "))\n")
    }
    console.output("\nAs a target profile:\n\n\(profile(url, service.facts))\n")
    console.output("sso-conformance run --target PROFILE runs the suites against it.\n")
    while !stop.isCancelled { _ = stop.wait(until: Deadline(after: .seconds(3600))) }
    server.stop()
    return .success
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

  private static func profile(_ url: String, _ facts: JSONObject) -> Printed {
    let lines = facts.members.map { "  \($0.name): \(JSONWriter.text($0.value))\n" as Printed }
    return "target: reference\nbase-url: \(url)\nfacts:\n\(lines.joined())"
  }
}
