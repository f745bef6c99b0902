// SPDX-License-Identifier: Apache-2.0
// Reads a target profile.

package import Documents
import Encodings
import HTTPMessages
package import JSON
import PartnerFramework
import SourceText
package import YAML

/// Reads target profiles, and the values of `--set`.
package struct ProfileReader {
  /// The facts that a profile may give.
  private let declared: FactTable
  /// The variables that `!env NAME` reads.
  private let environment: [String: String]

  package init(facts: FactTable, environment: [String: String] = [:]) {
    declared = facts
    self.environment = environment
  }
}

extension ProfileReader {
  private static let profileKeys = [
    "target", "base-url", "facts", "secrets", "rate", "clock-tolerance", "partner", "user-agent",
    "tls", "timeouts",
  ]

  /// Reads a target profile: `target`, `base-url`, `facts` and the rest.
  ///
  /// - Returns: nil where it is not a profile, which is reported.
  package func profile(_ root: YAMLNode, _ nodes: inout NodeReader) -> Profile? {
    guard let members = nodes.members(root, "a target profile", known: Self.profileKeys) else {
      return nil
    }
    guard let urlNode = members["base-url"] else {
      nodes.error("a target profile says where the service is: add 'base-url: https://…'", at: root)
      return nil
    }
    guard let urlText = nodes.text(urlNode, "the base URL") else { return nil }
    let baseURL: BaseURL
    do {
      baseURL = try BaseURL(urlText)
    } catch {
      nodes.error("\(error)", at: urlNode)
      return nil
    }
    let name = members["target"].flatMap { nodes.text($0, "the target's name") } ?? urlText
    var profile = Profile(name: name, baseURL: baseURL, declared: declared)
    if let facts = members["facts"] { readFacts(facts, &profile, &nodes) }
    if let secrets = members["secrets"] { readSecrets(secrets, &profile, &nodes) }
    if let rate = members["rate"] { profile.rate = self.rate(rate, &nodes) }
    if let tolerance = members["clock-tolerance"],
      let duration = nodes.duration(tolerance, "the clock's tolerance")
    {
      profile.clockTolerance = duration
    }
    if let partner = members["partner"], let framework = framework(partner, &nodes) {
      profile.framework = framework
    }
    if let agent = members["user-agent"], let userAgent = userAgent(agent, &nodes) {
      profile.userAgent = userAgent
    }
    if let tls = members["tls"],
      let files = nodes.members(tls, "'tls'", known: ["ca", "certificate", "key"])
    {
      profile.tls = Profile.TLS(
        ca: files["ca"].flatMap { nodes.text($0, "the file of the CA") },
        certificate: files["certificate"].flatMap { nodes.text($0, "the file of the certificate") },
        key: files["key"].flatMap { nodes.text($0, "the file of the key") })
    }
    if let timeouts = members["timeouts"] { profile.timeouts = self.timeouts(timeouts, &nodes) }
    return profile
  }

  private func readFacts(
    _ node: YAMLNode, _ profile: inout Profile, _ nodes: inout NodeReader
  ) {
    for entry in nodes.mapping(node, "'facts'") ?? [] {
      guard let name = entry.key.text else { continue }
      VariableName.check(name, entry.key, &nodes)
      guard let value = plainValue(entry.value, &nodes) else { continue }
      profile.facts[name] = value
      // What comes from the environment, if only in a part, is secret.
      if entry.value.readsEnvironment { profile.secrets.append(name) }
    }
  }

  private func readSecrets(
    _ node: YAMLNode, _ profile: inout Profile, _ nodes: inout NodeReader
  ) {
    for item in nodes.list(node, "'secrets'") ?? [] {
      guard let name = nodes.text(item, "an item of 'secrets'") else { continue }
      VariableName.check(name, item, &nodes)
      if !profile.secrets.contains(name) { profile.secrets.append(name) }
      // A fact may come from the command line; one that is nearly the name of another does not.
      let known = profile.facts.members.map(\.name)
      if let fact = Suggestion.nearest(to: name, among: known), !declared.declares(name) {
        nodes.warning("no fact is called '\(name)', did you mean '\(fact)'?", at: item)
      }
    }
  }

  /// Reads a value that has no variables: of `--set`, and of facts.
  package func plainValue(_ node: YAMLNode, _ nodes: inout NodeReader) -> JSONValue? {
    if let tag = node.tag {
      if tag.name == "env", let name = node.text, !name.isEmpty {
        if let value = environment[name] { return .string(value) }
        nodes.error(
          "the environment variable '\(name)' is not set; export it before the run", at: node)
      } else {
        nodes.error("only !env NAME may be written here", at: node)
      }
      return nil
    }
    switch node.content {
    case .sequence(let items):
      var values: [JSONValue] = []
      for item in items {
        guard let value = plainValue(item, &nodes) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .mapping(let entries):
      var object = JSONObject()
      for entry in entries {
        guard let name = entry.key.text,
          let value = plainValue(entry.value, &nodes)
        else { return nil }
        object.append(name, value)
      }
      return .object(object)
    case .scalar(let scalar):
      switch scalar.coreValue {
      case .null: return .null
      case .boolean(let value): return .boolean(value)
      case .integer(let literal), .float(let literal):
        return JSONNumber(literal: literal).map { .number($0) } ?? .string(scalar.text)
      case .nonFinite(let text), .string(let text): return .string(text)
      }
    }
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
    guard let number = plainValue(perNode, &nodes)?.number?.double, number > 0, number <= 100_000
    else {
      nodes.error("expected a number of requests a second above 0", at: perNode)
      return nil
    }
    let burst = members["burst"].flatMap { nodes.integer($0, "the burst", in: 1...100_000) } ?? 1
    return Profile.Rate(perSecond: number, burst: burst)
  }

  /// The source of the framework's answers: one of the kinds that there are.
  private func framework(_ node: YAMLNode, _ nodes: inout NodeReader) -> Profile.Framework? {
    let kinds = FrameworkSourceKind.all
    let names = kinds.map(\.name)
    guard let members = nodes.members(node, "'partner'", known: names) else { return nil }
    guard members.count == 1, let kind = kinds.first(where: { members[$0.name] != nil }),
      let value = members[kind.name]
    else {
      let list = names.dropLast().joined(separator: ", ")
      nodes.error("'partner' has one of \(list) and \(names.last ?? "")", at: node)
      return nil
    }
    let words =
      kind.isCommand
      ? command(value, &nodes) : nodes.text(value, "the value of '\(kind.name)'").map { [$0] }
    return words.map { Profile.Framework(kind: kind.name, words: $0) }
  }

  private func userAgent(_ node: YAMLNode, _ nodes: inout NodeReader) -> Profile.UserAgent? {
    guard let members = nodes.members(node, "'user-agent'", known: ["follow", "command"]) else {
      return nil
    }
    if members.count == 1, let follow = members["follow"] {
      if follow.text == "redirects" { return .redirects }
      nodes.error("'follow' is redirects, found \(follow.withArticle)", at: follow)
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

extension YAMLNode {
  /// Whether an `!env` stands in it.
  fileprivate var readsEnvironment: Bool {
    if tag?.name == "env" { return true }
    return switch content {
    case .scalar: false
    case .sequence(let items): items.contains(where: \.readsEnvironment)
    case .mapping(let entries): entries.contains(where: \.value.readsEnvironment)
    }
  }
}
