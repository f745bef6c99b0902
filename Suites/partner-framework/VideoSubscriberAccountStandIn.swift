// SPDX-License-Identifier: Apache-2.0
// A stand-in for Apple's Video Subscriber Account framework, answered by sso-conformance.
//
// Licensed under the Apache License, Version 2.0 (https://www.apache.org/licenses/LICENSE-2.0).
// Apple, tvOS and Video Subscriber Account are names and trade marks of Apple Inc., which has not made
// this file, does not endorse it, and has no part in it; no code of Apple's is in it.
//
// Compile it in place of the framework: in a debug build, on a simulator, in tests, on Linux. It asks
// an emulator of the framework over HTTP:
//
//     sso-conformance serve --partner emulator:apple
//
// prints the URL of the emulator. Give it to the application in the environment variable
// SSO_CONFORMANCE_PARTNER_URL, or set VSStandIn.baseURL. `POST /partner/state` changes what the
// framework answers while the application runs. Never ship it.
//
// Names, members, defaults and raw values are those of developer.apple.com/documentation/
// videosubscriberaccount and of Apple's headers. "Not stated" marks what neither of them says.

import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(UIKit)
  import UIKit
#else
  /// Stands for the class of UIKit where there is none, so that a delegate is written the same.
  open class UIViewController: NSObject {}
#endif

/// Where the stand-in finds its emulator. The framework has nothing of the kind.
public enum VSStandIn {
  private static let settings = StandInSettings()

  /// The URL of the emulator; that of SSO_CONFORMANCE_PARTNER_URL unless it is set.
  public static var baseURL: URL? {
    get { settings.read { $0.baseURL } }
    set { settings.change { $0.baseURL = newValue } }
  }

  /// The device that this application runs on, up to 128 characters; that of
  /// SSO_CONFORMANCE_PARTNER_DEVICE unless it is set. Applications with one name share a device.
  public static var device: String? {
    get { settings.read { $0.device } }
    set { settings.change { $0.device = newValue } }
  }
}

/// Unchecked, because the compiler can't know that the lock guards the values.
private final class StandInSettings: @unchecked Sendable {
  struct Values {
    var baseURL: URL?
    var device: String?
  }

  private let lock = NSLock()
  private var values: Values

  init() {
    let environment = ProcessInfo.processInfo.environment
    values = Values(
      baseURL: environment["SSO_CONFORMANCE_PARTNER_URL"].flatMap { URL(string: $0) },
      device: environment["SSO_CONFORMANCE_PARTNER_DEVICE"])
  }

  func read<Value>(_ body: (Values) -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body(values)
  }

  func change(_ body: (inout Values) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(&values)
  }
}

/// Whether the user lets the application read the subscription.
public enum VSAccountAccessStatus: Int, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case granted = 3
}

/// An option of `checkAccessStatus`.
public struct VSCheckAccessOption: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether the user may be asked, a Bool. Not stated: its raw value.
  public static let prompt = VSCheckAccessOption(rawValue: "VSCheckAccessOptionPrompt")
}

/// The address of the settings of the TV provider. Not stated: its value.
public let VSOpenTVProviderSettingsURLString = "sso-conformance-stand-in:tv-provider-settings"

/// A scheme in which a provider authenticates.
public struct VSAccountProviderAuthenticationScheme: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ rawValue: String) { self.rawValue = rawValue }

  public static let saml = VSAccountProviderAuthenticationScheme("SAML")
  public static let api = VSAccountProviderAuthenticationScheme("API")
}

/// A provider that the application adds to the picker.
public final class VSAccountApplicationProvider: NSObject, Sendable {
  public let localizedDisplayName: String
  public let identifier: String

  public init(localizedDisplayName: String, identifier: String) {
    self.localizedDisplayName = localizedDisplayName
    self.identifier = identifier
  }
}

/// What the application wants to know of the account. Not stated: the defaults but that of
/// `supportedAuthenticationSchemes`; they are those of a new object in Objective-C.
public class VSAccountMetadataRequest: NSObject {
  public var channelIdentifier: String?
  public var supportedAccountProviderIdentifiers: [String] = []
  public var featuredAccountProviderIdentifiers: [String] = []
  public var verificationToken: String?
  public var includeAccountProviderIdentifier = false
  public var includeAuthenticationExpirationDate = false
  public var localizedVideoTitle: String?
  public var isInterruptionAllowed = false
  public var forceAuthentication = false
  public var attributeNames: [String] = []
  public var supportedAuthenticationSchemes: [VSAccountProviderAuthenticationScheme] = [.saml]
  public var accountProviderAuthenticationToken: String?
  public var applicationAccountProviders: [VSAccountApplicationProvider]?

