// SPDX-License-Identifier: Apache-2.0
// What rules demand: met, broken, or not judged.

import Audit
import Suites
import TestSupport
import Testing

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
      ), ("on: token\nearlier: register", [Sent("POST /token", at: 1)], "+0 -0 ?1"),
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
        [Sent("GET /x/profiles", at: 1, status: 429), Sent("GET /x/profiles", at: 2)], "+0 -1 ?0"
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
      ), ("on: token\nnot-earlier: token", tokens(0, 1), "+0 -1 ?1"),
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
      // The margin after the end of the hour, to the millisecond and one less.
      (
        "on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 4900ms}}",
        [registered] + tokens(1, 3606), "+1 -0 ?1"
      ),
      (
        "on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 4899ms}}",
        [registered] + tokens(1, 3606), "+2 -0 ?0"
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
      ), ("on: begin\nnot-later: poll", [begun, Sent("GET /p/sessions/1", at: 2)], "+0 -1 ?0"),
      ("on: begin\nnot-later: poll", [begun, Sent("GET /p/profiles", at: 2)], "+1 -0 ?0"),
      ("on: begin\nnot-later: poll", [begun], "+0 -0 ?1"),
      // The call was under way when the answer came.
      (
        "on: begin\nnot-later: poll",
        [begun, Sent("GET /p/sessions/1", at: 0), Sent("GET /p/profiles", at: 2)], "+1 -0 ?0"
      ),
      // It began at the moment at which the answer came.
      ("on: begin\nnot-later: poll", [slowlyBegun] + polls(1), "+0 -1 ?0"),
      (
        "on: begin\nnext: {of: [poll, profiles], expect: {method: GET, parameters: {code: k}}}",
        [begun, Sent("GET /p/sessions/k", at: 1)], "+1 -0 ?0"
      ),
      (
        "on: begin\nnext: {of: [poll, profiles], expect: {parameters: {code: k}}}",
        [begun, Sent("GET /p/profiles", at: 1), Sent("GET /p/sessions/k", at: 2)], "+0 -1 ?0"
      ), ("on: begin\nnext: {of: poll, expect: {parameters: {code: k}}}", [begun], "+0 -0 ?1"),
      ("on: begin\nat-most: {count: 1, of: poll}", [begun] + polls(1, 2), "+0 -1 ?0"),
      ("on: begin\nat-most: {count: 2, of: poll}", [begun] + polls(1, 2), "+1 -0 ?0"),
      ("on: begin\nat-most: {count: 1, of: poll, within: 5s}", [begun] + polls(1, 9), "+1 -0 ?0"),
      (
        "on: begin\nat-most: {count: 1, of: poll, before: profiles}",
        [begun] + polls(1) + [Sent("GET /p/profiles", at: 2)] + polls(3), "+1 -0 ?0"
      ), ("on: poll\napart: {of: poll, at-least: 3s}", polls(0, 2, 5), "+1 -1 ?1"),
      ("on: poll\napart: {of: poll, at-least: 3s}", polls(0, 3), "+1 -0 ?1"),
      (
        "on: begin\nsave: {wait: $.answer.json.wait}\napart: {of: poll, at-least: \"${wait}s\"}",
        [Sent("POST /p/sessions", at: 0, answer: #"{"wait": 4}"#)] + polls(2), "+0 -1 ?0"
      ),
      (
        "on: poll\nall:\n  - earlier: begin\n  - expect: {query: {a: \"1\"}}",
        [begun, Sent("GET /p/sessions/k?a=1", at: 1), Sent("GET /p/sessions/k?a=2", at: 2)],
        "+1 -1 ?0"
      ),
      // What is broken counts, though another demand is in doubt.
      (
        "on: poll\nall:\n  - earlier: begin\n  - expect: {query: {a: \"1\"}}",
        [Sent("GET /p/sessions/k?a=2", at: 2)], "+0 -1 ?0"
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
          Sent("GET /p/sessions/k", at: 1), Sent("GET /p/sessions/j", at: 3),
        ], "+1 -1 ?0"
      ),
      // What the conditions exclude is no occasion, though it is as it has to be.
      (
        "on: poll\ngiven:\n  - latest: {of: begin, is: {answer: {json: {wait: 1}}}}\n"
          + "expect: {query: {a: \"1\"}}",
        [
          Sent("POST /p/sessions", at: 0, answer: #"{"wait": 2}"#),
          Sent("GET /p/sessions/k?a=1", at: 1),
          Sent("POST /p/sessions", at: 2, answer: #"{"wait": 1}"#),
          Sent("GET /p/sessions/k?a=1", at: 3),
        ], "+1 -0 ?0"
      ),
      (
        "on: poll\ngiven:\n  - not-earlier: begin\nexpect: {query: {a: \"1\"}}",
        [registered] + polls(1), "+0 -1 ?0"
      ),
      (
        "on: poll\ngiven:\n  - not-earlier: begin\nexpect: {query: {a: \"1\"}}",
        [registered, begun] + polls(1), "+0 -0 ?0"
      ),
      (
        "on: poll\ngiven:\n  - not-earlier: begin\nexpect: {query: {a: \"1\"}}", polls(1),
        "+0 -0 ?1"
      ),
      (
        "on: poll\ngiven:\n  - earlier: begin\nexpect: {query: {a: \"1\"}}",
        [registered] + polls(1), "+0 -0 ?0"
      ),
      (
        "on: poll\ngiven:\n  - earlier: begin\nexpect: {query: {a: \"1\"}}",
        [registered, begun] + polls(1), "+0 -1 ?0"
      ),
      // Each condition has to hold.
      (
        "on: poll\ngiven:\n  - earlier: begin\n  - earlier: token\nexpect: {query: {a: \"1\"}}",
        [registered, begun] + polls(1), "+0 -0 ?0"
      ),
      (
        "on: poll\ngiven:\n  - earlier: begin\n  - earlier: token\nexpect: {query: {a: \"1\"}}",
        [registered, Sent("POST /token", at: 0, form: "a=b")] + polls(1), "+0 -0 ?0"
      ),
      // What was sent to break a rule is nothing that the application sent once too often.
      ("on: poll\nnot-earlier: begin", [registered, begun] + polls(1), "+0 -1 ?0"),
      ("on: poll\nnot-earlier: begin", [registered, onPurpose(begun)] + polls(1), "+1 -0 ?0"),
      (
        "on: begin\nnot-later: poll",
        [begun, onPurpose(polls(2)[0]), Sent("GET /p/profiles", at: 3)], "+1 -0 ?0"
      ),
      (
        "on: begin\nat-most: {count: 1, of: poll}", [begun] + polls(1) + [onPurpose(polls(2)[0])],
        "+1 -0 ?0"
      ),
      (
        "on: begin\napart: {of: poll, at-least: 3s}",
        [begun, onPurpose(polls(1)[0])] + polls(4), "+1 -0 ?0"
      ),
      // But whether the next one is right, nobody can tell then.
      (
        "on: begin\nnext: {of: poll, expect: {parameters: {code: k}}}",
        [begun, onPurpose(Sent("GET /p/sessions/j", at: 1))] + polls(2), "+0 -0 ?1"
      ), ("on: poll\nearlier: begin", [registered, onPurpose(begun)] + polls(1), "+1 -0 ?0"),
      // A session does not begin with a registration that was sent to break a rule.
      ("on: poll\nearlier: token", [onPurpose(registered)] + polls(1), "+0 -0 ?1"),
      // What an answer said can't be known before it came.
      (
        "on: poll\nnot-earlier: {is: begin, answer: {status: 200}}",
        [registered, slowlyBegun] + polls(1), "+0 -1 ?0"
      ),
      (
        "on: poll\nnot-earlier: {is: begin, answer: {status: 200}}",
        [registered, begun(for: .milliseconds(1001))] + polls(1), "+1 -0 ?0"
      ),
      (
        "on: poll\nnot-earlier: begin", [registered, begun(for: .milliseconds(1001))] + polls(1),
        "+0 -1 ?0"
      ),
      // The time that is left, to the millisecond.
      ("on: begin\nlater: {is: poll, within: 5s}", [begun] + polls(5), "+1 -0 ?0"),
      ("on: begin\nlater: {is: poll, within: 5s}", [begun] + polls(6), "+0 -1 ?0"),
      ("on: poll\nearlier: {is: begin, within: 5s}", [begun] + polls(5), "+1 -0 ?0"),
      ("on: poll\nearlier: {is: begin, within: 5s}", [begun] + polls(6), "+0 -1 ?0"),
      // The recording has to go back as far, and on as long.
      (
        "on: begin\nlater: {is: poll, within: 5s}",
        [begun, Sent("GET /p/profiles", at: 4).lasting(.seconds(1))], "+0 -1 ?0"
      ),
      (
        "on: begin\nlater: {is: poll, within: 5s}",
        [begun, Sent("GET /p/profiles", at: 4).lasting(.milliseconds(999))], "+0 -0 ?1"
      ),
      (
        "on: poll\nearlier: {is: begin, within: 5s}", [Sent("GET /p/profiles", at: 0)] + polls(5),
        "+0 -1 ?0"
      ),
      (
        "on: poll\nearlier: {is: begin, within: 6s}", [Sent("GET /p/profiles", at: 0)] + polls(5),
        "+0 -0 ?1"
      ),
      (
        "on: begin\nnot-later: {is: poll, before: profiles}",
        [begun, Sent("GET /p/profiles", at: 1)] + polls(2), "+1 -0 ?0"
      ), ("on: begin\nat-most: {count: 2, of: poll}", [begun] + polls(1), "+1 -0 ?0"),
      ("on: begin\nat-most: {count: 2, of: poll}", [begun], "+0 -0 ?1"),
      ("on: begin\nat-most: {count: 0, of: poll}", [begun] + polls(1), "+0 -1 ?0"),
      (
        "on: begin\nat-most: {count: 0, of: poll, within: 5s}",
        [begun, Sent("GET /p/profiles", at: 9)], "+1 -0 ?0"
      ),
      // The most recent with the value, whatever nobody knows of one before it.
      (
        "on: poll\nlatest: {of: {is: begin, same: code}, is: {answer: {status: 200}}}",
        [
          Sent("POST /p/sessions", at: 0, answer: nil),
          Sent("POST /p/sessions", at: 1, answer: #"{"code": "k"}"#),
        ] + polls(2), "+1 -0 ?0"
      ),
      (
        "on: poll\nlatest: {of: {is: begin, same: code}, is: {answer: {status: 200}}}",
        [
          Sent("POST /p/sessions", at: 0, answer: #"{"code": "k"}"#),
          Sent("POST /p/sessions", at: 1, answer: nil),
        ] + polls(2), "+0 -0 ?1"
      ),
      // Whether something ends the search, nobody knows: what is beyond it does not count.
      (
        "on: poll\nearlier: {is: begin, since: {is: token, answer: {json: {ok: true}}}}",
        [registered, begun, Sent("POST /token", at: 1, answer: nil)] + polls(2), "+0 -0 ?1"
      ),
      (
        "on: poll\nearlier: {is: begin, since: {is: token, answer: {json: {ok: true}}}}",
        [registered, Sent("POST /token", at: 0, answer: nil), begun] + polls(2), "+1 -0 ?0"
      ),
      (
        "on: begin\nlater: {is: poll, before: {is: profiles, answer: {json: {ok: true}}}}",
        [begun, Sent("GET /p/profiles", at: 1, answer: nil)] + polls(2), "+0 -0 ?1"
      ),
      (
        "on: begin\nlater: {is: poll, before: {is: profiles, answer: {json: {ok: true}}}}",
        [begun] + polls(1) + [Sent("GET /p/profiles", at: 2, answer: nil)], "+1 -0 ?0"
      ),
      (
        "on: begin\nlater: {is: poll, before: {is: profiles, answer: {json: {ok: true}}}}",
        [begun, Sent("GET /p/profiles", at: 1, answer: #"{"ok": true}"#)] + polls(2), "+0 -1 ?0"
      ),
      // Of alternatives one is enough; where none is met and one is in doubt, all is in doubt.
      (
        "on: poll\nany:\n  - earlier: begin\n  - expect: {query: {a: \"1\"}}",
        [Sent("GET /p/sessions/k?a=1", at: 2)], "+1 -0 ?0"
      ),
      (
        "on: poll\nany:\n  - earlier: begin\n  - expect: {query: {a: \"1\"}}",
        [Sent("GET /p/sessions/k?a=2", at: 2)], "+0 -0 ?1"
      ),
      (
        "on: poll\nall:\n  - earlier: begin\n  - expect: {query: {a: \"1\"}}",
        [Sent("GET /p/sessions/k?a=1", at: 2)], "+0 -0 ?1"
      ),
      (
        "on: poll\nall:\n  - expect: {query: {b: \"1\"}}\n  - expect: {query: {a: \"1\"}}",
        [Sent("GET /p/sessions/k?a=1", at: 2), Sent("GET /p/sessions/k?b=1", at: 3)], "+0 -2 ?0"
      ),
      // A value is saved from the first place that has it.
      (
        "on: poll\nsave: {x: [$.query.a, $.query.b]}\nexpect: {query: {c: \"${x}\"}}",
        [
          Sent("GET /p/sessions/k?b=1&c=1", at: 1), Sent("GET /p/sessions/k?a=2&b=1&c=1", at: 2),
          Sent("GET /p/sessions/k?c=1", at: 3),
        ], "+1 -1 ?1"
      ),
      // How long an answer holds: as seconds in digits, until a time, and for ever.
      (
        "on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        [registered, token(#"{"expires_in": "60"}"#)] + polls(20, 90), "+1 -1 ?0"
      ),
      (
        "on: poll\nearlier: {is: token, valid: {until: $.answer.json.end}}",
        [registered, token(#"{"end": 1764000060000}"#)] + polls(20, 55, 90), "+1 -1 ?1"
      ),
      (
        "on: poll\nearlier: {is: token, expired: {until: $.answer.json.end}}",
        [registered, token(#"{"end": 1764000060000}"#)] + polls(20, 65, 90), "+1 -1 ?1"
      ),
      (
        "on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        [registered, token(#"{"expires_in": 9223372036854775807}"#)] + polls(20), "+1 -0 ?0"
      ),
      (
        "on: poll\nearlier: {is: token, expired: {for: $.answer.json.expires_in}}",
        [registered, token(#"{"expires_in": 9223372036854775807}"#)] + polls(20), "+0 -1 ?0"
      ),
      (
        "on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}",
        [registered, token(#"{"expires_in": "soon"}"#)] + polls(20), "+0 -0 ?1"
      ),
      // The margin before the end of the hour, to the millisecond and one less.
      (
        "on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 5100ms}}",
        [registered] + tokens(1, 3596), "+1 -0 ?1"
      ),
      (
        "on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 5099ms}}",
        [registered] + tokens(1, 3596), "+1 -1 ?0"
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

  /// Its answer comes after one second.
  static let slowlyBegun = begun(for: .seconds(1))

  static func begun(for duration: Duration) -> Sent { begun.lasting(duration) }

  /// The same as a harness sends it to break a rule.
  static func onPurpose(_ sent: Sent) -> Sent {
    var sent = sent
    sent.isDeliberate = true
    return sent
  }

  static func token(_ answer: String) -> Sent {
    Sent("POST /token", at: 0, form: "a=b", answer: answer)
  }

  static func tokens(_ times: Int...) -> [Sent] {
    times.map { Sent("POST /token", at: $0, form: "a=b", answer: #"{"expires_in": 3600}"#) }
  }

  static func polls(_ times: Int...) -> [Sent] { times.map { Sent("GET /p/sessions/k", at: $0) } }

  @Test(arguments: [
    ("- expect: {query: {a: j}}\n  - expect: {query: {b: j}}", ["query parameter a"]),
    ("- expect: {query: {a: j, b: j}}\n  - expect: {query: {b: j}}", ["query parameter b"]),
    (
      "- expect: {query: {a: j, b: j}}\n  - expect: {query: {b: j}, method: POST}",
      ["query parameter a", "query parameter b"]
    ),
  ])
  func `tells of the nearest alternative, of equally near ones of the first`(
    alternatives: String, places: [String]
  ) throws {
    let result = try Audit(rule("on: poll\nany:\n  \(alternatives)"), origins: ["https://api.test"])
      .judge(traffic([Sent("GET /p/sessions/k?a=1&b=1", at: 1)]))
    let findings = try #require(result.rules[0].broken.first).findings.map(\.description)
    #expect(findings.map { String($0.prefix { $0 != ":" }) } == places)
  }
}
