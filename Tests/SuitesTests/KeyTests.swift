// SPDX-License-Identifier: Apache-2.0
// Keys of suites, scenarios and steps, and what stands under them.

import Suites
import TestSupport
import Testing
import Text

struct KeyTests {
  @Test(
    arguments: table(
      #"""
      suite: S↵scenario: []↵ | 2:1: error: unknown key 'scenario' in a suite, did you mean 'scenarios'? & 2:11: error: a suite has at least one scenario
      scenarios: []↵ | 1:1: error: a suite has a name: add 'suite: …' & 1:12: error: a suite has at least one scenario
      suite: 7↵scenarios: [{scenario: a, steps: [{wait: 1s}]}]↵ | 1:8: error: expected the name of the suite, a text, found the number 7
       | 1:1: error: the file is empty; a suite begins with 'suite: NAME'
      - a↵ | 1:1: error: expected a suite, a map, found a list
      suite: S↵ | 1:1: error: a suite has scenarios: add 'scenarios: …'
      suite: S↵---↵suite: T↵ | 3:1: error: a suite file is one document, and this has 2
      target: t↵base-url: https://a.example↵ | 1:1: error: this is a target profile, not a suite; give it to --target
      suite: S↵phase: [a]↵tags: x↵scenarios: [{scenario: a, steps: [{wait: 1s}]}]↵ | 2:8: error: expected the id of a phase, found a list & 3:7: error: expected 'tags', a list, found the text 'x'
      suite: S↵needs: [Throttled, device, now + 1h, mvpd ¦ upper]↵scenarios: [{scenario: a, steps: [{wait: 1s}]}]↵ | 2:9: error: 'Throttled' can't be a name: lower-case letters, digits and '_', a letter first & 2:20: error: 'device' is built in and can't be hidden & 2:28: error: 'needs' names facts and parts of them, such as resources.denied & 2:38: error: 'needs' names facts and parts of them, such as resources.denied
      suite: S↵scenarios:↵  - {scenario: a, steps: [{wait: 1s}]}↵  - {steps: [{wait: 1s}]}↵  - {scenario: a, steps: [{wait: 1s}]}↵  - {scenario: "b ${mvpd} ${nope}", steps: [{wait: 1s}]} | 4:5: error: a scenario has a name: add 'scenario: …' & 5:16: error: another scenario is called 'a', too, at line 3 & 6:27: error: the name of a scenario may hold variables of 'cases' only, and ${nope} is not one
      suite: S↵secrets: [tokn, token, mvpd, elsewhere, mvdp]↵scenarios: [{scenario: a, steps: [{step: a, request: {GET: /}, save: {token: $.x}, expect: {json: {a: "${token}"}}}]}] | 2:11: warning: unknown variable 'tokn', so nothing is kept secret, did you mean 'token'? & 2:41: warning: unknown variable 'mvdp', so nothing is kept secret, did you mean 'mvpd'?
      suite: S↵secrets: {tokn: x}↵scenarios: [{scenario: a, steps: [{step: a, request: {GET: /}, save: {token: $.x}, expect: {json: {a: "${token}"}}}]}] | 2:10: error: expected 'secrets', a list, found a map
      suite: S↵defaults: {header: {}, timeout: soon}↵scenarios: [{scenario: a, steps: [{wait: 1s}]}]↵ | 2:12: error: unknown key 'header' in 'defaults', did you mean 'headers'? & 2:33: error: expected the timeout of steps: an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the text 'soon'
      """#) as [(String, [String])])
  func `a suite is told what is wrong with its keys`(text: String, expected: [String]) {
    #expect(remarks(text) == expected)
  }

  @Test(
    arguments: table(
      #"""
      stepz: []↵steps: [{wait: 1s}] | 4:5: error: unknown key 'stepz' in a scenario, did you mean 'steps'?
      level: should | 3:5: error: a scenario has steps: add 'steps: …'
      steps: [] | 4:12: error: the steps are empty; write at least one step
      timeout: "${short_lived_ms}ms"↵steps: [{wait: 1ms}] | 4:14: error: the scenario's timeout is known before a run: it may name variables of written 'cases' only
      level: might↵steps: [{wait: 1s}] | 4:12: error: 'level' is must or should, found the text 'might'
      platform: android↵steps: [{wait: 1s}] | 4:15: error: it does not know the platform 'android'; known are tvOS, iOS
      platform: "${mvpd}"↵steps: [{wait: 1s}] | 4:15: error: a platform is a name, or a variable of written 'cases'
      devices: {Phone: {platfrom: iOS}, mvpd: , run: }↵steps: [{wait: 1s}] | 4:15: error: 'Phone' can't be a name: lower-case letters, digits and '_', a letter first & 4:23: error: unknown key 'platfrom' in a device, did you mean 'platform'? & 4:39: error: 'mvpd' is the name of a fact & 4:47: error: 'run' is built in and can't be hidden
      only-on: reference↵timeout: 3↵skip: 7↵steps: [{wait: 1s}] | 4:5: error: unknown key 'only-on' in a scenario, it is gone: use 'needs' & 5:14: error: expected the scenario's timeout: an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the number 3 & 6:5: error: unknown key 'skip' in a scenario, it is gone: use 'tags'
      """#) as [(String, [String])])
  func `a scenario is told what is wrong with its keys`(lines: String, expected: [String]) {
    #expect(checkedRemarks(suite(scenario: lines)) == expected)
  }

  @Test(
    arguments: table(
      #"""
      - {step: a, request: {GET: /}, burst: 1, expect: {statuses: !each 200}}
      - {step: a, request: {GET: /}, burst: 1000, expect: {statuses: !each 200}}
      - {step: a, request: {GET: /}, burst: 1001, expect: {statuses: !each 200}} | 5:45: error: expected how many requests a burst has, a whole number from 1 to 1000, found the number 1001
      - {step: a, request: {GET: /}, burst: -1, expect: {statuses: !each 200}} | 5:45: error: expected how many requests a burst has, a whole number from 1 to 1000, found the number -1
      - {step: a} | 5:9: error: a step has an action: one of request, partner, user, wait, use
      - {wait: 1s, use: f} | 5:9: error: a step has exactly one action, and this has wait and use
      - {wait: 1s, burts: 2} | 5:20: error: unknown key 'burts' in a step, did you mean 'burst'? & 5:27: error: 'burst' goes with a request only
      - {wait: 1s, by: now + 1s} | 5:24: error: 'by' goes with a request only: it says until when the request has to be sent
      - {wait: 1s, burst: 2, with: {}, save: {a: $.b}, expect: {json: 1}} | 5:27: error: 'burst' goes with a request only & 5:36: error: 'with' goes with 'use' only & 5:46: error: 'save' needs an answer, and this action has none & 5:47: warning: 'a' is saved and never used & 5:64: error: 'expect' needs an answer, and this action has none
      - {wait: 1s, should: {json: 1}, retry: {while: {json: 1}, every: 1s, at-most: 2s}} | 5:28: error: 'should' needs an answer, and this action has none & 5:46: error: 'retry' needs an answer, and this action has none
      - {partner: {state: x}, expect: {json: 1}}↵- {user: sign-out, save: {a: $.b}} | 5:39: error: 'expect' needs an answer, and this action has none & 6:32: error: 'save' needs an answer, and this action has none & 6:33: warning: 'a' is saved and never used
      - {step: a, covers: [], request: {GET: /}, should: {status: 200}} | 5:9: warning: this step sends and expects nothing, so it proves nothing; add 'expect'
      - {partner: {state: x, permission: {}}}↵- {user: {cancel: , sign-out: }}↵- {user: !x cancel} | 5:19: error: 'partner' has one of state, call, permission, metadata, authenticate & 6:16: error: 'user' has one action & 7:19: error: expected an action of the user, found the matcher !x
      - {user: visit}↵- {user: {visti: /}} | 5:16: error: 'visit' names a URL: {visit: …} & 6:16: error: the framework is called before it has a state; add a step 'partner: {state: …}' before it & 6:17: error: unknown action of the user, did you mean 'visit'?
      - {request: {GET: /}, expect: {status: 200}} | 5:9: error: a step that sends a request has a name, for the report: add 'step: …'
      - {step: a, request: {GET: /}} | 5:9: warning: this step sends and expects nothing, so it proves nothing; add 'expect'
      - {wait: 1s, device: phone} | 5:28: error: unknown device 'phone'
      - {wait: 1s, device: devise} | 5:28: error: unknown device 'devise', did you mean 'device'?
      - {wait: 1 s} | 5:16: error: expected how long to wait: an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the text '1 s'
      - {wait: 999999999999999d} | 5:16: error: expected how long to wait: an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the text '999999999999999d'
      - {wait: {till: now}} | 5:17: error: unknown key 'till' in 'wait', known are until
      - {wait: {}} | 5:16: error: expected a duration, or {until: TIME}
      - {wait: {until: tomorrow}} | 5:24: error: expected a time: milliseconds since 1970, now, or now + 24h; found the text 'tomorrow'
      - {user: jump} | 5:16: error: the framework is called before it has a state; add a step 'partner: {state: …}' before it & 5:16: error: unknown action of the user, known are grant-permission, deny-permission, sign-out, cancel, sign-in, switch-provider, choose-provider, visit
      - {partner: {state: x}}↵- {user: sign-in}↵- {user: {cancel: x}}↵- {user: sign-uot} | 6:16: error: 'sign-in' names a provider: {sign-in: …} & 7:17: error: 'cancel' stands alone: user: cancel & 8:16: error: unknown action of the user, did you mean 'sign-out'?
      - {partner: {}}↵- {partner: {metadata: {}, sate: x}} | 5:19: error: 'partner' has one of state, call, permission, metadata, authenticate & 6:19: error: the framework is called before it has a state; add a step 'partner: {state: …}' before it & 6:34: error: unknown key 'sate' in a call of the framework, did you mean 'state'?
      - {partner: {metadata: {}}} | 5:19: error: the framework is called before it has a state; add a step 'partner: {state: …}' before it
      - {user: cancel} | 5:16: error: the framework is called before it has a state; add a step 'partner: {state: …}' before it
      """#) as [(String, [String])])
  func `a step is told what is wrong with its keys`(lines: String, expected: [String]) {
    #expect(checkedRemarks(suite(steps: lines)) == expected)
  }

  @Test(
    arguments: table(
      #"""
      retry: {while: {status: 404}, every: 1s, at-most: 20s}
      retry: {while: {status: 404}, every: 1ms, at-most: 10s}
      retry: {while: {status: 404}, every: 1h, at-most: 24h}
      retry: {while: {status: 404}, evry: 1s, at-most: 20s} | 8:39: error: unknown key 'evry' in 'retry', did you mean 'every'?
      retry: {until: {status: 200}} | 8:17: error: unknown key 'until' in 'retry', known are while, every, at-most
      retry: {while: {status: 404}, every: 1s} | 8:16: error: 'retry' has 'while', 'every' and 'at-most'; 'at-most' is missing
      retry: {while: {status: 404}, every: 0s, at-most: 20s} | 8:46: error: 'every' is at least 1ms
      retry: {while: {status: 404}, every: 1ms, at-most: 11s} | 8:46: error: a step is tried at most 10000 times, and this would be more; write a longer 'every' or a shorter 'at-most'
      retry: {while: {status: 404}, every: 1h, at-most: 2d} | 8:59: error: 'at-most' is at most 24h
      burst: 0 | 7:18: error: unknown key 'status' in an expectation of a burst, did you mean 'statuses'? & 8:16: error: expected how many requests a burst has, a whole number from 1 to 1000, found the number 0
      timeout: 99999999999999999999s | 8:18: error: expected the step's timeout: an integer and ms, s, m, h or d, such as 500ms, 3s or 24h; found the text '99999999999999999999s'
      """#) as [(String, [String])])
  func `what stands around a request is checked`(line: String, expected: [String]) {
    let text = suite(steps: "- step: a\n  request: {GET: /}\n  expect: {status: 200}\n  \(line)")
    #expect(remarks(text) == expected)
  }

  @Test(
    arguments: table(
      #"""
      suite: S↵tests: []↵ | 2:1: error: unknown key 'tests' in a suite
      suite: S↵scenarios: [{scenario: a, flow: [{wait: 1s}]}] | 2:27: error: unknown key 'flow' in a scenario
      suite: S↵scenarios: [{scenario: a, steps: [{pause: 1s}]}] | 2:36: error: unknown key 'pause' in a step
      suite: S↵scenarios: [{scenario: a, steps: [{step: a, request: {FETCH: /}, expect: {status: 200}}]}] | 2:55: error: unknown key 'FETCH' in a request
      suite: S↵scenarios: [{scenario: a, cases: {rows: [{a: 1}]}, steps: [{wait: 1s}]}] | 2:35: error: unknown key 'rows' in a table
      suite: S↵fragments: [{called: f, steps: []}]↵scenarios: [{scenario: a, steps: [{wait: 1s}]}] | 2:14: error: unknown key 'called' in a fragment
      """#) as [(String, String)])
  func `an unknown key is the only error about its map`(text: String, expected: String) {
    let found = remarks(text)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("\(expected), known are ") == true, "\(found)")
  }

  @Test(arguments: [
    ("1752149281000", true), ("\"1752149281000\"", true), ("now", true), ("now - 1h", true),
    ("\"${mvpd}\"", true), ("1.5", false), ("nowhere", false), ("now.x", false),
    ("now | text", false), ("true", false), ("[1]", false), ("\"\"", false), ("12h", false),
    ("!x 12", false),
  ])
  func `a wait ends at a time`(time: String, isFine: Bool) {
    #expect(remarks(suite(steps: "- {wait: {until: \(time)}}")).isEmpty == isFine)
  }

  @Test func `a scenario has what its suite gives it, and its own`() throws {
    let text = """
      suite: S
      tags: [t]
      scenarios:
        - {scenario: a, steps: [{wait: 1s}]}
        - {scenario: b, tags: [u, v], level: should, timeout: 3s, about: it,
           steps: [{wait: 1s}]}
        - {scenario: c, level: must, steps: [{wait: 1s}]}
      """
    let loaded = loadWithoutMistakes(text)
    let scenarios = try #require(loaded.suites.first?.scenarios)
    #expect(scenarios.map(\.tags) == [["t"], ["t", "u", "v"], ["t"]])
    #expect(scenarios.map(\.isAdvisory) == [false, true, false])
    #expect(scenarios.map(\.about) == [nil, "it", nil])
    #expect(scenarios.map(\.timeout) == [.seconds(120), .seconds(3), .seconds(120)])
  }
}
