// SPDX-License-Identifier: Apache-2.0
// A secret is found in whichever way its characters are escaped.

import Record
import Testing

@Suite struct EscapeTests {
  /// Between the letters before and after it, a character as a service may write it.
  @Test(arguments: [
    ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&apos;"),
    ("+", "&plus;"), ("/", "&sol;"), ("=", "&equals;"), (" ", "&nbsp;"), (" ", "&NewLine;"),
    ("%", "&percnt;"), ("_", "&lowbar;"), (":", "&colon;"), (".", "&period;"), (" ", "&Tab;"),
    ("¡", "&iexcl;"), ("¿", "&iquest;"), ("À", "&Agrave;"), ("ß", "&szlig;"), ("ø", "&oslash;"),
    ("þ", "&thorn;"), ("ÿ", "&yuml;"), ("=", "&#61;"), ("=", "&#x3d;"), ("=", "&#X3D;"),
    ("=", "%3D"), ("=", "%3d"), ("=", #"\u003d"#), ("=", #"\u003D"#), ("=", #"\x3d"#),
    ("=", #"\X3d"#), ("=", #"\u{3d}"#), ("=", #"\u{00003d}"#), ("/", #"\/"#), ("'", #"\'"#),
    ("\"", #"\""#), ("\\", #"\\"#), (" ", #"\n"#), (" ", #"\r"#), (" ", #"\t"#), (" ", #"\b"#),
    (" ", #"\f"#), ("\u{10000}", #"\ud800\udc00"#), ("\u{10FFFF}", #"\uDBFF\uDFFF"#),
    ("🔑", #"\u{1F511}"#), ("🔑", "&#128273;"), ("é", "%C3%A9"), ("_", "/"), ("é", #"\u00e9"#),
  ])
  func `finds a secret however a character is written`(character: String, written: String) {
    var secrets = KnownSecrets()
    secrets.add("wxyz\(character)opqrst", named: "token")
    #expect(secrets.mask.masked("it is wxyz\(written)opqrst.") == "it is ‹token›.")
  }

  @Test(arguments: [
    "%3", "%3g", #"\u003"#, #"\x3"#, #"\u{}"#, #"\u{000003d}"#, #"\q"#, "&unknown;", "&#;",
    "&#xg;", "&equals", #"\ud800"#,
  ])
  func `takes no other text for an escape`(written: String) {
    var secrets = KnownSecrets()
    secrets.add("wxyz=opqrst", named: "token")
    let text = "it is wxyz\(written)opqrst."
    #expect(secrets.mask.masked(text) == text)
  }

  @Test(arguments: [(0, true), (3, true), (4, false)])
  func `finds a secret that is escaped up to four times`(more: Int, isFound: Bool) {
    var secrets = KnownSecrets()
    secrets.add("wxyz/opqrst", named: "token")
    let text = "it is wxyz%\(String(repeating: "25", count: more))2Fopqrst."
    #expect(secrets.mask.masked(text) == (isFound ? "it is ‹token›." : text))
  }
}
