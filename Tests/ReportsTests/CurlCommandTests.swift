// SPDX-License-Identifier: Apache-2.0
// Exchanges as `curl` commands: shells give curl the recorded request, and run nothing else.

import Formats
import Foundation
import HTTP
import Reports
import Suites
import TestSupport
import Testing
import Text

@testable import Record

struct CurlCommandTests {
  /// Debian's `sh` is dash.
  private static let shells = ["/bin/sh", "/bin/bash"].filter {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Texts that a shell or curl would obey if it got the chance.
  static let hostile = [
    "", "plain", "it's", "''", "'; touch owned; '", "$(touch owned)", "`touch owned`", "${HOME}",
    "\"; touch owned #", "a\nb", "\n", "a\n\n", "-n", "-e \\n", "%s%n", "\\", "\\'", "\\\\0101",
    "!x", "\r\n", "\u{0}x", "\u{1B}[2J", "\u{202E}abc", "é😀", "*", "~", "a\tb", "EOF\n", "#",
    "&& touch owned", "\u{7F}", "$'\\x41'", "a\\", "'\\''", "${x:-$(touch owned)}",
    "\u{85}\u{2028}", "##[error]", String(repeating: "'", count: 300), "@/etc/passwd", "-K owned",
    "'\u{301}; touch owned; '", "{a,b}[1-9]", "›", "‹", "‹›", "--output=owned", "\u{301}", "!!",
    "$SSO_CODE",
  ]

  /// Runs a text in a shell in which each program named prints its arguments.
  private static func arguments(
    of text: String, given variables: [String: String] = [:], in shell: String,
    stub: String = "curl() { printf '%s\\0' \"$@\"; }"
  ) throws -> [String] {
    let folder = try TemporaryFolder()
    try folder.write("\(stub)\n\(text)\n", to: "script.sh")
    let result = try LimitedProcess.run(
      shell, ["script.sh"], in: folder.url,
      environment: variables.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own })
    #expect(result.status == 0 && result.errors.isEmpty, "\(text)\n\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("owned")), "\(text)")
    return result.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  private static func exchange(
    _ method: String = "POST", _ url: String = "http://h/", _ headers: [HeaderField] = [],
    body: String = "", answer: String = "", answerHeaders: [HeaderField] = []
  ) -> ExchangeRecord {
    ExchangeRecord(
      method: method, url: url, status: 200, duration: .zero,
      detail: ExchangeRecord.Detail(
        requestHeaders: headers, requestBody: body, reason: "OK", responseHeaders: answerHeaders,
        responseBody: answer, responseByteCount: answer.utf8.count))
  }

  private static func command(of exchange: ExchangeRecord) throws -> String {
    let step = SampleRecords.request("ask", 9, exchanges: [exchange])
    let record = SampleRecords.run(of: step)
    return try #require(record.curlCommand(of: exchange, in: record.suites[0].scenarios[0]))
  }

  /// The arguments with which each request begins.
  private static let usual = ["--include", "--http1.1", "--globoff", "--path-as-is"]
  /// Those that keep curl from sending headers of its own.
  private static let bare = ["--header", "Accept:", "--header", "User-Agent:"]

  @Test(arguments: shells) func `takes any text for nothing but text`(shell: String) throws {
    let stub = "show() { printf '%s\\0' \"$@\"; }"
    let words = Self.hostile.map(ShellWord.quoted) + Self.hostile.map(ShellWord.plain)
    let shown = try Self.arguments(
      of: "show \(words.joined(separator: " "))", in: shell, stub: stub)
    // No shell has a NUL in a word.
    let expected = (Self.hostile + Self.hostile).map { $0.replacing("\0", with: "") }
    #expect(shown.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test(arguments: shells) func `gives curl what was sent, whatever it holds`(shell: String) throws
  {
    // Neither does a value that a reader puts in mean anything.
    let value = "$(touch owned)'\"`touch owned` \\"
    for text in Self.hostile {
      let exchange = Self.exchange(
        "M\(text)", "http://h/\(text)?a=‹code›\(text)",
        [
          HeaderField("Content-Type", "text/plain"), HeaderField("Accept", text),
          HeaderField("X-Any", "\(text)‹access_token 2›\(text)x"),
        ], body: "\(text)‹code›\(text).")
      let command = try Self.command(of: exchange)
      // What a report shows of it is all of it.
      #expect(Sanitized.lines(command, limit: .max) == command, "\(text)")
      let shown = try Self.arguments(
        of: command,
        // The address and the body have the same value in two forms.
        given: ["SSO_CODE": value, "SSO_CODE_": "plain \(value)", "SSO_ACCESS_TOKEN_2": "second"],
        in: shell)
      let own = text.replacing("\0", with: "")
      let isEmpty = text.allSatisfy(\.isWhitespace)
      let expected =
        Self.usual + [
          "--request", "M\(own)", "--url", "http://h/\(own)?a=\(value)\(own)", "--header",
          "Content-Type: text/plain", "--header", isEmpty ? "Accept;" : "Accept: \(own)",
          "--header",
          "X-Any: \(own)second\(own)x", "--header", "User-Agent:", "--data-raw",
          "\(own)plain \(value)\(own).",
        ]
      #expect(shown.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(text)")
    }
  }

  /// A body, its type, and what curl gets for it where the masked value is `a b`.
  @Test(
    arguments: [
      ("form", "a=1&b=2", ["--data-raw", "a=1&b=2"]),
      (
        "form", "a=1&code=x%20‹code›+%26&b=2%3D&c=3",
        ["--data-raw", "a=1", "--data-urlencode", "code=x a b &", "--data-raw", "b=2%3D&c=3"]
      ), ("form", "code=‹code›", ["--data-urlencode", "code=a b"]),
      ("form", "code=@‹code›", ["--data-urlencode", "code=@a b"]),
      ("form", "‹code›=1", ["--data-raw", "a b=1"]), ("form", "‹code›", ["--data-raw", "a b"]),
      ("form", "code=%zz‹code›", ["--data-raw", "code=%zza b"]),
      ("form", "a=1&&code=‹code›", ["--data-raw", "a=1&&code=a b"]),
      ("form", "@a=1", ["--data-raw", "@a=1"]),
      ("json", #"{"a":"‹code›","b":"it's"}"#, ["--data-raw", #"{"a":"a b","b":"it's"}"#]),
      // The application sent it so.
      ("text", "whole…", ["--data-raw", "whole…"]),
      ("text", "‹code", ["--data-raw", "‹code"]),
      ("text", "‹‹code››", ["--data-raw", "‹a b›"]), ("text", "", ["--data-raw", ""]),
    ] as [(String, String, [String])])
  func `sends bodies as they were`(type: String, body: String, data: [String]) throws {
    let type = type == "form" ? "application/x-www-form-urlencoded" : "application/\(type)"
    let exchange = Self.exchange(
      "PUT", "https://h/", [HeaderField("Content-Type", type)], body: body)
    let shown = try Self.arguments(
      of: try Self.command(of: exchange), given: ["SSO_CODE": "a b"], in: "/bin/sh")
    let head = ["--request", "PUT", "--url", "https://h/", "--header", "Content-Type: \(type)"]
    #expect(shown == Self.usual + head + Self.bare + data)
  }

  @Test(
    arguments: [
      ("Authorization", "Bearer ‹access_token›", "Authorization: Bearer t"),
      ("Authorization", "Basic ‹masked›", "Authorization: Basic m"),
      ("X-Empty", "", "X-Empty;"), ("X-Blank", " ", "X-Blank;"),
      // A report shows such a header decoded.
      ("X-Device-Info", #"{"id":"‹masked›"}"#, "X-Device-Info: \(Base64.encode(#"{"id":"m"}"#))"),
      ("X-Device-Info", #"{"id":"1"}"#, #"X-Device-Info: {"id":"1"}"#),
      ("@/etc/passwd", "x", nil), ("", "x", nil), ("A B", "x", nil), ("‹masked›", "x", nil),
    ] as [(String, String, String?)])
  func `sends headers as they were`(name: String, value: String, header: String?) throws {
    let command = try Self.command(
      of: Self.exchange("GET", "http://h/", [HeaderField(name, value)]))
    let shown = try Self.arguments(
      of: command, given: ["SSO_ACCESS_TOKEN": "t", "SSO_MASKED": "m"], in: "/bin/sh")
    let head = ["--request", "GET", "--url", "http://h/"]
    #expect(shown == Self.usual + head + (header.map { ["--header", $0] } ?? []) + Self.bare)
    #expect(command.contains("# a header is left out") == (header == nil))
  }

  @Test func `sends no header that curl would add, and no length of the mask`() throws {
    let length = [HeaderField("content-length", "7")]
    let masked = try Self.arguments(
      of: try Self.command(of: Self.exchange("POST", "http://h/", length, body: "‹code›")),
      given: ["SSO_CODE": "c"], in: "/bin/sh")
    #expect(
      masked == Self.usual + ["--request", "POST", "--url", "http://h/"] + Self.bare
        + ["--header", "Content-Type:", "--data-raw", "c"])
    let wrong = try Self.command(of: Self.exchange("POST", "http://h/", length, body: "x"))
    #expect(wrong.contains("--header 'content-length: 7'"))
  }

  @Test(arguments: [
    ("HEAD", "", "--head"), ("HEAD", "x", "--request 'HEAD'"), ("GET", "", "--request 'GET'"),
    ("OPTIONS", "", "--request 'OPTIONS'"),
  ])
  func `waits for no body that does not come`(method: String, body: String, option: String) throws {
    let command = try Self.command(of: Self.exchange(method, body: body))
    #expect(command.contains("--path-as-is \(option) \\\n"))
    #expect(command.contains("--data-raw") == !body.isEmpty)
  }

  @Test func `has a variable for each masked value`() throws {
    let body = "‹access_token›‹access_token 2›‹access-token 2›‹Access_Token 2›‹é 1›‹access_token›"
    let command = try Self.command(of: Self.exchange("GET", body: body))
    let names = command.matches(of: /"\$([A-Z0-9_]+)"/).map { String($0.1) }
    #expect(
      names == [
        "SSO_ACCESS_TOKEN", "SSO_ACCESS_TOKEN_2", "SSO_ACCESS_TOKEN_2_", "SSO_ACCESS_TOKEN_2__",
        "SSO____1", "SSO_ACCESS_TOKEN",
      ])
  }

  @Test func `is none of what was not kept, and of another scheme`() {
    var exchange = Self.exchange("GET")
    let record = SampleRecords.run(of: SampleRecords.request("ask", 9, exchanges: [exchange]))
    let scenario = record.suites[0].scenarios[0]
    exchange.url = "file:///etc/passwd"
    #expect(record.curlCommand(of: exchange, in: scenario) == nil)
    exchange.url = "http://h/"
    #expect(record.curlCommand(of: exchange, in: scenario) != nil)
    exchange.detail = nil
    #expect(record.curlCommand(of: exchange, in: scenario) == nil)
  }

  /// The comment on the value `‹code›`, or another, of a request after answers.
  @Test(
    arguments: [
      ("code", #"{"code":"‹code›"}"#, "", "from the answer to step 2, “first”"),
      ("code 2", #"{"a":"‹code 1›","b":"‹code 2›"}"#, "", "from the answer to step 2, “first”"),
      ("code", "{}", #"{"code":"‹code›"}"#, "from the answer to step 3, “second”"),
      ("code", "‹code›", "‹code›", "from the answer to step 2, “first”"),
      ("location", "", "", "from the answer to step 2, “first”"),
      ("saml", "", "", "from the answer to step 1, “ask the framework”"),
      ("statement", "", "", "the fact statement"), ("statement 2", "", "", "the fact statement"),
      ("other", "", "", "made by the run"),
      // Only what was answered before it was sent.
      ("own", "", "", "made by the run"), ("late", "", "", "made by the run"),
    ])
  func `says where a value comes from`(
    mask: String, first: String, second: String, source: String
  ) throws {
    let exchange = Self.exchange("GET", body: "‹\(mask)›", answer: "‹own›")
    var call = SampleRecords.frameworkCall
    call.name = "ask the framework"
    call.call?.answer = "‹saml›"
    let location = [HeaderField("Location", "/x?‹location›")]
    var record = SampleRecords.run(of: [
      SampleRecords.scenario(
        "one", 1,
        steps: [
          call,
          SampleRecords.request(
            "first", 2, exchanges: [Self.exchange("PUT", answer: first, answerHeaders: location)]),
          SampleRecords.request("second", 3, exchanges: [Self.exchange(answer: second)]),
          SampleRecords.request("third", 4, exchanges: [exchange]),
          SampleRecords.request("fourth", 5, exchanges: [Self.exchange(answer: "‹late›")]),
        ])
    ])
    record.evidence = EvidenceRecord(
      files: [],
      profile: ProfileRecord(
        facts: [ProfileRecord.Fact(name: "statement", value: "‹set›")], cookbooks: nil, rate: nil,
        clockTolerance: .zero, connectTimeout: .zero, responseTimeout: .zero))
    let command = try #require(
      record.curlCommand(of: exchange, in: record.suites[0].scenarios[0]))
    let name = "SSO_\(mask.uppercased().replacing(" ", with: "_"))"
    #expect(command.hasPrefix("# \(name): \(source)\ncurl "), "\(command)")
  }

  @Test(arguments: [
    (
      #"{"access_token":"‹access_token›"}"#,
      "from the answer to step 1, “Obtain an access token”, of the shared fragment “access-token”"
    ),
    (
      nil,
      "made by the run, or from an answer to the shared fragment “access-token”, which the report does not have"
    ),
  ])
  func `looks for a value in shared fragments`(answer: String?, source: String) throws {
    var token = SampleRecords.token
    if let answer { token.steps[0].exchanges = [Self.exchange(answer: answer)] }
    let exchange = Self.exchange("GET", body: "‹access_token 2›")
    let record = SampleRecords.run(
      of: [
        SampleRecords.scenario(
          "one", 1,
          steps: [
            SampleRecords.useToken(2), SampleRecords.request("ask", 9, exchanges: [exchange]),
          ])
      ], shared: [token])
    let command = try #require(
      record.curlCommand(of: exchange, in: record.suites[0].scenarios[0]))
    #expect(command.hasPrefix("# SSO_ACCESS_TOKEN_2: \(source)\ncurl "), "\(command)")
  }

  @Test func `says what the record does not have`() throws {
    var exchange = Self.exchange("PUT", body: "x\u{FFFD}…")
    exchange.detail?.requestIsCut = true
    let cut = try Self.command(of: exchange)
    #expect(!cut.contains("…"))
    #expect(
      cut.hasPrefix(
        "# the body was longer, the report has its beginning\n"
          + "# the body had bytes that are no UTF-8\ncurl "))
    let encoded = try Self.command(of: Self.exchange("GET", "http://h/‹code›"))
    #expect(encoded.hasPrefix("# SSO_CODE: made by the run, percent-encoded as in a URL\n"))
  }

  /// Some shells run a comment that is typed.
  @Test(arguments: hostile) func `means nothing in a comment`(text: String) throws {
    let comment = ShellWord.comment("a \(text) b")
    #expect(comment.hasPrefix("# a ") && comment.hasSuffix(" b"))
    #expect(!comment.dropFirst().contains { "'\"`$\\;&|<>(){}[]*?!~#=\n\r\t".contains($0) })
  }

  private static func repeated(
    _ name: String = "It's one", template: String? = nil, file: String = "Suites/a.yaml",
    isPreflight: Bool = false, subject: JudgedSide = .service, target: String? = "staging.yaml"
  ) -> String? {
    var scenario = SampleRecords.scenario(name, 1, steps: [])
    scenario.template = template
    var suite = SuiteRecord(name: "s", file: file, scenarios: [scenario])
    suite.isPreflight = isPreflight
    suite.subject = subject
    var record = SampleRecords.run([suite])
    record.target.argument = target
    return record.repeatCommand(of: scenario, in: suite)
  }

  @Test func `repeats a scenario`() {
    #expect(
      Self.repeated()
        == #"sso-conformance run Suites/a.yaml --scenario 'It'\''s one' --target staging.yaml"#)
    #expect(
      Self.repeated("Provider 7", template: "Provider ${m.id}")?
        .contains("--scenario 'Provider ${m.id}' ") == true)
    #expect(Self.repeated("With ‹code 2› in it")?.contains("--scenario 'With * in it' ") == true)
    #expect(
      Self.repeated(isPreflight: true)
        == "sso-conformance run Suites/a.yaml --target staging.yaml")
    #expect(Self.repeated(subject: .application) == nil)
    #expect(Self.repeated(target: nil) == nil)
  }

  @Test(arguments: shells) func `repeats a scenario of any name`(shell: String) throws {
    for text in Self.hostile {
      let line = try #require(Self.repeated("n\(text)", file: "-\(text)", target: "t\(text)"))
      let start = "sso-conformance run "
      try #require(line.hasPrefix(start))
      let shown = try Self.arguments(
        of: "run \(line.dropFirst(start.count))", in: shell,
        stub: "run() { printf '%s\\0' \"$@\"; }")
      let own = text.replacing("\0", with: "")
      let expected = ["./-\(own)", "--scenario", "n\(own)", "--target", "t\(own)"]
      #expect(shown.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(text)")
    }
  }

  /// A body so long that the certificate has no room for its command.
  @Test(arguments: [(100, true), (9000, false)])
  func `stands at each exchange that a report shows`(length: Int, isWhole: Bool) throws {
    var step = SampleRecords.wrong
    step.exchanges[0].detail?.requestBody = String(repeating: "x", count: length)
    let record = SampleRecords.run(of: step)
    let command = try #require(
      record.curlCommand(of: step.exchanges[0], in: record.suites[0].scenarios[0]))
    let certificate = MarkdownReport().text(of: record)
    #expect(certificate.contains("```sh\n\(command)\n```") == isWhole)
    #expect(certificate.contains("`report.html` has the command that sends it again") == !isWhole)
    let repeated = try #require(
      record.repeatCommand(of: record.suites[0].scenarios[0], in: record.suites[0]))
    #expect(certificate.contains("```sh\n\(repeated)\n```"))
    let page = HTMLReport().text(of: record)
      .replacing("&#39;", with: "'").replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    for text in [command, repeated] { #expect(page.contains(">\(text)</pre>")) }
  }

  @Test func `is not in an audit`() {
    let texts = [
      MarkdownReport().text(of: SampleRecords.audited),
      HTMLReport().text(of: SampleRecords.audited),
    ]
    for text in texts {
      #expect(!text.contains("curl --include") && !text.contains("conformance run"))
    }
  }

  /// A shared fragment that failed is run again with a scenario that uses it.
  @Test func `repeats a shared fragment by a scenario that uses it`() {
    let text = MarkdownReport().text(of: CauseTests.blocked(2))
    #expect(text.contains("\nsso-conformance run \(SampleRecords.profiles) --scenario '"))
  }
}
