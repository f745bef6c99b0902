// SPDX-License-Identifier: Apache-2.0
// Reads a list of known failures, and checks the names in it.

import Formats
import Suites
package import Text

/// Reads a list of known failures, and collects the mistakes in it.
package struct KnownFileReader {
  private let names: KnownNames
  /// Whose cases can be checked; those of others are read all the same.
  private let subjects: Set<JudgedSide>
  private var nodes: NodeReader
  /// The reasons that are still to be written.
  private var openReasons: [YAMLNode] = []

  private static let keys = [
    "scenario", "rule", "file", "requirement", "reason", "link", "expires",
  ]

  private init(_ file: SourceFile, _ names: KnownNames, _ subjects: Set<JudgedSide>) {
    self.names = names
    self.subjects = subjects
    nodes = NodeReader(file: file.name)
  }
}

extension KnownFileReader {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - names: What the file can name.
  ///   - subjects: Whose cases `names` has. An entry about another one's is not checked.
  /// - Returns: The failures that were read without a mistake, and the mistakes.
  package static func read(
    _ file: SourceFile, names: KnownNames, subjects: Set<JudgedSide>
  ) -> (failures: [KnownFailure], diagnostics: [Diagnostic]) {
    var reader = KnownFileReader(file, names, subjects)
    func mistake(
      _ what: String, at position: Position, length: Int = 1
    ) -> (failures: [KnownFailure], diagnostics: [Diagnostic]) {
      ([], [Diagnostic(.error, what, file: file.name, at: position, length: length)])
    }
    let documents: [YAMLDocument]
    do throws(YAMLError) {
      documents = try YAMLParser.documents(of: file)
    } catch {
      return mistake(error.description, at: error.position, length: error.length)
    }
    guard let root = documents.first?.root else {
      return mistake("the file is empty; it begins with 'known:'", at: .start)
    }
    guard documents.count == 1 else {
      return mistake(
        "it is one document, and this has \(documents.count)", at: documents[1].root.position)
    }
    let failures = reader.failures(root)
    return (failures, reader.nodes.diagnostics.sorted())
  }

  private mutating func failures(_ root: YAMLNode) -> [KnownFailure] {
    guard let members = nodes.members(root, "a list of known failures", known: ["known"]) else {
      return []
    }
    guard let list = members["known"] else {
      if members.lacks("known") { nodes.error("the file has a list 'known'", at: root) }
      return []
    }
    let failures = (nodes.list(list, "'known'") ?? []).compactMap { failure($0) }
    // A list that was just written has no reason at all, and one message is enough.
    if let first = openReasons.first {
      let count = openReasons.count
      let entries = count == 1 ? "the reason is" : "\(count.grouped) entries have the reason"
      nodes.error(
        "\(entries) '\(KnownFailureTemplate.openReason)': say why it fails, and who mends it",
        at: first)
    }
    return failures
  }

  /// An entry; nil where it has a mistake.
  private mutating func failure(_ node: YAMLNode) -> KnownFailure? {
    let mistakes = nodes.mistakeCount
    guard let members = nodes.members(node, "a known failure", known: Self.keys) else { return nil }
    if members.lacksAll(of: ["scenario", "rule", "requirement"]) {
      nodes.error("a known failure names a 'scenario', a 'rule' or a 'requirement'", at: node)
    }
    if let scenario = members["scenario"], members.has("rule") {
      nodes.error(
        "a known failure is of a 'scenario' or of a 'rule': make two of them", at: scenario)
    }
    for key in ["reason", "expires"] where members.lacks(key) {
      let why =
        key == "reason"
        ? "which every report shows" : "a day such as 2027-01-31, after which it fails"
      nodes.error("a known failure has '\(key)', \(why)", at: node)
    }
    let subject: JudgedSide? =
      members.has("scenario") ? .service : members.has("rule") ? .application : nil
    let file = members["file"].flatMap { node in nodes.text(node, "'file'").map { ($0, node) } }
    if let file, subject == nil {
      nodes.error("'file' tells scenarios of one name apart: name the scenario, too", at: file.1)
    }
    let cases = (members["scenario"] ?? members["rule"]).map { texts($0, "a name") } ?? []
    if let subject { check(cases, of: subject, in: file?.0) }
    let requirements = members["requirement"].map { texts($0, "an id") } ?? []
    for (id, node) in requirements where !names.requirements.contains(id) {
      nodes.error(
        "there is no requirement '\(id)'" + nodes.hints.hint(for: id, among: names.requirements),
        at: node)
    }
    let reason = members["reason"].flatMap { self.reason($0) }
    let link = members["link"].flatMap { self.link($0) }
    let expires = members["expires"].flatMap { nodes.day($0, "expires") }
    guard nodes.mistakeCount == mistakes, let reason, let expires else { return nil }
    return KnownFailure(
      subject: subject, cases: cases.map(\.text), file: file?.0,
      requirements: requirements.map(\.text), reason: reason, link: link, expires: expires,
      location: SourceLocation(file: nodes.file, position: node.position))
  }

