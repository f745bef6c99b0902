// SPDX-License-Identifier: Apache-2.0
// The action of a step.

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

    /// Whether such an action may send something to the service.
    var maySend: Bool {
      switch self {
      case .request, .user, .use: true
      case .partner, .wait: false
      }
    }

    /// The answer that most actions of this kind have; nil for none.
    var usualAnswer: AnswerKind? {
      switch self {
      case .request: .response
      case .partner, .use: .json
      case .user, .wait: nil
      }
    }
  }

  package var key: Key {
    switch self {
    case .request: .request
    case .partner: .partner
    case .user: .user
    case .wait: .wait
    case .use: .use
    }
  }

  /// The answer that `save` and `expect` of the step look at; nil for none.
  package var answer: AnswerKind? {
    switch self {
    case .request(let request): request.burst == nil ? .response : .burst
    case .partner(let partner): partner.call == .state ? nil : .json
    case .user(let user): user.kind == .visit ? .json : nil
    case .wait: nil
    case .use: .json
    }
  }
}

extension Action {
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
