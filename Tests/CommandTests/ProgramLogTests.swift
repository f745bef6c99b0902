// SPDX-License-Identifier: Apache-2.0
// What a program writes to its standard error, read in whatever parts.

import Record
import Synchronization
import Testing
import Text

@testable import Command

@Suite struct ProgramLogTests {
  /// What the log shows of some parts, the last of which is the end.
  private static func shown(
    _ parts: [[UInt8]], dropped: Int = 0, learning line: String? = nil
  ) -> String {
    let output = Mutex("")
    let console = Console(environment: [:], isInteractive: false) { text, _ in
      output.withLock { $0 += text.rendered }
    }
    var secrets = KnownSecrets()
    secrets.add("ZQ7XK9WPLM2R", named: "code")
    secrets.add("pässwörter-für-größe", named: "password")
    let log = ProgramLog(program: "p", console: console, redaction: secrets)
    if let line { log.learn(Array(line.utf8)) }
    for (index, part) in parts.enumerated() {
      log.write(
        ErrorText(
          part, droppedBytes: index == 1 ? dropped : 0, isLast: index + 1 == parts.count))
    }
    return output.withLock { $0 }
  }

  @Test(arguments: [
    "a code ZQ7XK9WPLM2R here\n", "a pässwörter-für-größe here\n",
    "a eyJhbGciOiJSUzI1NiJ9eyJzdWIiOiJtYXRyaXgtdXNlciJ9 here",
  ])
  func `shows no part of a secret that comes in two reads`(text: String) {
    let bytes = Array(text.utf8)
    let whole = Self.shown([bytes])
    #expect(whole.hasPrefix("p: a ") && whole.contains("‹") && whole.hasSuffix(" here\n"))
    for index in bytes.indices {
      #expect(Self.shown([Array(bytes[..<index]), Array(bytes[index...])]) == whole, "\(index)")
    }
  }

  /// The first half was shown before anybody could know what follows.
  @Test func `shows no second half of a secret in another line`() {
    let shown = Self.shown([Array("code ZQ7XK9\n".utf8), Array("WPLM2R here\n".utf8)])
    #expect(shown == "p: code ZQ7XK9\np: ‹code› here\n")
    #expect(Self.shown([Array("code ZQ7XK9\nWPLM2R here\n".utf8)]) == "p: code ‹code› here\n")
  }

  @Test func `shows no last line of a token that is wrapped`() {
    let token = String(repeating: "eyJhbGciOiJSUzI1", count: 3)
    let text = "token: \(token)\r\n\(token)\r\n  NiJ9\r\nand then\nmore\n"
    let shown = Self.shown(text.utf8.map { [$0] })
    #expect(shown == "p: token: ‹masked›\np: ‹masked›\np: ‹masked›\np: and then\np: more\n")
  }

  @Test func `shows no beginning of a token at the end of a long line`() {
    let words = String(repeating: "a word ", count: 70)
    let shown = Self.shown([Array("\(words)\(String(repeating: "x9", count: 60))\n".utf8)])
    #expect(!shown.contains("x9"))
  }

  @Test func `shows a line that does not end`() {
    let line = Array(String(repeating: "a b ", count: 5000).utf8)
    #expect(Self.shown([line, []]).hasPrefix("p: a b a b"))
  }

  @Test func `says what is left out, and joins nothing over it`() {
    #expect(
      Self.shown([Array("one ZQ7XK9".utf8), Array("WPLM2R two".utf8)], dropped: 7)
        == "p: one ZQ7XK9\np: … 7 bytes before this are left out\np: WPLM2R two\n")
  }

  @Test(arguments: [
    #"{"id": 1, "device": "living-room-4711"}"#,
    #"{"id": 1, "device": {"id": "living-room-4711"}}"#,
    #"{"call": "visit", "url": "living-room-4711"}"#, #"{"reached": "living-room-4711"}"#,
    #"{"result": {"token": "living-room-4711"}}"#,
  ])
  func `shows nothing secret of a line that was sent or received`(line: String) {
    let bytes = Array("see living-room-4711 there\n".utf8)
    #expect(Self.shown([bytes]) == "p: see living-room-4711 there\n")
    let shown = Self.shown([bytes], learning: line)
    #expect(!shown.contains("4711") && shown.hasPrefix("p: see ") && shown.hasSuffix(" there\n"))
  }

  @Test(
    arguments: [
      (String(repeating: "x", count: 31), nil), (String(repeating: "x", count: 32), "‹masked›"),
      ("a/b+c=d-e_f%20" + String(repeating: "7", count: 18), "‹masked›"),
      ("/opt/" + String(repeating: "x", count: 30), nil),
      ("./lib/" + String(repeating: "x", count: 30), nil),
      ("lib/" + String(repeating: "x", count: 30), "‹masked›"),
      ("<samlp:Response>", "‹masked XML›"), ("<p xmlns='u'>", "‹masked XML›"),
      ("<p>a</p>", "‹masked XML›"), ("1 < 2", nil), ("<p>", nil),
    ] as [(String, String?)])
  func `shows nothing that looks like a token or a message`(text: String, masked: String?) {
    #expect(Self.shown([Array("see \(text)\n".utf8)]) == "p: see \(masked ?? text)\n")
  }

  @Test func `shows 500 characters of a line`() {
    let line = String(repeating: "ab ", count: 300)
    #expect(Self.shown([Array("\(line)\n".utf8)]) == "p: \(line.prefix(500))\n")
  }
}
