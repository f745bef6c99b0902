// SPDX-License-Identifier: Apache-2.0
// The action of a step: a request, a call, a user's deed, a wait.

package import Expectations
import HTTP
package import Text

/// The action of a step.
package enum Action: Sendable, Equatable {
  case request(RequestTemplate)
  case partner(PartnerAction)
  case user(UserActionTemplate)
  case wait(WaitTemplate)
  case use(FragmentUse)
}

extension Action {
  /// The keys of a step that name its action.
  package enum Key: String, Sendable, CaseIterable {
    case request
    case partner
    case user
    case wait
    case use

    /// The answer that most actions of this kind have; nil where they have no answer.
    var usualAnswer: AnswerKind? {
      switch self {
      case .request: .response
      case .partner, .use: .json
      case .user, .wait: nil
      }
    }
  }

  /// The answer that `save` and `expect` of the step look at; nil without one.
  package var answer: AnswerKind? {
    switch self {
    case .request(let request): request.burst == nil ? .response : .burst
    case .partner(let partner): partner.call == nil ? nil : .json
    case .user(let user): user.kind == .visit ? .json : nil
    case .wait: nil
    case .use: .json
    }
  }

  package var variables: [VariableExpression] {
    switch self {
    case .request(let request): request.variables
    case .partner(let partner):
      partner.argument.variables + partner.options.flatMap(\.value.variables)
    case .user(let user): user.argument?.variables ?? []
    case .wait(.duration(let duration, _)): duration.variables
    case .wait(.until(let time, _)): time.variables
    case .use(let use): use.arguments.flatMap(\.value.variables)
    }
  }

  package var position: Position {
    switch self {
    case .request(let request): request.position
    case .partner(let partner): partner.position
    case .user(let user): user.position
    case .wait(.duration(_, let position)), .wait(.until(_, let position)): position
    case .use(let use): use.position
    }
  }
}

/// A state that a step puts the framework in, or a call of it.
package struct PartnerAction: Sendable, Equatable {
  /// The calls that a step can name as its key, beside `call: NAME`.
  static let shorthands = ["permission", "metadata", "authenticate"]

  /// The name of the call; nil for a state, in which the framework starts anew.
  package let call: String?
  /// The position of the name.
  let callPosition: Position
  /// For a state, its name; for a call, its arguments in a map.
  package let argument: ValueTemplate
  /// For a state, the members beside its name.
  package let options: [NamedValue]
  package let position: Position
}

/// A value that a step gives under a name.
package struct NamedValue: Sendable, Equatable {
  package let name: String
  package let value: ValueTemplate
  /// The position of the name.
  package let position: Position
}

/// An action of the person in front of the device.
package struct UserActionTemplate: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// An action that the partner's framework sees, by its name.
    case framework(String)
    /// The person visits a URL in the browser.
    case visit
  }

  package let kind: Kind
  /// The provider or the URL that the action names.
  package let argument: ValueTemplate?
  package let position: Position
  /// The position of its name.
  let namePosition: Position
}

extension UserActionTemplate.Kind {
  static let visitName = "visit"

  /// The kind of a name.
  init(name: String) { self = name == Self.visitName ? .visit : .framework(name) }

  /// The name that suites write.
  var name: String {
    switch self {
    case .framework(let name): name
    case .visit: Self.visitName
    }
  }
}

/// A wait for a time, or until a time.
package enum WaitTemplate: Sendable, Equatable {
  case duration(DurationTemplate, at: Position)
  /// A time in milliseconds.
  case until(ValueTemplate, at: Position)
}

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
