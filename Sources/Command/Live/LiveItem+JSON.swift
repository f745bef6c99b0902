// SPDX-License-Identifier: Apache-2.0
// What the script of the live page reads.

import Audit
import Formats
import Suites
import Text

extension LiveItem {
  /// - Parameter rules: The number of each rule in `LiveRules`.
  func json(_ rules: LiveRules) -> JSONValue {
    switch self {
    case .entry(let entry): entry.json(rules)
    case .call(let call): call.json
    case .device(let device): device.json
    case .ways(let ways): ["k": "ways", "ways": .array(ways.map(Self.json))]
    case .end(let end): end.json
    }
  }

  private static func json(_ way: CookbookWay) -> JSONValue {
    [
      "cookbook": .string(way.cookbook),
      "steps": .array(way.steps.map { [.string($0.number), .string($0.title)] }),
    ]
  }
}

extension LiveEntry {
  fileprivate func json(_ rules: LiveRules) -> JSONValue {
    let broken = broken.map { (rules.number(of: $0), $1) }.sorted { $0.0 < $1.0 }
    return [
      "k": "entry", "n": .integer(number), "t": .integer(time), "m": .string(method),
      "p": .string(path), "s": status.map { .integer($0) } ?? .null,
      "d": .array(devices.map { .integer($0) }), "steps": .array(steps.map { .string($0) }),
      "obeys": .array(obeyed.map { rules.number(of: $0) }.sorted().map { .integer($0) }),
      "breaks": .array(
        broken.map { rule, how in
          [
            "rule": .integer(rule), "ids": .array(how.ids.map { .string($0) }),
            "text": .string(how.sentence),
          ]
        }),
      "wrong": .array(
        wrong.map { how in
          ["ids": .array(how.ids.map { .string($0) }), "text": .string(how.sentence)]
        }),
    ]
  }
}

extension LiveCall {
  private static let textLimit = 160

  fileprivate var json: JSONValue {
    [
      "k": "call", "n": .integer(number), "t": .integer(time), "name": .string(name),
      "d": .array(devices.map { .integer($0) }), "isAnswered": .boolean(answer != nil),
      "text": .string(Sanitized.line(request, limit: Self.textLimit)),
    ]
  }
}

extension LiveDevice {
  fileprivate var json: JSONValue {
    [
      "k": "device", "n": .integer(number), "name": name.map { .string($0) } ?? .null,
      "ways": .array(
        progress.map { progress in
          [
            "reached": .array(progress.reached.sorted().map { .integer($0) }),
            "latest": progress.latest.map { .integer($0) } ?? .null,
            "next": .array(progress.next.map { .integer($0) }),
          ]
        }),
    ]
  }
}

extension LiveEnd {
  fileprivate var json: JSONValue {
    [
      "k": "end", "isGood": .boolean(isGood), "verdict": .string(verdict),
      "sentence": .string(sentence), "reports": reports.map { .string($0) } ?? .null,
    ]
  }
}

/// The rules by the numbers that the script of the page calls them.
struct LiveRules: Sendable {
  private let starts: [Int]
  private let rules: AuditRules

  init(_ rules: AuditRules) {
    self.rules = rules
    var count = 0
    starts = rules.files.map { file in
      defer { count += file.rules.count }
      return count
    }
  }

  func number(of place: RulePlace) -> Int { starts[place.file] + place.rule }

  /// The rule of a number; nil where there is none.
  func place(of number: Int) -> RulePlace? {
    guard let file = starts.lastIndex(where: { $0 <= number }), number >= 0 else { return nil }
    // An empty file begins where the next one does.
    let rule = number - starts[file]
    return rules.files[file].rules.indices.contains(rule)
      ? RulePlace(file: file, rule: rule) : nil
  }

  /// The names of all rules with the ids that they cover, and those that are judged at the end.
  ///
  /// - Parameter limit: How many entries are shown.
  func json(limit: Int) -> JSONValue {
    let all = rules.files.flatMap(\.rules)
    return [
      "k": "hello", "limit": .integer(limit),
      "rules": .array(
        all.map { rule in
          [.string(Sanitized.name(rule.name)), .array(rule.covers.map { .string($0.id) })]
        }),
      "atEnd": .array(all.indices.filter { all[$0].isJudgedAtEnd }.map { .integer($0) }),
    ]
  }
}
