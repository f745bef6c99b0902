// SPDX-License-Identifier: Apache-2.0
// Reports, lists of known failures, secrets in them, and printed text.

import Formats
import HTTP
import Record
import Redaction
import Reports
import Text

extension Surface {
  static let reports = Surface(
    name: "reports", about: "report.json, and the reports made of it", form: .json,
    pieces: ["]]>", "```", "|", "<script>", "[[ATTACHMENT|/etc/passwd]]", "##vso[a]", "%0A::x::"],
    patience: (base: 0.5, perByte: 0.000_05),
    seeds: { corpus in try corpus.files(in: "Tests/ReportsTests/Golden", ".json").map(\.bytes) },
    makeCheck: always { bytes throws(Flaw) in
      guard let root = try? JSONParser.document(bytes).root else { return false }
      let record: RunRecord
      do throws(RecordError) {
        record = try RunRecord(root)
      } catch {
        try Flaw.unless(
          error.pointer.isEmpty || error.pointer.hasPrefix("/"),
          "a mistake is at '\(error.pointer)'")
        return false
      }
      let run = RunJudgement(record)
      var text: [UInt8] = []
      RunRecord.write(run) { text += $0 }
      let again = try? RunRecord(JSONParser.document(text).root)
      try Flaw.unless(again == record, "it is another record once it is written")
      try Flaw.unless(RecordDiff(from: run, to: run).isEmpty, "it differs from itself")
      _ = RecordDiff(from: run, to: run).text
      _ = try? RecordMerge.merged([record])
      for profile in JUnitProfile.allCases {
        for file in JUnitReport(profile: profile).files(of: run) {
          do {
            _ = try XMLReader.read(file.bytes)
          } catch {
            throw Flaw("\(profile) is not well-formed: \(error)")
          }
          try Mischief.check(file.bytes, "junit.xml")
        }
      }
      try Mischief.check(MarkdownReport().bytes(of: run), "report.md")
      let results = CTRFReport().bytes(of: run)
      try Mischief.check(results, "ctrf.json")
      try Flaw.unless((try? JSONParser.document(results)) != nil, "ctrf.json is no JSON")
      try Mischief.check(TerminalReport(hasColour: false).bytes(of: run), "the terminal")
      try Mischief.check(AnnotationReport().bytes(of: run), "the annotations", hasCommands: true)
      return true
    })
}

/// What a text must not hold that a person, a terminal or a CI reads.
enum Mischief {
  /// - Parameter hasCommands: Whether lines may be commands of GitHub.
  static func check(_ bytes: [UInt8], _ what: String, hasCommands: Bool = false) throws(Flaw) {
    for line in bytes.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self)
      let hidden = text.unicodeScalars.first { scalar in
        switch scalar.value {
        case 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
          0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F:
          true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
      }
      try Flaw.unless(hidden == nil, "\(what) has a hidden character: \(hidden?.value ?? 0)")
      // As a person sees it, a mark belongs to the blank before it.
      try Flaw.unless(
        hasCommands || !text.drop(while: \.isWhitespace).hasPrefix("::"), "\(what): \(text)")
      guard line.contains(UInt8(ascii: "#")) else { continue }
      for command in commands { try Flaw.unless(!holds(command, in: line), "\(what): \(text)") }
    }
  }

  private static let commands = ["##[", "##vso[", "##teamcity["].map { Array($0.utf8) }

  private static func holds(_ part: [UInt8], in line: ArraySlice<UInt8>) -> Bool {
    line.indices.contains { line[$0] == part[0] && line[$0...].starts(with: part) }
  }
}

