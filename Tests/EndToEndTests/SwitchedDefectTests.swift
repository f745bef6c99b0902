// SPDX-License-Identifier: Apache-2.0
// Tests of defects that are switched on and off while the service runs.

import Foundation
import HTTP
import TestSupport
import Testing

@Suite(.waits) final class SwitchedDefectTests {
  private let folder: TemporaryFolder
  private let service: RunningProduct
  private let client = HTTPClient(settings: ClientSettings())
  private let url: BaseURL
  private let control: BaseURL

  init() throws {
    folder = try TemporaryFolder()
    service = try RunningProduct(
      BuiltProgram.path(of: "sso-selftest"),
      ["serve", "--control-port", "0", "--defect", "register-issued-today"], in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites])
    let service = service
    try waitUntil { service.output.contains("run --target") }
    func url(_ beginning: String) throws -> BaseURL {
      let line = try #require(
        service.output.split(separator: "\n").first { $0.hasPrefix(beginning) })
      return try BaseURL(String(try #require(line.split(separator: " ").last)))
    }
    self.url = try url("The reference service")
    control = try url("Its control, POST /defect, listens")
  }

  deinit {
    service.send(SIGTERM)
    client.close()
  }

  private func answer(
    _ method: String, _ path: String, _ headers: [String: String], _ body: String = "",
    at url: BaseURL
  ) throws -> HTTPResponse {
    let fields = headers.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
    return try client.exchange(
      HTTPRequest(
        method: method, target: path, headers: HeaderList(fields), body: Array(body.utf8)),
      with: url.origin, deadline: Deadline(after: .seconds(30))
    ).response
  }

  /// The answer of the control, as `STATUS BODY`.
  private func turn(
    _ body: String, _ more: [String: String] = [:], method: String = "POST",
    path: String = "/defect"
  ) throws -> String {
    let headers = ["Content-Type": "application/json"].merging(more) { $1 }
    let answer = try answer(method, path, headers, body, at: control)
    return "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))"
  }

  /// What a client with a token of its own is answered that asks for profiles.
  private func profiles(_ token: String) throws -> Int {
    try answer(
      "GET", "/api/v2/ORCHARD/profiles",
      [
        "Authorization": "Bearer \(token)", "AP-Device-Identifier": "fingerprint ZGV2aWNl",
        "X-Device-Info": Data(#"{"model":"AppleTV"}"#.utf8).base64EncodedString(),
      ], at: url
    ).status
  }

  private func token() throws -> String {
    struct Registered: Decodable {
      let client_id: String
      let client_secret: String
    }
    struct Token: Decodable { let access_token: String }
    let statement = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvcmNoYXJkLXR2In0.bWFkZS11cA"
    let registered = try JSONDecoder().decode(
      Registered.self,
      from: Data(
        answer(
          "POST", "/o/client/register", ["Content-Type": "application/json"],
          #"{"software_statement": "\#(statement)"}"#, at: url
        ).body))
    let form =
      "client_id=\(registered.client_id)&client_secret=\(registered.client_secret)"
      + "&grant_type=client_credentials"
    let given = try answer(
      "POST", "/o/client/token", ["Content-Type": "application/x-www-form-urlencoded"], form,
      at: url)
    return try JSONDecoder().decode(Token.self, from: Data(given.body)).access_token
  }

  @Test func `are on until they are switched off, in a service that forgets nothing`() throws {
    let token = try token()
    #expect(try profiles(token) == 200)
    let both = #"200 {"defects":["register-issued-today","profiles-none-not-found"]}"#
    let on = #"{"defect": "profiles-none-not-found", "on": true}"#
    #expect(try turn(on) == both)
    #expect(try turn(on) == both)
    #expect(try profiles(token) == 404)
    #expect(
      try turn(#"{"defect": "register-issued-today", "on": false}"#)
        == #"200 {"defects":["profiles-none-not-found"]}"#)
    #expect(
      try turn(#"{"defect": "profiles-none-not-found", "on": false}"#) == #"200 {"defects":[]}"#)
    #expect(try profiles(token) == 200)
  }

  @Test(arguments: [
    (
      #"{"defect": "profiles-none-not-foun", "on": true}"#,
      "there is no defect 'profiles-none-not-foun', did you mean 'profiles-none-not-found'?"
    ), (#"{"defect": "profiles-none-not-found"}"#, "the body is {"),
    (#"{"defect": "profiles-none-not-found", "on": 1}"#, "the body is {"),
    (#"{"defect": "profiles-none-not-found", "on": true, "off": true}"#, "the body is {"),
    ("[]", "the body is {"), ("", "the body is no JSON"),
    (#"{"on": true, "on": true}"#, "the body has a member twice"),
  ])
  func `are switched by no other body`(body: String, message: String) throws {
    let answer = try turn(body)
    #expect(answer.hasPrefix("400 "))
    #expect(answer.contains(message), "\(answer)")
  }

  @Test func `are switched by no web page and by no other request`() throws {
    let body = #"{"defect": "profiles-none-not-found", "on": true}"#
    #expect(try turn(body, ["Origin": "http://127.0.0.1:1"]).hasPrefix("403 "))
    #expect(try turn(body, ["Host": "evil.example"]).hasPrefix("421 "))
    #expect(try turn(body, ["Content-Type": "text/plain"]).hasPrefix("415 "))
    #expect(try turn(body, method: "PUT").hasPrefix("405 "))
    #expect(try turn(body, path: "/variant").hasPrefix("404 "))
    #expect(try turn(body, ["Origin": "\(control)"]).hasPrefix("200 "))
  }
}
