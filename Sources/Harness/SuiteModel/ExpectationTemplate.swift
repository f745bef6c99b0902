// SPDX-License-Identifier: Apache-2.0
// What a step expects and saves, with variables in it.

import Expectations
package import JSON
package import SourceText
package import XML

/// What `expect:`, `should:` or `while:` says, with variables in it.
package struct ExpectationTemplate: Sendable, Equatable {
  package struct Header: Sendable, Equatable {
    package let name: TextTemplate
    package let position: Position
    package let pattern: ValueTemplate
  }

  package struct XMLMember: Sendable, Equatable {
    package let path: XMLPathTemplate
    package let expressions: [VariableExpression]
    package let source: String
    package let position: Position
    package let pattern: ValueTemplate
  }

  package struct Alternative: Sendable, Equatable {
    package let name: String
    package let expectation: ExpectationTemplate
    package let position: Position
  }

  package var status: ValueTemplate?
  package var headers: [Header] = []
  package var json: ValueTemplate?
  package var xml: [XMLMember]?
  package var text: ValueTemplate?
  package var statuses: ValueTemplate?
  package var alternatives: [Alternative] = []
  package let position: Position
  /// Ready to be judged by, where there are no variables.
  var constant: Expectation?

  package init(position: Position) {
    self.position = position
  }
}

extension ExpectationTemplate {
  package var variables: [VariableExpression] {
    let single = [status, json, text, statuses].compactMap(\.self).flatMap(\.variables)
    let ofHeaders = headers.flatMap { $0.name.variables + $0.pattern.variables }
    let ofXML = (xml ?? []).flatMap { member in
      member.expressions.flatMap(\.variables) + member.pattern.variables
    }
    return single + ofHeaders + ofXML + alternatives.flatMap(\.expectation.variables)
  }
}

/// Where a saved value is taken from, with variables in it.
package indirect enum SourceTemplate: Sendable, Equatable {
  case query(JSONPathTemplate, [VariableExpression], written: String, at: Position)
  case path(XMLPathTemplate, [VariableExpression], written: String, at: Position)
  case header(TextTemplate, at: Position)
  case status(at: Position)
  case text(at: Position)
  /// The first that selects something.
  case first([SourceTemplate], at: Position)
  case optional(SourceTemplate, at: Position)
  case list(SourceTemplate, at: Position)
}

extension SourceTemplate {
  package var variables: [VariableExpression] {
    switch self {
    case .query(_, let expressions, _, _), .path(_, let expressions, _, _):
      expressions.flatMap(\.variables)
    case .header(let name, _): name.variables
    case .status, .text: []
    case .first(let sources, _): sources.flatMap(\.variables)
    case .optional(let source, _), .list(let source, _): source.variables
    }
  }

  package var position: Position {
    switch self {
    case .query(_, _, _, let position), .path(_, _, _, let position), .header(_, let position),
      .status(let position), .text(let position), .first(_, let position),
      .optional(_, let position), .list(_, let position):
      position
    }
  }
}
