// SPDX-License-Identifier: Apache-2.0
// What the application keeps from one start to the next.

import Foundation

/// What outlives the application. On a device it is in the keychain: it holds secrets.
struct Store: Codable, Sendable {
  struct Client: Codable, Sendable {
    let id: String
    let secret: String
  }

  struct Token: Codable, Sendable {
    let value: String
    let end: Date
  }

  /// Made once. A device that loses it loses its profiles.
  private(set) var deviceIdentifier = UUID().uuidString
  /// Those of the registration, which the application does once.
  var client: Client?
  var token: Token?
  /// The name of each MVPD's provider at the framework.
  var providers: [String: String] = [:]

  static func load(_ file: URL) throws -> Store {
    guard let data = try? Data(contentsOf: file) else { return Store() }
    return try JSONDecoder().decode(Store.self, from: data)
  }

  func save(_ file: URL) throws {
    try JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}

/// The store while the application runs; each change is written down at once.
@MainActor final class Keeper {
  private(set) var content: Store
  private let file: URL

  init(_ file: URL) throws {
    self.file = file
    content = try Store.load(file)
    try content.save(file)
  }

  func change(_ body: (inout Store) -> Void) throws {
    body(&content)
    try content.save(file)
  }
}
