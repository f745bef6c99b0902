// SPDX-License-Identifier: Apache-2.0
// Phase D: what the viewer may see, and playing it.

import Foundation

/// Why there is no decision: the viewer has to sign in again first.
struct SignInOver: Error {}

/// The items of the application, with the decisions of the viewer's MVPD.
@MainActor final class Catalogue {
  private let framework: FrameworkClient
  private let service: ServiceClient
  private let screen: Screen
  /// The decisions that are known, by item; they are of one sign-in.
  private var known: [String: Bool] = [:]
  /// For who makes the mistake of keeping it.
  private var firstStatus: FrameworkStatus?

  static let items = ["orchard-live", "orchard-archive", "orchard-premium"]

  init(_ framework: FrameworkClient, _ service: ServiceClient, _ screen: Screen) {
    self.framework = framework
    self.service = service
    self.screen = screen
  }

  func forget() { known = [:] }

  /// Marks the items that the viewer's package has.
  ///
  /// - Throws: `SignInOver`.
  func browse(_ viewer: SignedIn) async throws {
    let unknown = Self.items.filter { known[$0] == nil }
    if !unknown.isEmpty {
      let status = try await status(viewer)
      let answer = try await decided {
        try await service.preauthorize(unknown, of: viewer.mvpd, status: status)
      }
      for decision in answer.decisions { known[decision.resource] = decision.authorized.isTrue }
    }
    for item in Self.items { screen.show("\(item): \(known[item] == true ? "yes" : "no")") }
  }

  /// - Throws: `SignInOver`.
  func play(_ item: String, _ viewer: SignedIn) async throws {
    let status = try await status(viewer)
    let answer = try await decided {
      try await service.authorize(item, of: viewer.mvpd, status: status)
    }
    guard let decision = answer.decisions.first else { return }
    if decision.authorized.isTrue, decision.token != nil {
      screen.show("plays \(item)")
    } else {
      screen.show("\(item): \(decision.error?.text ?? "denied")")
    }
  }

  /// The valid status that a partner profile needs; nil where none is needed.
  private func status(_ viewer: SignedIn) async throws -> FrameworkStatus? {
    guard viewer.isOfPartner else { return nil }
    let settings = service.settings
    let status = await framework.ask(.decision).status
    if settings.makes(.staleStatus) {
      firstStatus = firstStatus ?? status
      return firstStatus
    }
    if settings.makes(.expiredStatus) { return status }
    // Here the date has to be there, too; and another provider is another sign-in.
    guard status.isValid(at: Date()), status.expiration != nil,
      viewer.provider == nil || status.provider == viewer.provider
    else { throw SignInOver() }
    return status
  }

  private func decided(_ body: () async throws -> Decisions) async throws -> Decisions {
    do {
      return try await body()
    } catch let error as ServiceError where error.action == "authentication" {
      throw SignInOver()
    }
  }
}
