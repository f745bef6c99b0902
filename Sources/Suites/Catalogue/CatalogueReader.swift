// SPDX-License-Identifier: Apache-2.0
// Reads a catalogue from its file.

package import Expectations
package import Formats
import Text

/// Reads a catalogue:
///
///     {cookbook, about, revision, earlierRevisions: [{revision, demanded, requirements: [id]}],
///      extends, partner, page: name, pages: {name: address},
///      actions: [text], kinds: [place], phases: [{id, title, steps: [{number, title,
///      requirements: […]}]}], freedoms: […],
///      ambiguities: {id: {text, choice, page}}, unproved: {id: reason}, unrecorded: {id: reason}, unwalked: {number: reason},
///      effects: [{text, excess, requirements: [id]}]}
///
/// The file is read as YAML, of which JSON is a part, because that knows the places of mistakes.
struct CatalogueReader {
  private static let keys = [
    "cookbook", "about", "revision", "earlierRevisions", "extends", "partner", "page", "pages",
    "actions", "kinds", "phases", "freedoms", "ambiguities", "unproved", "unrecorded", "unwalked",
    "effects",
  ]
  private static let requirementKeys = [
    "id", "level", "inferred", "subject", "text", "remedy", "since", "shownBy", "endpoint",
    "source", "ambiguity", "places",
  ]
  private static let freedomKeys = ["text", "source", "routes", "statuses", "places", "mutations"]
  private static let subjects = ["application", "service", "framework"].map { ($0, $0) }

  private(set) var nodes: NodeReader
  /// The catalogues that it extends, the nearest first; nil where one of them can't be read.
  private let bases: [Catalogue]?
  private var pages: [String: WebAddress]
  /// The page of the cookbook itself, for what names no other.
  private var ownPage: WebAddress?
  private var ambiguities: [String: Ambiguity] = [:]
  /// The statements about requirements in other places of the catalogue, by their ids.
  private var excuses: [String: String] = [:]
  private var unrecorded: [String: String] = [:]
  private var effects: [String: (text: String, excess: String?)] = [:]
  /// Where these statements name requirements.
  private var mentions: [YAMLNode] = []
  /// Where 'unwalked' names steps.
  private var numberMentions: [YAMLNode] = []
  private var lines: [String: Int] = [:]
  /// The requirements that steps name beside their own, with their places.
  private var references: [(id: String, node: YAMLNode)] = []
  /// The reasons why no walk visits a step, by its number.
  private var unwalked: [String: String] = [:]
  /// The lines of the numbers of steps.
  private var numberLines: [String: Int] = [:]

  init(file: String, bases: [Catalogue]?) {
    nodes = NodeReader(file: file)
    self.bases = bases
    pages = (bases ?? []).reversed().reduce(into: [:]) { $0.merge($1.pages) { $1 } }
  }
}

