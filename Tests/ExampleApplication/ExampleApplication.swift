// SPDX-License-Identifier: Apache-2.0
// An application for Apple TV with single sign-on, without a screen: its viewer is a list of steps.

import Foundation

/// The application as a whole. It has the phases of the cookbook in their order.
@MainActor @main final class ExampleApplication {
  private let settings: Settings
  private let screen = Screen()
  private let store: Keeper
  private let service: ServiceClient
  private let framework: FrameworkClient
  private let catalogue: Catalogue
  private let firstRequest = FirstRequest()
  private let foreground = Foreground()
  private var viewer: SignedIn?

  init(_ settings: Settings) throws {
    self.settings = settings
    store = try Keeper(settings.store)
    service = try ServiceClient(settings, store: store)
    framework = FrameworkClient(settings, screen: screen)
    catalogue = Catalogue(framework, service, screen)
  }

  static func main() async {
    do {
      let settings = try Settings(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
      let application = try ExampleApplication(settings)
      for step in settings.steps { try await application.take(step) }
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private func take(_ step: Step) async throws {
    switch step {
    case .start: try await start()
    case .browse: try await decide { try await self.catalogue.browse($0) }
    case .play(let item): try await decide { try await self.catalogue.play(item, $0) }
    case .background:
      screen.show("in the background")
      await foreground.wait()
    case .signOut: try await signOut()
    }
  }

  private func start() async throws {
    viewer = try await AuthenticationCheck(framework: framework, service: service, store: store)
      .run()
    if viewer == nil {
      viewer = try await SignIn(
        framework: framework, service: service, store: store, screen: screen,
        firstRequest: firstRequest
      ).run()
    }
    catalogue.forget()
    screen.show(viewer.map { "signed in: \($0.mvpd)" } ?? "not signed in")
  }

  /// If the sign-in has changed meanwhile, checks the authentication again, once.
  private func decide(_ body: (SignedIn) async throws -> Void) async throws {
    guard let viewer else { return screen.show("not signed in") }
    do {
      try await body(viewer)
    } catch is SignInOver {
      screen.show("The sign-in has changed.")
      try await start()
      guard let viewer = self.viewer else { return }
      try await body(viewer)
    }
  }

  private func signOut() async throws {
    guard let viewer else { return screen.show("not signed in") }
    try await SignOut(service: service, store: store, screen: screen).run(viewer)
    self.viewer = nil
  }
}
