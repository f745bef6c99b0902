// SPDX-License-Identifier: Apache-2.0
// A run in which everything went wrong, against a service that writes what readers would obey.

import HTTP
import Record
import Suites
import Text

extension SampleRecords {
  /// What a service may write: ends of XML sections, escapes of terminals, commands of CIs,
  /// NUL, marks of direction, Markdown, HTML, line breaks.
  static let hostile =
    "]]> <b>&amp;</b> \u{1B}[31mred\u{7}\u{0} \u{202E}right\u{2066} \r\n::error::owned\n"
    + "##[error]x ##vso[task.x] [[ATTACHMENT|/etc/passwd]] | a|b \\| `one` ``two`` ```\n"
    + "# h\n<script>alert(1)</script> ![i](http://x) %0A #35; ; %%{init}%% $a$ \u{FFFE}\u{FEFF}é😀"

  static func finding(
    _ place: String, _ line: Int, _ expected: String, _ found: String, nearest: String? = nil
  ) -> Finding {
    Finding(
      place: Place(reading: place), position: at(line).position, expected: .text(expected),
      found: .text(found), nearest: nearest.map { .text($0) })
  }

  static let refused = ExchangeRecord.Detail(
    requestHeaders: [
      HeaderField("Host", "api.staging.example"), HeaderField("Authorization", "Bearer ‹token›"),
      HeaderField("AP-Device-Identifier", "‹device›"), HeaderField("X-Empty", ""),
      HeaderField("Content-Type", "application/x-www-form-urlencoded"),
      HeaderField("Content-Length", "31"),
    ],
    requestBody: "SAMLResponse=‹saml›&it='quoted'", reason: "Bad \u{1B}[1mRequest",
    responseHeaders: [HeaderField("Content-Type", "text/html"), HeaderField("X-Note", hostile)],
    responseBody: hostile, responseByteCount: 100_000)

  static let wrong = request(
    "Create the profile", 40, covers: ["V2-C13-01", "V2-X9-99"],
    verdict: .failed([
      finding("status", 44, "!one-of [200, 201]", "400"),
      finding(
        "/profiles/Cablevision/type", 46, "appleSSO", hostile,
        nearest: #""apple" at /profiles/Cablevision/kind"#),
    ]),
    exchanges: [
      exchange(
        "POST", "/api/v2/REF30/profiles/sso/Apple", 400, detail: refused,
        issues: [
          WireIssue("The answer has two lengths.", rule: "RFC 9112, section 6.3", offset: 20)
        ])
    ],
    about: "The SAML response is sent as `SAMLResponse`, encoded *once*.",
    chosen: ["refused | by the header"], notes: ["waited 1 s after a 429"])

  static let hanging = request(
    "Ask for the decision", 90, covers: ["V2-C14-01"],
    verdict: .broken(
      RunProblem(
        .transport, "the service closed the connection after 212 of 712 bytes", at: at(90))),
    exchanges: [exchange("GET", "/api/v2/REF30/decisions", 0)])

  static let failing = run(
    [
      suite(
        [
          scenario(
            "The user signs in through the picker", 12,
            .failed([finding("status", 44, "!one-of [200, 201]", "400")]),
            about: "The whole walk, as the cookbook tells it.",
            steps: [
              useToken(14), configuration, frameworkCall, wrong,
              request("Read the profile", 50, covers: ["V2-C14-01"], verdict: .notReached),
              request(
                "Log out", 55, verdict: .failed([finding("status", 57, "200", "404")]),
                exchanges: [exchange("GET", "/api/v2/REF30/logout", 404)], isFinal: true),
            ]),
          scenario(
            "The same again\n\n<i>twice</i>", 70, .failed([]), after: 46,
            steps: [useToken(72), wrong]),
          scenario(
            "A decision is asked for", 88,
            .broken(
              RunProblem(
                .transport, "the service closed the connection after 212 of 712 bytes", at: at(90)
              )), after: 92, steps: [hanging]),
          scenario(
            "No code in the partner flow", 100, isAdvisory: true, after: 140,
            steps: [
              request(
                "Start the session", 102, covers: ["V2-C9-02"],
                exchanges: [exchange("POST", "/api/v2/REF30/sessions/sso/Apple", 200)],
                warnings: [finding("/code", 104, "!absent {}", #""ABC|123""#)])
            ]),
          scenario(
            "No code in the partner flow", 110, after: 141,
            steps: [
              configuration,
              StepRecord(
                name: "Only where there is a code", about: nil, action: .request,
                location: at(112), device: "device", covers: [], isFinal: false,
                verdict: .skipped(because: "`code` is null")),
            ]),
          scenario(
            "The picker shows a second MVPD", 120,
            .skipped(because: "not on this target"), after: 142, steps: []),
        ],
        name: "Partner profile. From the answer", about: "Walks phase C.")
    ],
    remarks: ["certificates were not checked (`--insecure`)"])
}
