// SPDX-License-Identifier: Apache-2.0
// The one form in which text is printed.

import Testing
import Text

@Suite struct PrintedTests {
  @Test func `writes text from outside on one line`() {
    let word = "a\n::error::\u{1B}[31m"
    let text: Printed = "unknown '\(word)'\nusage\n"
    #expect(text.rendered == "unknown 'a\\n\\u{3A}:error::\\u{1B}[31m'\nusage\n")
  }

  /// Pieces that are harmless alone make no command together.
  @Test(arguments: [
    ("", ":error::x", "\\u{3A}:error::x"), (" ", ":error::x", " \\u{3A}:error::x"),
    ("a", ":x", "a::x"),
  ])
  func `looks at the whole line`(start: String, rest: String, shown: String) {
    let text: Printed = "\(start):\(rest)"
    #expect(text.rendered == shown)
    #expect(("\(start)" + ":" + "\(rest)" as Printed).rendered == shown)
  }

  @Test func `finds a command of Azure in pieces`() {
    let (first, second) = ("#", "#vso[x]")
    #expect(("\(first)\(second)" as Printed).rendered == "#\\u{23}vso[x]")
    #expect(("# \(second)" as Printed).rendered == "# #vso[x]")
  }

  @Test func `keeps the line breaks of its own texts, and nothing else of them`() {
    #expect(("\(ownLines: "a\n ::b\u{7}")" as Printed).rendered == "a\n \\u{3A}:b\\u{7}")
  }

  @Test func `has colours of its own`() {
    let word = "\u{1B}[32m"
    #expect(
      ("\(word)" as Printed).coloured(.red).rendered == "\u{1B}[31m\\u{1B}[32m\u{1B}[0m")
    #expect("\(Printed.erasedLine)a" as Printed == Printed.erasedLine + "a")
    #expect(Printed.erasedLine.rendered == "\r\u{1B}[K")
  }

  @Test func `has annotations of its own, and no others`() {
    let text = Printed.annotation(
      .warning, ["file": "a:b,c%\n", "line": "1"], ["x%0A::error::y\nz", "two"])
    #expect(
      text.rendered
        == "::warning file=a%3Ab%2Cc%25\\n,line=1::x%250A::error::y\\nz%0Atwo\n")
    #expect(("\(text)\("::error::x")" as Printed).rendered.hasSuffix("\n\\u{3A}:error::x"))
  }

  @Test func `has annotations without properties`() {
    #expect(Printed.annotation(.notice, [:], ["x"]).rendered == "::notice::x\n")
    #expect(Printed.annotation(.error, ["line": "1"], []).rendered == "::error line=1::\n")
  }

  @Test func `cuts an annotation at 4000 characters, of all its lines together`() {
    let most = String(repeating: "x", count: 3999)
    let text = Printed.annotation(.error, ["title": most + "yz"], [most, "yz", "last"])
    #expect(
      text.rendered == "::error title=\(most)y… (4%2C001 characters in all)::"
        + "\(most)%0Ay… (2 characters in all)%0A… (4 characters in all)\n")
    #expect(Printed.annotation(.error, [:], [most, "y"]).rendered == "::error::\(most)%0Ay\n")
  }

  @Test func `cuts a text from outside at 20,000 characters`() {
    let most = String(repeating: "x", count: 20_000)
    #expect(("\(most)" as Printed).rendered == most)
    #expect(("\(most + "y")" as Printed).rendered == most + "… (20,001 characters in all)")
  }

  @Test func `counts its line breaks, those of its parts among them`() {
    let text: Printed = "a\n" + ("b\nc" as Printed).coloured(.green) + "\n"
    #expect(text.rendered == "a\n\u{1B}[32mb\nc\u{1B}[0m\n")
    #expect(text.lineCount == 3)
    #expect((text + Printed.annotation(.notice, [:], ["x"])).lineCount == 4)
  }

  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"b"}"#), ("[\n  1\n]\n", "[\n  1\n]\n"),
    ("\"\u{202E}\u{7F}é😀\"", #""\u202e\u007fé😀""#), ("\"\u{E0041}\"", #""\udb40\udc41""#),
    ("[\"##vso[a]\"]", "[\"#\\u0023vso[a]\"]"), ("[\"::a\",\"##\"]", "[\"::a\",\"##\"]"),
  ])
  func `writes JSON so that it says the same`(json: String, shown: String) {
    #expect(Printed(json: json).rendered == shown)
  }

  @Test func `is equal however it was put together`() {
    var text: Printed = "a"
    text += "b\n"
    text.line("\(1)")
    #expect(text == "ab\n1\n")
    #expect(["a", "b"].joined(separator: ", ") as Printed == "a, b")
    #expect(Printed().isEmpty && !text.isEmpty)
  }
}
