// SPDX-License-Identifier: Apache-2.0
// The data of a service, looked up by id.

import Formats
import Text

/// The data of a service, looked up by id.
struct Directory: Sendable {
  let data: ServiceData
  private let statements: [String: ServiceData.Statement]
  private let providers: [String: Provider]
  private let mvpds: [String: ServiceData.MVPD]
  private let mvpdsByPlatform: [String: ServiceData.MVPD]

  struct Provider: Sendable {
    let provider: ServiceData.ServiceProvider
    /// The active integrations, by MVPD.
    let integrations: [String: ServiceData.Integration]
  }

  init(_ data: ServiceData) {
    self.data = data
    statements = Self.table(data.statements) { $0.statement }
    mvpds = Self.table(data.mvpds) { $0.id }
    mvpdsByPlatform = Self.table(data.mvpds.filter { $0.platformMappingID != nil }) {
      $0.platformMappingID ?? ""
    }
    let providers = data.serviceProviders.map { provider in
      Provider(
        provider: provider,
        integrations: Self.table(provider.integrations.filter(\.isActive)) { $0.mvpd })
    }
    self.providers = Self.table(providers) { $0.provider.id }
  }

  func statement(_ text: String) -> ServiceData.Statement? { statements[text] }
  func provider(_ id: String) -> Provider? { providers[id] }
  func mvpd(_ id: String) -> ServiceData.MVPD? { mvpds[id] }
  func mvpd(platformID: String) -> ServiceData.MVPD? { mvpdsByPlatform[platformID] }

  /// The values by key. If two have the same key, the first counts.
  private static func table<Value>(_ values: [Value], key: (Value) -> String) -> [String: Value] {
    Dictionary(values.map { (key($0), $0) }) { first, _ in first }
  }
}
