// SPDX-License-Identifier: Apache-2.0
// Video Subscriber Account on a device that a person uses.

import Formats
import Text

/// The framework on the device of an application, whose person may still have to choose.
///
/// Where the state names no choice for the prompt or the picker, a call waits for the person. A choice
/// of the person counts for one prompt or picker, and before that of the state.
final class AppleApplicationFramework {
  private let framework: AppleFramework
  /// Whether the state says what the person does at the prompt, and in the picker.
  private let namesPromptChoice: Bool
  private let namesPickerChoice: Bool
  private let ownProvider: String?
  /// The person's choice for the next prompt or picker.
  private var choice: UserAction?

  init(_ opening: FrameworkOpening, environment: FrameworkEnvironment) throws(PartnerError) {
    framework = try AppleFramework(opening, environment: environment)
    let state = AppleState.all.first { $0.name == opening.state }
    func names(_ options: String...) -> Bool {
      options.contains { option in
        [state?.options[option], opening.options[option]].contains { ($0 ?? .null) != .null }
      }
    }
    namesPromptChoice = names("promptChoice")
    namesPickerChoice = names("pickerChoice", "chosen")
    ownProvider = opening.options["provider"]?.string ?? opening.options["chosen"]?.string
  }
}

extension AppleApplicationFramework: PartnerFramework {
  func awaited(by call: PartnerCall) throws(PartnerError) -> AwaitedChoice? {
    let parameters = framework.machine.parameters
    guard call.name != "permission" else {
      let isAsked = call.arguments["prompting"]?.boolean == true
      guard isAsked, parameters.permission == .notDetermined, !namesPromptChoice, !cancels
      else { return nil }
      return AwaitedChoice(members: JSONObject([(name: "choice", value: "permission")]))
    }
    let request = try AppleApplicationRequest(call.arguments)
    guard parameters.permission == .granted else { return nil }
    if let fault = fault(for: request) {
      return fault == .never ? AwaitedChoice() : nil
    }
    guard showsPicker(for: request), request.delegate != .none else { return nil }
    switch pickerChoice {
    case nil:
      return AwaitedChoice(
        members: JSONObject([
          (name: "choice", value: "picker"),
          (name: "providers", value: .array(request.providers(and: ownProvider))),
        ]))
    case .provider(let provider)? where request.delegate == .asks && isSupported(provider, request):
      return AwaitedChoice(
        members: JSONObject([
          (name: "choice", value: "delegate"), (name: "provider", value: .string(provider)),
        ]), isOfApplication: true)
    default: return nil
    }
  }

  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    guard call.name != "permission" else {
      let isAsked = call.arguments["prompting"]?.boolean == true
      if isAsked, framework.machine.parameters.permission == .notDetermined, cancels {
        framework.machine.parameters.promptChoice = .dismiss
        choice = nil
      }
      return try framework.answer(to: call, deadline: deadline)
    }
    let request = try AppleApplicationRequest(call.arguments)
    let answer = machineAnswer(to: request)
    if request.request.isAuthentication {
      framework.learn(authentication: answer)
    } else {
      framework.learn(query: answer)
    }
    let known = framework.machine.parameters.provider
    let whole = try framework.answer(
      answer, to: call.name,
      for: AuthenticationRequest(
        verificationToken: request.verificationToken, attributeNames: request.attributeNames,
        metadata: request.metadata))
    switch whole {
    case .error(var error):
      error["accountProviderResponse"] = Self.response(
        error["samlResponse"]?.string, status: error["samlResponseStatus"]?.string)
      return .error(error)
    case .result(var metadata, _):
      metadata["accountProviderResponse"] = Self.response(
        metadata["samlAttributeQueryResponse"]?.string, status: nil)
      // Metadata with nothing in it are not the same as none.
      let fault = fault(for: request)
      if metadata.members.isEmpty, fault == .empty || fault == nil && known != nil {
        metadata["accountProviderIdentifier"] = .null
      }
      return .result(metadata)
    }
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    if action.leavesApplication {
      try framework.user(action, deadline: deadline)
    } else {
      choice = action
    }
  }

  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? {
    try framework.value(name, deadline: deadline)
  }
}

extension AppleApplicationFramework {
  /// The answer of the state machine, with the delegate and the person of this application.
  private func machineAnswer(to request: AppleApplicationRequest) -> AppleAnswer {
    var machine = framework.machine
    let before = machine.parameters
    let shows = showsPicker(for: request)
    let isForced =
      request.forcesAuthentication && before.permission == .granted
      && fault(for: request) == nil
    if isForced, !request.metadata.isInterruptionAllowed {
      // Without its credentials the provider needs the user, who may not be asked.
      return .error(AppleErrors.interactionRequired)
    }
    switch request.delegate {
    case .accepts, .asks: machine.parameters.delegate = .accepts
    case .refuses: machine.parameters.delegate = .refuses
    case .none: machine.parameters.delegate = .none
    }
    if isForced { machine.parameters.provider = nil }
    let isUsed = shows && request.delegate != .none
    if isUsed, let choice = pickerChoice { machine.parameters.pickerChoice = choice }
    let answer: AppleAnswer
    if isUsed, case .provider(let picked)? = pickerChoice,
      request.added.contains(where: { $0.identifier == picked })
    {
      // The application signs the user in itself with a provider that is its own. Not documented.
      answer = .error(AppleErrors.unsupported(picked))
    } else {
      answer = framework.answer(by: &machine, to: request.request)
    }
    if isForced, machine.parameters.provider == nil {
      machine.parameters.provider = before.provider
    }
    machine.parameters.pickerChoice = before.pickerChoice
    framework.machine = machine
    if isUsed { choice = nil }
    return answer
  }

  private var cancels: Bool { choice?.name == AppleUserEvent.cancel.rawValue }

  private var pickerChoice: PickerChoice? {
    guard let choice else {
      return namesPickerChoice ? framework.machine.parameters.pickerChoice : nil
    }
    if cancels { return .cancel }
    let provider = choice.provider ?? AppleUserEvent.other
    return provider == AppleUserEvent.other ? .other : .provider(provider)
  }

  private func showsPicker(for request: AppleApplicationRequest) -> Bool {
    let parameters = framework.machine.parameters
    return parameters.permission == .granted && fault(for: request) == nil
      && request.metadata.isInterruptionAllowed
      && (parameters.provider == nil || request.forcesAuthentication)
  }

  private func fault(for request: AppleApplicationRequest) -> FrameworkFault? {
    let parameters = framework.machine.parameters
    return request.request.isAuthentication || parameters.faultOn == .all ? parameters.fault : nil
  }

  /// Whether the framework would authenticate a provider: only then the delegate is asked.
  private func isSupported(_ provider: String, _ request: AppleApplicationRequest) -> Bool {
    let supported = request.metadata.supportedAccountProviderIdentifiers
    return !framework.machine.notOnboarded.contains(provider)
      && (supported.isEmpty || supported.contains(provider))
      && !request.added.contains { $0.identifier == provider }
  }

  /// The provider's answer in its own form; nil without one.
  private static func response(_ saml: String?, status: String?) -> JSONValue? {
    guard let saml else { return nil }
    let read = saml.contains(SAMLResponse.successStatus) ? SAMLResponse.successStatus : nil
    var response = JSONObject([
      (name: "authenticationScheme", value: "SAML"), (name: "body", value: .string(saml)),
    ])
    response["status"] = (status ?? read).map(JSONValue.string)
    return .object(response)
  }
}
