// SPDX-License-Identifier: Apache-2.0
// Reading a target profile.

import Encodings
import HTTPMessages
package import JSON
import SourceText
package import YAML

extension SuiteDecoder {
  private static let profileKeys = [
    "target", "base-url", "facts", "secrets", "rate", "clock-tolerance", "partner", "user-agent",
    "tls", "timeouts",
  ]

  /// Reads a target profile: `target`, `base-url`, `facts` and the rest.
  ///
  /// - Parameters:
  ///   - root: The document.
  ///   - environment: What `!env NAME` reads.
  package mutating func profile(_ root: YAMLNode, environment: [String: String]) -> Profile? {
    guard let members = members(root, "a target profile", known: Self.profileKeys) else {
      return nil
    }
    guard let urlNode = members["base-url"] else {
      error("a target profile says where the service is: add 'base-url: https://…'", at: root)
      return nil
    }
    guard let urlText = text(urlNode, "the base URL") else { return nil }
    let baseURL: BaseURL
    do {
      baseURL = try BaseURL(urlText)
    } catch {
      self.error("\(error)", at: urlNode)
      return nil
    }
    let name = members["target"].flatMap { text($0, "the target's name") } ?? urlText
    var profile = Profile(name: name, baseURL: baseURL)
    if let facts = members["facts"] { readFacts(facts, environment, &profile) }
    if let secrets = members["secrets"] { readSecrets(secrets, &profile) }
    if let rate = members["rate"] { profile.rate = self.rate(rate) }
    if let tolerance = members["clock-tolerance"],
      let duration = duration(tolerance, "the clock's tolerance")
    {
      profile.clockTolerance = duration
    }
    if let partner = members["partner"], let framework = framework(partner) {
      profile.framework = framework
    }
    if let agent = members["user-agent"], let userAgent = userAgent(agent) {
      profile.userAgent = userAgent
    }
    if let tls = members["tls"],
      let files = self.members(tls, "'tls'", known: ["ca", "certificate", "key"])
    {
      profile.tls = Profile.TLS(
        ca: files["ca"].flatMap { text($0, "the file of the CA") },
        certificate: files["certificate"].flatMap { text($0, "the file of the certificate") },
        key: files["key"].flatMap { text($0, "the file of the key") })
    }
    if let timeouts = members["timeouts"] { profile.timeouts = self.timeouts(timeouts) }
    return profile
  }

  private mutating func readFacts(
    _ node: YAMLNode, _ environment: [String: String], _ profile: inout Profile
  ) {
    for entry in mapping(node, "'facts'") ?? [] {
      guard let name = entry.key.text else { continue }
      checkVariableName(name, entry.key)
      guard let value = plainValue(entry.value, environment: environment) else { continue }
      profile.facts[name] = value
      // What comes from the environment, if only in a part, is secret.
      if entry.value.readsEnvironment { profile.secrets.append(name) }
    }
  }

  private mutating func readSecrets(_ node: YAMLNode, _ profile: inout Profile) {
    for item in list(node, "'secrets'") ?? [] {
      guard let name = text(item, "an item of 'secrets'") else { continue }
      checkVariableName(name, item)
      if !profile.secrets.contains(name) { profile.secrets.append(name) }
      // A fact may come from the command line; one that is nearly the name of another does not.
      let known = profile.facts.members.map(\.name)
      if let fact = Suggestion.nearest(to: name, among: known), !Names.facts.contains(name) {
        warning("no fact is called '\(name)', did you mean '\(fact)'?", at: item)
      }
    }
  }

  /// Reads a value that has no variables: of `--set`, and of facts.
  package mutating func plainValue(
    _ node: YAMLNode, environment: [String: String] = [:]
  ) -> JSONValue? {
    if let tag = node.tag {
      if tag.name == "env", let name = node.text, !name.isEmpty {
        if let value = environment[name] { return .string(value) }
        error("the environment variable '\(name)' is not set; export it before the run", at: node)
      } else {
        error("only !env NAME may be written here", at: node)
      }
      return nil
    }
    switch node.content {
    case .sequence(let items):
      var values: [JSONValue] = []
      for item in items {
        guard let value = plainValue(item, environment: environment) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .mapping(let entries):
      var object = JSONObject()
      for entry in entries {
        guard let name = entry.key.text,
          let value = plainValue(entry.value, environment: environment)
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

  private mutating func rate(_ node: YAMLNode) -> Profile.Rate? {
    guard let members = members(node, "'rate'", known: ["per-second", "burst"]) else { return nil }
    guard let perNode = members["per-second"] else {
      error("'rate' says how many requests the target takes: {per-second: 1, burst: 10}", at: node)
      return nil
    }
    guard let number = plainValue(perNode)?.number?.double, number > 0, number <= 100_000 else {
      error("expected a number of requests a second above 0", at: perNode)
      return nil
    }
    let burst = members["burst"].flatMap { integer($0, "the burst", in: 1...100_000) } ?? 1
    return Profile.Rate(perSecond: number, burst: burst)
  }

  private mutating func framework(_ node: YAMLNode) -> Profile.Framework? {
    guard let members = members(node, "'partner'", known: ["emulator", "replay", "command"]) else {
      return nil
    }
    if members.count == 1, let name = members["emulator"] {
      return text(name, "the emulator's name").map { .emulator($0) }
    }
    if members.count == 1, let file = members["replay"] {
      return text(file, "the recording's file").map { .replay($0) }
    }
    if members.count == 1, let command = members["command"] {
      return self.command(command).map { .command($0) }
    }
    error("'partner' has one of emulator, replay and command", at: node)
    return nil
  }

  private mutating func userAgent(_ node: YAMLNode) -> Profile.UserAgent? {
    guard let members = members(node, "'user-agent'", known: ["follow", "command"]) else {
      return nil
    }
    if members.count == 1, let follow = members["follow"] {
      if follow.text == "redirects" { return .redirects }
      error("'follow' is redirects, found \(follow.withArticle)", at: follow)
      return nil
    }
    if members.count == 1, let command = members["command"] {
      return self.command(command).map { .command($0) }
    }
    error("'user-agent' has one of follow and command", at: node)
    return nil
  }

  private mutating func command(_ node: YAMLNode) -> [String]? {
    let words = texts(node, "a program and its arguments")
    if words.isEmpty { error("expected a program and its arguments", at: node) }
    return words.isEmpty ? nil : words
  }

  private mutating func timeouts(_ node: YAMLNode) -> Profile.Timeouts {
    var result = Profile.Timeouts()
    let known = ["connect", "response", "step", "run"]
    guard let members = members(node, "'timeouts'", known: known) else { return result }
    func read(_ key: String, _ decoder: inout SuiteDecoder) -> Duration? {
      members[key].flatMap { decoder.duration($0, "the time for '\(key)'") }
    }
    for key in known {
      guard let node = members[key], node.text.flatMap(DurationText.parse) == .zero else {
        continue
      }
      error("the time for '\(key)' is more than nothing", at: node)
    }
    result.connect = read("connect", &self) ?? result.connect
    result.response = read("response", &self) ?? result.response
    result.step = read("step", &self) ?? result.step
    result.run = read("run", &self)
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
