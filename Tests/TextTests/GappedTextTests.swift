// SPDX-License-Identifier: Apache-2.0
// Tests of texts of which only some parts are known.

import Testing
import Text

@Suite struct GappedTextTests {
  @Test(arguments: [
    (["The user logs out"], "The user logs out", true),
    (["The user logs out"], "The user logs out.", false),
    (["", ""], "", true),
    (["", ""], "anything", true),
    (["The MVPD ", " is on ", "."], "The MVPD A is on 3.", true),
    (["The MVPD ", " is on ", "."], "The MVPD  is on .", true),
    (["The MVPD ", " is on ", "."], "The MVPD A is on 3", false),
    (["The MVPD ", " is on ", "."], "An MVPD A is on 3.", false),
    (["The MVPD ", " is on ", "."], "The MVPD A is off 3.", false),
    // A part is not found in what another one has taken.
    (["ab", "ba"], "aba", false),
    (["ab", "ba"], "abba", true),
    (["a", "a"], "a", false), (["a", "a"], "aa", true), (["a", ""], "ab", true),
    (["", "a"], "ab", false),
    (["a", "", "c"], "abc", true), (["a", "b", "c", "d"], "a-c-b-d", false), ([], "", true),
    ([], "a", false),
    (["a", "b", "b", "c"], "a-b-c", false),
    (["a", "b", "b", "c"], "a-b-b-c", true),
  ])
  func mayBeATextThatHasThePartsInTheirOrder(parts: [String], text: String, isMatch: Bool) {
    #expect(GappedText(parts).mayBe(text) == isMatch)
  }
}
