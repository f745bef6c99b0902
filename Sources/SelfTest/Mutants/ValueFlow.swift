// SPDX-License-Identifier: Apache-2.0
// Where the values that answers gave are used later.

import Expectations
import Formats
import Runner
import Suites

/// Where the values of names are used: by which answers' expectations, and by which requests.
///
/// A value is known by itself, not by its name: a fragment hands it on under other names. A value
/// that is no text of some length is known by its name, too.
struct ValueFlow: Sendable {
  struct Use: Sendable {
    let course: Int
    let answer: Int
    let way: Way
  }

  enum Way: Sendable {
    /// A request sends it.
    case sent
    /// An expectation or a `save` names it.
    case named
    /// A fragment gives it under this name to a step that looks at what it gets.
    case given(String)
  }

  private var uses: [String: [Use]] = [:]
  /// A value that is used by more is used by enough.
  private static let useLimit = 64
}

extension ValueFlow {
  init(_ courses: [PassedAnswers]) {
    for (course, judged) in courses.enumerated() {
      for (index, answer) in judged.answers.enumerated() {
        add(answer.step.judgingNames, of: answer, Use(course: course, answer: index, way: .named))
        add(answer.step.sendingNames, of: answer, Use(course: course, answer: index, way: .sent))
        guard case .use = answer.step.action,
          case .json(.object(let gives)) =
            answer.observation.answer, answer.expected != nil || !answer.saved.isEmpty
        else { continue }
        for member in gives.members {
          uses[Self.key(member.value, member.name), default: []].append(
            Use(course: course, answer: index, way: .given(member.name)))
        }
      }
    }
  }

  private mutating func add(_ names: Set<String>, of answer: PassedAnswer, _ use: Use) {
    for name in names {
      guard let value = (answer.names.saved[name] ?? answer.names.given[name])?.json else {
        continue
      }
      let key = Self.key(value, name)
      if uses[key]?.count ?? 0 < Self.useLimit { uses[key, default: []].append(use) }
    }
  }

  /// The uses of a value that an answer gave under a name.
  func uses(of value: JSONValue, named name: String) -> [Use] { uses[Self.key(value, name)] ?? [] }

  /// Whether a value can be told from others without its name.
  static func isDistinct(_ value: JSONValue) -> Bool {
    value.string.map { $0.utf8.count >= 6 } ?? false
  }

  private static func key(_ value: JSONValue, _ name: String) -> String {
    if let text = value.string, isDistinct(value) { return text }
    return "\(name)=\(JSONWriter.text(value))"
  }
}

extension Step {
  /// The names that its expectations and its `save` use.
  var judgingNames: Set<String> {
    Set(
      ((expect?.variables ?? []) + (should?.variables ?? [])
        + save.flatMap(\.source.variables)).compactMap(\.name))
  }

  /// The names that its action uses.
  var sendingNames: Set<String> {
    if case .use = action { return [] }
    return Set((action.variables + sentDefaultHeaders.flatMap(\.variables)).compactMap(\.name))
  }
}
