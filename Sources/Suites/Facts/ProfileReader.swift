// SPDX-License-Identifier: Apache-2.0
// Reads a target profile.

package import Formats
import HTTP
import Partner
import Text

/// Reads target profiles. No message shows the value of a fact.
package struct ProfileReader {
  /// The facts that a profile may give.
  let declared: FactTable
  /// The cookbooks that a profile may name.
  private let cookbooks: [String]
  /// The variables that `!env NAME` reads.
  let environment: [String: String]
  /// Facts that the command line gives, so that those of the file don't count.
  let overridden: Set<String>

  package init(
    facts: FactTable, cookbooks: [String] = [], environment: [String: String] = [:],
    overridden: Set<String> = []
  ) {
    declared = facts
    self.cookbooks = cookbooks
    self.environment = environment
    self.overridden = overridden
  }
}

extension ProfileReader {
  private static let profileKeys = [
    "target", "base-url", "cookbooks", "facts", "secrets", "rate", "clock-tolerance", "partner",
    "partners", "user-agent", "tls", "timeouts", "trace",
    "attestations",
  ]

  /// Reads a target profile: `target`, `base-url`, `facts` and the rest.
  ///
  /// - Returns: nil where it is not a profile or has no base URL, which is reported.
  package func draft(_ root: YAMLNode, _ nodes: inout NodeReader) -> ProfileDraft? {
    if root.entry("suite") != nil || root.entry("scenarios") != nil {
      nodes.error("this is a suite, not a target profile", at: root)
      return nil
    }
    guard let members = nodes.members(root, "a target profile", known: Self.profileKeys) else {
      return nil
    }
    let baseURL = baseURL(members, root, &nodes)
    // Without a base URL the rest is read all the same, so that all mistakes are told.
    guard let known = baseURL ?? (try? BaseURL("http://localhost")) else { return nil }
    let name = members["target"].flatMap { nodes.text($0, "the target's name") } ?? "\(known)"
    var draft = ProfileDraft(name: name, baseURL: known, declared: declared, of: .file(nodes.file))
    let key = root.entry("facts")?.key
    draft.factsPosition = (key ?? members["facts"] ?? root).position
    if let facts = members["facts"] { readFacts(facts, &draft, &nodes) }
    if let secrets = members["secrets"] { readSecrets(secrets, &draft.profile, &nodes) }
    if let node = members["cookbooks"] {
      draft.profile.cookbooks = readCookbooks(node, &nodes)
      draft.cookbooksPosition = node.position
    }
    readTreatment(members, &draft.profile, &nodes)
    return baseURL == nil ? nil : draft
  }

  private func baseURL(
    _ members: NodeMembers, _ root: YAMLNode, _ nodes: inout NodeReader
  ) -> BaseURL? {
    guard
      let node = nodes.required(
        "base-url", members,
        "a target profile says where the service is: add 'base-url: https://…'", at: root),
      let text = nodes.text(node, "the base URL")
    else { return nil }
    do {
      return try BaseURL(text)
    } catch {
      nodes.error("\(error)", at: node)
      return nil
    }
  }

  /// Reads how the run treats the target.
  private func readTreatment(
    _ members: NodeMembers, _ profile: inout Profile, _ nodes: inout NodeReader
  ) {
    profile.rate = members["rate"].flatMap { rate($0, &nodes) }
    profile.attestations = members["attestations"].flatMap {
      nodes.text($0, "the path of a list of attestations")
    }
    profile.isTraced = members["trace"].map { nodes.boolean($0, "'trace'") } ?? false
    profile.clockTolerance =
      members["clock-tolerance"].flatMap { nodes.duration($0, "the clock's tolerance") }
      ?? profile.clockTolerance
    profile.framework = members["partner"].flatMap { framework($0, &nodes) }
    for entry in members["partners"].flatMap({ nodes.mapping($0, "'partners'") }) ?? [] {
      guard let name = nodes.text(entry.key, "the name of a framework"),
        var framework = framework(entry.value, &nodes)
      else { continue }
      framework.name = name
      profile.partners.append(framework)
    }
    profile.userAgent = members["user-agent"].flatMap { userAgent($0, &nodes) } ?? profile.userAgent
    if let tls = members["tls"],
      let files = nodes.members(tls, "'tls'", known: ["ca", "certificate", "key"])
    {
      profile.tls = Profile.TLS(
        ca: files["ca"].flatMap { nodes.text($0, "the file of the CA") },
        certificate: files["certificate"].flatMap { nodes.text($0, "the file of the certificate") },
        key: files["key"].flatMap { nodes.text($0, "the file of the key") })
    }
    if let timeouts = members["timeouts"] { profile.timeouts = self.timeouts(timeouts, &nodes) }
  }

