// SPDX-License-Identifier: Apache-2.0
// Target profiles: every key, the environment, and what is wrong with one.

import Documents
import JSON
import SourceText
import SuiteModel
import Testing
import YAML

@Suite struct ProfileTests {
  private func read(
    _ text: String, environment: [String: String] = [:]
  ) throws -> (profile: Profile?, remarks: [String]) {
    let file = SourceFile(name: "p.yaml", text: text)
    var nodes = NodeReader(file: file.name)
    let root = try #require(try YAMLParser.documents(of: file).first?.root)
    let profile = ProfileReader(facts: FactTable(), environment: environment).profile(root, &nodes)
    return (
      profile,
      nodes.diagnostics.sorted().map { "\($0.position): \($0.severity.rawValue): \($0.message)" }
    )
  }

  @Test func `has every key`() throws {
    let (profile, remarks) = try read(
      """
      target: staging
      base-url: https://api.example.com/base
      facts:
        service_provider: REF30
        software_statement: !env STATEMENT
        limits: {a: [1, !env PART], b: null}
      secrets: [service_provider, token]
      rate: {per-second: 0.5, burst: 10}
      clock-tolerance: 1m
      partner: {command: [./farm, --udid, X]}
      user-agent: {command: [./login]}
      tls: {ca: ca.pem, certificate: c.pem, key: k.pem}
      timeouts: {connect: 1s, response: 2s, step: 3s, run: 4m}
      """, environment: ["STATEMENT": "s.s.s", "PART": "p"])
    #expect(remarks == [])
    let read = try #require(profile)
    #expect(read.name == "staging")
    #expect(read.facts["software_statement"] == "s.s.s")
    #expect(
      JSONWriter.text(read.facts["limits"] ?? .null) == #"{"a":[1,"p"],"b":null}"#)
    #expect(read.secrets == ["software_statement", "limits", "service_provider", "token"])
    #expect(read.rate == Profile.Rate(perSecond: 0.5, burst: 10))
    #expect(read.clockTolerance == .seconds(60))
    #expect(read.framework == Profile.Framework(kind: "command", words: ["./farm", "--udid", "X"]))
    #expect(read.userAgent == .command(["./login"]))
    #expect(read.tls == Profile.TLS(ca: "ca.pem", certificate: "c.pem", key: "k.pem"))
    #expect(read.timeouts.connect == .seconds(1))
    #expect(read.timeouts.run == .seconds(240))
  }

  @Test func `has defaults for all but the base URL`() throws {
    let (profile, remarks) = try read("base-url: https://api.example.com\n")
    #expect(remarks == [])
    #expect(profile?.name == "https://api.example.com")
    #expect(profile?.framework == Profile.Framework(kind: "emulator", words: ["apple"]))
    #expect(profile?.userAgent == .redirects)
    #expect(profile?.rate == nil)
    #expect(profile?.clockTolerance == .seconds(10))
  }

  @Test(arguments: [
    ("", ["1:1: error: a target profile says where the service is: add 'base-url: https://…'"]),
    (
      "facts: {A: 1, now: 2, b: !env NOPE, c: [!env NOPE], d: !other x}",
      [
        "2:9: error: 'A' can't be a name: lower-case letters, digits and '_', a letter first",
        "2:15: error: 'now' is built in and can't be hidden",
        "2:31: error: the environment variable 'NOPE' is not set; export it before the run",
        "2:46: error: the environment variable 'NOPE' is not set; export it before the run",
        "2:63: error: only !env NAME may be written here",
      ]
    ),
    ("fatcs: {}", ["2:1: error: unknown key 'fatcs' in a target profile, did you mean 'facts'?"]),
    (
      "facts: {token_a: 1}\nsecrets: [tokn_a]",
      [
        "3:11: warning: no fact is called 'tokn_a', did you mean 'token_a'?"
      ]
    ),
    (
      "rate: {burst: 1}",
      [
        "2:7: error: 'rate' says how many requests the target takes: {per-second: 1, burst: 10}"
      ]
    ),
    (
      "rate: {per-second: 0, burst: 0}",
      [
        "2:20: error: expected a number of requests a second above 0"
      ]
    ),
    (
      "rate: {per-second: 1, burst: 99999999999999999999}",
      [
        "2:30: error: expected the burst, a whole number from 1 to 100000, found the number "
          + "99999999999999999999"
      ]
    ),
    (
      "partner: {emulator: apple, replay: x}",
      [
        "2:10: error: 'partner' has one of emulator, replay and command"
      ]
    ),
    ("partner: {command: []}", ["2:20: error: expected a program and its arguments"]),
    ("user-agent: {follow: links}", ["2:22: error: 'follow' is redirects, found the text 'links'"]),
    ("user-agent: {}", ["2:13: error: 'user-agent' has one of follow and command"]),
    ("tls: {cert: x}", ["2:7: error: unknown key 'cert' in 'tls', known are ca, certificate, key"]),
    (
      "timeouts: {connect: 0s, step: 1}",
      [
        "2:21: error: the time for 'connect' must be more than 0",
        "2:31: error: expected the time for 'step': an integer and ms, s, m, h or d, such as 500ms, "
          + "3s or 24h; found the number 1",
      ]
    ),
    (
      "clock-tolerance: -1s",
      [
        "2:18: error: expected the clock's tolerance: an integer and ms, s, m, h or d, such as 500ms, "
          + "3s or 24h; found the text '-1s'"
      ]
    ),
  ])
  func `is told what is wrong with it`(lines: String, expected: [String]) throws {
    let text = lines.isEmpty ? "target: x\n" : "base-url: http://127.0.0.1:8080\n\(lines)\n"
    #expect(try read(text).remarks == expected)
  }

  @Test(arguments: [
    "ftp://a.example", "a.example", "https://a.example/?x", "https://a.example:99999",
  ])
  func `refuses what is no base URL`(url: String) throws {
    let (profile, remarks) = try read("base-url: \(url)\n")
    #expect(profile == nil)
    #expect(remarks.map { $0.prefix(11) } == ["1:11: error"])
  }
}
