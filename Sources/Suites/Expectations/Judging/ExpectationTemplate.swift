// SPDX-License-Identifier: Apache-2.0
// The expectation of a step, with variables in it.

package import Text

/// An `expect:`, a `should:` or a `while:`, with variables in it.
package struct ExpectationTemplate: Sendable, Equatable {
  package struct Header: Sendable, Equatable {
    package let name: TextTemplate
    package let position: Position
    package internal(set) var pattern: PatternTemplate
  }

  package struct XMLMember: Sendable, Equatable {
    package let path: PathTemplate
    package internal(set) var pattern: PatternTemplate
  }

  package struct Alternative: Sendable, Equatable {
    package let name: String
    package let expectation: ExpectationTemplate
    package let position: Position
  }

  package internal(set) var status: PatternTemplate?
  package internal(set) var headers: [Header] = []
  package internal(set) var json: PatternTemplate?
  /// nil where XML is not asked for; empty where any document will do.
  package internal(set) var xml: [XMLMember]?
  package internal(set) var text: PatternTemplate?
  package internal(set) var statuses: PatternTemplate?
  /// Of the answers of a burst, each with a `status`.
  package internal(set) var answers: [ExpectationTemplate] = []
  package internal(set) var alternatives: [Alternative] = []
  package let position: Position
  var compiled = Compiled.nothing

  init(position: Position) {
    self.position = position
  }

  /// What is compiled already. Indirect, because most expectations have variables, and a step has
  /// room for three.
  indirect enum Compiled: Sendable, Equatable {
    case nothing
    /// The expectation of a template without variables.
    case whole(Expectation)
  }
}

extension ExpectationTemplate {
  package var variables: [VariableExpression] {
    let single = [status, json, text, statuses].compactMap(\.self).flatMap(\.variables)
    let ofHeaders = headers.flatMap { $0.name.variables + $0.pattern.variables }
    let ofXML = (xml ?? []).flatMap { $0.path.variables + $0.pattern.variables }
    let inside = answers + alternatives.map(\.expectation)
    return single + ofHeaders + ofXML + inside.flatMap(\.variables)
  }

  /// Whether it asks for something of the body.
  package var readsBody: Bool {
    json != nil || xml != nil || text != nil
      || alternatives.contains(where: \.expectation.readsBody)
  }

  /// The expectation without the parts that name one of these variables, which have no value.
  package func removing(_ names: Set<String>) -> ExpectationTemplate? {
    guard !names.isEmpty, variables.names(names) else { return self }
    var result = self
    result.compiled = .nothing
    result.status = status?.removing(names)
    result.json = json?.removing(names)
    result.text = text?.removing(names)
    result.statuses = statuses?.removing(names)
    result.answers = answers.filter { !$0.variables.names(names) }
    result.headers = headers.filter { !$0.pattern.variables.names(names) }
    result.xml = xml?.filter { member in
      !member.pattern.variables.names(names) && !member.path.variables.names(names)
    }
    // Nobody can tell which alternative holds without all of them.
    if alternatives.contains(where: { $0.expectation.variables.names(names) }) {
      result.alternatives = []
    }
    return result
  }
}
