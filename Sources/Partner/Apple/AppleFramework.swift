// SPDX-License-Identifier: Apache-2.0
// The Apple emulator: the state machine with a clock, SAML and devices.

import Formats
import Text

/// An emulation of Apple's Video Subscriber Account framework on one device.
///
/// The machine answers each call, as documented, whatever a cookbook says of it. From the answers
/// follows what the application knows, and so the status header. The application asks again,
/// silently, when it comes back from Settings, and when access has just been granted.
final class AppleFramework {
  var machine: AppleMachine
  private(set) var view = ApplicationView()
  private let setup: AppleSetup
  private let deviceIdentifier: String
  private let environment: FrameworkEnvironment
  /// The ids of the authentication requests so far; the kind `replayed` answers an older one.
  private var requestIDs: [String] = []

  init(_ opening: FrameworkOpening, environment: FrameworkEnvironment) throws(PartnerError) {
    guard let state = AppleState.all.first(where: { $0.name == opening.state }) else {
      throw .unknownState(opening.state, among: AppleState.all.map(\.name))
    }
    let start = environment.now()
    setup = try AppleSetup(state, options: opening.options, start: start)
    machine = AppleMachine(
      parameters: setup.parameters, start: start, notOnboarded: setup.notOnboarded)
    deviceIdentifier = opening.deviceIdentifier
    self.environment = environment
    askAgain(interactively: setup.asksInteractively)
  }
}

extension AppleFramework: PartnerFramework {
  func answer(to call: PartnerCall, deadline: PartnerDeadline) throws(PartnerError) -> PartnerAnswer
  {
    switch AppleCall(call) {
    case .permission(let prompting):
      let before = view.permission?.accessStatus
      guard let answer = machine.permission(prompting: prompting) else {
        return .error(FrameworkError.unavailable.object)
      }
      view.permission = answer
      if answer.accessStatus == .granted, before != .granted { askAgain(interactively: false) }
      return .result(answer.object)
    case .metadata(let request):
      let answer = machine.answer(AppleRequest(metadata: request), clock: environment.now())
      learn(query: answer)
      return try self.answer(answer, to: call.name, for: nil)
    case .authenticate(let request):
      let answer = machine.answer(
        AppleRequest(metadata: request.metadata, attributeNames: request.attributeNames),
        clock: environment.now())
      learn(authentication: answer)
      return try self.answer(answer, to: call.name, for: request)
    }
  }

  func user(_ action: UserAction, deadline: PartnerDeadline) throws(PartnerError) {
    machine.user(action)
    if action.leavesApplication { askAgain(interactively: false) }
  }

  func value(_ name: String, deadline: PartnerDeadline) throws(PartnerError) -> String? {
    guard let status = view.status else { return nil }
    return setup.headerValue(of: status)
  }
}

extension AppleFramework {
  /// Asks for permission and provider, as applications do, without changing the device.
  private func askAgain(interactively: Bool) {
    var copy = machine
    let permission = copy.permission(prompting: false)
    view.permission = permission
    guard permission?.accessStatus == .granted else { return }
    let request = AppleRequest(metadata: MetadataRequest(isInterruptionAllowed: interactively))
    learn(query: copy.answer(request, clock: environment.now()))
  }

  /// The answer of a copy of the machine, at the time that it is now.
  func answer(by machine: inout AppleMachine, to request: AppleRequest) -> AppleAnswer {
    machine.answer(request, clock: environment.now())
  }

  func learn(authentication answer: AppleAnswer) {
    switch answer {
    case .unavailable, .never: break
    case .error(let error, _): view.learn(error, isAuthentication: true)
    case .account(let account): view.learn(account.metadata, isAuthentication: true)
    }
  }

  func learn(query answer: AppleAnswer) {
    switch answer {
    case .unavailable: break
    case .never: view.learn(AccountMetadata())
    case .error(let error, _):
      view.learn(error)
      if let provider = setup.lastKnownProvider {
        (view.providerID, view.expirationDate) = (provider.id, provider.expirationDate)
      }
    case .account(let account): view.learn(account.metadata)
    }
  }

  /// The answer in the form of the protocol.
  ///
  /// - Parameter request: The authentication request; nil for a query.
  func answer(
    _ answer: AppleAnswer, to call: String, for request: AuthenticationRequest?
  ) throws(PartnerError) -> PartnerAnswer {
    switch answer {
    case .unavailable: return .error(FrameworkError.unavailable.object)
    case .never: throw .neverAnswers(call: call)
    case .error(var error, let kind):
      let provider = machine.parameters.provider ?? ""
      if let kind { error.samlResponse = response(kind, of: provider, to: request) }
      return .error(error.object)
    case .account(let account):
      var metadata = account.metadata
      if let kind = account.saml {
        metadata.samlAttributeQueryResponse = response(kind, of: account.issuer ?? "", to: request)
      }
      return .result(metadata.object)
    }
  }

