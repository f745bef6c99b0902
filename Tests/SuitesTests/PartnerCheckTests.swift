// SPDX-License-Identifier: Apache-2.0
// What `check` says of states, options and platforms that the partner's framework does not know.

import Formats
import Suites
import Testing
import Text

@testable import Partner

struct PartnerCheckTests {
  private static func vocabulary(_ declaration: JSONValue) -> PartnerVocabulary {
    let words = try? FrameworkDeclaration(declaration, otherwise: FrameworkRegistry.standard)
    return PartnerVocabulary(
      refusal: "it does not know", words ?? FrameworkRegistry.standard,
      problem: words == nil ? "no declaration" : nil)
  }

  private static let vocabulary = vocabulary([
    "platforms": ["tvOS": [:], "iOS": [:]], "states": ["denied", "granted"],
    "options": ["provider": "text", "linked": "boolean"],
    "calls": [
      "permission": ["request": ["prompting": "boolean"]],
      "getToken": [
        "request": [
          "scope": ["type": "text", "required": true], "kind": ["a", "b"],
          "login": ["parts": ["user": "text"]],
        ]
      ],
    ], "user": ["unlink": .null, "link": "an account"],
    "values": ["subject_token": ["header": "T", "secret": true]],
  ])

  private static func found(
    _ text: String, _ vocabulary: PartnerVocabulary = vocabulary
  ) -> [String] {
    let loaded = loadSuite(text)
    guard !loaded.hasErrors else { return loaded.diagnostics.map(\.description) }
    return loaded.addingWordErrors { _ in vocabulary }.diagnostics
      .filter { $0.severity == .error }.map { "\($0.position.line): \($0.message)" }
  }

  private static let unknown = "it does not know the state 'denid', did you mean 'denied'?"

  @Test(arguments: [
    ("- partner: {state: denied, provider: x}", []),
    ("- partner: {state: denid}", ["5: \(unknown)"]), ("- partner: {state: \"${mvpd}\"}", []),
    (
      "- partner: {state: denied, providr: x, provider: y}",
      ["5: it does not know the option 'providr', did you mean 'provider'?"]
    ),
    (
      "- {partner: {state: denied, linked: 7}}\n- {partner: {permission: {promting: true}}}",
      [
        "5: 'linked' is true or false, not 7",
        "6: it does not know the member 'promting', did you mean 'prompting'?",
      ]
    ),
    (
      "- partner: {state: denied}\n- partner: {call: getTokn}\n- partner: {call: getToken, with: {kind: c}}",
      [
        "6: it does not know the call 'getTokn', did you mean 'getToken'?",
        "7: 'getToken' needs 'scope'", "7: 'kind' is one of a, b, not 'c', did you mean 'a'?",
      ]
    ),
    (
      "- partner: {state: denied}\n- partner: {call: getToken}\n"
        + "- partner: {call: getToken, with: {scope: x, login: {usr: y}}}",
      ["6: 'getToken' needs 'scope'", "7: it does not know the member 'usr', did you mean 'user'?"]
    ),
    (
      "- partner: {state: denied}\n- user: unlnk\n- user: {unlink: me}\n- user: link",
      [
        "6: unknown action of the user, did you mean 'unlink'?",
        "7: 'unlink' stands alone: user: unlink", "8: 'link' names an account: {link: …}",
      ]
    ),
    (
      "- partner: {state: denied, provider: \"${device.subject_token}\"}\n"
        + "- partner: {state: denied, provider: \"${device.token}\"}",
      ["6: 'device' has no 'token', known are id, identifier, info, platform, subject_token"]
    ),
    ("- {wait: 1ms}\n- {partner: {state: denied}}\n- {partner: {state: denid}}", ["7: \(unknown)"]),
    (
      "- step: a\n  request: {GET: /}\n  expect: {status: 200}\n"
        + "  retry: {while: {json: {b: \"${device.token}\"}}, every: 1s, at-most: 2s}",
      ["8: 'device' has no 'token', known are id, identifier, info, platform, subject_token"]
    ),
  ])
  func `finds what a step asks for`(steps: String, expected: [String]) {
    #expect(Self.found(suite(steps: steps)) == expected)
  }

  @Test func `looks at final steps and at all devices`() {
    let text = suite(
      scenario: """
        platform: box
        devices: {phone: {platform: iOS}, other: {platform: box}, plain: }
        steps: [{wait: 1ms}]
        finally: [{partner: {state: denid}}]
        """)
    #expect(
      Self.found(text) == [
        "4: it does not know the platform 'box'; known are tvOS, iOS",
        "5: it does not know the platform 'box'; known are tvOS, iOS", "7: \(Self.unknown)",
      ])
  }

  @Test(arguments: [
    (
      "- {x: tvOS}\n  - {x: box}", "platform: \"${x}\"\nsteps: [{wait: 1ms}]",
      "it does not know the platform 'box'; known are tvOS, iOS"
    ),
    ("- {x: denied}\n  - {x: denid}", "steps: [{partner: {state: \"${x}\"}}]", unknown),
    (
      "- {x: denied}\n  - {x: denid}",
      "steps: [{wait: 1ms}]\nfinally: [{partner: {state: \"${x}\"}}]", unknown
    ),
    (
      "- {x: 1}\n  - {x: \"${y}\"}", "steps: [{wait: 1ms}]",
      "the name of a scenario may hold variables of 'cases' only, and ${y} is not one"
    ),
  ])
  func `looks at each row of a table`(rows: String, lines: String, expected: String) {
    let text = suite(scenario: "cases:\n  \(rows)\n\(lines)", named: "of ${x}")
    #expect(Self.found(text).map { $0.replacing(/^.*?: (error: )?/, with: "") } == [expected])
  }

  /// A state that a fragment is given, or has as a default, also by way of another fragment.
  @Test(arguments: [
    ("takes: [name]", "use: opens, with: {name: denid}", [11]),
    ("takes: [name]", "use: opens, with: {name: denied}", []),
    ("takes: {name: denid}", "use: opens, with: {name: denied}", [3]),
    ("takes: {name: denid}", "use: opens", [3]), ("takes: {name: denied}", "use: opens", []),
    ("takes: [name]", "use: passes, with: {other: denid}", [11]),
    ("takes: {name: denied, word: denid}", "use: opens, with: {word: denid}", []),
    ("takes: {name: granted}", "use: passes", [5]), ("takes: {name: granted}", "use: wrong", [7]),
  ])
  func `follows a state into fragments`(takes: String, step: String, lines: [Int]) {
    let text = suite(
      steps: "- {\(step)}",
      before: """
        fragments:
          - {fragment: opens, \(takes), steps: [{partner: {state: "${name}"}}]}
          - fragment: passes
            takes: {other: \(step == "use: passes" ? "denid" : "denied")}
            steps: [{use: opens, with: {name: "${other}"}}]
          - {fragment: wrong, steps: [{use: opens, with: {name: granted}}, {partner: {state: denid}}]}

        """)
    #expect(Self.found(text) == lines.map { "\($0): \(Self.unknown)" })
  }

  @Test func `says nothing of what only the run can tell`() {
    let open = Self.vocabulary(["platforms": ["tvOS": [:]]])
    #expect(Self.found(suite(steps: "- partner: {state: denid, providr: x}"), open) == [])
  }
}
