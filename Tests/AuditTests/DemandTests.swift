// SPDX-License-Identifier: Apache-2.0
// What rules demand: met, broken, or not judged.

import Audit
import Suites
import TestSupport
import Testing

@Suite struct DemandTests {
  /// Rules, and below each what the audit says of it after these exchanges.
  private static let table = #"""
    # The occasion itself.
    on: token\nexpect: {form: {grant_type: client_credentials}}
      +1 -0 ?0 = token 0 form=grant_type=client_credentials
      +0 -1 ?0 = token 0 form=grant_type=password
    # A registration that stands before, with the same client.
    on: token\nsave: {client: $.form.client_id}\nearlier: {is: register, answer: {json: {client_id: "${client}"}}}
      +1 -0 ?0 = register 0; token 1 form=client_id=c
      +0 -1 ?0 = register 0; token 1 form=client_id=d
    on: token\nearlier: register
      +0 -0 ?1 = token 1
    # The same by a value.
    on: token\nearlier: {is: register, same: client}
      +1 -0 ?0 = register 0; token 1 form=client_id=c
      +0 -1 ?0 = register 0; token 1 form=client_id=d
    # The most recent one, whatever came before it.
    on: profiles\nlatest: {of: token, is: {answer: {status: 200}}}
      +1 -0 ?0 = token 1 status=400; token 2; profiles 3
      +0 -1 ?0 = token 1; token 2 status=400; profiles 3
      +0 -0 ?1 = register 0; profiles 3
    # What was under way already when the answer came is no reaction to it.
    on: {is: profiles, answer: {status: 429}}\napart: {of: profiles, at-least: 1s}
      +1 -0 ?0 = profiles 1 status=429; profiles 1; profiles 2
    on: {is: profiles, answer: {status: 429}}\napart: {of: profiles, at-least: 2s}
      +0 -1 ?0 = profiles 1 status=429; profiles 2
    # Nothing came before a registration; a bound or a time closes the window too.
    on: poll\nearlier: token
      +0 -1 ?0 = register 0; poll 1
    on: poll\nearlier: {is: token, since: profiles}
      +0 -1 ?0 = profiles 0; poll 1
    on: poll\nearlier: {is: token, within: 5s}
      +0 -1 ?0 = token 0 form=a=b; profiles 1; poll 9
    on: token\nnot-earlier: token
      +0 -1 ?1 = hour-token 0 1
    on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in}}
      +1 -1 ?0 = register 0; hour-token 1 200
      +2 -0 ?0 = register 0; hour-token 1 4000
      # Too near to the end of the hour.
      +1 -0 ?1 = register 0; hour-token 1 3605
    on: poll\nearlier: {is: token, expired: {for: $.answer.json.expires_in}}
      +1 -0 ?0 = hour-token 1; poll 4000
    # The margin after the end of the hour, to the millisecond and one less.
    on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 4900ms}}
      +1 -0 ?1 = register 0; hour-token 1 3606
    on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 4899ms}}
      +2 -0 ?0 = register 0; hour-token 1 3606
    # Later: it came, a bound came, the time went by, or the recording ended.
    on: begin\nlater: poll
      +1 -0 ?0 = begin 0; poll 2
      +0 -0 ?1 = begin 0
    on: begin\nlater: {is: poll, before: profiles}
      +0 -1 ?0 = begin 0; profiles 2
      +1 -0 ?0 = begin 0; profiles 1 on-purpose; poll 2
    on: begin\nlater: {is: poll, within: 1s}
      +0 -1 ?0 = begin 0; profiles 4
    on: begin\nnot-later: poll
      +0 -1 ?0 = begin 0; poll 2
      +1 -0 ?0 = begin 0; profiles 2
      +0 -0 ?1 = begin 0
      # The call was under way when the answer came.
      +1 -0 ?0 = begin 0; poll 0; profiles 2
      # It began at the moment at which the answer came.
      +0 -1 ?0 = begin 0 lasting=1000; poll 1
    on: begin\nnext: {of: [poll, profiles], expect: {method: GET, parameters: {code: k}}}
      +1 -0 ?0 = begin 0; poll 1
    on: begin\nnext: {of: [poll, profiles], expect: {parameters: {code: k}}}
      +0 -1 ?0 = begin 0; profiles 1; poll 2
    on: begin\nnext: {of: poll, expect: {parameters: {code: k}}}
      +0 -0 ?1 = begin 0
    on: begin\nat-most: {count: 1, of: poll}
      +0 -1 ?0 = begin 0; poll 1 2
    on: begin\nat-most: {count: 2, of: poll}
      +1 -0 ?0 = begin 0; poll 1 2
    on: begin\nat-most: {count: 1, of: poll, within: 5s}
      +1 -0 ?0 = begin 0; poll 1 9
    on: begin\nat-most: {count: 1, of: poll, before: profiles}
      +1 -0 ?0 = begin 0; poll 1; profiles 2; poll 3
    on: poll\napart: {of: poll, at-least: 3s}
      +1 -1 ?1 = poll 0 2 5
      +1 -0 ?1 = poll 0 3
    on: begin\nsave: {wait: $.answer.json.wait}\napart: {of: poll, at-least: "${wait}s"}
      +0 -1 ?0 = begin 0 answer={"wait":4}; poll 2
    on: poll\nall:\n  - earlier: begin\n  - expect: {query: {a: "1"}}
      +1 -1 ?0 = begin 0; poll?a=1 1; poll?a=2 2
      # What is broken counts, though another demand is in doubt.
      +0 -1 ?0 = poll?a=2 2
    on: poll\nany:\n  - expect: {query: {a: "1"}}\n  - expect: {query: {b: "1"}}
      +1 -1 ?0 = poll?b=1 1; poll 2
    # Only where the conditions hold is it an occasion.
    on: poll\ngiven:\n  - latest: {of: begin, is: {answer: {json: {wait: 1}}}}\nexpect: {query: {a: "1"}}
      +0 -1 ?0 = begin 0 answer={"wait":2}; poll 1; begin 2 answer={"wait":1}; poll 3
    on: poll\ngiven:\n  - latest: {of: begin, save: {code: $.answer.json.code}}\nexpect: {parameters: {code: "${code}"}}
      +1 -1 ?0 = begin 0 answer={"code":"k"}; poll 1; GET /p/sessions/j 3
    # What the conditions exclude is no occasion, though it is as it has to be.
    on: poll\ngiven:\n  - latest: {of: begin, is: {answer: {json: {wait: 1}}}}\nexpect: {query: {a: "1"}}
      +1 -0 ?0 = begin 0 answer={"wait":2}; poll?a=1 1; begin 2 answer={"wait":1}; poll?a=1 3
    on: poll\ngiven:\n  - not-earlier: begin\nexpect: {query: {a: "1"}}
      +0 -1 ?0 = register 0; poll 1
      +0 -0 ?0 = register 0; begin 0; poll 1
      +0 -0 ?1 = poll 1
    on: poll\ngiven:\n  - earlier: begin\nexpect: {query: {a: "1"}}
      +0 -0 ?0 = register 0; poll 1
      +0 -1 ?0 = register 0; begin 0; poll 1
    # Each condition has to hold.
    on: poll\ngiven:\n  - earlier: begin\n  - earlier: token\nexpect: {query: {a: "1"}}
      +0 -0 ?0 = register 0; begin 0; poll 1
      +0 -0 ?0 = register 0; token 0 form=a=b; poll 1
    # What was sent to break a rule is nothing that the application sent once too often.
    on: poll\nnot-earlier: begin
      +0 -1 ?0 = register 0; begin 0; poll 1
      +1 -0 ?0 = register 0; begin 0 on-purpose; poll 1
    on: begin\nnot-later: poll
      +1 -0 ?0 = begin 0; poll 2 on-purpose; profiles 3
    on: begin\nat-most: {count: 1, of: poll}
      +1 -0 ?0 = begin 0; poll 1; poll 2 on-purpose
    on: begin\napart: {of: poll, at-least: 3s}
      +1 -0 ?0 = begin 0; poll 1 on-purpose; poll 4
    # But whether the next one is right, nobody can tell then.
    on: begin\nnext: {of: poll, expect: {parameters: {code: k}}}
      +0 -0 ?1 = begin 0; GET /p/sessions/j 1 on-purpose; poll 2
    on: poll\nearlier: begin
      +1 -0 ?0 = register 0; begin 0 on-purpose; poll 1
    # A session does not begin with a registration that was sent to break a rule.
    on: poll\nearlier: token
      +0 -0 ?1 = register 0 on-purpose; poll 1
    # What an answer said can't be known before it came.
    on: poll\nnot-earlier: {is: begin, answer: {status: 200}}
      +0 -1 ?0 = register 0; begin 0 lasting=1000; poll 1
      +1 -0 ?0 = register 0; begin 0 lasting=1001; poll 1
    on: poll\nnot-earlier: begin
      +0 -1 ?0 = register 0; begin 0 lasting=1001; poll 1
    # The time that is left, to the millisecond.
    on: begin\nlater: {is: poll, within: 5s}
      +1 -0 ?0 = begin 0; poll 5
      +0 -1 ?0 = begin 0; poll 6
    on: poll\nearlier: {is: begin, within: 5s}
      +1 -0 ?0 = begin 0; poll 5
      +0 -1 ?0 = begin 0; poll 6
    # The recording has to go back as far, and on as long.
    on: begin\nlater: {is: poll, within: 5s}
      +0 -1 ?0 = begin 0; profiles 4 lasting=1000
      +0 -0 ?1 = begin 0; profiles 4 lasting=999
    on: poll\nearlier: {is: begin, within: 5s}
      +0 -1 ?0 = profiles 0; poll 5
    on: poll\nearlier: {is: begin, within: 6s}
      +0 -0 ?1 = profiles 0; poll 5
    on: begin\nnot-later: {is: poll, before: profiles}
      +1 -0 ?0 = begin 0; profiles 1; poll 2
    on: begin\nat-most: {count: 2, of: poll}
      +1 -0 ?0 = begin 0; poll 1
      +0 -0 ?1 = begin 0
    on: begin\nat-most: {count: 0, of: poll}
      +0 -1 ?0 = begin 0; poll 1
    on: begin\nat-most: {count: 0, of: poll, within: 5s}
      +1 -0 ?0 = begin 0; profiles 9
    # The most recent with the value, whatever nobody knows of one before it.
    on: poll\nlatest: {of: {is: begin, same: code}, is: {answer: {status: 200}}}
      +1 -0 ?0 = begin 0 answer=none; begin 1 answer={"code":"k"}; poll 2
      +0 -0 ?1 = begin 0 answer={"code":"k"}; begin 1 answer=none; poll 2
    # Whether something ends the search, nobody knows: what is beyond it does not count.
    on: poll\nearlier: {is: begin, since: {is: token, answer: {json: {ok: true}}}}
      +0 -0 ?1 = register 0; begin 0; token 1 answer=none; poll 2
      +1 -0 ?0 = register 0; token 0 answer=none; begin 0; poll 2
    on: begin\nlater: {is: poll, before: {is: profiles, answer: {json: {ok: true}}}}
      +0 -0 ?1 = begin 0; profiles 1 answer=none; poll 2
      +1 -0 ?0 = begin 0; poll 1; profiles 2 answer=none
      +0 -1 ?0 = begin 0; profiles 1 answer={"ok":true}; poll 2
    # Of alternatives one is enough; where none is met and one is in doubt, all is in doubt.
    on: poll\nany:\n  - earlier: begin\n  - expect: {query: {a: "1"}}
      +1 -0 ?0 = poll?a=1 2
      +0 -0 ?1 = poll?a=2 2
    on: poll\nall:\n  - earlier: begin\n  - expect: {query: {a: "1"}}
      +0 -0 ?1 = poll?a=1 2
    on: poll\nall:\n  - expect: {query: {b: "1"}}\n  - expect: {query: {a: "1"}}
      +0 -2 ?0 = poll?a=1 2; poll?b=1 3
    # A value is saved from the first place that has it.
    on: poll\nsave: {x: [$.query.a, $.query.b]}\nexpect: {query: {c: "${x}"}}
      +1 -1 ?1 = poll?b=1&c=1 1; poll?a=2&b=1&c=1 2; poll?c=1 3
    # How long an answer holds: as seconds in digits, until a time, and for ever.
    on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}
      +1 -1 ?0 = register 0; token 0 form=a=b answer={"expires_in":"60"}; poll 20 90
    on: poll\nearlier: {is: token, valid: {until: $.answer.json.end}}
      +1 -1 ?1 = register 0; token 0 form=a=b answer={"end":1764000060000}; poll 20 55 90
    # In seconds, as the claims of a token have it.
    on: poll\nearlier: {is: token, valid: {until: $.answer.json.end}}
      +1 -1 ?1 = register 0; token 0 form=a=b answer={"end":1764000060}; poll 20 55 90
    on: poll\nearlier: {is: token, expired: {until: $.answer.json.end}}
      +1 -1 ?1 = register 0; token 0 form=a=b answer={"end":1764000060000}; poll 20 65 90
    on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}
      +1 -0 ?0 = register 0; token 0 form=a=b answer={"expires_in":9223372036854775807}; poll 20
    on: poll\nearlier: {is: token, expired: {for: $.answer.json.expires_in}}
      +0 -1 ?0 = register 0; token 0 form=a=b answer={"expires_in":9223372036854775807}; poll 20
    on: poll\nearlier: {is: token, valid: {for: $.answer.json.expires_in}}
      +0 -0 ?1 = register 0; token 0 form=a=b answer={"expires_in":"soon"}; poll 20
    # The margin before the end of the hour, to the millisecond and one less.
    on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 5100ms}}
      +1 -0 ?1 = register 0; hour-token 1 3596
    on: token\nnot-earlier: {is: token, valid: {for: $.answer.json.expires_in, margin: 5099ms}}
      +1 -1 ?0 = register 0; hour-token 1 3596
    # The time of the occasion, never today's.
    on: begin\nexpect: {answer: {json: {until: !timestamp {after: now}}}}
      +1 -0 ?0 = begin 0 answer={"until":1764000100000}
    """#

  private static let rows: [(rule: String, cases: [(outcome: String, line: String)])] = {
    var rows: [(rule: String, cases: [(outcome: String, line: String)])] = []
    for line in table.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("#") {
      let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
      if line.hasPrefix("  ") {
        rows[rows.count - 1].cases.append((String(parts[0].dropFirst(2)), parts[1]))
      } else {
        rows.append((String(line).replacing("\\n", with: "\n"), []))
      }
    }
    return rows
  }()

  @Test(arguments: rows.indices) func `judges an occasion`(index: Int) throws {
    let (text, cases) = Self.rows[index]
    #expect(!cases.isEmpty)
    for (expected, line) in cases {
      #expect(try outcome(rule(text), sent(line)) == expected, "\(text): \(line)")
    }
  }

  @Test func `tells the first difference of the nearest one`() throws {
    let rules = rule("on: poll\nearlier: {is: token, form: {a: x, b: y}}")
    let result = try audited(rules, sent("register 0; token 0 form=a=1&b=2; poll 1"))
    let finding = try #require(result.rules[0].broken.first?.findings.first)
    #expect(finding.nearest == #"the nearest one differs: form field a: expected "x", found "1""#)
  }

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
    let rules = rule("on: poll\nany:\n  \(alternatives)")
    let result = try audited(rules, sent("poll?a=1&b=1 1"))
    let findings = try #require(result.rules[0].broken.first).findings.map(\.description)
    #expect(findings.map { String($0.prefix { $0 != ":" }) } == places)
  }
}
