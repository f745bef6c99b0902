// SPDX-License-Identifier: Apache-2.0
// Suites, profiles and expressions.

import Formats
import Suites
import Text

extension Surface {
  static let suites = Surface(
    name: "suites", about: "suites, fragments, facts and catalogues of cookbooks",
    pieces: [
      " ${", "${now + 99999999999999999999h}", "${a[99999999999999999999]}", "${mvpd.a.b[0]}",
      "${x | base64 | nope}", "$${", " !x", " !each ${what}", " !absent", " !matches '('",
      "\n      - step: x\n        request: GET /\n", "    covers: [", "retry:", "burst:", "cases:",
      "from:", "wait: 1e300s", "expect:", "status: 2xx", "json:", "save:", "either:", "preflight:",
    ], patience: (base: 2, perByte: 0.000_02),
    seeds: { corpus in try SuiteFolder.files(corpus).map { Array("#\($0.path)\n".utf8) + $0.bytes }
    },
    makeCheck: { corpus in
      let shipped = Dictionary(
        uniqueKeysWithValues: try SuiteFolder.files(corpus).map { ($0.path, $0.bytes) })
      return { bytes throws(Flaw) in
        let (path, content) = SuiteFolder.split(bytes)
        var files = shipped
        files[path] = content
        let loaded = SuiteLoader.load(
          [SuiteFolder.suite(using: path)], shipped: "Suites", files: SuiteFolder.access(files))
        for diagnostic in loaded.diagnostics {
          guard let file = files[diagnostic.file] else {
            // A file that is missing has no places.
            try Flaw.unless(diagnostic.position == .start, "a place in no file: \(diagnostic)")
            continue
          }
          try Places(of: SourceFile(name: "", bytes: file))
            .check(diagnostic.position, "'\(diagnostic)'", beyond: 2)
        }
        return !loaded.hasErrors
      }
    })
}

/// The shipped suites in memory. The first line of an input says which file it replaces:
/// `#Suites/apple-v2/e-logout.yaml`.
enum SuiteFolder {
  private static let folders: Set<String> = [
    "Suites", "Suites/apple-v1", "Suites/apple-v2", "Suites/rest-api-v2", "Suites/cookbooks",
  ]
  private static let standard = "Suites/apple-v2/p-account.yaml"

  static func files(_ corpus: Corpus) throws -> [(path: String, bytes: [UInt8])] {
    try corpus.files(in: "Suites", ".yaml").filter {
      !$0.path.contains("/targets/") && !$0.path.contains("/selftest/")
    } + corpus.files(in: "Suites/cookbooks", ".json")
  }

  /// The path that the first line names, and the content; JSON has no such comment, so it is cut off.
  static func split(_ bytes: [UInt8]) -> (path: String, content: [UInt8]) {
    guard bytes.first == UInt8(ascii: "#"), let end = bytes.prefix(200).firstIndex(of: 0x0A) else {
      return (standard, bytes)
    }
    let path = String(decoding: bytes[1..<end], as: UTF8.self)
    guard folders.contains(folder(of: path)), path.hasSuffix(".yaml") || path.hasSuffix(".json")
    else { return (standard, bytes) }
    return path.hasSuffix(".json") ? (path, Array(bytes[(end + 1)...])) : (path, bytes)
  }

  /// A suite that uses the file, or is it.
  static func suite(using path: String) -> String {
    let isSuite = ["fragments.yaml", "facts.yaml", ".json"].allSatisfy { !path.hasSuffix($0) }
    if isSuite { return path }
    return path.contains("v1")
      ? "Suites/apple-v1/c-2-logout-on-ios.yaml" : "Suites/apple-v2/e-logout.yaml"
  }

  static func access(_ texts: [String: [UInt8]]) -> SuiteFiles {
    SuiteFiles(
      kind: { texts[$0] != nil ? .file : folders.contains($0) ? .folder : nil },
      read: { path throws(FileError) in
        guard let bytes = texts[path] else { throw FileError("gone") }
        return bytes
      },
      list: { folder throws(FileError) in
        texts.keys.filter { self.folder(of: $0) == folder }.map {
          String($0.dropFirst(folder.count + 1))
        }
      })
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }
}

extension Surface {
  /// The secret that a profile gives as a fact, and the one in the environment.
  private static let secret = "qL8zR2vT6wX0yB4dF9hJ3kN7pS1uM5aC"
  private static let secretOutside = "eV3xG6jQ0tY9cW2nK5rZ8mB1sD4fH7pL"