extension Surface {
  static let known = Surface(
    name: "known", about: "lists of known failures",
    pieces: [
      "\n  - scenario: ", "\n    rule: ", "\n    file: a/x.yaml", "\n    requirement: [", "known:",
      "\n    reason: why", "\n    link: https://x", "\n    expires: 2027-01-31", "2027-02-29",
      "9999-12-31", "The MVPD  is on .", "The user logs out", "V2-A1-01", " []", " {}", " null",
    ],
    seeds: texts([
      """
      known:
        - scenario: [The user logs out, The MVPD Other is on 3.]
          file: a/x.yaml
          requirement: V2-A1-01
          reason: The team of the MVPD mends it.
          link: https://tracker.example/ABC-1
          expires: 2027-01-31
        - requirement: [V2-A1-01]
          reason: why
          expires: '2028-02-29'
      """, "known: []\n",
    ]),
    makeCheck: { _ in
      let names = KnownNames(
        cases: [["The user logs out"], ["The MVPD ", " is on ", "."], ["", ""]].map {
          KnownNames.Case(subject: .service, file: "Suites/a/x.yaml", name: Wildcard($0))
        }, requirements: ["V2-A1-01"])
      return { bytes throws(Flaw) in
        let file = SourceFile(name: "known.yaml", bytes: bytes)
        let (failures, diagnostics) = KnownFileReader.read(file, names: names, subjects: [.service])
        let places = Places(of: SourceFile(name: "", bytes: bytes))
        for diagnostic in diagnostics {
          try places.check(diagnostic.position, "'\(diagnostic)'", beyond: 2)
        }
        for failure in failures {
          try places.check(failure.location.position, "the entry '\(failure)'", beyond: 2)
          try Flaw.unless(
            !failure.reason.isEmpty && !(failure.cases.isEmpty && failure.requirements.isEmpty),
            "an entry that says nothing: \(failure)")
        }
        return diagnostics.isEmpty
      }
    })
}

extension Surface {
  private static let secret = "qL8zR2vT6+wX0/yB4dF9h\"J3kN7.pS1uM5aC=="

  static let secrets = Surface(
    name: "secrets", about: "masking, and learning of secrets",
    pieces: [
      "%2B", "%252B", "\\u002B", "\\/", "&quot;", "&#x2b;", "Bearer ", "token=", "\"code\":\"",
      "<a b='", "QUJD", "…", "Set-Cookie: s=", "{\"access_token\":", "password=", "==",
      "curl -u a:",
      "u'", "<password><b>", "[\"token\",", "<key>token</key>", "{\"k\":\"pin\",\"v\":\"",
    ],
    seeds: texts([
      "A{\"access_token\":\"abc\",\"a\":[\"", "Bhttps://h/?token=", "C<saml:Assertion a=\"",
      "DSet-Cookie: session=", "EBearer ", "Fa text of a service, and then ", "G&#x41;%41\\u0041",
    ]),
    makeCheck: always { bytes throws(Flaw) in
      let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
      var known = KnownSecrets()
      known.add(secret, named: "secret")
      let middle = text.index(text.startIndex, offsetBy: text.count / 2, limitedBy: text.endIndex)
      let form = written(by: Int(bytes.first ?? 0))
      let whole =
        "\(text[..<(middle ?? text.endIndex)])\(form)\(text[(middle ?? text.endIndex)...])"
      let masked = known.mask.masked(whole)
      let scalars = Array(form.utf8)
      // Base64 of a longer text may share a letter with what stands around it.
      for start in stride(from: 0, through: scalars.count - 20, by: 4) {
        let part = String(decoding: scalars[start..<start + 16], as: UTF8.self)
        try Flaw.unless(
          !masked.contains(part), "'\(part)' of '\(form)' is left, between other texts")
      }
      // What a service sends is learned from; that must end soon, too.
      known.addSecrets(inText: whole)
      if let value = try? JSONParser.document(bytes).root { known.addSecrets(in: value) }
      known.addSecrets(
        of: HTTPResponse(
          status: 200, reason: "OK", headers: HeaderList(["Set-Cookie": text]),
          body: Array(whole.utf8)), json: nil)
      try Flaw.unless(
        !known.mask.masked(whole).contains(secret), "the secret is left once others are known")
      try checkRepeated(bytes)
      try checkNested(bytes)
      return !masked.isEmpty
    })