extension CatalogueReader {
  /// - Parameter name: That of its file, which suites know it by; nil for any.
  /// - Returns: nil where there are mistakes, which are reported.
  mutating func catalogue(_ root: YAMLNode, named name: String? = nil) -> Catalogue? {
    guard let members = nodes.members(root, "a catalogue", known: Self.keys) else { return nil }
    let cookbook = text("cookbook", members, of: "a catalogue", root)
    if let name, cookbook != name, !cookbook.isEmpty, let node = members["cookbook"] {
      nodes.error(
        "the cookbook '\(cookbook)' stands in a file of another name, '\(name)'", at: node)
    }
    let revision = text("revision", members, of: "a catalogue", root)
    readPages(members)
    for entry in members["ambiguities"].flatMap({ nodes.mapping($0, "'ambiguities'") }) ?? [] {
      guard let id = nodes.text(entry.key, "the id of an ambiguity") else { continue }
      if let base = base(where: { $0.ambiguities[id] != nil }) {
        nodes.error("'\(id)' is an ambiguity of \(base), which this extends, too", at: entry.key)
      }
      ambiguities[id] = ambiguity(entry.value)
    }
    excuses = texts("unproved", members)
    unrecorded = texts("unrecorded", members)
    for entry in members["unwalked"].flatMap({ nodes.mapping($0, "'unwalked'") }) ?? [] {
      guard let number = nodes.text(entry.key, "the number of a step") else { continue }
      unwalked[number] = nodes.text(entry.value, "a reason")
      numberMentions.append(entry.key)
    }
    readEffects(members)
    let earlier = members["earlierRevisions"].map { earlierRevisions($0) } ?? []
    let list = nodes.required("phases", members, "a catalogue has 'phases'", at: root)
    let phases = items(list, "'phases'").compactMap { phase($0) }
    for node in mentions {
      guard let id = node.text, lines[id] == nil else { continue }
      nodes.error(
        "there is no requirement '\(id)' in this file\(nodes.hints.hint(for: id, among: lines.keys))",
        at: node)
    }
    checkReferences()
    for node in numberMentions {
      guard let number = node.text, numberLines[number] == nil else { continue }
      let hint = nodes.hints.hint(for: number, among: numberLines.keys)
      nodes.error("there is no step '\(number)' in this file\(hint)", at: node)
    }
    let freedoms = items(members["freedoms"], "'freedoms'").compactMap { freedom($0) }
    let actions = members["actions"].map { filled($0, "'actions'") { $1.text($0, "an action") } }
    let kinds = members["kinds"].map { filled($0, "'kinds'") { $1.place($0) } } ?? []
    let about = optional("about", members)
    let base = optional("extends", members)
    let partner = optional("partner", members)
    guard nodes.mistakeCount == 0 else { return nil }
    return Catalogue(
      cookbook: cookbook, revision: revision, about: about, base: base, partner: partner,
      earlierRevisions: earlier, phases: phases, freedoms: freedoms, ambiguities: ambiguities,
      actions: actions, kinds: kinds, pages: pages)
  }

  private mutating func phase(_ node: YAMLNode) -> Catalogue.Phase? {
    guard let members = nodes.members(node, "a phase", known: ["id", "title", "steps"]) else {
      return nil
    }
    var requirements: [Requirement] = []
    var steps: [Catalogue.Step] = []
    let list = nodes.required("steps", members, "a phase has 'steps'", at: node)
    for node in items(list, "'steps'") {
      let known = ["number", "title", "actor", "requirements"]
      guard let members = nodes.members(node, "a step", known: known) else { continue }
      let title = text("title", members, of: "a step", node)
      let list = nodes.required("requirements", members, "a step has 'requirements'", at: node)
      var ids: [String] = []
      for item in items(list, "'requirements'") {
        if item.tag == nil, case .scalar = item.content {
          guard let id = nodes.text(item, "a requirement, or the id of another one") else {
            continue
          }
          references.append((id, item))
          ids.append(id)
        } else if let requirement = requirement(item, step: title) {
          requirements.append(requirement)
          ids.append(requirement.id)
        }
      }
      let number = members["number"].flatMap { self.number($0) }
      steps.append(
        Catalogue.Step(
          number: number, title: title, requirements: ids,
          isUnwalked: number.map { unwalked[$0] != nil } ?? true))
    }
    return Catalogue.Phase(
      id: text("id", members, of: "a phase", node),
      title: text("title", members, of: "a phase", node), requirements: requirements, steps: steps)
  }

  /// The number of a step, which no other step of the catalogue has.
  private mutating func number(_ node: YAMLNode) -> String? {
    guard let number = nodes.text(node, "the number of a step") else { return nil }
    if let line = numberLines.updateValue(node.position.line, forKey: number) {
      nodes.error("another step has the number '\(number)', too, at line \(line)", at: node)
    }
    if number.contains("/") { nodes.error("the number of a step has no '/'", at: node) }
    return number
  }

