// SPDX-License-Identifier: Apache-2.0
// Tests of the example application: that it is right, as far as an audit can tell, wherever it goes.

import Foundation
import Record
import TestSupport
import Testing

@Suite(.waits) struct ExampleApplicationTests {
  static let picker =
    "picker: tvp-harbor-2201 tvp-lantern-2202 tvp-mayfly-2206 tvp-driftwood-2207 "
    + "tvp-overpass-2208 tvp-barrier-2209 tvp-pinewood-2203"
  static let ownPicker =
    "own picker: Harbor Cable, Lantern TV, Pinewood Fiber, Quarry Satellite, Riverbank Broadband, "
    + "Mayfly Mobile, Driftwood Cable, Overpass Cable, Barrier Cable"
  static let catalogue = ["orchard-live: yes", "orchard-archive: yes", "orchard-premium: no"]
  static let advertisement =
    "With access to your TV provider you would be signed in everywhere at once."
  static let settings = "To sign out on this device, open Settings, Accounts, TV Provider."

  @Test func `walks through the whole cookbook, and is conformant`() throws {
    let run = try ExampleRun(#"{"state": "granted-not-signed-in"}"#)
    let lines = try run.use(
      ["start", "browse", "play=orchard-live", "sign-out"],
      [("picker:", .user(#"{"action": "choose-provider", "provider": "tvp-harbor-2201"}"#))])
    #expect(
      lines == [Self.picker, "picker closed", "signed in: Harbor"] + Self.catalogue + [
        "plays orchard-live", Self.settings,
      ])
    let (verdict, _) = try run.finish()
    // Not "as far as judged": there is an occasion for each part that an audit wants to see.
    #expect(verdict.hasPrefix("conformant: "), "\(verdict)")
  }

  struct Journey: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let state: String
    /// The words of each start of the application, and the deeds.
    let uses: [(words: [String], deeds: [(after: String, deed: Deed)])]
    let lines: [String]
  }

  static let journeys = [
    Journey(
      testDescription: "permission refused", state: #"{"state": "denied"}"#,
      uses: [
        (
          ["--own-choice", "Quarry", "start", "browse", "play=orchard-live", "sign-out"],
          [("sign in:", .signIn)]
        )
      ],
      lines: [advertisement, ownPicker, "sign in: …", "signed in: Quarry"] + catalogue + [
        "plays orchard-live",
        "Signed out here. On your other screen, sign out at the provider, too.",
      ]),
    Journey(
      testDescription: "permission given at the prompt",
      state: #"{"state": "not-determined", "options": {"provider": "tvp-harbor-2201"}}"#,
      uses: [(["start"], [("", .user(#"{"action": "grant-permission"}"#))])],
      lines: ["signed in: Harbor"]),
    Journey(
      testDescription: "a provider that is in the picker alone",
      state: #"{"state": "unsupported-provider", "options": {"provider": "tvp-pinewood-2203"}}"#,
      uses: [(["start", "browse"], [("sign in:", .signIn)])],
      lines: ["The framework: error 1", "sign in: …", "signed in: Pinewood"] + catalogue),
    Journey(
      testDescription: "another TV provider", state: #"{"state": "other-tv-provider"}"#,
      uses: [(["--own-choice", "Riverbank", "start"], [("sign in:", .signIn)])],
      lines: ["The framework: error 1", ownPicker, "sign in: …", "signed in: Riverbank"]),
    Journey(
      testDescription: "the picker cancelled", state: #"{"state": "granted-not-signed-in"}"#,
      uses: [
        (
          ["--own-choice", "Quarry", "start"],
          [("picker:", .user(#"{"action": "cancel"}"#)), ("sign in:", .signIn)]
        )
      ],
      lines: [
        picker, "picker closed", "The framework: error 2", ownPicker, "sign in: …",
        "signed in: Quarry",
      ]),
    Journey(
      testDescription: "both pickers left", state: #"{"state": "granted-not-signed-in"}"#,
      uses: [(["start", "browse"], [("picker:", .user(#"{"action": "cancel"}"#))])],
      lines: [
        picker, "picker closed", "The framework: error 2", ownPicker, "not signed in",
        "not signed in",
      ]),
    Journey(
      testDescription: "the sign-in at the framework is over",
      state: #"{"state": "provider-expired", "options": {"provider": "tvp-harbor-2201"}}"#,
      uses: [(["--own-choice", "Quarry", "start"], [("sign in:", .signIn)])],
      lines: [ownPicker, "sign in: …", "signed in: Quarry"]),
    Journey(
      testDescription: "a provider that the configuration doesn't have",
      state: #"{"state": "provider-not-in-configuration"}"#,
      uses: [(["start"], [])], lines: ["The framework: error 1", ownPicker, "not signed in"]),
    Journey(
      testDescription: "no response of the provider",
      state: #"{"state": "saml-missing", "options": {"provider": "tvp-harbor-2201"}}"#,
      uses: [(["start"], [("sign in:", .signIn)])], lines: ["sign in: …", "signed in: Harbor"]),
    Journey(
      testDescription: "a response with line breaks",
      state: #"{"state": "saml-pretty-printed", "options": {"provider": "tvp-harbor-2201"}}"#,
      uses: [(["start"], [])], lines: ["signed in: Harbor"]),
    Journey(
      testDescription: "the application started again",
      state: #"{"state": "granted-signed-in", "options": {"provider": "tvp-harbor-2201"}}"#,
      uses: [(["start", "browse", "browse"], []), (["start", "play=orchard-live"], [])],
      lines: ["signed in: Harbor"] + catalogue + catalogue + [
        "signed in: Harbor", "plays orchard-live",
      ]),
    Journey(
      testDescription: "another provider chosen in Settings meanwhile",
      state: #"{"state": "granted-signed-in", "options": {"provider": "tvp-harbor-2201"}}"#,
      uses: [
        (
          ["start", "background", "play=orchard-live"],
          [
            (
              "in the background",
              .user(#"{"action": "switch-provider", "provider": "tvp-lantern-2202"}"#)
            ), ("", .comeBack),
          ]
        )
      ],
      lines: [
        "signed in: Harbor", "in the background", "The sign-in has changed.", "signed in: Lantern",
        "plays orchard-live",
      ]),
    Journey(
      testDescription: "signed out in Settings meanwhile",
      state: #"{"state": "granted-signed-in", "options": {"provider": "tvp-harbor-2201"}}"#,
      uses: [
        (
          ["start", "background", "browse"],
          [
            ("in the background", .user(#"{"action": "sign-out"}"#)),
            ("", .comeBack), ("picker:", .user(#"{"action": "cancel"}"#)),
          ]
        )
      ],
      lines: [
        "signed in: Harbor", "in the background", "The sign-in has changed.", picker,
        "picker closed", "The framework: error 2", ownPicker, "not signed in",
      ]),
  ]

  @Test(arguments: journeys) func `goes on as the cookbook says`(_ journey: Journey) throws {
    let run = try ExampleRun(journey.state)
    var lines: [String] = []
    for use in journey.uses { lines += try run.use(use.words, use.deeds) }
    #expect(lines.map { $0.hasPrefix("sign in: ") ? "sign in: …" : $0 } == journey.lines)
    let (verdict, judgement) = try run.finish()
    #expect(verdict.hasPrefix("conformant"), "\(verdict)")
    #expect(judgement.totals.warnings == 0, "\(verdict)")
  }
}
