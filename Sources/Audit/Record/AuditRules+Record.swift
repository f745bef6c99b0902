// SPDX-License-Identifier: Apache-2.0
// The rules in reports: their catalogues, their texts, and the files they were read from.

package import Record
import Suites
import Text

extension AuditRules {
  /// The catalogues in the order of the first files that name them, then those that they extend.
  var usedCatalogues: [Catalogue] {
    catalogues.names(inChainsOf: files.compactMap(\.cookbook)).compactMap { catalogues[$0] }
  }

  /// The texts of the files of rules, which are no secret.
  var texts: [[UInt8]] { files.compactMap { sources[$0.file]?.bytes } }

  /// The texts of the other files, such as catalogues: their words are no secret.
  var documents: [[UInt8]] {
    let rules = Set(files.map(\.file))
    return sources.values.filter { !rules.contains($0.name) }.map(\.bytes)
  }

  /// The header fields that are JSON in Base64.
  var encodedHeaders: [String] {
    vocabularies.flatMap(\.decoded).filter { $0.steps == [.base64, .json] }.compactMap(
      \.source.header)
  }

  /// The segments of an exchange's path that the rules have names for.
  package func segments(of exchange: RecordedExchange) -> [(name: String, value: String)] {
    let url = RecordedURL(exchange.request.url)
    let method = exchange.request.method
    return vocabularies.flatMap { vocabulary in
      vocabulary.kind(method, url.segments).map { vocabulary.parameters(of: $0, method, url) } ?? []
    }
  }

  /// The files that the rules were read from: the rules, their exchanges and catalogues.
  package var evidence: [EvidenceFile] {
    let rules = Set(files.map(\.file))
    return sources.values.map {
      EvidenceFile($0, as: rules.contains($0.name) ? .rules : .init(besideRules: $0.name))
    }
  }
}

extension EvidenceFile.Kind {
  /// The kind of a file that rules use.
  fileprivate init(besideRules path: String) {
    self =
      switch SuitePath.name(of: path) {
      case RuleLoader.exchangesName: .exchanges
      case let name where name.hasSuffix(".json"): .catalogue
      default: .rules
      }
  }
}
