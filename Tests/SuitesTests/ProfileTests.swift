// SPDX-License-Identifier: Apache-2.0
// Target profiles: every key, the environment, and what is wrong with one.

import Formats
import HTTP
import TestSupport
import Testing
import Text

@testable import Suites

struct ProfileTests {
  /// The usual facts, and some of the test's own.
  private static let facts = Memory(texts: [
    "facts.yaml": FactFile.declaring(["limits": "map", "token": "text", "list": "list"]) + """
        - {fact: shows, about: What plays., type: map, parts: [{part: free, about: x, type: list,
           items: text}], example: {}}
        - {fact: size, about: How large., type: integer, example: 1}
        - {fact: key, about: A key., type: text, secret: true, essential: [c], example: k}
        - {fact: host, about: "The host. It is up.", type: text, essential: [c, d], example: h}
        - {fact: rooms, about: The rooms., type: list, essential: [c], example: [a, b]}
      """, "cookbooks/c.json": "{}", "cookbooks/d.json": "{}", "s.yaml": suite(steps: "- wait: 1s"),
  ]).load(["s.yaml"]).facts

  private func draft(
    _ text: String, environment: [String: String] = [:], overridden: Set<String> = []
  ) throws -> (draft: ProfileDraft?, remarks: [String]) {
    var nodes = NodeReader(file: "p.yaml")
    let reader = ProfileReader(
      facts: Self.facts, cookbooks: ["c", "cookbook"], environment: environment,
      overridden: overridden)
    let draft = reader.draft(try yaml(text), &nodes)
    return (
      draft,
      nodes.diagnostics.sorted().map { "\($0.position): \($0.severity.rawValue): \($0.message)" }
    )
  }

  private func read(
    _ text: String, environment: [String: String] = [:]
  ) throws -> (profile: Profile?, remarks: [String]) {
    let (draft, remarks) = try draft(text, environment: environment)
    return (draft?.profile, remarks)
  }

  @Test func `has every key`() throws {
    let (profile, remarks) = try read(
      """
      target: staging
      base-url: https://api.example.com/base
      cookbooks: [c]
      facts:
        service_provider: REF30
        software_statement: !env STATEMENT
        limits: {a: [1, !env PART], b: null}
      secrets: [service_provider, token]
      rate: {per-second: 0.5, burst: 10}
      clock-tolerance: 1m
      trace: true
      partner: {command: [./farm, --udid, X]}
      user-agent: {command: [./login]}
      tls: {ca: ca.pem, certificate: c.pem, key: k.pem}
      timeouts: {connect: 1s, response: 2s, step: 3s, run: 4m}
      """, environment: ["STATEMENT": "s.s.s", "PART": "p"])
    #expect(remarks == [])
    let read = try #require(profile)
    #expect(read.name == "staging")
    #expect(read.cookbooks == ["c"])
    #expect(read.isTraced)
    #expect(read.facts["software_statement"] == "s.s.s")
    #expect(read.factsByName["partner"] == "Apple")
    #expect(JSONWriter.text(read.facts["limits"] ?? .null) == #"{"a":[1,"p"],"b":null}"#)
    let declared = [
      "key", "software_statement", "short_lived_software_statement", "foreign_software_statement",
      "unapproved_software_statement",
    ]
    #expect(read.secrets == declared + ["limits", "service_provider", "token"])
    #expect(read.rate == Profile.Rate(perSecond: 0.5, burst: 10))
    #expect(read.clockTolerance == .seconds(60))
    #expect(read.framework == Profile.Framework(kind: "command", words: ["./farm", "--udid", "X"]))
    #expect(read.userAgent == .command(["./login"]))
    #expect(read.tls == Profile.TLS(ca: "ca.pem", certificate: "c.pem", key: "k.pem"))
    #expect(read.timeouts.connect == .seconds(1))
    #expect(read.timeouts.response == .seconds(2))
    #expect(read.timeouts.step == .seconds(3))
    #expect(read.timeouts.run == .seconds(240))
  }