  /// Reports requirements that steps name, and that neither stand in another step nor in a base.
  private mutating func checkReferences() {
    guard let bases else { return }
    for (id, node) in references
    where lines[id] == nil && base(where: { $0.requirements[id] != nil }) == nil {
      let known = bases.flatMap(\.requirements.keys) + lines.keys
      let hint = nodes.hints.hint(for: id, among: known)
      nodes.error(
        "neither this cookbook nor one that it extends has the requirement '\(id)'\(hint)", at: node
      )
    }
  }

  private mutating func requirement(_ node: YAMLNode, step: String) -> Requirement? {
    guard let members = nodes.members(node, "a requirement", known: Self.requirementKeys) else {
      return nil
    }
    let id = text("id", members, of: "a requirement", node)
    if let line = lines[id] {
      nodes.error(
        "another requirement has the id '\(id)', too, at line \(line)", at: members["id"] ?? node)
    } else if let base = base(where: { $0.requirements[id] != nil }) {
      nodes.error(
        "'\(id)' is a requirement of \(base), which this extends, too", at: members["id"] ?? node)
    }
    lines[id] = (members["id"] ?? node).position.line
    let subject = word("subject", Self.subjects, members, node)
    let ambiguity = optional("ambiguity", members)
    if let id = ambiguity, ambiguities[id] == nil, let bases, let node = members["ambiguity"],
      base(where: { $0.ambiguities[id] != nil }) == nil
    {
      let known = Set(ambiguities.keys).union(bases.ambiguities.keys)
      nodes.error(
        "there is no ambiguity '\(id)'\(nodes.hints.hint(for: id, among: known))", at: node)
    }
    let source = members["source"].flatMap {
      nodes.members($0, "'source'", known: ["section", "page", "seed"])
    }
    let level = word("level", Requirement.Level.words, members, node)
    let isInferred = members["inferred"].map { nodes.boolean($0, "'inferred'") } ?? false
    if isInferred, level == .fact || level == .may, let node = members["inferred"] {
      nodes.error("'inferred' is of a demand: must, must-not or should", at: node)
    }
    let shownBy = witnesses(members, node)
    guard let level, let subject, let shownBy else { return nil }
    if unrecorded[id] != nil, shownBy.contains(.application), let node = members["shownBy"] {
      nodes.error(
        "'unrecorded' says that no traffic can break '\(id)': then 'application' can't show it",
        at: node)
    }
    return Requirement(
      id: id, level: level, subject: subject,
      text: text("text", members, of: "a requirement", node), shownBy: shownBy,
      endpoint: optional("endpoint", members),
      source: source.flatMap { optional("section", $0) } ?? "", ambiguity: ambiguity, step: step,
      excuse: excuses[id],
      places: members["places"].map { filled($0, "'places'") { $1.place($0) } },
      unrecorded: unrecorded[id], url: address(of: source?["page"]), effect: effects[id]?.text,
      excess: effects[id]?.excess, remedy: optional("remedy", members), isInferred: isInferred)
  }

  /// What shows a requirement: `none` alone, or words of which none stands twice.
  private mutating func witnesses(
    _ members: NodeMembers, _ node: YAMLNode
  ) -> Set<Requirement.Witness>? {
    let known = Requirement.Witness.words.map(\.1) + [Requirement.Witness.none]
    let message =
      "a requirement has 'shownBy', a list of one or more of \(known.joined(separator: ", "))"
    guard let list = nodes.required("shownBy", members, message, at: node) else { return nil }
    var words: [String] = []
    let items = nodes.list(list, "'shownBy'")
    if items?.isEmpty == true {
      nodes.error("'shownBy' is empty; write 'none' where nothing shows it", at: list)
    }
    for item in items ?? [] {
      guard let word = nodes.text(item, "a word of 'shownBy'") else { continue }
      if !known.contains(word) {
        let nearest = nodes.hints.nearest(to: word, among: known)
        nodes.error(
          "unknown 'shownBy' '\(word)', \(Suggestion.text(nearest, among: known))", at: item)
      } else if words.contains(word) {
        nodes.error("'\(word)' stands twice", at: item)
      }
      words.append(word)
    }
    if words.count > 1, words.contains(Requirement.Witness.none) {
      nodes.error("'none' stands alone: it says that the requirement binds no side", at: list)
    }
    return Set(words: words)
  }