  /// One byte repeated beside a keyword, which must not take longer than another text.
  private static func checkRepeated(_ bytes: [UInt8]) throws(Flaw) {
    let keywords = [
      "saml", "<saml:Response", "token=\"", "code=", "<input value='", " name=\"token\"",
      "session={",
      "session:\n ", "<token><b>", "curl -u ", "[\"token\",\"", "token: Bearer ",
    ]
    let byte = bytes.last ?? 0x3C
    let keyword = Array(keywords[Int(bytes.first ?? 0) % keywords.count].utf8)
    // As long as the patience for the whole input allows.
    let filler = [UInt8](repeating: byte, count: min(64 * bytes.count, 32 << 10))
    var known = KnownSecrets()
    for text in [filler + keyword, keyword + filler, keyword + filler + keyword] {
      let text = String(decoding: text, as: UTF8.self)
      known.addSecrets(inText: text)
      try Flaw.unless(!known.mask.masked(text).isEmpty, "nothing is left of '\(keyword)'")
    }
  }

  /// Cut JSON with a secret below the names of others, as the input chooses them.
  private static func checkNested(_ bytes: [UInt8]) throws(Flaw) {
    let names = ["session", "access_token", "credentials", "password", "tokens", "value", "x"]
    let secret = "short-cc-3"
    var text = "{\"session\": "
    for byte in bytes.prefix(12) {
      let name = names[Int(byte >> 2) % names.count]
      let item = Int(byte) % 3 == 0 ? "{" : "{\"n\": [1, \"a\"], "
      text += byte & 1 == 0 ? "\(item)\"\(name)\": " : "[\"a\", {\"\(name)\":"
    }
    text += (bytes.first ?? 0) & 1 == 0 ? "{\"code\": \"\(secret)\"" : "[\"\(secret)\", "
    for text in [text, JSONWriter.text(.string(text)).dropLast().description] {
      var known = KnownSecrets()
      known.addSecrets(
        of: HTTPResponse(status: 200, reason: "", headers: HeaderList(), body: Array(text.utf8)),
        json: nil)
      try Flaw.unless(
        !known.mask.maskedDocument(text, isOwn: false).contains(secret),
        "the secret of '\(text)' is shown")
    }
  }

  /// The secret in one of its ways to be written.
  private static func written(by number: Int) -> String {
    let bytes = Array(secret.utf8)
    func each(_ form: (UInt8) -> String) -> String { bytes.map(form).joined() }
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    switch number % 9 {
    case 0: return secret
    case 1: return JSONWriter.text(.string(secret))
    case 2: return each { "\\u00\(hex($0))" }
    case 3: return PercentEncoding.encode(secret)
    case 4: return each { "%\(hex($0))" }
    case 5: return Base64.encode(bytes)
    case 6:
      let shift = number / 9 % 3
      return Base64.encode(Array("abc".utf8.prefix(shift)) + bytes).replacing("+", with: "-")
        .replacing("/", with: "_")
    case 7: return each(hex)
    default: return each { "&#\($0);" }
    }
  }
}

extension Surface {
  static let printed = Surface(
    name: "printed", about: "what is printed of texts from outside",
    pieces: [
      "::", ":", "##", "#", "##vso[", "##teamcity[a]", "--- ", "+++", "\u{200D}", "\u{FE0F}",
      "\u{A0}", "\u{3000}", "\u{AD}", "👩", "می", "\u{301}", "\u{E0041}", "\u{2800}", "\\u{",
    ],
    seeds: texts([
      "::error::x\n --- a", "##[a] ##vso[b] ##teamcity[c]", "e\u{301} 👩\u{200D}💻 می\u{200C}خو",
    ]),
    makeCheck: always { bytes throws(Flaw) in
      let text = String(decoding: bytes, as: UTF8.self)
      let half = text.unicodeScalars.count / 2
      let first = String(text.unicodeScalars.prefix(half))
      let rest = String(text.unicodeScalars.dropFirst(half))
      for shown: Printed in [
        "\(text)", "\(first)\(rest)", "\(ownLines: text)", "\(first):\(rest)",
        "x\n\(rest)#\(first)",
      ] { try Mischief.check(Array(shown.rendered.utf8), "what is printed") }
      try Mischief.check(
        Array(Printed.annotation(.error, ["file": first], [text, rest]).rendered.utf8),
        "an annotation", hasCommands: true)
      for line in [Sanitized.line(text), Sanitized.name(text)] {
        try Flaw.unless(!line.contains("\n"), "a line has two")
        try Flaw.unless(Sanitized.line(line, limit: .max) == line, "what is visible is changed")
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
    })
}
