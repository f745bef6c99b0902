// SPDX-License-Identifier: Apache-2.0
// Reads a list of attestations, and checks the requirements in it.

import Formats
package import Suites
package import Text

/// Reads a list of attestations, and collects the mistakes in it:
///
///     attestations:
///       - requirement: V2-E2-02
///         by: Jo Doe, QA of Example TV
///         date: 2026-11-20
///         evidence: The screen names the provider after a sign-in
///         file: screens/logout.png      # or url: https://…
///         until: 2027-11-20             # may be left out
package struct AttestationReader {
  private let requirements: [String: Requirement]
  private let today: CalendarDay
  /// Gives the SHA-256 of a file beside the list; nil where it can't be read.
  private let digest: (String) -> String?
  private var nodes: NodeReader
  /// The requirements that were attested before, with their lines.
  private var lines: [String: Int] = [:]

  private static let keys = ["requirement", "by", "date", "evidence", "file", "url", "until"]

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - requirements: Those of all catalogues.
  ///   - digest: Gives the SHA-256 of a file that the list names; nil where it can't be read.
  /// - Returns: The attestations that were read without a mistake, and the mistakes.
  package static func read(
    _ file: SourceFile, requirements: [String: Requirement], today: CalendarDay,
    digest: @escaping (String) -> String?
  ) -> (attestations: [Attestation], diagnostics: [Diagnostic]) {
    var reader = AttestationReader(
      requirements: requirements, today: today, digest: digest, nodes: NodeReader(file: file.name))
    do throws(YAMLError) {
      let documents = try YAMLParser.documents(of: file)
      guard let root = documents.first?.root else {
        return ([], [Diagnostic(.error, Self.form, file: file.name, at: .start)])
      }
      let attestations = reader.attestations(root)
      if documents.count > 1 {
        reader.nodes.error(
          "it is one document, and this has \(documents.count)", at: documents[1].root)
      }
      return (attestations, reader.nodes.diagnostics.sorted())
    } catch {
      return (
        [],
        [
          Diagnostic(
            .error, error.description, file: file.name, at: error.position, length: error.length)
        ]
      )
    }
  }

  private static let form =
    "a list of attestations begins with 'attestations:'; 'sso-conformance init --attestations' writes "
    + "one to fill in"

  private mutating func attestations(_ root: YAMLNode) -> [Attestation] {
    guard
      let members = nodes.members(root, "a list of attestations", known: ["attestations"])
    else { return [] }
    guard let list = members["attestations"] else {
      if members.lacks("attestations") { nodes.error(Self.form, at: root) }
      return []
    }
    // A list whose entries are all comments still.
    if list.isNull { return [] }
    return (nodes.list(list, "'attestations'") ?? []).compactMap { attestation($0) }
  }

  /// An entry; nil where it has a mistake.
  private mutating func attestation(_ node: YAMLNode) -> Attestation? {
    let mistakes = nodes.mistakeCount
    guard let members = nodes.members(node, "an attestation", known: Self.keys) else { return nil }
    for (key, why) in [
      ("requirement", "the id of what is attested"), ("by", "the name of the person who says so"),
      ("date", "the day on which that person saw it, such as 2026-11-20"),
      ("evidence", "what was seen, in words"),
    ] where members.lacks(key) {
      nodes.error("an attestation has '\(key)', \(why)", at: node)
    }
    let id = members["requirement"].flatMap { requirement($0) }
    let by = members["by"].flatMap { text($0, "'by', the name of a person") }
    let evidence = members["evidence"].flatMap { text($0, "'evidence', what was seen") }
    let date = members["date"].flatMap { nodes.day($0, "date") }
    if let date, let dateNode = members["date"], date > today {
      nodes.error("\(date) is still to come; 'date' is the day on which it was seen", at: dateNode)
    }
    let until = members["until"].flatMap { nodes.day($0, "until") }
    if let until, let date, let untilNode = members["until"], until < date {
      nodes.error("'until' is before 'date'", at: untilNode)
    }
    let file = members["file"].flatMap { self.file($0) }
    let url = members["url"].flatMap { self.url($0) }
    guard nodes.mistakeCount == mistakes, let id, let by, let evidence, let date else { return nil }
    return Attestation(
      requirement: id, by: by, date: date, evidence: evidence, file: file, url: url, until: until,
      location: SourceLocation(file: nodes.file, position: node.position))
  }

  private mutating func requirement(_ node: YAMLNode) -> String? {
    guard let id = nodes.text(node, "'requirement', the id of a requirement") else { return nil }
    guard let requirement = requirements[id] else {
      nodes.error(
        "there is no requirement '\(id)'"
          + nodes.hints.hint(for: id, among: Set(requirements.keys)), at: node)
      return nil
    }
    guard requirement.shownBy == [.outside] else {
      // What something else shows is judged there.
      let verdict = requirement.verdict(withoutProof: [])
      let witness = verdict == .bindsNoSide ? verdict.words : "is \(verdict.words)"
      nodes.error("'\(id)' is not for people to attest: it \(witness)", at: node)
      return nil
    }
    if let line = lines[id] {
      nodes.error("'\(id)' is attested in line \(line) already", at: node)
      return nil
    }
    lines[id] = node.position.line
    return id
  }

  /// A text that says something.
  private mutating func text(_ node: YAMLNode, _ what: String) -> String? {
    guard let text = nodes.text(node, what) else { return nil }
    if text.allSatisfy(\.isWhitespace) {
      nodes.error("\(what), is still to be filled in", at: node)
      return nil
    }
    return text
  }

  private mutating func file(_ node: YAMLNode) -> Attestation.File? {
    guard let path = nodes.text(node, "'file', the path of a file") else { return nil }
    guard let digest = digest(path) else {
      nodes.error("'\(path)' can't be read; a path begins at the folder of this list", at: node)
      return nil
    }
    return Attestation.File(path: path, digest: digest)
  }

  private mutating func url(_ node: YAMLNode) -> WebAddress? {
    guard let text = nodes.text(node, "'url', the address of a page") else { return nil }
    if let url = WebAddress(text) { return url }
    nodes.error("'\(text)' is not the address of a page: it begins with 'https://'", at: node)
    return nil
  }
}