  static let profiles = Surface(
    name: "profiles", about: "target profiles",
    pieces: [
      "!env HOME", "!env ''", "base-url: ", "http://u:p@h", "https://[::1]:99999/", "rate: ",
      "{per-second: 1e-300, burst: -1}", "timeouts: {step: 1e300s}", "clock-tolerance: ",
      "9223372036854775807s", "partner: {command: [", "partner: {emulator: ", "secrets: [",
      "facts: {", "tls: {ca: ", "user-agent: ", "cookbooks: [",
    ],
    seeds: { corpus in
      let files = try corpus.files(in: "Suites/targets", ".yaml").map(\.bytes)
      let filled = """
        target: t
        base-url: https://h.example/base
        facts:
          software_statement: \(secret)
          service_provider: REF30
          domain: example.com
          redirect_url: https://example.com/in
          mvpd: A
          basic_mvpd: B
          resources: {permitted: [a, b], denied: [c]}
        secrets: [mvpd]
        rate: {per-second: 5, burst: 2}
        clock-tolerance: 3s
        partner: {command: [./farm, --udid, x]}
        user-agent: {command: [agent]}
        tls: {ca: ca.pem, certificate: a.pem, key: a.key}
        timeouts: {connect: 1s, response: 2s, step: 3s, run: 4m}
        """
      return files + [Array(filled.utf8)]
    },
    makeCheck: { corpus in
      let shipped = Dictionary(
        uniqueKeysWithValues: try SuiteFolder.files(corpus).map { ($0.path, $0.bytes) })
      let suites = SuiteLoader.load(
        ["Suites"], shipped: "Suites", files: SuiteFolder.access(shipped))
      let reader = ProfileReader(
        facts: suites.facts, cookbooks: suites.cookbooks,
        environment: ["HOME": "/", "SSO_SOFTWARE_STATEMENT": secretOutside])
      return { bytes throws(Flaw) in
        let file = SourceFile(name: "input", bytes: bytes)
        let places = Places(of: file)
        let text = String(decoding: bytes, as: UTF8.self)
        let documents: [YAMLDocument]
        do throws(YAMLError) {
          documents = try YAMLParser.documents(of: file)
        } catch {
          try places.check(error.position, "the mistake")
          try check(error.withoutTexts.description, of: text)
          return false
        }
        guard let root = documents.first?.root else { return false }
        var nodes = NodeReader(file: file.name)
        var draft = reader.draft(root, &nodes)
        _ = draft?.set("mvpd=\(String(decoding: bytes.prefix(40), as: UTF8.self))")
        let missing = draft?.missingFacts(for: suites.cookbooks) ?? []
        for diagnostic in nodes.diagnostics + missing {
          try places.check(diagnostic.position, "'\(diagnostic)'", beyond: 2)
          try check(diagnostic.message, of: text)
        }
        return nodes.diagnostics.isEmpty
      }
    })

  /// - Throws: if a message shows a secret. The one of the profile counts only where it is the value
  ///   of its fact and nothing else: names are told.
  private static func check(_ message: String, of profile: String) throws(Flaw) {
    try Flaw.unless(
      !message.contains(secretOutside), "a message shows a secret of the environment: \(message)")
    guard message.contains(secret) else { return }
    let isAtHome = profile.contains("software_statement: \(secret)\n")
    try Flaw.unless(
      !isAtHome || profile.ranges(of: secret).count != 1, "a message shows the secret: \(message)")
  }
}

extension Surface {
  static let expressions = Surface(
    name: "expressions", about: "regular expressions",
    pieces: [
      "(", ")", "(?:", "(?i)", "[", "]", "[^", "-", "\\", "\\d", "\\W", "\\p{Lu}", "\\P{L}", "{",
      "}", "{2}", "{1,3}", "{999}", "{1000,}", "{0}", "*", "+", "?", "|", "^", "$", "${x}", "$${",
      ".", "&&", ",", "a*a*a*", "(a|a)*", "(a*)*", "[à-ÿ]",
    ], patience: (base: 1, perByte: 0.000_1),
    seeds: texts([
      "[A-Z]{3}-\\d+", "(a+)+$", "^https?://[^/ ]+(/[\\w.-]*)*$", "\\p{Lu}.*", "(?i)bearer .+",
      "[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}", "(?:a|b|)*c?", "x{0,20}(y{1,9}|z)",
    ]),
    makeCheck: { _ in
      let texts = ["", "ab1é😀-a", String(repeating: "a", count: 200) + "!", "a\nb\r\nK"]
      return { bytes throws(Flaw) in
        let source = String(decoding: bytes.prefix(2000), as: UTF8.self)
        var isRead = false
        for dialect in [RegularExpression.Dialect.suite, .iRegexp] {
          do throws(ExpressionError) {
            let expression = try RegularExpression(source, dialect: dialect)
            isRead = true
            guard
              texts.allSatisfy({
                !expression.matchesWhole($0) || expression.matchesSomewhere(in: $0)
              })
            else { throw ExpressionError(.syntax("whole, but nowhere"), at: ScalarOffset(-1)) }
          } catch {
            try Flaw.unless(
              0...source.unicodeScalars.count ~= error.offset.value,
              "the mistake is at \(error.offset.value): \(error)")
            try Flaw.unless(!error.description.isEmpty, "a mistake without words")
          }
        }
        if let template = try? RegularExpressionTemplate(source) {
          _ = try? template.bound { _ in String(source.prefix(50)) }
        }
        return isRead
      }
    })
}
