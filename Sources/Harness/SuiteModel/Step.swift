// SPDX-License-Identifier: Apache-2.0
// A step of a scenario or a fragment: one action, and what is expected of its answer.

package import Expectations
package import SourceText

/// One action, and around it what is saved and expected of its answer.
package struct Step: Sendable, Equatable {
  /// As written, or, where a step need not have a name, what it does.
  package let name: String
  package let about: String?
  /// Requirement ids.
  package let covers: [String]
  /// The scenario's device that acts; nil for the one that the fragment's user acts on, or the
  /// scenario's own.
  package let device: String?
  package let conditions: [Condition]
  package let action: Action
  package let save: [SaveRule]
  package let expect: ExpectationTemplate?
  package let should: ExpectationTemplate?
  package let retry: Retry?
  package let timeout: Duration?
  /// Headers that the file of the step gives to all requests written in it.
  package let defaultHeaders: [RequestTemplate.Field]
  package let file: String
  package let position: Position

  /// A member of `when`.
  package struct Condition: Sendable, Equatable {
    package let variable: VariableExpression
    package let pattern: ValueTemplate
  }

  /// A member of `save`.
  package struct SaveRule: Sendable, Equatable {
    package let name: String
    package let position: Position
    package let source: SourceTemplate
    /// Ready to be asked, where it has no variables.
    package let compiled: Source?
  }

  /// As long as the answer matches, the action is repeated.
  package struct Retry: Sendable, Equatable {
    package let condition: ExpectationTemplate
    package let interval: Duration
    package let limit: Duration
  }
}

/// What a step does.
package enum Action: Sendable, Equatable {
  case request(RequestTemplate)
  case partner(PartnerAction)
  case user(UserActionTemplate)
  case wait(WaitTemplate)
  case use(FragmentUse)
}

/// What a step asks of the framework.
package struct PartnerAction: Sendable, Equatable {
  package enum Call: String, Sendable, CaseIterable {
    /// (Re)starts the framework in a state.
    case state
    case permission
    case metadata
    case authenticate
  }

  package let call: Call
  /// Of a state: its name. Of a call: its arguments, a map.
  package let argument: ValueTemplate
  /// Of a state: what stands beside its name.
  package let options: [(name: String, value: ValueTemplate)]
  package let position: Position

  package static func == (left: PartnerAction, right: PartnerAction) -> Bool {
    left.call == right.call && left.argument == right.argument && left.position == right.position
      && left.options.elementsEqual(right.options, by: ==)
  }
}

/// What a step lets the person do.
package struct UserActionTemplate: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case grantPermission = "grant-permission"
    case denyPermission = "deny-permission"
    case signOut = "sign-out"
    case cancel
    case signIn = "sign-in"
    case switchProvider = "switch-provider"
    case chooseProvider = "choose-provider"
    case visit

    /// Whether it names a provider, or a URL.
    package var takesArgument: Bool {
      switch self {
      case .grantPermission, .denyPermission, .signOut, .cancel: false
      case .signIn, .switchProvider, .chooseProvider, .visit: true
      }
    }
  }

  package let kind: Kind
  package let argument: ValueTemplate?
  package let position: Position
}

/// How long a step waits.
package enum WaitTemplate: Sendable, Equatable {
  case duration(Duration, at: Position)
  /// A time in milliseconds.
  case until(ValueTemplate, at: Position)
}

/// A step that runs a fragment.
package struct FragmentUse: Sendable, Equatable {
  package let fragment: FragmentID
  /// With the place of each name.
  package let arguments: [(name: String, value: ValueTemplate, position: Position)]
  package let position: Position

  package static func == (left: FragmentUse, right: FragmentUse) -> Bool {
    left.fragment == right.fragment && left.position == right.position
      && left.arguments.elementsEqual(right.arguments, by: ==)
  }
}

extension Action {
  package var variables: [VariableExpression] {
    switch self {
    case .request(let request): request.variables
    case .partner(let partner):
      partner.argument.variables + partner.options.flatMap(\.value.variables)
    case .user(let user): user.argument?.variables ?? []
    case .wait(.duration): []
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
