// SPDX-License-Identifier: Apache-2.0
// The calls of REST API V2, each with the headers that all have.

import Foundation

/// Calls the service for one device.
@MainActor final class ServiceClient {
  let settings: Settings
  private let transport: Transport
  private let device: Device
  private let tokens: AccessTokens
  private var configuration: (answer: Configuration, end: Date)?

  /// The partner of this application.
  private static let partner = "Apple"
  /// The MVPDs change seldom.
  private static let configurationLife: TimeInterval = 180
  private static let attempts = 3

  init(_ settings: Settings, store: Keeper) throws {
    self.settings = settings
    transport = Transport(base: settings.serviceURL)
    device = try Device(identifier: store.content.deviceIdentifier)
    tokens = AccessTokens(settings, transport, device, store)
  }
}

extension ServiceClient {
  func currentConfiguration() async throws -> Configuration {
    if let configuration, configuration.end > Date() { return configuration.answer }
    let answer: Configuration = try await get("configuration")
    configuration = (answer, Date() + Self.configurationLife)
    return answer
  }

  func profiles(status: FrameworkStatus?) async throws -> Profiles {
    try await get("profiles", status: status)
  }

  func profiles(code: String) async throws -> Profiles { try await get("profiles/code/\(code)") }

  func partnerSession(status: FrameworkStatus) async throws -> Session {
    try await post("sessions/sso/\(Self.partner)", form: parameters, status: status)
  }

  func partnerProfiles(response: String, status: FrameworkStatus) async throws -> Profiles {
    try await post(
      "profiles/sso/\(Self.partner)", form: [("SAMLResponse", response)], status: status)
  }

  func session(mvpd: String?) async throws -> Session {
    try await post("sessions", form: (mvpd.map { [("mvpd", $0)] } ?? []) + parameters)
  }

  /// Sends what a session still lacks.
  func resume(code: String, mvpd: String, missing: [String]) async throws -> Session {
    let all = [("mvpd", mvpd)] + parameters
    return try await post("sessions/\(code)", form: all.filter { missing.contains($0.0) })
  }

  func preauthorize(
    _ resources: [String], of mvpd: String, status: FrameworkStatus?
  ) async throws -> Decisions {
    try await decide("preauthorize", resources, mvpd, status)
  }

  func authorize(
    _ resource: String, of mvpd: String, status: FrameworkStatus?
  ) async throws -> Decisions {
    try await decide("authorize", [resource], mvpd, status)
  }

  func logout(mvpd: String) async throws -> Logouts {
    try await get("logout/\(mvpd)?redirectUrl=\(Transport.encoded(settings.redirectURL))")
  }

  private var parameters: [(name: String, value: String)] {
    [("domainName", settings.domain), ("redirectUrl", settings.redirectURL)]
  }

  private func decide(
    _ call: String, _ resources: [String], _ mvpd: String, _ status: FrameworkStatus?
  ) async throws -> Decisions {
    let body = try JSONEncoder().encode(["resources": resources])
    return try await send("POST", "decisions/\(call)/\(mvpd)", .json(body), status)
  }
}

extension ServiceClient {
  private func get<Answer: Decodable>(
    _ path: String, status: FrameworkStatus? = nil
  ) async throws -> Answer {
    try await send("GET", path, .none, status)
  }

  private func post<Answer: Decodable>(
    _ path: String, form: [(name: String, value: String)], status: FrameworkStatus? = nil
  ) async throws -> Answer {
    try await send("POST", path, .form(form), status)
  }

  /// - Throws: `ServiceError` for any other answer than success.
  private func send<Answer: Decodable>(
    _ method: String, _ path: String, _ content: HTTPCall.Content, _ status: FrameworkStatus?
  ) async throws -> Answer {
    var call = HTTPCall(
      method: method, path: "/api/v2/\(settings.serviceProvider)/\(path)",
      headers: [
        "AP-Device-Identifier": device.identifier, "X-Device-Info": device.information,
      ], content: content)
    if let status { call.headers["AP-Partner-Framework-Status"] = try status.header() }
    var answer = HTTPAnswer(status: 0, body: Data())
    for attempt in 1...Self.attempts {
      call.headers["Authorization"] = "Bearer \(try await tokens.current())"
      answer = try await transport.send(call)
      switch answer.status {
      case 200..<300: return try JSONDecoder().decode(Answer.self, from: answer.body)
      // The token is no good: the call is repeated once, with a new one.
      case 401 where attempt == 1: try tokens.forget()
      case 429: try await Task.sleep(for: .seconds(attempt * 2))
      default: throw ServiceError(answer)
      }
    }
    throw ServiceError(answer)
  }
}