  private mutating func ambiguity(_ node: YAMLNode) -> Ambiguity? {
    guard let members = nodes.members(node, "an ambiguity", known: ["text", "choice", "page"])
    else { return nil }
    return Ambiguity(
      text: text("text", members, of: "an ambiguity", node),
      isChoice: members["choice"].map { nodes.boolean($0, "'choice'") } ?? false,
      url: address(of: members["page"]))
  }

  private mutating func freedom(_ node: YAMLNode) -> Freedom? {
    guard let members = nodes.members(node, "a freedom", known: Self.freedomKeys) else {
      return nil
    }
    if members.lacks("mutations") { nodes.error("a freedom has 'mutations'", at: node) }
    func read<Item>(
      _ key: String, _ item: (YAMLNode, inout NodeReader) -> Item?
    ) -> [Item] { members[key].map { filled($0, "'\(key)'", item) } ?? [] }
    return Freedom(
      text: text("text", members, of: "a freedom", node),
      source: text("source", members, of: "a freedom", node),
      routes: read("routes") { item, nodes in
        let route = item.text.flatMap { RoutePattern($0) }
        if route == nil { nodes.error("expected a route, as in GET /a/{b}", at: item) }
        return route
      }, statuses: read("statuses") { $1.integer($0, "a status code", in: 100...599) },
      places: read("places") { $1.place($0) },
      mutations: read("mutations") { item, nodes in
        let name = nodes.text(item, "the name of a mutation") ?? Freedom.all
        if name == Freedom.all || Freedom.mutationNames.contains(name) { return name }
        let hint = nodes.hints.hint(for: name, among: Freedom.mutationNames)
        nodes.error("there is no mutation '\(name)'\(hint)", at: item)
        return nil
      })
  }

  /// The effects of broken requirements on a viewer: `effects: [{text, excess, requirements:
  /// [id]}]`. `excess` is the effect where a service gives what it must not.
  private mutating func readEffects(_ members: NodeMembers) {
    for item in items(members["effects"], "'effects'") {
      guard
        let members = nodes.members(item, "an effect", known: ["text", "excess", "requirements"])
      else { continue }
      let effect = (
        text: text("text", members, of: "an effect", item), excess: optional("excess", members)
      )
      for node in items(members["requirements"], "'requirements'") {
        guard let id = nodes.text(node, "the id of a requirement") else { continue }
        if effects.updateValue(effect, forKey: id) != nil {
          nodes.error("'\(id)' has another effect already", at: node)
        }
        mentions.append(node)
      }
    }
  }

  /// What earlier revisions demanded otherwise: `[{revision, demanded, requirements: [id]}]`.
  private mutating func earlierRevisions(_ node: YAMLNode) -> [Catalogue.EarlierRevision] {
    let known = ["revision", "demanded", "requirements"]
    let name = "an earlier revision"
    return items(node, "'earlierRevisions'").compactMap { item in
      guard let members = nodes.members(item, name, known: known) else { return nil }
      let list = nodes.required("requirements", members, "\(name) has 'requirements'", at: item)
      let ids = items(list, "'requirements'").compactMap { node -> String? in
        mentions.append(node)
        return nodes.text(node, "the id of a requirement")
      }
      return Catalogue.EarlierRevision(
        revision: text("revision", members, of: name, item),
        demanded: text("demanded", members, of: name, item), requirements: ids)
    }
  }

  private mutating func readPages(_ members: NodeMembers) {
    for entry in members["pages"].flatMap({ nodes.mapping($0, "'pages'") }) ?? [] {
      guard let name = nodes.text(entry.key, "the name of a page") else { continue }
      pages[name] = entry.value.text.flatMap(WebAddress.init)
      if pages[name] == nil { nodes.error("expected an https address", at: entry.value) }
    }
    ownPage = members["page"].flatMap { address(of: $0, isOwn: true) }
  }

