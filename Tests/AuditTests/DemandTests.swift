// SPDX-License-Identifier: Apache-2.0
// What rules demand: met, broken, or not judged.

import Audit
import Testing
import Traffic

@Suite struct DemandTests {
  static let registered = Sent("POST /register", at: 0, answer: #"{"client_id": "c"}"#)

  @Test(
    arguments: [
      // The occasion itself.
      (
        "on: token\nexpect: {form: {grant_type: client_credentials}}",
        [Sent("POST /token", at: 0, form: "grant_type=client_credentials")], "+1 -0 ?0"
      ),
      (
        "on: token\nexpect: {form: {grant_type: client_credentials}}",
        [Sent("POST /token", at: 0, form: "grant_type=password")], "+0 -1 ?0"
      ),
      // A registration that stands before, with the same client.
      (
        "on: token\nsave: {client: $.form.client_id}\n"
          + "earlier: {is: register, answer: {json: {client_id: \"${client}\"}}}",
        [registered, Sent("POST /token", at: 1, form: "client_id=c")], "+1 -0 ?0"
      ),
      (
        "on: token\nsave: {client: $.form.client_id}\n"
          + "earlier: {is: register, answer: {json: {client_id: \"${client}\"}}}",
        [registered, Sent("POST /token", at: 1, form: "client_id=d")], "+0 -1 ?0"
      ),
      ("on: token\nearlier: register", [Sent("POST /token", at: 1)], "+0 -0 ?1"),
      // The same by a value.
      (
        "on: token\nearlier: {is: register, same: client}",
        [registered, Sent("POST /token", at: 1, form: "client_id=c")], "+1 -0 ?0"
      ),
      (
        "on: token\nearlier: {is: register, same: client}",
        [registered, Sent("POST /token", at: 1, form: "client_id=d")], "+0 -1 ?0"
      ),
      // The most recent one, whatever came before it.
      (
        "on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}",
        [
          Sent("POST /token", at: 1, status: 400), Sent("POST /token", at: 2),
          Sent("GET /x/profiles", at: 3),
        ], "+1 -0 ?0"
      ),
      (
        "on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}",
        [
          Sent("POST /token", at: 1), Sent("POST /token", at: 2, status: 400),
          Sent("GET /x/profiles", at: 3),
        ], "+0 -1 ?0"
      ),
      (
        "on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}",
        [registered, Sent("GET /x/profiles", at: 3)], "+0 -0 ?1"
      ),
      // What was under way already when the answer came is no reaction to it.
      (
        "on: {is: profiles, answer: {status: 429}}\napart: {of: profiles, at-least: 1s}",
        [
          Sent("GET /x/profiles", at: 1, status: 429), Sent("GET /x/profiles", at: 1),
          Sent("GET /x/profiles", at: 2),
        ], "+1 -0 ?0"
      ),
      (
        "on: {is: profiles, answer: {status: 429}}\napart: {of: profiles, at-least: 2s}",
        [Sent("GET /x/profiles", at: 1, status: 429), Sent("GET /x/profiles", at: 2)],
        "+0 -1 ?0"
      ),
      // Nothing came before a registration; a bound or a time closes the window too.
      ("on: poll\nearlier: token", [registered, Sent("GET /p/sessions/1", at: 1)], "+0 -1 ?0"),
      (
        "on: poll\nearlier: {is: token, since: profiles}",
        [Sent("GET /p/profiles", at: 0), Sent("GET /p/sessions/1", at: 1)], "+0 -1 ?0"
      ),
      (
        "on: poll\nearlier: {is: token, within: 5s}",
        [
          Sent("POST /token", at: 0, form: "a=b"), Sent("GET /p/profiles", at: 1),
          Sent("GET /p/sessions/1", at: 9),
        ], "+0 -1 ?0"
      ),
      ("on: token\nnot-earlier: token", tokens(0, 1), "+0 -1 ?1"),
      (
        "on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        [registered] + tokens(1, 200), "+1 -1 ?0"
      ),
      (
        "on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        [registered] + tokens(1, 4000), "+2 -0 ?0"
      ),
      // Too near to the end of the hour.
      (
        "on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        [registered] + tokens(1, 3605), "+1 -0 ?1"
      ),
      (
        "on: poll\nearlier: {is: token, expired: {for: $.answer.json.expires_in}}",
        tokens(1) + [Sent("GET /p/sessions/1", at: 4000)], "+1 -0 ?0"
      ),
      // Later: it came, a bound came, the time went by, or the recording ended.
      ("on: begin\nlater: poll", [begun, Sent("GET /p/sessions/1", at: 2)], "+1 -0 ?0"),
      ("on: begin\nlater: poll", [begun], "+0 -0 ?1"),
      (
        "on: begin\nlater: {is: poll, before: profiles}", [begun, Sent("GET /p/profiles", at: 2)],
        "+0 -1 ?0"
      ),
      (
        "on: begin\nlater: {is: poll, within: 1s}", [begun, Sent("GET /p/profiles", at: 4)],
        "+0 -1 ?0"
      ),
      ("on: begin\nnot-later: poll", [begun, Sent("GET /p/sessions/1", at: 2)], "+0 -1 ?0"),
      ("on: begin\nnot-later: poll", [begun, Sent("GET /p/profiles", at: 2)], "+1 -0 ?0"),
      ("on: begin\nnot-later: poll", [begun], "+0 -0 ?1"),
      // The call was under way when the answer came.
      (
        "on: begin\nnot-later: poll",
        [begun, Sent("GET /p/sessions/1", at: 0), Sent("GET /p/profiles", at: 2)], "+1 -0 ?0"
      ),
      (
        "on: begin\nnext: {of: [poll, profiles], expect: {method: GET, parameters: {code: k}}}",
        [begun, Sent("GET /p/sessions/k", at: 1)], "+1 -0 ?0"
      ),
      (
        "on: begin\nnext: {of: [poll, profiles], expect: {parameters: {code: k}}}",
        [begun, Sent("GET /p/profiles", at: 1), Sent("GET /p/sessions/k", at: 2)], "+0 -1 ?0"
      ),
      ("on: begin\nnext: {of: poll, expect: {parameters: {code: k}}}", [begun], "+0 -0 ?1"),
      ("on: begin\nat-most: {count: 1, of: poll}", [begun] + polls(1, 2), "+0 -1 ?0"),
      ("on: begin\nat-most: {count: 2, of: poll}", [begun] + polls(1, 2), "+1 -0 ?0"),
      (
        "on: begin\nat-most: {count: 1, of: poll, within: 5s}", [begun] + polls(1, 9), "+1 -0 ?0"
      ),
      (
        "on: begin\nat-most: {count: 1, of: poll, before: profiles}",
        [begun] + polls(1) + [Sent("GET /p/profiles", at: 2)] + polls(3), "+1 -0 ?0"
      ),
      ("on: poll\napart: {of: poll, at-least: 3s}", polls(0, 2, 5), "+1 -1 ?1"),
      (
        "on: begin\nsave: {wait: $.answer.json.wait}\napart: {of: poll, at-least: \"${wait}s\"}",
        [Sent("POST /p/sessions", at: 0, answer: #"{"wait": 4}"#)] + polls(2), "+0 -1 ?0"
      ),
      (
        "on: poll\nall:\n  - earlier: begin\n  - expect: {query: {a: \"1\"}}",
        [begun, Sent("GET /p/sessions/k?a=1", at: 1), Sent("GET /p/sessions/k?a=2", at: 2)],
        "+1 -1 ?0"
      ),
      (
        "on: poll\nany:\n  - expect: {query: {a: \"1\"}}\n  - expect: {query: {b: \"1\"}}",
        [Sent("GET /p/sessions/k?b=1", at: 1), Sent("GET /p/sessions/k", at: 2)], "+1 -1 ?0"
      ),
      // Only where the conditions hold is it an occasion.
      (
        "on: poll\ngiven:\n  - latest: {of: begin, is: {answer: {json: {wait: 1}}}}\n"
          + "expect: {query: {a: \"1\"}}",
        [
          Sent("POST /p/sessions", at: 0, answer: #"{"wait": 2}"#),
          Sent("GET /p/sessions/k", at: 1),
          Sent("POST /p/sessions", at: 2, answer: #"{"wait": 1}"#),
          Sent("GET /p/sessions/k", at: 3),
        ], "+0 -1 ?0"
      ),
      (
        "on: poll\ngiven:\n  - latest: {of: begin, save: {code: $.answer.json.code}}\n"
          + "expect: {parameters: {code: \"${code}\"}}",
        [
          Sent("POST /p/sessions", at: 0, answer: #"{"code": "k"}"#),
          Sent("GET /p/sessions/k", at: 1),
          Sent("GET /p/sessions/j", at: 3),
        ], "+1 -1 ?0"
      ),
      // The time of the occasion, never today's.
      (
        "on: begin\nexpect: {answer: {json: {until: !timestamp {after: now}}}}",
        [Sent("POST /p/sessions", at: 0, answer: #"{"until": 1764000100000}"#)], "+1 -0 ?0"
      ),
    ] as [(String, [Sent], String)])
  func `judges an occasion`(text: String, sent: [Sent], expected: String) throws {
    #expect(try outcome(rule(text), sent) == expected)
  }

  static let begun = Sent("POST /p/sessions", at: 0)

  static func tokens(_ times: Int...) -> [Sent] {
    times.map { Sent("POST /token", at: $0, form: "a=b", answer: #"{"expires_in": 3600}"#) }
  }

  static func polls(_ times: Int...) -> [Sent] {
    times.map { Sent("GET /p/sessions/k", at: $0) }
  }
}
