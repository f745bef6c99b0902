// SPDX-License-Identifier: Apache-2.0
// The limit of requests.

import Formats
import HTTP
import Testing

@testable import ReferenceService

@Suite struct ThrottleTests {
  private func status(_ walk: Walk, address: String = "203.0.113.7") -> Int {
    walk.send("GET", "/api/v2/ORCHARD/profiles", ["X-Forwarded-For": address]).status
  }

  @Test func `answers the documented scenario as documented`() {
    let walk = Walk(settings: ServiceSettings(isThrottled: true))
    let times = [
      0, 300, 600, 900, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 2100, 2200, 2400, 2600, 2800,
      3100,
    ]
    var now = 0
    let refused = times.filter { time in
      walk.clock.advance(by: .milliseconds(time - now))
      now = time
      return status(walk) == 429
    }
    #expect(refused == [2400, 2600, 2800])
  }

  @Test func `counts each address for itself, the first that was forwarded`() {
    let walk = Walk(settings: ServiceSettings(isThrottled: true))
    let statuses = (0..<12).map { _ in status(walk) }
    #expect(statuses == Array(repeating: 401, count: 11) + [429])
    #expect(status(walk, address: "203.0.113.7, 10.0.0.1") == 429)
    #expect(status(walk, address: "203.0.113.8") == 401)
    #expect(walk.send("GET", "/api/v2/ORCHARD/profiles").status == 401)
    let page = walk.send("GET", "/o/client/token", ["X-Forwarded-For": "203.0.113.7"])
    #expect(page.status == 429)
    #expect(page.response.headers["Content-Type"] == "text/html")
    #expect(page.response.headers["Retry-After"] == nil)
  }

  @Test func `limits nothing unless it is told to`() {
    let walk = Walk()
    #expect((0..<100).allSatisfy { _ in status(walk) == 401 })
    #expect(Walk().service.facts["throttled"] == nil)
    let throttled = Walk(settings: ServiceSettings(isThrottled: true))
    #expect(throttled.service.facts["throttled"] == true)
  }
}
