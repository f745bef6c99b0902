// SPDX-License-Identifier: Apache-2.0
// What `check` says of states, options and platforms that the partner's framework does not know.

import Suites
import Testing
import Text

@Suite struct PartnerCheckTests {
  private static let vocabulary = PartnerVocabulary(
    refusal: "it does not know", states: ["denied", "granted"], options: ["provider"],
    platforms: ["tvOS", "iOS"])

  private static func found(
    _ text: String, _ vocabulary: PartnerVocabulary = vocabulary
  ) -> [String] {
    let loaded = loadSuite(text)
    guard !loaded.hasErrors else { return loaded.diagnostics.map(\.description) }
    return loaded.checked(against: vocabulary).diagnostics
      .filter { $0.severity == .error }.map { "\($0.position.line): \($0.message)" }
  }

  private static let unknown = "it does not know the state 'denid', did you mean 'denied'?"

  @Test(arguments: [
    ("- partner: {state: denied, provider: x}", []),
    ("- partner: {state: denid}", ["5: \(unknown)"]), ("- partner: {state: \"${mvpd}\"}", []),
    (
      "- partner: {state: denied, providr: x, provider: y}",
      ["5: it does not know the option 'providr', did you mean 'provider'?"]
    ), ("- {partner: {state: denied}}\n- {partner: {permission: {providr: denid}}}", []),
    ("- {wait: 1ms}\n- {partner: {state: denied}}\n- {partner: {state: denid}}", ["7: \(unknown)"]),
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
    let open = PartnerVocabulary(
      refusal: "it does not know", states: nil, options: nil, platforms: ["tvOS"])
    #expect(Self.found(suite(steps: "- partner: {state: denid, providr: x}"), open) == [])
  }
}
