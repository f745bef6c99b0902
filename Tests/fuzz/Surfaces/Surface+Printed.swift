// SPDX-License-Identifier: Apache-2.0
// What is printed: harmless in every form, however its pieces are cut.

import Formats
import Text

extension Surface {
  static let printed = Surface(
    name: "printed", about: "what is printed of texts from outside",
    pieces: [
      "::", ":", "##", "#", "##vso[", "##teamcity[a]", "--- ", "+++", "\u{200D}", "\u{FE0F}",
      "\u{A0}", "\u{3000}", "\u{AD}", "👩", "می", "\u{301}", "\u{E0041}", "\u{2800}", "\\u{",
    ],
    seeds: { _ in
      ["::error::x\n --- a", "##[a] ##vso[b] ##teamcity[c]", "e\u{301} 👩\u{200D}💻 می\u{200C}خو"]
        .map { Array($0.utf8) }
    },
    makeCheck: { _ in
      { bytes throws(Flaw) in
        let text = String(decoding: bytes, as: UTF8.self)
        let half = text.unicodeScalars.count / 2
        let first = String(text.unicodeScalars.prefix(half))
        let rest = String(text.unicodeScalars.dropFirst(half))
        for shown: Printed in [
          "\(text)", "\(first)\(rest)", "\(ownLines: text)", "\(first):\(rest)",
          "x\n\(rest)#\(first)",
        ] {
          try Mischief.check(Array(shown.rendered.utf8), "what is printed")
        }
        try Mischief.check(
          Array(Printed.annotation(.error, ["file": first], [text, rest]).rendered.utf8),
          "an annotation", hasCommands: true)
        for line in [Visible.line(text), Visible.name(text)] {
          try Flaw.unless(!line.contains("\n"), "a line has two")
          try Flaw.unless(Visible.line(line, limit: .max) == line, "what is visible is changed")
        }
        let value: JSONValue = .array([
          .string(text), .object(JSONObject([(first, .string(rest))])),
        ])
        let json = Printed(json: JSONWriter.text(value)).rendered
        try Mischief.check(Array(json.utf8), "JSON")
        try Flaw.unless(
          (try? JSONParser.document(json).root) == value, "JSON that is printed says something else"
        )
        return true
      }
    })
}