  public override init() {}

  /// The request as the emulator reads it.
  fileprivate var members: [String: Any] {
    var members: [String: Any] = [
      "supportedAccountProviderIdentifiers": supportedAccountProviderIdentifiers,
      "featuredAccountProviderIdentifiers": featuredAccountProviderIdentifiers,
      "includeAccountProviderIdentifier": includeAccountProviderIdentifier,
      "includeAuthenticationExpirationDate": includeAuthenticationExpirationDate,
      "isInterruptionAllowed": isInterruptionAllowed, "forceAuthentication": forceAuthentication,
      "attributeNames": attributeNames,
      "supportedAuthenticationSchemes": supportedAuthenticationSchemes.map { $0.rawValue },
    ]
    members["channelIdentifier"] = channelIdentifier
    members["verificationToken"] = verificationToken
    members["localizedVideoTitle"] = localizedVideoTitle
    members["accountProviderAuthenticationToken"] = accountProviderAuthenticationToken
    members["applicationAccountProviders"] = applicationAccountProviders?.map {
      ["identifier": $0.identifier, "localizedDisplayName": $0.localizedDisplayName]
    }
    return members
  }
}

/// A provider's answer in its own form.
public final class VSAccountProviderResponse: NSObject, Sendable {
  public let authenticationScheme: VSAccountProviderAuthenticationScheme
  public let status: String?
  public let body: String?

  fileprivate init?(_ members: [String: Any]?) {
    guard let members else { return nil }
    authenticationScheme = VSAccountProviderAuthenticationScheme(
      members["authenticationScheme"] as? String ?? "SAML")
    status = members["status"] as? String
    body = members["body"] as? String
  }
}

/// What the framework knows of the account.
public final class VSAccountMetadata: NSObject, Sendable {
  public let accountProviderIdentifier: String?
  public let authenticationExpirationDate: Date?
  /// Always nil: the emulator signs nothing.
  public let verificationData: Data?
  public let samlAttributeQueryResponse: String?
  public let accountProviderResponse: VSAccountProviderResponse?

  /// Metadata in which everything is nil, for tests of the application.
  public override convenience init() { self.init([:]) }

  fileprivate init(_ members: [String: Any]) {
    accountProviderIdentifier = members["accountProviderIdentifier"] as? String
    authenticationExpirationDate = (members["authenticationExpirationDate"] as? NSNumber).map {
      Date(timeIntervalSince1970: $0.doubleValue / 1000)
    }
    verificationData = nil
    samlAttributeQueryResponse = members["samlAttributeQueryResponse"] as? String
    accountProviderResponse = VSAccountProviderResponse(
      members["accountProviderResponse"] as? [String: Any])
  }
}

public let VSErrorDomain = "VSErrorDomain"
// Not stated: the values of the keys but that of the last, which Adobe's cookbooks write so.
public let VSErrorInfoKeySAMLResponse = "VSErrorInfoKeySAMLResponse"
public let VSErrorInfoKeySAMLResponseStatus = "VSErrorInfoKeySAMLResponseStatus"
public let VSErrorInfoKeyAccountProviderResponse = "VSErrorInfoKeyAccountProviderResponse"
public let VSErrorInfoKeyUnsupportedProviderIdentifier =
  "VSErrorInfoKeyUnsupportedProviderIdentifier"

/// An error of the framework. A code that Apple does not list comes as an `NSError` of the domain.
///
/// Unchecked, because the compiler can't know that nothing changes the values of `userInfo`.
public struct VSError: CustomNSError, Hashable, @unchecked Sendable {
  public enum Code: Int, Sendable {
    case accessNotGranted = 0
    case unsupportedProvider = 1
    case userCancelled = 2
    case serviceTemporarilyUnavailable = 3
    case providerRejected = 4
    case invalidVerificationToken = 5
    case rejected = 6
    case unsupported = 7
  }

  public let code: Code
  public let userInfo: [String: Any]

  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    self.userInfo = userInfo
  }

  public static var errorDomain: String { VSErrorDomain }
  public var errorCode: Int { code.rawValue }
  public var errorUserInfo: [String: Any] { userInfo }
  public var localizedDescription: String { (self as NSError).localizedDescription }

  public static func == (left: VSError, right: VSError) -> Bool {
    left.code == right.code
      && NSDictionary(dictionary: left.userInfo) == NSDictionary(dictionary: right.userInfo)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(code) }

  public static var accessNotGranted: Code { .accessNotGranted }
  public static var unsupportedProvider: Code { .unsupportedProvider }
  public static var userCancelled: Code { .userCancelled }
  public static var serviceTemporarilyUnavailable: Code { .serviceTemporarilyUnavailable }
  public static var providerRejected: Code { .providerRejected }
  public static var invalidVerificationToken: Code { .invalidVerificationToken }
  public static var rejected: Code { .rejected }
  public static var unsupported: Code { .unsupported }
}