  private func response(
    _ kind: SAMLKind, of provider: String, to request: AuthenticationRequest?
  ) -> String {
    let read = SAMLRequest(verificationToken: request?.verificationToken ?? "")
    let older = requestIDs.last { $0 != read.id } ?? SAMLResponse.newID(environment.randomBytes)
    if let id = read.id { requestIDs.append(id) }
    let subject = SHA256.hexadecimal(Array("\(provider)/\(deviceIdentifier)".utf8))
    return SAMLResponse(
      kind: kind, issuer: provider, otherIssuer: AppleDefaults.other(than: provider), request: read,
      channelIdentifier: request?.metadata.channelIdentifier
        ?? MetadataRequest.cookbookChannelIdentifier,
      attributeNames: request?.attributeNames ?? [], missingAttributes: setup.missingAttributes,
      now: environment.now() + .milliseconds(setup.parameters.elapsed),
      clockOffset: .milliseconds(setup.parameters.clockOffset), subject: String(subject.prefix(32)),
      olderRequestID: older, randomBytes: environment.randomBytes
    ).text
  }
}

extension AppleSetup {
  /// The header as the application sends it, with the fault of the state.
  func headerValue(of status: FrameworkStatus) -> String {
    var status = status
    switch client {
    case .malformedHeader: return headerValues.first ?? ""
    case .staleHeader:
      if status.expirationDate != nil { status.expirationDate = start - .milliseconds(1) }
    case .expirationInSeconds:
      status.expirationDate = status.expirationDate.map {
        Timestamp(milliseconds: $0.milliseconds / 1000)
      }
    case .expirationAsNumber, .unknownAccessStatus, .noRedirectURL, .doubleEncoding, nil: break
    }
    var json = status.json
    if client == .expirationAsNumber, let date = status.expirationDate {
      json.replace("expirationDate", in: "frameworkProviderInfo", by: .integer(date.milliseconds))
    }
    if client == .unknownAccessStatus {
      json.replace("accessStatus", in: "frameworkPermissionInfo", by: "authorized")
    }
    return FrameworkValue.header(json)
  }
}

extension JSONValue {
  fileprivate mutating func replace(_ name: String, in part: String, by value: JSONValue) {
    guard var object, var members = object[part]?.object else { return }
    members[name] = value
    object[part] = .object(members)
    self = .object(object)
  }
}

extension FrameworkEmulator {
  /// Apple's Video Subscriber Account framework, as a state machine.
  package static let apple = FrameworkEmulator(
    name: "apple", summary: "Apple's Video Subscriber Account framework",
    declaration: FrameworkDeclaration(
      platforms: [.tvOS, .iOS], states: AppleState.all.map(\.description),
      options: AppleSetup.optionForm, calls: AppleCall.declared, error: AppleCall.error,
      user: AppleUserEvent.declared, values: [FrameworkStatus.declared], permission: .apple,
      rules: CallRule.apple),
    samples: { PartnerCall.samples }, applications: .apple
  ) { (opening, environment) throws(PartnerError) in
    try AppleFramework(opening, environment: environment)
  }
}

extension AppleState {
  /// The state as people read about it.
  var description: FrameworkState {
    FrameworkState(
      name: name, title: title, summary: summary, group: group, notes: notes, event: event,
      maker: maker)
  }

  private var notes: [String] {
    var notes: [String] = []
    if !isOwnOnboarded { notes.append("Its own provider is not onboarded.") }
    if asksInteractively {
      notes.append("The header tells the answer of a query with interruption.")
    }
    if !profilesBefore.isEmpty {
      notes.append(
        "The service should hold for the device: \(profilesBefore.joined(separator: ", ")).")
    }
    switch client {
    case .noRedirectURL: notes.append("The suite leaves redirectUrl out.")
    case .doubleEncoding: notes.append("The suite encodes SAMLResponse twice.")
    default: break
    }
    return notes
  }
}

extension DevicePlatform {
  /// An Apple TV.
  static let tvOS = DevicePlatform(
    "tvOS",
    information: [
      ("primaryHardwareType", "SetTopBox"), ("model", "AppleTV"), ("version", "14,1"),
      ("osName", "tvOS"), ("osFamily", "tvOS"), ("osVersion", "18.0"),
    ] + ofApple)

  /// An iPhone.
  static let iOS = DevicePlatform(
    "iOS",
    information: [
      ("primaryHardwareType", "MobilePhone"), ("model", "iPhone"), ("version", "17,1"),
      ("osName", "iOS"), ("osFamily", "iOS"), ("osVersion", "18.0"),
    ] + ofApple)

  private static let ofApple: [(name: String, value: JSONValue)] = [
    ("manufacturer", "Apple"), ("vendor", "Apple"), ("osVendor", "Apple"),
    ("connectionType", "WiFi"), ("connectionSecure", true),
  ]
}
