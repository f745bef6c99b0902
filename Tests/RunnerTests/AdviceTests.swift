// SPDX-License-Identifier: Apache-2.0
// Tests of what a failed step says to do.

import Formats
import HTTP
import Record
import Testing

@Suite struct AdviceTests {
  static let suite = """
    suite: Small
    secrets: [token]
    scenarios:
      - scenario: It
        steps:
          - step: a
            request: {GET: /}
            save: {code: !optional $.code, token: !optional $.token}
            expect: {status: 200}
            advice:
              - {when: {json: {code: "${mvpd}"}}, say: The code is the MVPD.}
              - when: {status: 404}
                say: "Nothing of ${service_provider} is here: ${code}, ${token}, ${basic_mvpd}, ${resources}."
              - {when: {status: !integer {}}, say: Another status.}
              - say: Nothing answers.
    """

  @Test(arguments: [
    (200, "{}", nil),
    (404, #"{"code": "M1"}"#, "The code is the MVPD."),
    (
      404, #"{"code": "x", "token": "abcdefghijklm"}"#,
      "Nothing of SP is here: x, ‹token›, ${basic_mvpd}, {\"permitted\":[\"a\"]}."
    ),
    (500, "{}", "Another status."),
  ])
  func `is that of the first entry that matches`(status: Int, body: String, advice: String?) throws
  {
    var bench = Bench()
    bench.facts.append("resources", ["permitted": ["a"]])
    let record = try bench.run(Self.suite) { _, _ in .json(body, status: status) }
    #expect(try record.onlyScenario().step("a").advice == advice)
  }

  @Test func `is that without a condition where nothing answers`() throws {
    let service = try Service { _, _ in .json("{}") }
    service.stop()
    let record = try Bench().run(Self.suite, port: service.port)
    #expect(try record.onlyScenario().step("a").advice == "Nothing answers.")
  }

  @Test func `looks at the last answer where retry gave up`() throws {
    let record = try Bench().run(
      """
      suite: Small
      scenarios:
        - scenario: It
          steps:
            - step: a
              request: {GET: /}
              retry: {while: {status: 503}, every: 1ms, at-most: 3ms}
              expect: {status: 200}
              advice: [{when: {status: 503}, say: It is busy.}, {say: No.}]
      """
    ) { _, _ in .json("{}", status: 503) }
    #expect(try record.onlyScenario().step("a").advice == "It is busy.")
  }
}
