// SPDX-License-Identifier: Apache-2.0
// Phase A: the registration of the application, and its access tokens.

import Foundation

/// Registers the application once, and renews the access token when it is over.
@MainActor final class AccessTokens {
  private let settings: Settings
  private let transport: Transport
  private let device: Device
  private let store: Keeper

  init(_ settings: Settings, _ transport: Transport, _ device: Device, _ store: Keeper) {
    self.settings = settings
    self.transport = transport
    self.device = device
    self.store = store
  }

  /// The token for the next call.
  func current() async throws -> String {
    if let token = store.content.token, token.end > Date() { return token.value }
    do {
      return try await renew()
    } catch let error as ServiceError where [400, 401].contains(error.status) {
      // The service doesn't take the credentials any more.
      try store.change { $0.client = nil }
      return try await renew()
    }
  }

  /// Doesn't use the token again.
  func forget() throws { try store.change { $0.token = nil } }

  private func renew() async throws -> String {
    let client = try await client()
    let answer: TokenAnswer = try await send(
      "/o/client/token",
      .form([
        ("client_id", client.id), ("client_secret", client.secret),
        ("grant_type", "client_credentials"),
      ]))
    let token = Store.Token(
      value: answer.access_token, end: Date(timeIntervalSinceNow: answer.expires_in))
    try store.change { $0.token = token }
    return token.value
  }

  private func client() async throws -> Store.Client {
    if let client = store.content.client { return client }
    let body = try JSONEncoder().encode(["software_statement": settings.softwareStatement])
    let answer: Registration = try await send("/o/client/register", .json(body))
    let client = Store.Client(id: answer.client_id, secret: answer.client_secret)
    try store.change { $0.client = client }
    return client
  }

  private func send<Answer: Decodable>(
    _ path: String, _ content: HTTPCall.Content
  ) async throws -> Answer {
    let answer = try await transport.send(
      HTTPCall(
        method: "POST", path: path, headers: ["X-Device-Info": device.information],
        content: content))
    guard 200..<300 ~= answer.status else { throw ServiceError(answer) }
    return try JSONDecoder().decode(Answer.self, from: answer.body)
  }
}