  @Test func `has defaults for all but the base URL`() throws {
    let (profile, remarks) = try read("base-url: https://api.example.com\n")
    #expect(remarks == [])
    #expect(profile?.name == "https://api.example.com")
    #expect(profile?.framework == nil)
    #expect(profile?.userAgent == .redirects)
    #expect(profile?.rate == nil)
    #expect(profile?.clockTolerance == .seconds(10))
    #expect(profile?.cookbooks == nil)
    #expect(profile?.tls == Profile.TLS())
    let timeouts = try #require(profile?.timeouts)
    #expect(
      [timeouts.connect, timeouts.response, timeouts.step, timeouts.run] == [
        .seconds(5), .seconds(30), .seconds(60), nil,
      ])
  }

  @Test(
    arguments: [
      ("{per-second: 2}", Profile.Rate(perSecond: 2, burst: 1)),
      ("{per-second: 100000, burst: 100000}", Profile.Rate(perSecond: 100_000, burst: 100_000)),
      ("{per-second: 0.0000116, burst: 1}", Profile.Rate(perSecond: 0.0000116, burst: 1)),
      ("{per-second: 0.0000115, burst: 1}", nil), ("{per-second: 100001, burst: 1}", nil),
      ("{per-second: 1, burst: 0}", nil), ("{per-second: 1, burst: 100001}", nil),
      ("{per-second: \"1\"}", nil), ("{per-second: .inf}", nil),
    ] as [(String, Profile.Rate?)])
  func `takes a rate within its bounds`(text: String, rate: Profile.Rate?) throws {
    let (profile, remarks) = try read("base-url: https://api.example.com\nrate: \(text)\n")
    #expect(remarks.isEmpty == (rate != nil))
    if let rate { #expect(profile?.rate == rate) }
  }

  @Test(arguments: [
    ("partner: {emulator: apple}", Profile.Framework(kind: "emulator", words: ["apple"])),
    ("partner: {replay: r.json}", Profile.Framework(kind: "replay", words: ["r.json"])),
    ("partner: {command: [a, b]}", Profile.Framework(kind: "command", words: ["a", "b"])),
    (
      "partner: {command: [a], identities: 1}",
      Profile.Framework(kind: "command", words: ["a"], identities: 1)
    ),
  ])
  func `takes the framework's answers from where it says`(
    text: String, framework: Profile.Framework
  ) throws {
    let (profile, remarks) = try read("base-url: https://api.example.com\n\(text)\n")
    #expect(remarks == [])
    #expect(profile?.framework == framework)
  }

  @Test(
    arguments: table(
      #"""
       | 1:1: error: a target profile says where the service is: add 'base-url: https://…'
      facts: {A: 1, now: 2, mvpd: !env NOPE, limits: [!env NOPE], domain: !other x} | 2:9: error: 'A' can't be the name of a fact: lower-case letters, digits and '_', a letter first & 2:15: error: unknown fact 'now'; no facts.yaml of these suites declares it & 2:34: error: 'mvpd' is empty: the environment variable NOPE is not set; set it, or leave the fact out & 2:54: error: 'limits' lacks a part: the environment variable NOPE is not set; set it, or leave the fact out & 2:76: error: only !env NAME may be written here
      facts: {mvdp: a, list: x, size: "5", domain: 5, throttled: 1, shows: {fre: [a]}} | 2:9: error: unknown fact 'mvdp', did you mean 'mvpd'? & 2:24: error: 'list' is a list, and this is text; write [one, another] & 2:33: error: 'size' is an integer, and this is text; write it without quotes & 2:46: error: 'domain' is text, and this is an integer; quote it & 2:60: error: 'throttled' is a boolean, and this is an integer; write true or false & 2:70: error: 'shows' has no part 'fre', did you mean 'free'?
      facts: {shows: {free: [a, 1]}, login: redirect, size: 1.5, limits: [], key: {a: b}} | 2:16: error: 'shows.free[1]' is text, and this is an integer; quote it & 2:39: error: 'login' is one of redirects, program, did you mean 'redirects'? & 2:55: error: 'size' is an integer, and this is a number with a fraction & 2:68: error: 'limits' is a map, and this is a list & 2:77: error: 'key' is text, and this is a map
      cookbooks: [cc, nothing] | 2:13: error: unknown cookbook 'cc', did you mean 'c'? & 2:17: error: unknown cookbook 'nothing', known are c, cookbook
      cookbooks: [] | 2:12: error: 'cookbooks' names at least one; without it, all suites chosen are run
      fatcs: {} | 2:1: error: unknown key 'fatcs' in a target profile, did you mean 'facts'?
      secrets: [mvdp, nowhere, 1] | 2:11: error: unknown fact 'mvdp', did you mean 'mvpd'? & 2:17: error: unknown fact 'nowhere'; no facts.yaml of these suites declares it & 2:26: error: 'secrets' lists names of facts, and this is not one
      rate: {burst: 1} | 2:7: error: 'rate' says how many requests the target takes: {per-second: 1, burst: 10}
      rate: {per-second: 0, burst: 0} | 2:20: error: expected a number of requests a second, from 0.0000116 (one a day) to 100000
      rate: {per-second: 1, burst: 99999999999999999999} | 2:30: error: expected the burst, a whole number from 1 to 100000, found the number 99999999999999999999
      partner: {emulator: apple, replay: x} | 2:10: error: 'partner' has one of emulator, replay and command
      partner: {} | 2:10: error: 'partner' has one of emulator, replay and command
      partner: {identities: 1} | 2:10: error: 'partner' has one of emulator, replay and command
      partner: {emulator: a, identities: 0} | 2:36: error: expected the number of identities, a whole number from 1 to 1000, found the number 0
      user-agent: {follow: redirects, command: [a]} | 2:13: error: 'user-agent' has one of follow and command
      timeouts: {response: 0s, step: 0s, run: 0s} | 2:22: error: the time for 'response' must be more than 0 & 2:32: error: the time for 'step' must be more than 0 & 2:41: error: the time for 'run' must be more than 0
      facts: {mvpd: true, size: x, throttled: "true", list: 5, limits: 5} | 2:15: error: 'mvpd' is text, and this is a boolean; quote it & 2:27: error: 'size' is an integer, and this is text & 2:41: error: 'throttled' is a boolean, and this is text; write it without quotes & 2:55: error: 'list' is a list, and this is an integer; write [one, another] & 2:66: error: 'limits' is a map, and this is an integer
      facts: {"mvpd:x": } | 2:9: error: after 'mvpd:' a blank is missing
      facts: {shows: {free: }, login: ""}
      partner: {command: []} | 2:20: error: expected a program and its arguments
      user-agent: {follow: links} | 2:22: error: 'follow' is redirects, found the text 'links'
      user-agent: {} | 2:13: error: 'user-agent' has one of follow and command
      tls: {cert: x} | 2:7: error: unknown key 'cert' in 'tls', known are ca, certificate, key
      timeouts: {connect: 0s, step: 1} | 2:21: error: the time for 'connect' must be more than 0 & 2:31: error: expected the time for 'step': an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the number 1
      trace: sometimes | 2:8: error: 'trace' is true or false, found the text 'sometimes'
      clock-tolerance: -1s | 2:18: error: expected the clock's tolerance: an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the text '-1s'
      """#) as [(String, [String])])
  func `is told what is wrong with it`(lines: String, expected: [String]) throws {
    let text = lines.isEmpty ? "target: x\n" : "base-url: http://127.0.0.1:8080\n\(lines)\n"
    #expect(try read(text).remarks == expected)
  }

  /// The facts, the environment, a cookbook, and what its suites lack.
  @Test(
    arguments: table(
      #"""
      {key: !env K, rooms: [a]} | K=k & H=h | c | 2:1: 'host' is missing: the host; for example, host: h
      {key: !env K, rooms: [], host: } | K= | c | 2:19: 'key' is empty: the environment variable K is not set to anything & 2:38: 'host' is empty: the host; for example, host: h & 2:29: 'rooms' is empty: the rooms; for example, rooms: [a, b]
      // A list of what is empty is empty, too.
      {key: !env K, rooms: ["", [], {a: null}], host: h} | K=k | c | 2:29: 'rooms' is empty: the rooms; for example, rooms: [a, b]
      {key: !env K, rooms: ["", a], host: h} | K=k | c
      {key: !env K, rooms: [{a: "", b: false}], host: h} | K=k | c
      {} |  | d | 2:1: 'host' is missing: the host; for example, host: h
      {} |  | e
      {} |  | c | 2:1: 'key' is missing: a key; for example, key: !env SSO_KEY & 2:1: 'host' is missing: the host; for example, host: h & 2:1: 'rooms' is missing: the rooms; for example, rooms: [a, b]
      """#) as [(String, [String], String, [String])])
  func `lacks an essential fact`(
    facts: String, environment: [String], cookbook: String, expected: [String]
  ) throws {
    let pairs = environment.map { (String($0.prefix(1)), String($0.dropFirst(2))) }
    let (draft, remarks) = try draft(
      "base-url: http://a.example\nfacts: \(facts)\n",
      environment: Dictionary(uniqueKeysWithValues: pairs))
    #expect(remarks == [])
    let missing = try #require(draft).missingFacts(for: [cookbook])
    #expect(missing.map { "\($0.position): \($0.message)" } == expected)
  }

  @Test func `is not told twice what a mistake explains`() throws {
    let (draft, remarks) = try draft(
      "base-url: http://a.example\nfacts: {hosts: a, key: 1, rooms: !env NO}\n")
    #expect(
      remarks == [
        "2:9: error: unknown fact 'hosts', did you mean 'host'?",
        "2:24: error: 'key' is text, and this is an integer; quote it",
        "2:39: error: 'rooms' is empty: the environment variable NO is not set",
      ])
    #expect(try #require(draft).missingFacts(for: ["c"]).isEmpty)
  }

  @Test(
    arguments: [
      ("size", "7", 7, []), ("size", "", .null, []), ("throttled", "true", true, []),
      ("throttled", "false", false, []), ("mvpd", "7", "7", []), ("mvpd", "", "", []),
      ("size", "x", nil, ["'size' is an integer, and this is text"]),
      (
        "throttled", "TRUE", nil,
        ["'throttled' is a boolean, and this is text; write true or false"]
      ), ("list", "a", nil, ["'list' is a list, and this is text; write [one, another]"]),
    ] as [(String, String, JSONValue?, [String])])
  func `takes text of the environment for the declared type, and says which variable has another`(
    fact: String, text: String, value: JSONValue?, messages: [String]
  ) throws {
    let (profile, remarks) = try read(
      "base-url: http://a.example\nfacts: {\(fact): !env V}\n", environment: ["V": text])
    let found = remarks.map { String($0.drop { $0 != "'" }) }
    #expect(found == messages.map { "\($0) (the environment variable V)" })
    if let value { #expect(profile?.facts[fact] == value) }
  }

  /// Mistakes of `--set` in an essential fact, and what is missing afterwards.
  @Test(arguments: [
    (["host=5"], ["key", "rooms"]), (["hots=x"], ["key", "rooms"]),
    (["host=*x"], ["key", "rooms"]), (["host=5", "host=h"], ["key", "rooms"]),
    (["host=5", "host="], ["key", "host", "rooms"]), (["host=[!env x]"], ["key", "rooms"]),
    (["mvpd=5"], ["key", "host", "rooms"]),
  ])
  func `a mistake of the command line is not told twice`(
    assignments: [String], missing: [String]
  ) throws {
    var draft = try #require(try draft("base-url: http://a.example").draft)
    for assignment in assignments { _ = draft.set(assignment) }
    #expect(
      draft.missingFacts(for: ["c"]).map { $0.message.split(separator: "'")[0] }
        == missing.map { $0[...] })
  }

  @Test func `takes those of some facts that are declared`() throws {
    var draft = try #require(try draft("base-url: http://a.example").draft)
    let facts = JSONObject([("mvpd", "M"), ("nowhere", "x"), ("size", "seven"), ("host", "h")])
    #expect(
      draft.offer(facts, by: "--offer").map(\.message) == [
        "--offer: 'size' is an integer, and this is text"
      ])
    let given = ["mvpd", "host", "size"].map { draft.profile.facts[$0] }
    #expect(given == ["M", "h", nil] as [JSONValue?])
  }

  @Test(
    arguments: [
      (
        "cookbooks: [c]", "d",
        "'cookbooks' leaves nothing to judge by: it names c, and the suites chosen are of d"
      ), ("cookbooks: [c]", "c", nil), ("cookbooks: [c]", nil, nil), ("target: t", "d", nil),
    ] as [(String, String?, String?)])
  func `leaves something to judge by`(line: String, cookbook: String?, message: String?) throws {
    let draft = try #require(try draft("base-url: http://a.example\n\(line)\n").draft)
    let text = suite(steps: "- wait: 1s", before: cookbook.map { "cookbook: \($0)\n" } ?? "")
    let catalogue =
      #"{"cookbook": "c", "revision": "1", "phases": [{"id": "A", "title": "a", "steps": []}]}"#
    let suites = loadSuite(
      text, beside: ["cookbooks/c.json": catalogue, "cookbooks/d.json": catalogue])
    let left = suites.judging(by: draft.profile.cookbooks)
    let found = draft.nothingLeft(in: left, of: suites)
    #expect(found?.message == message)
    if found != nil { #expect(found?.position.line == 2) }
    let none = SuiteCollection(
      suites: [], fragments: [:], catalogues: [:], facts: FactTable(), diagnostics: [], files: [:])
    #expect(draft.nothingLeft(in: none, of: none) == nil)
  }

  @Test(arguments: [
    ("The host. It is up.", "the host"), ("The id\nof it.", "the id of it"),
    ("URL of it.", "URL of it"), ("No stop", "no stop"), ("A", "A"),
  ])
  func `says in short what a missing fact means`(about: String, short: String) throws {
    let facts = Memory(texts: [
      "facts.yaml": """
      facts: [{fact: own, about: \(JSONWriter.text(.string(about))), type: text, essential: [c], example: x}]
      """, "cookbooks/c.json": "{}",
    ]).load(["facts.yaml"]).facts
    let draft = ProfileDraft(
      name: "t", baseURL: try BaseURL("http://a.example"), declared: facts, of: .file("p.yaml"))
    #expect(
      draft.missingFacts(for: ["c"]).map(\.message) == [
        "'own' is missing: \(short); for example, own: x"
      ])
  }

  @Test(arguments: [
    "facts: {key: 12345678}", "facts: {key: [s3cr3t]}", "facts: {\"key:s3cr3t\": }",
    "facts: {size: !env SECRET}", "facts: {list: !env SECRET}", "facts: {mvpd: !env s3.cr3t}",
    "facts: s3cr3t", "facts: {login: !env SECRET}", "facts: {key: !other s3cr3t}",
    "secrets: [s3cr3t.x]", "secrets: s3cr3t-", "facts: {shows: {\"s3cr3t x\": 1}}",
    // Neither a password nor a query of the base URL.
    "URL http://user:s3cr3t@a.example", "URL https://user:s3cr3t @a.example",
    "URL ftp://u:s3cr3t@a.example", "URL https://a.example/?key=s3cr3t",
    "URL https://a.example/#s3cr3t",
  ])
  func `never shows a value`(lines: String) throws {
    let isURL = lines.hasPrefix("URL ")
    let text =
      isURL ? "base-url: \"\(lines.dropFirst(4))\"\n" : "base-url: http://a.example\n\(lines)\n"
    let (_, remarks) = try read(text, environment: ["SECRET": "s3cr3t"])
    #expect(remarks.count == 1)
    #expect(!remarks.joined().contains("s3cr3t") && !remarks.joined().contains("12345678"))
  }

  @Test(
    arguments: [
      ("mvpd=M1", nil, "M1"), ("shows={free: [a, b]}", nil, ["free": ["a", "b"]]),
      ("mvpd=", nil, .null), ("mvpd=s3=cr3t", nil, "s3=cr3t"),
      ("mvdp=s3cr3t", "--set mvdp: unknown fact 'mvdp', did you mean 'mvpd'?", nil),
      ("mvpd=[s3cr3t]", "--set mvpd: 'mvpd' is text, and this is a list", nil),
      ("mvpd=5", "--set mvpd: 'mvpd' is text, and this is an integer; quote it", nil),
      ("mvpd=*s3cr3t", "--set mvpd: no anchor '&…' stands before this alias; define it", nil),
      (
        "mvpd=!env s3cr3t",
        "--set mvpd: a value without a tag stands here; only a profile reads !env", nil
      ),
      ("mvpd:s3cr3t", "--set takes name=value, and this is not the name of a fact and '='", nil),
    ] as [(String, String?, JSONValue?)])
  func `takes facts of the command line`(
    assignment: String, mistake: String?, value: JSONValue?
  ) throws {
    var draft = try #require(try draft("base-url: http://a.example").draft)
    #expect(draft.set(assignment)?.message == mistake)
    #expect(draft.profile.facts["mvpd"] ?? draft.profile.facts["shows"] == value)
  }

  @Test func `the command line comes before the file`() throws {
    let text = "base-url: http://a.example\nfacts: {mvpd: !env NO, list: 5}\n"
    let (read, remarks) = try draft(text, overridden: ["mvpd", "list"])
    #expect(remarks == [])
    var draft = try #require(read)
    #expect(draft.set("mvpd=M") == nil)
    #expect(draft.profile.facts["mvpd"] == "M")
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
