// SPDX-License-Identifier: Apache-2.0
// The action of a step: a request, a call, what a user does, a wait.

package import Expectations
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
