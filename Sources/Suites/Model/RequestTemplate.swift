// SPDX-License-Identifier: Apache-2.0
// The request of a step, with its variables.

package import Expectations
import HTTP
package import Text

/// The request of a step.
package struct RequestTemplate: Sendable, Equatable {
  package enum Reference: Sendable, Equatable {
    /// A path and query that begin with `/`; added to the base URL and sent as written.
    case written(TextTemplate)
    /// One `${name}`: a URL of an answer, taken as it is.
    case answer(VariableExpression)
  }

  package enum Body: Sendable, Equatable {
    case form(FieldList)
    case json(ValueTemplate)
    case text(ValueTemplate)
    case base64(ValueTemplate)
  }

  /// A member of `query`, `headers` or `form`.
  package struct Field: Sendable, Equatable {
    package let name: TextTemplate
    /// A text, or a list of them that repeats the name, or `null` to leave it out.
    package let value: ValueTemplate
  }

  /// Members as written, or one `${name}` that stands for a map of them.
  package enum FieldList: Sendable, Equatable {
    case written([Field])
    case variable(VariableExpression)
  }

  package let method: TextTemplate
  package let reference: Reference
  package let query: FieldList
  package let headers: FieldList
  /// The bodies not known to be null; at most one may be left when the request is sent.
  package let bodies: [Body]
  /// How many times it is sent in a burst; nil for a step without `burst`.
  package let burst: Int?
  package let position: Position
  /// Method and path as written, without the query: `GET /api/v2/${service_provider}/profiles`.
  package let route: String

  package var variables: [VariableExpression] {
    var result = method.variables
    switch reference {
    case .written(let text): result += text.variables
    case .answer(let expression): result += expression.variables
    }
    result += query.variables + headers.variables
    for body in bodies {
      switch body {
      case .form(let fields): result += fields.variables
      case .json(let value), .text(let value), .base64(let value): result += value.variables
      }
    }
    return result
  }
}

extension RequestTemplate.Body {
  /// The key of the request that it stands under.
  package var key: String {
    switch self {
    case .form: "form"
    case .json: "json"
    case .text: "text"
    case .base64: "base64"
    }
  }

  var mayBeNull: Bool {
    switch self {
    case .form(.variable), .json(.variable), .text(.variable), .base64(.variable): true
    case .form, .json, .text, .base64: false
    }
  }

  /// The message about a request with several bodies that are not null.
  static func problem(withBodies keys: [String]) -> String {
    "a request has at most one body that is not null, and this has "
      + keys.joined(separator: " and ")
  }
}

extension RequestTemplate.FieldList {
  package var variables: [VariableExpression] {
    switch self {
    case .written(let fields): fields.flatMap(\.variables)
    case .variable(let expression): expression.variables
    }
  }
}

extension RequestTemplate.Field {
  package var variables: [VariableExpression] { name.variables + value.variables }
}

extension RequestTemplate {
  /// Headers that the client sets itself, since they frame the message.
  private static let framing = ["host", "content-length", "transfer-encoding", "connection"]

  /// Why a suite can't send a header of this name; nil if it can.
  static func problem(withHeaderNamed name: String) -> String? {
    if !Octets.isToken(name) { return "'\(name)' can't be the name of a header" }
    guard framing.contains(name.lowercased()) else { return nil }
    return "'\(name)' is set by the client, which frames the message; it can't be written"
  }
}