  /// The address of a page. `#` in its name begins a part of the page, which does not count.
  ///
  /// - Parameter node: Its name; nil for the cookbook's own page.
  private mutating func address(of node: YAMLNode?, isOwn: Bool = false) -> WebAddress? {
    guard let node, let name = nodes.text(node, "the name of a page") else { return ownPage }
    // Without pages, the names are only notes.
    if pages.isEmpty, !isOwn { return nil }
    let page = name.prefix { $0 != "#" }
    if pages[String(page)] == nil, bases != nil {
      nodes.error(
        "there is no '\(page)' under 'pages'\(nodes.hints.hint(for: String(page), among: pages.keys))",
        at: node)
    }
    return pages[String(page)]
  }

  /// The name of the base for which something holds; nil without one.
  private func base(where holds: (Catalogue) -> Bool) -> String? {
    bases?.first(where: holds)?.cookbook
  }

  private mutating func text(
    _ key: String, _ members: NodeMembers, of what: String, _ node: YAMLNode
  ) -> String {
    nodes.required(key, members, "\(what) has '\(key)', a text", at: node).flatMap {
      nodes.text($0, "'\(key)'")
    } ?? ""
  }

  /// A text that may be missing, or null.
  private mutating func optional(_ key: String, _ members: NodeMembers) -> String? {
    members[key].flatMap { $0.isNull ? nil : nodes.text($0, "'\(key)'") }
  }

  /// A map of ids to texts, which may be missing.
  private mutating func texts(_ key: String, _ members: NodeMembers) -> [String: String] {
    var texts: [String: String] = [:]
    for entry in members[key].flatMap({ nodes.mapping($0, "'\(key)'") }) ?? [] {
      guard let id = nodes.text(entry.key, "the id of a requirement") else { continue }
      texts[id] = nodes.text(entry.value, "a reason")
      mentions.append(entry.key)
    }
    return texts
  }

  private mutating func items(_ node: YAMLNode?, _ what: String) -> [YAMLNode] {
    node.flatMap { nodes.list($0, what) } ?? []
  }

  /// A list that may not be empty.
  private mutating func filled<Item>(
    _ node: YAMLNode, _ what: String, _ item: (YAMLNode, inout NodeReader) -> Item?
  ) -> [Item] {
    let items = nodes.list(node, what)
    if items?.isEmpty == true { nodes.error("\(what) is empty; leave it out", at: node) }
    return (items ?? []).compactMap { item($0, &nodes) }
  }

  /// One of a few words.
  private mutating func word<Word>(
    _ key: String, _ words: [(Word, String)], _ members: NodeMembers, _ node: YAMLNode
  ) -> Word? {
    let text = text(key, members, of: "a requirement", node)
    let word = words.first { $0.1 == text }?.0
    if word == nil, !text.isEmpty, let node = members[key] {
      let nearest = nodes.hints.nearest(to: text, among: words.map(\.1))
      nodes.error(
        "unknown \(key) '\(text)', \(Suggestion.text(nearest, among: words.map(\.1)))", at: node)
    }
    return word
  }
}

extension NodeReader {
  /// A place in an answer; nil for other texts, which are reported.
  mutating func place(_ node: YAMLNode) -> PlacePattern? {
    guard let text = text(node, "a place") else { return nil }
    do throws(PlaceError) {
      return try PlacePattern(text)
    } catch {
      self.error(error.description, at: node.position(atScalar: error.offset))
      return nil
    }
  }

  /// One place or a list of them; nil where one can't be read, which is reported.
  package mutating func places(_ node: YAMLNode) -> [PlacePattern]? {
    var items = [node]
    if case .sequence(let list) = node.content, node.tag == nil { items = list }
    if items.isEmpty { error("expected at least one place: \(PlacePattern.forms)", at: node) }
    let places = items.compactMap { place($0) }
    return places.count == items.count && !items.isEmpty ? places : nil
  }
}
