// SPDX-License-Identifier: Apache-2.0
// Tests of `stateless:`, and of the values that a request shows.

import Formats
import HTTP
import Suites
import TestSupport
import Testing

struct StatelessStepTests {
  /// What is said of a fragment's step with these lines, from the word `'stateless'` on.
  private static func mistakes(_ step: String) -> [String] {
    remarks(
      """
      suite: S
      fragments:
        - fragment: f
          takes: {of: "${service_provider}", statement: "${software_statement}"}
          steps:
            - step: a
              stateless: true
      \(step.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n"))
      scenarios:
        - scenario: one
          steps: [{use: f}]
      """, facts: ["service_provider", "software_statement"]
    ).filter { $0.contains("'stateless'") }
  }

  @Test(arguments: [
    // A value of the path, of a parameter, a header, the form and the body.
    "request: {GET: \"/a/${of}/b\"}\nexpect: {status: 200, json: {id: \"${of}\"}}",
    "request: {GET: /a, query: {q: \"${of}\"}}\nexpect: {status: 200, json: {id: \"${of}\"}}",
    "request: {GET: /a, headers: {X-A: \"Bearer ${of}\"}}\nexpect: {status: 2xx, text: \"${of}\"}",
    "request: {POST: /a, form: {f: \"${of}\"}}\nexpect: {status: 200, json: {id: \"${of}\"}}",
    "request: {POST: /a, json: {f: [\"${of}\"]}}\nexpect: {status: 200, json: {id: \"${of}\"}}",
    // A value that the step saves, the time, and an alternative with each status.
    "request: {GET: /a}\nsave: {s: $.a}\nexpect: {status: 200, json: {b: \"${s}\"}}",
    "request: {GET: /a}\nexpect: {status: 200, json: {b: !timestamp {before: now}}}",
    "request: {GET: /a}\nexpect: {either: [{as: x, status: 200}, {as: y, status: 400}]}",
  ])
  func `is right where the exchange shows all that is expected`(step: String) {
    #expect(Self.mistakes(step) == [])
  }

  @Test(arguments: [
    (
      "request: {GET: /a}\nexpect: {status: 200, json: {id: \"${of}\"}}",
      "9:43: error: 'stateless': an answer is judged by its request alone, which does not show ${of}: "
        + "use a variable that stands alone in its path, parameters, headers or body, or one that "
        + "this step saves"
    ),
    (
      "request: {GET: \"/a/${of | lower}\"}\nexpect: {status: 200, json: {id: \"${of}\"}}",
      "9:43: error: 'stateless': an answer is judged by its request alone, which does not show ${of}: "
        + "use a variable that stands alone in its path, parameters, headers or body, or one that "
        + "this step saves"
    ),
    (
      "request: {GET: /a}\nsave: {s: \"$.a[${of}]\"}\nexpect: {status: 200, text: \"${s}\"}",
      "9:24: error: 'stateless': an answer is judged by its request alone, which does not show ${of}: "
        + "use a variable that stands alone in its path, parameters, headers or body, or one that "
        + "this step saves"
    ),
    (
      "request: {GET: /a}\nexpect: {json: {}}",
      "9:17: error: 'stateless': 'expect' says of which answers it holds: write their 'status', or "
        + "one in each alternative of 'either'"
    ),
    (
      "request: {GET: /a}\nburst: 2\nexpect: {statuses: !each 200}",
      "6:9: error: 'stateless': the step has an 'expect', and no 'burst'"
    ),
    (
      "request: {GET: \"${of}\"}\nexpect: {status: 200}",
      "8:18: error: 'stateless': the request has a method and a path that are written here"
    ),
    (
      "user: sign-out",
      "7:20: error: 'stateless' goes with a request of a fragment only: it says that each answer "
        + "is judged by the step"
    ),
  ])
  func `is refused where a run alone shows what is expected`(step: String, mistake: String) {
    #expect(Self.mistakes(step) == [mistake])
  }

  @Test func `is refused in a scenario`() {
    #expect(
      remarks(
        suite(steps: "- {step: a, stateless: true, request: {GET: /}, expect: {status: 200}}")
      ).contains { $0.contains("'stateless' goes with a request of a fragment only") })
  }

  /// A template, a request that was sent, and the values that it shows; nil for another call.
  private static let requests: [(template: String, sent: SentRequest, values: String?)] = [
    ("{GET: \"/a/${x}\"}", SentRequest(method: "GET", segments: ["a", "b c"]), #"{"x":"b c"}"#),
    (
      "{GET: \"/a/${x}.json\"}", SentRequest(method: "GET", segments: ["a", "b.json"]),
      #"{"x":"b"}"#
    ),
    ("{GET: \"/a/${x}.json\"}", SentRequest(method: "GET", segments: ["a", "b.xml"]), nil),
    ("{GET: \"/a/${x}\"}", SentRequest(method: "POST", segments: ["a", "b"]), nil),
    ("{GET: \"/a/${x}\"}", SentRequest(method: "GET", segments: ["a", "b", "c"]), nil),
    ("{GET: \"/a/${x}\"}", SentRequest(method: "GET", segments: ["b", "b"]), nil),
    ("{GET: \"/a/${x}\"}", SentRequest(method: "GET", segments: ["a", ""]), nil),
    ("{GET: \"/a/${x | lower}\"}", SentRequest(method: "GET", segments: ["a", "B"]), "{}"),
    (
      "{GET: /a, query: {q: \"${x}\", r: \"${y}\"}}",
      SentRequest(method: "GET", segments: ["a"], query: [("q", "1"), ("r", "2"), ("r", "3")]),
      #"{"x":"1"}"#
    ),
    (
      "{POST: /a, form: {f: \"${x}\"}}",
      SentRequest(method: "POST", segments: ["a"], form: [("f", "")]), #"{"x":""}"#
    ),
    (
      "{POST: /a, headers: {Authorization: \"Bearer ${x}\"}}",
      SentRequest(
        method: "POST", segments: ["a"],
        headers: HeaderList([HeaderField("authorization", "Bearer t")])), #"{"x":"t"}"#
    ),
    (
      "{POST: /a, json: {r: [\"${x}\"], s: {t: \"${y}\"}}}",
      SentRequest(method: "POST", segments: ["a"], json: ["r": ["i", "j"], "s": ["t": 1]]),
      #"{"y":1}"#
    ),
    // The path counts before the form.
    (
      "{POST: \"/${x}\", form: {f: \"${x}\"}}",
      SentRequest(method: "POST", segments: ["a"], form: [("f", "b")]), #"{"x":"a"}"#
    ),
  ]

  @Test(arguments: requests.indices)
  func `shows the values of its variables`(index: Int) throws {
    let (template, sent, values) = Self.requests[index]
    let loaded = loadSuite(
      """
      suite: S
      fragments:
        - fragment: f
          takes: {x: a, y: b}
          steps: [{step: a, request: \(template), expect: {status: 200}}]
      scenarios:
        - scenario: one
          steps: [{use: f}]
      """)
    let step = try #require(loaded.fragments.values.first?.steps.first)
    guard case .request(let request) = step.action else { return }
    let found = try #require(RequestForm(request)).values(in: sent)
    #expect(
      found.map {
        JSONWriter.text(
          .object(JSONObject($0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })))
      }
        == values)
  }
}