extension VSError.Code {
  /// Lets an application write `catch VSError.userCancelled`.
  public static func ~= (code: VSError.Code, error: any Error) -> Bool {
    (error as? VSError)?.code == code
  }
}

/// Shows what the framework wants to show.
public protocol VSAccountManagerDelegate: NSObjectProtocol {
  func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController)
  func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController)
  /// Optional; without it, all supported providers may be authenticated.
  func accountManager(
    _ accountManager: VSAccountManager,
    shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
  ) -> Bool
}

extension VSAccountManagerDelegate {
  public func accountManager(
    _ accountManager: VSAccountManager,
    shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
  ) -> Bool { true }
}

/// Asks for permission and for the account. Handlers are called once, on any thread.
///
/// Unchecked, because the compiler can't know that the lock guards the delegate.
public class VSAccountManager: NSObject, @unchecked Sendable {
  private let lock = NSLock()
  private weak var presenter: (any VSAccountManagerDelegate)?

  public override init() {}

  public weak var delegate: (any VSAccountManagerDelegate)? {
    get {
      lock.lock()
      defer { lock.unlock() }
      return presenter
    }
    set {
      lock.lock()
      defer { lock.unlock() }
      presenter = newValue
    }
  }

  public func checkAccessStatus(
    options: [VSCheckAccessOption: Any] = [:],
    completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
  ) {
    // Not stated: that nothing is asked without the option.
    let request = ["prompting": options[.prompt] as? Bool ?? false]
    StandInCall(self, "permission", request) { answer, error in
      let names: [String: VSAccountAccessStatus] = [
        "granted": .granted, "denied": .denied, "restricted": .restricted,
      ]
      let status = names[answer?["accessStatus"] as? String ?? ""] ?? .notDetermined
      let reason = (answer?["error"] as? [String: Any]).map { StandInCall.error($0) }
      completionHandler(status, error ?? reason)
    }.start()
  }

  public func checkAccessStatus(
    options: [VSCheckAccessOption: Any] = [:]
  ) async throws -> VSAccountAccessStatus {
    let prompting = options[.prompt] as? Bool ?? false
    return try await withCheckedThrowingContinuation { continuation in
      checkAccessStatus(options: [.prompt: prompting]) { status, error in
        if let error {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: status)
        }
      }
    }
  }

  public func enqueue(
    _ request: VSAccountMetadataRequest,
    completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
  ) -> VSAccountManagerResult {
    let call = StandInCall(self, "metadata", request.members) { answer, error in
      // An answer without members is neither metadata nor an error.
      let isNothing = answer?.isEmpty ?? true
      completionHandler(isNothing ? nil : answer.map { VSAccountMetadata($0) }, error)
    }
    call.start()
    return VSAccountManagerResult(call)
  }
}

/// A request on its way.
public final class VSAccountManagerResult: NSObject, Sendable {
  private let call: StandInCall

  fileprivate init(_ call: StandInCall) { self.call = call }

  /// Gives the request up. Not stated: that it ends with `userCancelled`.
  public func cancel() { call.cancel() }
}

/// What the picker lists, and what becomes of a choice.
private struct PickerContent: Sendable {
  let providers: [(identifier: String, name: String)]
  let choose: @Sendable (_ action: String, _ provider: String?) -> Void
}

#if canImport(UIKit)
  /// A plain list of providers. A test can choose by its methods, too.
  public final class VSStandInPicker: UITableViewController {
    private let content: PickerContent
    private static let others = ["Other TV Provider", "Cancel"]

    fileprivate init(_ content: PickerContent) {
      self.content = content
      super.init(style: .plain)
    }

    public required init?(coder: NSCoder) { nil }

    public var providerIdentifiers: [String] { content.providers.map { $0.identifier } }

    public func choose(_ identifier: String) { content.choose("choose-provider", identifier) }

    public func cancel() { content.choose("cancel", nil) }

    public override func tableView(
      _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int { content.providers.count + Self.others.count }

    public override func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = UITableViewCell(style: .default, reuseIdentifier: nil)
      let row = indexPath.row - content.providers.count
      cell.textLabel?.text = row < 0 ? content.providers[indexPath.row].name : Self.others[row]
      return cell
    }

    public override func tableView(
      _ tableView: UITableView, didSelectRowAt indexPath: IndexPath
    ) {
      switch indexPath.row - content.providers.count {
      case ..<0: choose(content.providers[indexPath.row].identifier)
      case 0: choose("other")
      default: cancel()
      }
    }
  }
