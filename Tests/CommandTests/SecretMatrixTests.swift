// SPDX-License-Identifier: Apache-2.0
// No form of a secret in any report.

import Formats
import Foundation
import HTTP
import TestSupport
import Testing

@testable import Command

/// One run against a service that tells each secret in each place, in each way to write it.
@Suite(.waits) struct SecretMatrixTests {
  /// Where an answer holds a text. Each is a path below that of the secret.
  enum Place: String, CaseIterable, Sendable {
    case member, name, document, text, form, element, attribute, section, broken
    case location, server, cookie, own, reason

    /// Whether it is a place in the head, which has no line ends, and ASCII only.
    var isInHead: Bool {
      switch self {
      case .location, .server, .cookie, .own, .reason: true
      default: false
      }
    }

    /// What a step expects, so that it fails and tells what it found.
    var expectation: String {
      switch self {
      case .member:
        "{json: {\(SecretEncoding.all.indices.map { "e\($0): nothing" }.joined(separator: ", "))}}"
      case .name: "{json: !exactly {other: 1}}"
      case .document: "{json: {inner: nothing}}"
      case .text, .form, .broken: "{text: nothing}"
      case .element, .section: "{xml: {/r/e0: nothing, /r/e1: nothing, /r/e2: nothing}}"
      case .attribute: "{xml: {/r/e0/@a: nothing, /r/e1/@a: nothing}}"
      case .location: "{headers: {Location: nothing}}"
      case .server: "{headers: {Server: nothing}}"
      case .cookie: "{headers: {Set-Cookie: nothing}}"
      case .own: "{headers: {X-Own-0: nothing, X-Own-2: nothing, X-Own-5: nothing}}"
      case .reason: "{status: 599}"
      }
    }
  }

  static func answer(_ target: String) -> HTTPResponse {
    let parts = target.split(separator: "?")[0].split(separator: "/").map(String.init)
    if target.hasPrefix("/told") {
      let told = MatrixSecret.told.map(\.text)
      return json([
        "access_token": .string(told[0]),
        "session": ["code": .string(told[1]), "url": "/somewhere"],
        "samlResponse": .string(told[2]), "device": ["id": .string(told[3])],
      ])
    }
    guard parts.count == 2, let number = Int(parts[0]), let place = Place(rawValue: parts[1])
    else { return HTTPResponse(status: 404) }
    let texts = SecretEncoding.all.map { $0.written(MatrixSecret.all[number].text) }.filter {
      !place.isInHead || $0.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
    }
    let xml = texts.map {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
    func list(_ text: (Int, String) -> String, of texts: [String]) -> String {
      texts.enumerated().map(text).joined(separator: "\n")
    }
    switch place {
    case .member:
      return json(.object(JSONObject(texts.enumerated().map { ("e\($0)", .string($1)) })))
    case .name:
      return json(.object(JSONObject(Array(Set(texts)).sorted().map { ($0, .integer(1)) })))
    case .document:
      let inner = JSONWriter.text(.array(texts.map(JSONValue.string)))
      return json(["inner": .string(inner)])
    case .text: return text(list({ "\($0): \($1)." }, of: texts))
    case .form: return text(texts.enumerated().map { "e\($0)=\($1)" }.joined(separator: "&"))
    case .element: return text("<r>\(list({ "<e\($0)>\($1)</e\($0)>" }, of: xml))</r>")
    case .attribute: return text("<r>\(list({ "<e\($0) a=\"\($1)\"/>" }, of: xml))</r>")
    case .section:
      return text("<r>\(list({ "<e\($0)><![CDATA[\($1)]]></e\($0)>" }, of: texts))</r>")
    case .broken: return text(#"{"a": [\#(list({ "\"\($1)\"" }, of: texts))"#)
    case .location:
      let query = texts.enumerated().map { "e\($0)=\($1.replacing(" ", with: "%20"))" }
      let url = "https://elsewhere.example/?\(query.joined(separator: "&"))"
      return answer([("Location", url)])
    case .server: return answer([("Server", texts.joined(separator: " ; "))])
    case .cookie: return answer(texts.map { ("Set-Cookie", "c=\($0); Path=/") })
    case .own: return answer(texts.enumerated().map { ("X-Own-\($0)", $1) })
    case .reason: return HTTPResponse(status: 200, reason: texts.joined(separator: " "))
    }
  }

