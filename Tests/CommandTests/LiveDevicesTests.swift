// SPDX-License-Identifier: Apache-2.0
// Tests of how far devices have come.

import Audit
import Formats
import HTTP
import Redaction
import Suites
import TestSupport
import Testing
import Text

@testable import Command

struct LiveDevicesTests {
  private static func shippedCatalogues() throws -> [String: Catalogue] {
    let console = Console(
      environment: [SuiteLocation.variable: CommandLine.suites], isInteractive: false
    ) { _, _ in }
    return try SuiteLocation.load([CommandLine.suites], console).catalogues
  }

  private static func entry(_ number: Int, at time: Int) -> LiveEntry {
    let exchange = RecordedExchange(
      entry: EntryReference(recording: 0, index: number),
      startedAt: Timestamp(milliseconds: time), duration: .zero,
      request: RecordedExchange.Request(
        method: "GET", url: "http://localhost/api/v2/A/profiles", headers: HeaderList(), body: .none
      ), response: nil)
    return LiveEntry(
      exchange, number, calls: ["GET /api/v2/{serviceProvider}/profiles"], KnownSecrets().mask)
  }

  /// When a call of the framework was asked that is told after an exchange of time 10.
  @Test(arguments: [(9, false, ["B1", "B2", "B3"]), (11, true, ["B3"])])
  func `count calls in the order of time, whenever they are told`(
    time: Int, isLatest: Bool, steps: [String]
  ) throws {
    var devices = LiveDevices(try Self.shippedCatalogues())
    _ = devices.follow(["apple-sso-rest-api-v2"])
    let number = devices.number(of: "a")
    let before = devices.add(Self.entry(0, at: 10), to: number)
    #expect(before == ["B3"])
    let call = LoggedCall(
      time: time, answered: time, name: "permission", request: JSONObject(), answer: nil)
    let told = devices.addCall(LiveCall(call, 0, KnownSecrets().mask), of: call.device)
    #expect(told?.number == number && told?.isLatest == isLatest)
    let after = devices.retrace(number)
    #expect(after == [0: steps])
  }
}
