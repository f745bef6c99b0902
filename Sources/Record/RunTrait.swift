// SPDX-License-Identifier: Apache-2.0
// What the records of one run have in common, so that others are not merged with it.

import Formats
import Suites
import Text

/// Something that is the same in all records of one run.
struct RunTrait: Equatable {
  /// `base URL`
  let name: String
  /// In words, for people.
  let value: String
  /// Whether a part may lack it: it has only the suites of which it runs a scenario.
  var mayLack = false
}

extension RunRecord {
  /// What all parts of a run have in common. Pace, time limits and the number of jobs may differ,
  /// and so may the port of the embedded service.
  var traits: [RunTrait] {
    var traits = [toolTrait]
    func add(_ name: String, _ value: String?) {
      traits.append(RunTrait(name: name, value: value ?? "none"))
    }
    add("run", shard?.run)
    add("number of parts", shard.map { "\($0.count)" })
    add("target", target.name)
    add("base URL", target.isEmbedded ? "that of the embedded service" : target.url)
    add("service provider", target.serviceProvider)
    let cookbooks = evidence?.profile?.cookbooks
    add("choice of cookbooks", cookbooks.map { Wording.list($0) })
    add("list of cookbooks", Wording.list(catalogues.map { "\($0.cookbook) \($0.revision)" }))
    traits += catalogues.map(\.trait)
    for fact in evidence?.profile?.facts ?? [] {
      add("fact '\(fact.name)'", JSONWriter.text(fact.value))
    }
    add("list of MVPDs", target.mvpds.isEmpty ? nil : Wording.list(target.mvpds))
    add("partner framework", target.framework)
    for file in evidence?.files ?? [] {
      add("\(file.kind.rawValue) file \(file.path)", RunTrait.digest(file.digest))
    }
    traits += suites.map { suite in
      let digest = RunTrait.digest(suite.digest)
      return RunTrait(name: "suite \(suite.file)", value: digest, mayLack: true)
    }
    add("selection", selection?.words ?? "all scenarios")
    add("setting of --strict", isStrict ? "on" : "off")
    add("setting of --at-least", atLeast.map { "\($0)" })
    add("list of attestations", attestations.isEmpty ? nil : attestations.words)
    add("list of known failures", known.isEmpty ? nil : known.words)
    return traits
  }

  /// The tool that wrote the record.
  var toolTrait: RunTrait { RunTrait(name: "tool", value: "\(tool.name) \(tool.version)") }
}

extension RunTrait {
  /// The first trait in which two records differ.
  static func difference(_ own: [RunTrait], _ others: [RunTrait]) -> MergeError.Reason? {
    func byName(_ traits: [RunTrait]) -> [String: RunTrait] {
      Dictionary(traits.map { ($0.name, $0) }) { first, _ in first }
    }
    let (mine, theirs) = (byName(own), byName(others))
    for name in (own + others).map(\.name).unique {
      let (trait, other) = (mine[name], theirs[name])
      if trait == nil || other == nil, (trait ?? other)?.mayLack == true { continue }
      guard trait?.value != other?.value else { continue }
      return .different(
        name, value: shortened(trait?.value ?? "none"), other: shortened(other?.value ?? "none"))
    }
    return nil
  }

  /// The beginning of a digest, which is enough to tell two.
  static func digest(_ digest: String) -> String { "SHA-256 \(digest.prefix(12))" }

  /// `3 failures, SHA-256 0123456789ab`: how many lines there are, and the digest of all.
  fileprivate static func digest(ofLines lines: [String], _ noun: String) -> String {
    let all = SHA256.hexadecimal([UInt8](lines.joined(separator: "\n").utf8))
    return "\(Wording.count(lines.count, noun)), \(digest(all))"
  }

  private static func shortened(_ value: String) -> String {
    let limit = 200
    return value.count > limit ? "\(value.prefix(limit))…" : value
  }
}

extension Catalogue {
  /// Its revision, and the digest of what it says.
  var trait: RunTrait {
    let lines = phases.flatMap { phase in
      ["\(phase.id) \(phase.title)"]
        + phase.requirements.map { "\($0.id) \($0.level.text) \($0.text) \($0.source)" }
    }
    let text = Array(lines.joined(separator: "\n").utf8)
    return RunTrait(
      name: "cookbook \(cookbook)",
      value: "revision \(revision), \(RunTrait.digest(SHA256.hexadecimal(text)))")
  }
}

extension SelectionRecord {
  /// `a.yaml --tag x: 3 of 737 scenarios`
  fileprivate var words: String {
    let words = (paths + options.map(\.words)).joined(separator: " ")
    let size = "\(Wording.grouped(selected)) of \(Wording.count(total, "scenario"))"
    return words.isEmpty ? size : "\(words): \(size)"
  }
}

extension [Attestation] {
  /// `3 attestations, SHA-256 0123456789ab`
  fileprivate var words: String {
    let lines = map {
      "\($0.requirement) \($0.words) \($0.evidence) \($0.until?.description ?? "")"
    }
    return RunTrait.digest(ofLines: lines, "attestation")
  }
}

extension [KnownFailure] {
  /// `3 failures, SHA-256 0123456789ab`
  fileprivate var words: String {
    let lines = map { failure in
      "\(failure.location) \(failure.file ?? "") \(failure.cases) \(failure.requirements) "
        + "\(failure.reason) \(failure.link ?? "") \(failure.expires)"
    }
    return RunTrait.digest(ofLines: lines, "failure")
  }
}
