// SPDX-License-Identifier: Apache-2.0
// Target profiles: every mistake at a place of the file, and no secret in its words.

import Formats
import Suites
import Text

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