  private static func json(_ value: JSONValue) -> HTTPResponse {
    answer([("Content-Type", "application/json")], JSONWriter.bytes(value))
  }

  private static func text(_ text: String) -> HTTPResponse {
    answer([("Content-Type", "text/plain")], Array(text.utf8))
  }

  private static func answer(_ fields: [(String, String)], _ body: [UInt8] = []) -> HTTPResponse {
    var headers = HeaderList()
    for (name, value) in fields { headers.append(name, value) }
    return HTTPResponse(status: 200, reason: "OK", headers: headers, body: body)
  }

  /// The suite: the secrets are told, then each is in each place, then it is sent in each way.
  static var suite: String {
    var text = """
      suite: Matrix
      needs: [s0, s1, s2]
      secrets: [s0, s1, s2]
      fragments:
        - fragment: rows
          gives: [rows]
          once: run
          steps:
            - {step: Tell, request: {GET: /told}}
            - {step: Ask, request: {GET: /0/member}, save: {rows: "$.*"}}
      scenarios:
        - scenario: Of the facts ${s0} and ${s2}
          steps: [{step: Fail, request: {GET: /9/none}, expect: {status: 200}}]
        - scenario: Row ${row}
          cases: {each: row, of: rows, in: "$.rows[0:9]"}
          steps: [{step: Fail, request: {GET: "/${row}"}, expect: {status: 200}}]
        - scenario: All places
          steps:
            - {step: Tell, request: {GET: /told}}
            - {partner: {state: any}}
            - {partner: {permission: {prompting: false}}, expect: {json: {accessStatus: nothing}}}

      """
    for number in MatrixSecret.all.indices {
      for place in Place.allCases {
        text += """
                - step: \(number) \(place)
                  request: {GET: /\(number)/\(place)}
                  expect: \(place.expectation)

          """
      }
      text += """
              - {step: Save \(number), request: {GET: /\(number)/member}, save: {all: "$"}}
              - step: Send \(number)
                request:
                  POST: /sent/${all.e0 | url-encode}/${all.e14}
                  query: {q: "${all.e0}", r: "${all.e18}"}
                  json: "${all}"
                expect: {status: 200, json: {x: "${all.e2}"}}
              - step: Send a form \(number)
                request: {POST: /sent, form: {a: "${all.e0}", b: "${all.e3}", c: "${all.e14}"}}
                expect: {status: 200}

        """
    }
    return text
  }

  @Test func `no output shows a secret, in whatever way and place it came`() throws {
    let folder = try TemporaryFolder()
    let said = MatrixSecret.facts.flatMap { secret in
      SecretEncoding.all.map { $0.written(secret.text) }.filter { !$0.contains("\n") }
    }
    try folder.write(said.joined(separator: "\n"), to: "said")
    try folder.writePrograms(misbehaving: "cat said >&2; exec ./good")
    try folder.write(FactFile.declaring(texts: ["s0", "s1", "s2"]), to: "facts.yaml")
    let facts = MatrixSecret.facts.enumerated().map { index, secret in
      "  s\(index): \(JSONWriter.text(.string(secret.text)))\n"
    }.joined()
    let recording = folder.file("recording.json")
    let run = try CommandRun(
      suite: Self.suite,
      profile: """
        secrets: [s0, s1, s2]
        partner: {command: [./program]}
        facts:
        \(facts)
        """, ["--annotations", "github", "--record-partner", recording], in: folder
    ) { incoming in Self.answer(incoming.request.target) }
    // The program answers else than a step expects.
    #expect(run.verdicts["All places"] == "error", "\(run.errors)")
    #expect(run.steps(of: "All places").count > MatrixSecret.all.count * Place.allCases.count)
    let suite = folder.file("suite.yaml")
    let list = CommandLine(["list", suite, "--target", folder.file("profile.yaml")])
    #expect(list.output.contains("Of the facts"), "\(list.errors)")
    let broken = try folder.write(
      "base-url: [http://127.0.0.1]\nfacts:\n\(facts)  s0: 1\n \(facts)", to: "broken.yaml")
    let mistakes = CommandLine(["run", suite, "--target", broken])
    #expect(mistakes.status == .invalidInput)
    let outputs = [
      ("report.json", JSONWriter.text(run.report)), ("report.md", run.markdown),
      ("junit.xml", run.junit), ("report.html", run.page), ("terminal and annotations", run.output),
      ("program log", run.errors), ("recording", folder.text(of: "recording.json")),
      ("list", list.output), ("diagnostics", mistakes.output + mistakes.errors),
    ]
    #expect(run.errors.contains("./program: ") && run.output.contains("::error"))
    var cells = 0
    for (output, text) in outputs {
      let squashed = SecretEncoding.squashed(text)
      #expect(!squashed.isEmpty, "\(output)")
      for secret in MatrixSecret.all {
        for encoding in SecretEncoding.all {
          cells += Place.allCases.count
          let needle = encoding.needle(secret.text)
          // The names of its elements are those of the documents.
          if secret.kind == "SAML message", needle.contains("p:Response") { continue }
          if needle.utf8.count >= 12, squashed.contains(needle) {
            Issue.record("\(output) shows \(secret.kind), \(encoding.name): \(needle)")
          }
        }
      }
    }
    print("matrix of secrets: \(cells) cells")
  }
}