  /// A text, or several.
  private mutating func texts(
    _ node: YAMLNode, _ what: String
  ) -> [(text: String, node: YAMLNode)] {
    guard case .sequence(let items) = node.content, node.tag == nil else {
      return nodes.text(node, "\(what), or a list of them").map { [($0, node)] } ?? []
    }
    if items.isEmpty { nodes.error("the list is empty: leave it out, or name something", at: node) }
    return items.compactMap { item in nodes.text(item, what).map { ($0, item) } }
  }

  private mutating func check(
    _ cases: [(text: String, node: YAMLNode)], of subject: JudgedSide, in file: String?
  ) {
    guard subjects.contains(subject) else { return }
    let word = subject.caseWord
    for (name, node) in cases {
      let named = names.cases(of: subject, named: name)
      let meant = named.filter { KnownFailure.path($0.file, endsWith: file) }
      let files = Set(meant.map(\.file))
      if named.isEmpty {
        nodes.error(
          "there is no \(word) '\(name)'"
            + nodes.hints.hint(for: name, among: names.names(of: subject)), at: node)
      } else if let file, meant.isEmpty {
        let others = Set(named.map(\.file)).sorted().prefix(3).joined(separator: ", ")
        nodes.error("'\(file)' has no \(word) '\(name)', but \(others) has", at: node)
      } else if files.count > 1 {
        nodes.error(
          "\(files.count) files have a \(word) '\(name)': add 'file:' with the end of a path, such as "
            + "'\(files.min() ?? "")'", at: node)
      } else if meant.contains(where: \.isPreflight) {
        nodes.error(
          "'\(name)' is a part of the preflight: nothing is judged where it fails, so that can't be "
            + "a known failure", at: node)
      }
    }
  }

  private mutating func reason(_ node: YAMLNode) -> String? {
    guard let text = nodes.text(node, "'reason'") else { return nil }
    guard text.lowercased().hasPrefix(KnownFailureTemplate.openReason) else { return text }
    openReasons.append(node)
    return nil
  }

  private mutating func link(_ node: YAMLNode) -> String? {
    value(node, "'link'", else: { _ in "a link begins with 'https://' and has no blanks" }) {
      text in
      let isURL = ["http://", "https://"].contains {
        text.hasPrefix($0) && text.utf8.count > $0.utf8.count
      }
      return isURL && text.utf8.allSatisfy { 0x21...0x7E ~= $0 } ? text : nil
    }
  }

  /// A text that is read; nil, and a mistake, for one that is not of the form.
  private mutating func value<Value>(
    _ node: YAMLNode, _ what: String, else mistake: (String) -> String, _ read: (String) -> Value?
  ) -> Value? {
    guard let text = nodes.text(node, what) else { return nil }
    let value = read(text)
    if value == nil { nodes.error(mistake(text), at: node) }
    return value
  }
}

/// The cases and the requirements that there are.
package struct KnownNames: Sendable {
  /// A scenario or a rule.
  package struct Case: Sendable {
    package var subject: JudgedSide
    package var file: String
    /// Only a run fills in what is missing; most names are whole.
    package var name: Wildcard
    /// Whether nothing is judged without it.
    package var isPreflight: Bool

    package init(subject: JudgedSide, file: String, name: Wildcard, isPreflight: Bool = false) {
      self.subject = subject
      self.file = file
      self.name = name
      self.isPreflight = isPreflight
    }
  }

  private let cases: [Case]
  package let requirements: Set<String>

  package init(cases: [Case], requirements: Set<String>) {
    (self.cases, self.requirements) = (cases, requirements)
  }
}

extension KnownNames {
  /// The cases of a subject that have this name, or may get it.
  func cases(of subject: JudgedSide, named name: String) -> [Case] {
    let own = cases.filter { $0.subject == subject }
    let exact = own.filter { $0.name.isWhole && $0.name.parts.joined() == name }
    return exact.isEmpty ? own.filter { !$0.name.isWhole && $0.name.mayBe(name) } : exact
  }

  func names(of subject: JudgedSide) -> [String] {
    let names = cases.filter { $0.subject == subject && $0.name.isWhole }
      .map { $0.name.parts.joined() }
    return Set(names).sorted()
  }
}
