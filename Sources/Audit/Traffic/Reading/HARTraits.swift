// SPDX-License-Identifier: Apache-2.0
// What only a whole recording tells of its entries.

import HTTP

/// What a whole recording tells of each of its entries.
struct HARTraits: Sendable, Equatable {
  /// The program that wrote it.
  var creator: String?
  private var hasSecretHeader = false

  /// The headers that Chrome's "sanitized" export, its default since version 130, leaves out.
  private static let requestNames: Set<String> = ["authorization", "cookie"]
  private static let responseNames: Set<String> = ["set-cookie"]
}

extension HARTraits {
  mutating func add(_ entry: HAREntry) {
    if hasSecretHeader { return }
    func contains(_ headers: HAREntry.Headers?, _ names: Set<String>) -> Bool {
      headers?.list.fields.contains { names.contains($0.name.lowercased()) } ?? false
    }
    hasSecretHeader =
      contains(entry.request.headers, Self.requestNames)
      || contains(entry.response?.headers, Self.responseNames)
  }

  /// Chrome, Edge and what else has its developer tools say nowhere whether they left headers out; an
  /// export in which not one entry has any of them is taken for one that has none.
  private var isSanitized: Bool { creator == "WebInspector" && !hasSecretHeader }

  /// The exchange, with what is known of the whole recording.
  func complete(_ exchange: RecordedExchange) -> RecordedExchange {
    guard isSanitized else { return exchange }
    var exchange = exchange
    exchange.request.withheldHeaders = exchange.request.withheldHeaders.joined(
      .named(Self.requestNames))
    if let response = exchange.response {
      exchange.response?.withheldHeaders = response.withheldHeaders.joined(
        .named(Self.responseNames))
    }
    return exchange
  }
}