#else
  /// A list of providers that a test chooses from.
  public final class VSStandInPicker: UIViewController {
    private let content: PickerContent

    fileprivate init(_ content: PickerContent) { self.content = content }

    public var providerIdentifiers: [String] { content.providers.map { $0.identifier } }

    public func choose(_ identifier: String) { content.choose("choose-provider", identifier) }

    public func cancel() { content.choose("cancel", nil) }
  }
#endif

/// One call of the framework: asks the emulator, again and again while the person makes up his mind.
///
/// Unchecked, because the compiler can't know that the lock guards what changes.
private final class StandInCall: @unchecked Sendable {
  /// One of the two is nil, unless the answer is an access status.
  typealias Handler = (_ answer: [String: Any]?, _ error: (any Error)?) -> Void

  private let manager: VSAccountManager
  private let name: String
  private var request: [String: Any]
  private let lock = NSLock()
  private var handler: Handler?
  private var task: URLSessionDataTask?
  private var picker: VSStandInPicker?
  /// Seconds that the emulator waits for the person at a time.
  private static let patience = 20

  init(
    _ manager: VSAccountManager, _ name: String, _ request: [String: Any],
    handler: @escaping Handler
  ) {
    self.manager = manager
    self.name = name
    self.request = request
    self.handler = handler
  }

  func start() {
    // Each call has a thread of its own while it waits.
    let thread = Thread { [self] in run() }
    thread.name = "VSAccountManager"
    thread.start()
  }

  func cancel() { finish(nil, VSError(.userCancelled)) }

  private func run() {
    if name == "metadata" { request["delegate"] = manager.delegate == nil ? "none" : "asks" }
    // By the identifier the emulator knows that this is one call, however often it is asked.
    let id = UUID().uuidString
    var wait = 0
    while isOpen {
      let answer = post("call", ["call": name, "with": request, "wait": wait, "id": id])
      if let error = answer["error"] as? [String: Any] { return finish(nil, Self.error(error)) }
      if let result = answer["result"] as? [String: Any] { return finish(result, nil) }
      guard let awaited = answer["awaits"] as? [String: Any] else {
        let reason = answer["message"] as? String
        return finish(nil, Self.unreachable(reason ?? "the emulator answers with something else"))
      }
      wait = Self.patience
      switch awaited["choice"] as? String {
      case "picker": present(awaited["providers"] as? [[String: Any]] ?? [])
      case "delegate":
        let provider = awaited["provider"] as? String ?? ""
        request["delegate"] = accepts(provider) ? "accepts" : "refuses"
      default: break
      }
    }
  }

  private var isOpen: Bool {
    lock.lock()
    defer { lock.unlock() }
    return handler != nil
  }

  /// Calls the handler, the first time.
  private func finish(_ answer: [String: Any]?, _ error: (any Error)?) {
    lock.lock()
    let (handler, task, picker) = (self.handler, self.task, self.picker)
    (self.handler, self.task, self.picker) = (nil, nil, nil)
    lock.unlock()
    guard let handler else { return }
    task?.cancel()
    if let picker {
      Self.onMain { [manager] in manager.delegate?.accountManager(manager, dismiss: picker) }
    }
    handler(answer, error)
  }

  private func present(_ providers: [[String: Any]]) {
    guard picker == nil else { return }
    let content = PickerContent(
      providers: providers.map { provider in
        let identifier = provider["identifier"] as? String ?? ""
        return (identifier, provider["name"] as? String ?? identifier)
      },
      choose: { action, provider in
        var body = ["action": action]
        body["provider"] = provider
        let choice = body
        Thread { _ = StandInSession.post("user", choice) }.start()
      })
    Self.onMain { [self] in
      let picker = VSStandInPicker(content)
      lock.lock()
      let isOpen = handler != nil
      if isOpen { self.picker = picker }
      lock.unlock()
      if isOpen { manager.delegate?.accountManager(manager, present: picker) }
    }
  }

  private func accepts(_ provider: String) -> Bool {
    Self.onMain { [manager] in
      manager.delegate?.accountManager(
        manager, shouldAuthenticateAccountProviderWithIdentifier: provider) ?? true
    }
  }

  private func post(_ path: String, _ body: [String: Any]) -> [String: Any] {
    StandInSession.post(path, body) { [self] task in
      lock.lock()
      defer { lock.unlock() }
      if handler != nil { self.task = task }
      return handler != nil
    }
  }

