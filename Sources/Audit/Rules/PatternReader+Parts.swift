// SPDX-License-Identifier: Apache-2.0
// Reads what is expected of the parts of an exchange.

import Expectations
import Formats
import Suites
import Text

extension PatternReader {
  /// The patterns of `expect:`, one for each part that a recording may lack.
  ///
  /// - Parameters:
  ///   - kinds: The kinds of the exchange.
  ///   - isOwn: Whether it is the occasion itself.
  mutating func expected(
    _ node: YAMLNode, of kinds: [Int], isOwn: Bool, _ nodes: inout NodeReader
  ) -> ExchangePattern? {
    let mistakes = nodes.mistakeCount
    let (members, entries) = members(
      node, "what is expected of the exchange", known: Self.partKeys, &nodes)
    guard members != nil else { return nil }
    if entries.isEmpty, nodes.mistakeCount == mistakes {
      nodes.error(
        "nothing is expected here; write one of \(Self.partKeys.joined(separator: ", "))", at: node)
    }
    let parts = parts(entries, mayAlwaysHold: false, &nodes)
    guard nodes.mistakeCount == mistakes else { return nil }
    return make(kinds, parts, isOwn: isOwn, text: "", node)
  }

  /// - Parameter mayAlwaysHold: Whether a pattern that can't fail is of use, as a condition is.
  func parts(
    _ entries: [YAMLEntry], mayAlwaysHold: Bool, _ nodes: inout NodeReader
  ) -> [PartPattern] {
    entries.flatMap { entry -> [PartPattern] in
      let key = entry.key.text ?? ""
      if key == "answer" { return answer(entry.value, mayAlwaysHold, &nodes) }
      let parts =
        key.hasPrefix("$")
        ? vocabulary.parts(readBy: key)
        : key == "decoded" ? decodedParts(entry.value, &nodes) : ExchangeParts.of(member: key)
      guard key == "headers" else {
        return [
          part(
            YAMLNode(.mapping([entry]), at: entry.key.position),
            parts.union(entry.value.readParts), header(readBy: entry), mayAlwaysHold, &nodes)
        ].compactMap(\.self)
      }
      // A recording may lack one header and have another.
      return entry.value.withLowerCaseKeys.eachEntry.compactMap { value, name in
        part(
          YAMLNode(.mapping([YAMLEntry(key: entry.key, value: value)]), at: entry.key.position),
          parts.union(value.readParts), name, mayAlwaysHold, &nodes)
      }
    }
  }

  /// The header that a query, or the only part of `decoded`, comes from.
  private func header(readBy entry: YAMLEntry) -> String? {
    let key = entry.key.text ?? ""
    guard key == "decoded" else { return vocabulary.header(readBy: key) }
    guard case .mapping(let entries) = entry.value.content, entries.count == 1 else { return nil }
    return vocabulary.header(readBy: "$.decoded.\(entries[0].key.text ?? "")")
  }

  /// The parts of the exchange that the parts of `decoded` come from.
  private func decodedParts(_ node: YAMLNode, _ nodes: inout NodeReader) -> ExchangeParts {
    guard node.tag == nil, case .mapping(let entries) = node.content else { return .all }
    return entries.reduce([]) { parts, entry in
      guard let part = vocabulary.decoded.first(where: { $0.name == entry.key.text }) else {
        nodes.error("\(vocabulary.file) decodes no part '\(entry.key.text ?? "")'", at: entry.key)
        return parts
      }
      return parts.union(part.source.parts)
    }
  }

  /// A pattern over the document of the exchange.
  private func part(
    _ node: YAMLNode, _ parts: ExchangeParts, _ header: String?, _ mayAlwaysHold: Bool,
    _ nodes: inout NodeReader
  ) -> PartPattern? {
    let json = YAMLEntry(
      key: YAMLNode(.scalar(YAMLScalar("json", style: .plain)), at: node.position), value: node)
    let wrapped = YAMLNode(.mapping([json]), at: node.position)
    let template = expectations.expectation(
      wrapped, of: .json, mayAlwaysHold: mayAlwaysHold, &nodes)
    if !mayAlwaysHold, let pattern = try? template?.checked().json, !pattern.canFail(on: .object) {
      nodes.warning("this can't fail, so it shows nothing; say what must be there", at: node)
    }
    return template.map {
      PartPattern(parts: parts, header: header, isOfAnswer: false, template: $0)
    }
  }

  /// The patterns of an answer, as suites have them.
  private func answer(
    _ node: YAMLNode, _ mayAlwaysHold: Bool, _ nodes: inout NodeReader
  ) -> [PartPattern] {
    guard let entries = nodes.mapping(node, "what the answer is like") else { return [] }
    let single = entries.flatMap { entry -> [(entry: YAMLEntry, header: String?)] in
      guard entry.key.text == "headers" else { return [(entry, nil)] }
      return entry.value.eachEntry.map { (YAMLEntry(key: entry.key, value: $0), $1?.lowercased()) }
    }
    return single.compactMap { entry, header in
      let single = YAMLNode(.mapping([entry]), at: node.position, length: node.length)
      let key = entry.key.text ?? ""
      guard
        let template = expectations.expectation(
          single, of: .response, mayAlwaysHold: mayAlwaysHold, &nodes)
      else { return nil }
      let parts = key == "either" ? ExchangeParts.answer : ExchangeParts.of(answerMember: key)
      return PartPattern(parts: parts, header: header, isOfAnswer: true, template: template)
    }
  }
}

extension YAMLNode {
  /// The same map with its keys in lower case, but for those with variables and queries.
  fileprivate var withLowerCaseKeys: YAMLNode {
    guard case .mapping(let entries) = content else { return self }
    let lowered = entries.map { entry in
      guard let key = entry.key.text, !key.contains("$"), key != key.lowercased() else {
        return entry
      }
      return YAMLEntry(
        key: YAMLNode(
          .scalar(YAMLScalar(key.lowercased(), style: .plain)), at: entry.key.position,
          length: entry.key.length), value: entry.value)
    }
    return YAMLNode(.mapping(lowered), tag: tag, at: position, length: length)
  }

  /// Maps of one entry each, with its key where that is a name; the node itself where it is another
  /// one.
  fileprivate var eachEntry: [(map: YAMLNode, name: String?)] {
    guard tag == nil, case .mapping(let entries) = content, !entries.isEmpty else {
      return [(self, nil)]
    }
    return entries.map { entry in
      let key = entry.key.text ?? ""
      return (
        YAMLNode(.mapping([entry]), at: position, length: length),
        key.contains("$") ? ExchangeParts.header(inQuery: key) : key
      )
    }
  }

  /// The parts of the exchange that queries inside read.
  fileprivate var readParts: ExchangeParts {
    // There, `$` is another document.
    if tag?.name == "json" || tag?.name == "xml" { return [] }
    switch content {
    case .scalar: return []
    case .sequence(let items): return items.reduce([]) { $0.union($1.readParts) }
    case .mapping(let entries):
      return entries.reduce([]) { parts, entry in
        let key = entry.key.text ?? ""
        let own: ExchangeParts =
          key.hasPrefix("$.") || key.hasPrefix("$[") ? .read(byQuery: key) : []
        return parts.union(own).union(entry.value.readParts)
      }
    }
  }
}
