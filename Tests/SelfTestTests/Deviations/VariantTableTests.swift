// SPDX-License-Identifier: Apache-2.0
// The table of variants has each reading of the documents that a service can follow.

import Foundation
import TestSupport
import Testing

@testable import SelfTest

@Suite struct VariantTableTests {
  /// The ambiguities that need no variant, each with the reason.
  static let withoutVariant: [String: String] = [
    "AMB-01": "it is about the letters of the phases",
    "AMB-02": "the framework and the application decide about interruption",
    "AMB-03": "what a service does without the status is AMB-05, AMB-04 and AMB-53",
    "AMB-16": "there is one right reading, which the reference service follows",
    "AMB-18": "there is one right path",
    "AMB-21": "a service that sends such JSON is wrong",
    "AMB-28": "it is about when requests are limited, which x-8-throttling leaves open",
    "AMB-34": "it is about the names of endpoints in the documents",
    "AMB-36": "there is one right reading, which the reference service follows",
    "AMB-37": "which reason a service names where several apply is AMB-57",
    "AMB-38": "the application decides how long it keeps the configuration",
    "AMB-39": "the application decides which call checks a code",
    "AMB-40": "it is about the samples of request headers",
    "AMB-42": "the application decides whether it may prompt",
    "AMB-43": "the application decides whether it has a delegate",
    "AMB-47": "a service that sends translated values is wrong",
    "AMB-48": "no request that a suite can send breaks the connection to an MVPD",
    "AMB-50": "what an unregistered domain leads to is not said, so no suite sends one",
    "AMB-51": "no suite sends the parameter",
    "AMB-61": "it is about what an application does",
  ]

  private static let ambiguities = (1...63).map { "AMB-\($0 < 10 ? "0" : "")\($0)" }

  @Test(arguments: ambiguities)
  func `has a variant for each ambiguity, or a reason why none shows it`(id: String) {
    let hasVariant = Variant.all.contains { $0.source == id }
    #expect(hasVariant != (Self.withoutVariant[id] != nil), "\(id)")
  }

  @Test(.enabled(if: SharedFolder.has("reference/ambiguities.md"), SharedFolder.missing))
  func `knows all ambiguities that there are`() throws {
    let text = String(decoding: try SharedFolder.bytes("reference/ambiguities.md"), as: UTF8.self)
    let ids = text.matches(of: /\*\*(AMB-\d+)/).map { String($0.output.1) }
    #expect(Set(ids) == Set(Self.ambiguities))
  }

  @Test func `has at least sixty variants, of both versions of the API`() {
    #expect(Variant.all.count >= 60)
    #expect(Variant.all.count { $0.source.hasPrefix("REST API V1") } >= 10)
  }

  @Test func `changes something by each variant`() {
    let idle = Variant.all.filter { variant in
      let deviation = variant.deviation
      return deviation.switches.isEmpty && deviation.alterations.isEmpty
        && deviation.dataChanges.isEmpty && deviation.delay == .zero
    }
    #expect(idle.map(\.name) == [])
  }
}
