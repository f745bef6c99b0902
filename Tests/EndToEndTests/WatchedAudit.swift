// SPDX-License-Identifier: Apache-2.0
// An audit of a live application, and who follows it.

import Formats
import Foundation
import HTTP
import TestSupport
import Testing
import Text

/// `serve --audit` while it runs, with what an application sends to it.
final class WatchedAudit {
  /// The address of the page, with a slash at its end.
  let page: String
  let folder: TemporaryFolder
  private let service: BaseURL
  private let product: RunningProduct
  private let client = HTTPClient(settings: ClientSettings())

  init(_ options: [String] = []) throws {
    folder = try TemporaryFolder()
    product = try RunningProduct(
      ["serve", "--audit", "--cookbook", "apple-sso-rest-api-v2"] + options, in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites])
    let product = product
    try waitUntil {
      let output = product.output
      return output.contains("Ctrl-C ends the audit")
        && output.contains(/Follow it in a browser: .*\n/)
    }
    page = try #require(Self.word(after: "Follow it in a browser: ", in: product.output))
    let line = product.output.split(separator: "\n").first { $0.contains(" listens on ") }
    service = try BaseURL(try #require(line?.split(separator: " ").last.map(String.init)))
  }

  deinit {
    client.close()
    product.send(SIGTERM)
  }

  private static func word(after text: String, in output: String) -> String? {
    output.split(separator: "\n").first { $0.hasPrefix(text) }.map {
      String($0.dropFirst(text.count))
    }
  }

  var output: String { product.output }

  /// The address of the framework; nil without one.
  var framework: BaseURL? {
    let line = output.split(separator: "\n").first { $0.hasPrefix("The framework ") }
    return line?.split(separator: " ").last.flatMap { try? BaseURL(String($0)) }
  }

  var serviceURL: String { "\(service.origin.scheme.rawValue)://\(service.origin.hostAndPort)" }

  /// Sends a request, and returns the answer.
  @discardableResult
  func send(
    _ method: String, _ target: String, _ headers: HeaderList = HeaderList(), _ body: String = ""
  ) throws -> HTTPResponse {
    try client.exchange(
      HTTPRequest(method: method, target: target, headers: headers, body: Array(body.utf8)),
      with: service.origin, deadline: Deadline(after: .seconds(30))
    ).response
  }

  /// Asks the server of the page.
  func ask(
    _ target: String, _ headers: HeaderList = HeaderList(), method: String = "GET"
  ) throws -> HTTPResponse {
    try client.exchange(
      HTTPRequest(method: method, target: target, headers: headers),
      with: try BaseURL(page).origin, deadline: Deadline(after: .seconds(30))
    ).response
  }

  /// A request of a device that breaks rules: it has neither a token nor what describes the device.
  func askForConfiguration(device: String, _ more: HeaderList = HeaderList()) throws {
    var headers = HeaderList(["AP-Device-Identifier": "fingerprint \(Base64.encode(device))"])
    for field in more.fields { headers.append(field.name, field.value) }
    try send("GET", "/api/v2/ORCHARD/configuration", headers)
  }

  /// Interrupts it, and returns what it said to the end.
  func finish() -> Finished {
    product.send(SIGINT)
    return product.wait()
  }
}

/// Somebody who listens to the events, as `curl` does.
final class Listener {
  private let process: LimitedProcess

  /// - Parameter last: The id of the last event that was heard before.
  init(_ audit: WatchedAudit, after last: String? = nil) throws {
    process = try LimitedProcess(
      "/usr/bin/env",
      ["curl", "-sN", "--max-time", "60", "\(audit.page)events"]
        + (last.map { ["-H", "Last-Event-ID: \($0)"] } ?? []), in: audit.folder.url)
  }

  deinit { process.send(SIGKILL) }

  var text: String { process.output }

  /// The id of the last whole event.
  var last: String? {
    text.components(separatedBy: "\n\n").dropLast().last { $0.hasPrefix("id: ") }
      .flatMap { $0.split(separator: "\n").first }.map { String($0.dropFirst(4)) }
  }

  /// All things that were told, in their order.
  func items() throws -> [JSONValue] {
    try text.components(separatedBy: "\n\n").dropLast().flatMap { event -> [JSONValue] in
      guard let data = event.split(separator: "\n").first(where: { $0.hasPrefix("data: ") }) else {
        return []
      }
      return try JSONParser.document(Array(data.dropFirst(6).utf8)).root["items"]?.array ?? []
    }
  }

  /// The numbers of the entries, in the order in which they were told.
  func entries() throws -> [Int] {
    try items().filter { $0["k"] == "entry" }.compactMap { $0["n"]?.number?.integer }
  }

  /// What an entry was told to be last.
  func entry(_ number: Int) throws -> JSONValue? {
    try items().last { $0["k"] == "entry" && $0["n"] == .integer(number) }
  }

  func wait() -> LimitedProcess.Result { process.wait() }
}