  /// - Returns: nil if one of them can't be read or is unknown, which is reported.
  private func readCookbooks(_ node: YAMLNode, _ nodes: inout NodeReader) -> [String]? {
    let mistakes = nodes.mistakeCount
    var names: [String] = []
    guard let items = nodes.list(node, "'cookbooks'") else { return nil }
    if items.isEmpty {
      nodes.error("'cookbooks' names at least one; without it, all suites chosen are run", at: node)
    }
    for item in items {
      guard let name = nodes.text(item, "the name of a cookbook") else { continue }
      if !cookbooks.contains(name) {
        let nearest = nodes.hints.nearest(to: name, among: cookbooks)
        let shown = nearest != nil || NodeReader.isWord(name) ? " '\(name)'" : ""
        nodes.error(
          "unknown cookbook\(shown), \(Suggestion.text(nearest, among: cookbooks))", at: item)
      }
      names.append(name)
    }
    return nodes.mistakeCount == mistakes ? names : nil
  }

  private func rate(_ node: YAMLNode, _ nodes: inout NodeReader) -> Profile.Rate? {
    guard let members = nodes.members(node, "'rate'", known: ["per-second", "burst"]) else {
      return nil
    }
    guard let perNode = members["per-second"] else {
      nodes.error(
        "'rate' says how many requests the target takes: {per-second: 1, burst: 10}", at: node)
      return nil
    }
    // One request a day is the least: no run waits longer, and the pace of 1e-300 is a mistake.
    guard let number = Self.number(perNode), (1.0 / 86_400)...100_000 ~= number else {
      nodes.error(
        "expected a number of requests a second, from 0.0000116 (one a day) to 100000", at: perNode)
      return nil
    }
    let burst = members["burst"].flatMap { nodes.integer($0, "the burst", in: 1...100_000) } ?? 1
    return Profile.Rate(perSecond: number, burst: burst)
  }

  private static func number(_ node: YAMLNode) -> Double? {
    guard node.tag == nil, case .scalar(let scalar) = node.content else { return nil }
    switch scalar.coreValue {
    case .integer(let literal), .float(let literal): return Double(literal)
    default: return nil
    }
  }

  /// The source of the framework's answers: one of the kinds that there are.
  private func framework(_ node: YAMLNode, _ nodes: inout NodeReader) -> Profile.Framework? {
    let kinds = FrameworkSourceKind.all
    let names = kinds.map(\.name)
    guard let members = nodes.members(node, "'partner'", known: names + ["identities"]) else {
      return nil
    }
    let identities = members["identities"]
    guard members.count == (identities == nil ? 1 : 2),
      let kind = kinds.first(where: { members[$0.name] != nil }), let value = members[kind.name]
    else {
      let list = names.dropLast().joined(separator: ", ")
      nodes.error("'partner' has one of \(list) and \(names.last ?? "")", at: node)
      return nil
    }
    let words =
      kind.isCommand
      ? command(value, &nodes) : nodes.text(value, "the value of '\(kind.name)'").map { [$0] }
    let count = identities.flatMap { nodes.integer($0, "the number of identities", in: 1...1000) }
    return words.map { Profile.Framework(kind: kind.name, words: $0, identities: count) }
  }

  private func userAgent(_ node: YAMLNode, _ nodes: inout NodeReader) -> Profile.UserAgent? {
    guard let members = nodes.members(node, "'user-agent'", known: ["follow", "command"]) else {
      return nil
    }
    if members.count == 1, let follow = members["follow"] {
      if follow.text == "redirects" { return .redirects }
      nodes.error("'follow' is redirects, found \(nodes.found(follow))", at: follow)
      return nil
    }
    if members.count == 1, let command = members["command"] {
      return self.command(command, &nodes).map { .command($0) }
    }
    nodes.error("'user-agent' has one of follow and command", at: node)
    return nil
  }

  private func command(_ node: YAMLNode, _ nodes: inout NodeReader) -> [String]? {
    let words = nodes.texts(node, "a program and its arguments")
    if words.isEmpty { nodes.error("expected a program and its arguments", at: node) }
    return words.isEmpty ? nil : words
  }

  private func timeouts(_ node: YAMLNode, _ nodes: inout NodeReader) -> Profile.Timeouts {
    var result = Profile.Timeouts()
    let known = ["connect", "response", "step", "run"]
    guard let members = nodes.members(node, "'timeouts'", known: known) else { return result }
    func read(_ key: String, _ nodes: inout NodeReader) -> Duration? {
      members[key].flatMap { nodes.duration($0, "the time for '\(key)'") }
    }
    for key in known {
      guard let node = members[key], node.text.flatMap(DurationText.parse) == .zero else {
        continue
      }
      nodes.error("the time for '\(key)' must be more than 0", at: node)
    }
    result.connect = read("connect", &nodes) ?? result.connect
    result.response = read("response", &nodes) ?? result.response
    result.step = read("step", &nodes) ?? result.step
    result.run = read("run", &nodes)
    return result
  }
}