  /// The error of an answer of the emulator.
  static func error(_ members: [String: Any]) -> any Error {
    guard let number = members["code"] as? Int else {
      return unreachable(members["message"] as? String ?? "the device has no framework")
    }
    var userInfo: [String: Any] = [:]
    userInfo[NSLocalizedDescriptionKey] = members["message"]
    userInfo[VSErrorInfoKeySAMLResponse] = members["samlResponse"]
    userInfo[VSErrorInfoKeySAMLResponseStatus] = members["samlResponseStatus"]
    userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] = members["unsupportedProviderIdentifier"]
    userInfo[VSErrorInfoKeyAccountProviderResponse] = VSAccountProviderResponse(
      members["accountProviderResponse"] as? [String: Any])
    guard let code = VSError.Code(rawValue: number) else {
      return NSError(domain: VSErrorDomain, code: number, userInfo: userInfo)
    }
    return VSError(code, userInfo: userInfo)
  }

  /// The error of a stand-in without an emulator, which is none of the framework's.
  static func unreachable(_ reason: String) -> any Error {
    NSError(
      domain: "VSStandInErrorDomain", code: 0,
      userInfo: [NSLocalizedDescriptionKey: "Stand-in for VideoSubscriberAccount: \(reason)"])
  }

  #if canImport(UIKit)
    /// Blocks the thread of a call, which is never the main one.
    private static func onMain<Value: Sendable>(
      _ body: @MainActor @Sendable () -> Value
    ) -> Value {
      if Thread.isMainThread { return MainActor.assumeIsolated(body) }
      return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
    }
  #else
    private static func onMain<Value>(_ body: () -> Value) -> Value { body() }
  #endif
}

private enum StandInSession {
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    // The emulator is near: no proxy of the device or of the environment is asked.
    configuration.connectionProxyDictionary = [:]
    configuration.timeoutIntervalForRequest = 60
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return URLSession(configuration: configuration)
  }()

  /// Blocks until the emulator has answered; what goes wrong is an answer, too.
  static func post(
    _ path: String, _ members: [String: Any],
    starting: (URLSessionDataTask) -> Bool = { _ in true }
  ) -> [String: Any] {
    guard let url = url(path) else {
      return failure(
        "set SSO_CONFORMANCE_PARTNER_URL or VSStandIn.baseURL to the URL that"
          + " 'sso-conformance serve --partner emulator:apple' prints")
    }
    var members = members
    members["device"] = VSStandIn.device
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try? JSONSerialization.data(withJSONObject: members)
    let answer = Answer()
    let task = session.dataTask(with: request) { data, _, error in
      answer.set(data, error)
    }
    guard starting(task) else { return [:] }
    task.resume()
    return answer.wait()
  }

  private static func failure(_ reason: String) -> [String: Any] {
    ["error": ["message": reason]]
  }

  private static func url(_ path: String) -> URL? {
    guard var url = VSStandIn.baseURL else { return nil }
    #if canImport(FoundationNetworking)
      // Here a session asks the environment for a proxy whatever its configuration says. A name that
      // only the stand-in uses is excepted, so that the application's own traffic is not.
      if var parts = URLComponents(url: url, resolvingAgainstBaseURL: false), let host = parts.host
      {
        let name = ["127.0.0.1", "localhost"].contains(host) ? "framework.localhost" : host
        let excepted = ProcessInfo.processInfo.environment["no_proxy"] ?? ""
        if !excepted.split(separator: ",").contains(Substring(name)) {
          setenv("no_proxy", excepted.isEmpty ? name : "\(excepted),\(name)", 1)
        }
        parts.host = name
        url = parts.url ?? url
      }
    #endif
    return url.appendingPathComponent("partner").appendingPathComponent(path)
  }

  /// Unchecked, because the compiler can't know that the semaphore orders writing and reading.
  private final class Answer: @unchecked Sendable {
    private let done = DispatchSemaphore(value: 0)
    private var members: [String: Any] = [:]

    func set(_ data: Data?, _ error: (any Error)?) {
      if let error {
        members = StandInSession.failure(
          "no emulator answers: \(error.localizedDescription); is 'sso-conformance serve --partner"
            + " emulator:apple' running?")
      } else {
        let object = data.flatMap { try? JSONSerialization.jsonObject(with: $0) }
        members =
          object as? [String: Any]
          ?? StandInSession.failure(
            "the emulator answers: \(String(decoding: data ?? Data(), as: UTF8.self))")
      }
      done.signal()
    }

    func wait() -> [String: Any] {
      done.wait()
      return members
    }
  }
}