/// A secret of the matrix.
struct MatrixSecret: Sendable {
  let kind: String
  let text: String

  /// Those that the profile gives as facts `s0`, `s1` and so on.
  static let facts = [
    MatrixSecret(kind: "token with signs", text: #"S3cr3t+Value/With=Signs&more<"q">'z"#),
    MatrixSecret(kind: "password", text: "Pässwörter für Größe ✓ 𝄞 und mehr"),
    MatrixSecret(kind: "id of a user", text: "kunde-48213377-x"),
  ]
  /// Those that the service tells, each under the name of a secret.
  static let told = [
    MatrixSecret(
      kind: "JSON Web Token",
      text: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtYXRyaXgtdXNlciJ9.Qm9va21hcmstc2lnbmF0dXJl"),
    MatrixSecret(kind: "code of a session", text: "ZQ7XK9WPLM2R"),
    MatrixSecret(
      kind: "SAML message",
      text: "<samlp:Response ID=\"_k7\">\n <Assertion>matrix somebody & co</Assertion>\n"
        + "</samlp:Response>"),
    MatrixSecret(kind: "device", text: "5f0c9a1e-77d2-4b6e-9c3a-d41f6e8b2a97"),
  ]
  static let all = facts + told
}

/// A way to write a secret, and what would be left of it.
struct SecretEncoding: Sendable {
  let name: String
  let written: @Sendable (String) -> String

  private init(_ name: String, _ written: @escaping @Sendable (String) -> String) {
    self.name = name
    self.written = written
  }
}

extension SecretEncoding {
  /// A part of the written secret that must not be in a report: twelve or more characters of it.
  func needle(_ secret: String) -> String {
    let text = Self.squashed(written(secret))
    guard name.hasPrefix("Base64") else { return text }
    // Around the secret stands another text.
    let middle = text.utf8.count / 2
    return String(text.dropFirst(max(0, middle - 10)).prefix(20))
  }

  /// A text without what quoting, escaping and wrapping in a report add.
  static func squashed(_ text: String) -> String {
    var text = text.filter { $0 != "\\" && !$0.isWhitespace }
    for (name, character) in [
      ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&lt;", "<"),
      ("&gt;", ">"), ("&amp;", "&"),
    ] { text = text.replacing(name, with: character) }
    return text
  }

  static let all: [SecretEncoding] = [
    SecretEncoding("plain") { $0 }, SecretEncoding("upper case") { $0.uppercased() },
    SecretEncoding("JSON, all characters") { json($0) { _ in true } },
    SecretEncoding("JSON, as .NET") { json($0) { !"\($0)".allSatisfy(isLetter) } },
    SecretEncoding("JSON, ASCII only") { json($0) { !$0.isASCII || "\"\\\n".contains("\($0)") } },
    SecretEncoding("JSON, upper-case digits") {
      json($0, isUpper: true) { !"\($0)".allSatisfy(isLetter) }
    },
    SecretEncoding("JSON, as PHP") {
      json($0) { !$0.isASCII || "\"\\\n".contains("\($0)") }.replacing("/", with: #"\/"#)
    },
    SecretEncoding("JSON twice") {
      json(json($0) { !"\($0)".allSatisfy(isLetter) }) { $0 == "\\" }
    }, SecretEncoding("percent, all") { percent($0) { _, _ in true } },
    SecretEncoding("percent, what has to be") { percent($0) { byte, _ in !isPlain(byte) } },
    SecretEncoding("percent, lower-case digits") {
      percent($0) { byte, _ in !isPlain(byte) }.lowercased()
    },
    SecretEncoding("percent, each second one") {
      percent($0) { byte, index in index % 2 == 0 || !isPlain(byte) }
    },
    SecretEncoding("percent twice") {
      percent(percent($0) { byte, _ in !isPlain(byte) }) { byte, _ in !isPlain(byte) }
    },
    SecretEncoding("form") {
      percent($0) { byte, _ in !isPlain(byte) && byte != 0x20 }.replacing(" ", with: "+")
    }, SecretEncoding("Base64") { Data($0.utf8).base64EncodedString() },
    SecretEncoding("Base64, after one byte") { Data("x\($0)yz".utf8).base64EncodedString() },
    SecretEncoding("Base64, after two bytes") { Data("x:\($0) end".utf8).base64EncodedString() },
    SecretEncoding("Base64 of JSON") {
      Data(
        #"{"a": "b", "v": "\#($0.replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))"}"#
          .utf8
      ).base64EncodedString()
    },
    SecretEncoding("Base64url") {
      Data("<<??>>\($0)".utf8).base64EncodedString().replacing("+", with: "-")
        .replacing("/", with: "_").replacing("=", with: "")
    },
    SecretEncoding("Base64, wrapped") { secret in
      let text = Data("a header: \(secret) and an end".utf8).base64EncodedString()
      return stride(from: 0, to: text.count, by: 19).map { start in
        String(text.dropFirst(start).prefix(19))
      }.joined(separator: "\n")
    }, SecretEncoding("hexadecimal") { $0.utf8.map { String(format: "%02x", $0) }.joined() },
    SecretEncoding("hexadecimal, upper case") {
      $0.utf8.map { String(format: "%02X", $0) }.joined()
    },
    SecretEncoding("HTML, names") {
      $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
    },
    SecretEncoding("HTML, names of letters") {
      $0.replacing("ä", with: "&auml;").replacing("ö", with: "&ouml;").replacing(
        "ü", with: "&uuml;"
      ).replacing("ß", with: "&szlig;").replacing(".", with: "&period;")
    }, SecretEncoding("HTML, decimal") { $0.unicodeScalars.map { "&#\($0.value);" }.joined() },
    SecretEncoding("HTML, hexadecimal") {
      $0.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
    },
    SecretEncoding("split over lines") { secret in
      let middle = secret.index(secret.startIndex, offsetBy: secret.count / 2)
      return "\(secret[..<middle])\n\(secret[middle...])"
    }, SecretEncoding("the first 12") { String($0.filter { $0 != "\n" }.prefix(12)) },
    SecretEncoding("the last 12") { String($0.suffix(12)) },
    SecretEncoding("12 from within") { secret in
      String(secret.dropFirst(max(0, min(3, secret.count - 12))).prefix(12))
    },
  ]

  private static func isLetter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "-._~".utf8.contains(byte)
  }

  private static func json(
    _ text: String, isUpper: Bool = false, _ escapes: (Unicode.Scalar) -> Bool
  ) -> String {
    text.unicodeScalars.map { scalar in
      guard escapes(scalar) else { return "\(scalar)" }
      return String(scalar).utf16.map {
        let digits = String(format: "%04x", $0)
        return "\\u\(isUpper ? digits.uppercased() : digits)"
      }.joined()
    }.joined()
  }

  private static func percent(_ text: String, _ escapes: (UInt8, Int) -> Bool) -> String {
    text.utf8.enumerated().map { index, byte in
      escapes(byte, index)
        ? String(format: "%%%02X", byte) : String(decoding: [byte], as: UTF8.self)
    }.joined()
  }
}
