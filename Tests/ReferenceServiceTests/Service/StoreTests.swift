// SPDX-License-Identifier: Apache-2.0
// That the service's memory is bounded, and that nothing it is sent can stop it.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

@Suite struct StoreTests {
  @Test func `forgets what was set first`() {
    var table = BoundedTable<Int, String>(capacity: 3)
    for key in 0..<3 { table[key] = "\(key)" }
    table[0] = "again"
    table[3] = "3"
    #expect((0...3).map { table[$0] } == [nil, "1", "2", "3"])
    table[1] = nil
    table[4] = "4"
    #expect((1...4).map { table[$0] } == [nil, "2", "3", "4"])
    #expect(table.count == 3)
  }

  @Test func `stays bounded while entries come and go`() {
    var table = BoundedTable<Int, Int>(capacity: 10)
    for key in 0..<100_000 {
      table[key] = key
      if !key.isMultiple(of: 3) { table[key] = nil }
      if key.isMultiple(of: 7) { table[key] = key }
    }
    #expect(table.count == 10)
    var one = BoundedTable<Int, Int>(capacity: 0)
    one[1] = 1
    one[2] = 2
    #expect(one[1] == nil)
    #expect(one[2] == 2)
  }

  @Test(
    arguments: [
      ("a b c", []), ("x b c", [.client]), ("a x c", [.device]), ("a b x", [.serviceProvider]),
      ("x x c", []), ("x b x", []), ("a x x", []), ("x x x", []),
    ] as [(String, [ProfileBinding])])
  func `tells devices apart by the one thing in which they differ`(
    other: String, bindings: [ProfileBinding]
  ) {
    func key(_ text: String) -> DeviceKey {
      let parts = text.split(separator: " ").map(String.init)
      return DeviceKey(client: parts[0], identifier: parts[1], serviceProvider: parts[2])
    }
    for binding in [ProfileBinding.device, .client, .serviceProvider] {
      #expect(key("a b c").differs(from: key(other), in: binding) == bindings.contains(binding))
    }
  }

  @Test func `finds the entry that was set last, and keys in their order`() {
    var table = BoundedTable<Int, Int>(capacity: 9)
    for key in [5, 3, 8, 1] { table[key] = key * 10 }
    table[5] = 51
    #expect(table.last { key, _ in key > 2 }?.key == 8)
    #expect(table.last { _, value in value == 51 }?.key == 5)
    #expect(table.last { _, _ in false } == nil)
    #expect(table.keys { $0 != 3 } == [5, 8, 1])
  }

  @Test func `forgets the oldest clients of a service`() {
    let walk = Walk(settings: ServiceSettings(capacity: 2))
    let tokens = (0..<3).map { _ in walk.newToken() }
    let statuses = tokens.map { token in
      var walk = walk
      walk.token = token
      return walk.get("configuration").status
    }
    #expect(statuses == [401, 200, 200])
  }

  @Test(arguments: [1, 2, 3])
  func `answers whatever is sent`(seed: UInt64) {
    var random = SeededRandom(state: seed)
    var walk = Walk.ready()
    walk.signInWithPartner("tvp-harbor-2201")
    let pieces = [
      "/", "api", "v2", "o", "client", "register", "token", "ORCHARD", "profiles", "sessions",
      "sso", "Apple", "code", "decisions", "authorize", "logout", "Harbor", "FreeMatch", "%", "%00",
      "%C3%28", "?", "&", "=", "redirectUrl=https%3A%2F%2Fx", "é", " ", "#", "mvpd", "login",
      "ticket", "authenticate", "",
    ]
    let bodies = [
      "", "{", "[]", "{\"resources\":[\"a\"]}", "SAMLResponse=PGEvPg==", "SAMLResponse=%",
      "a=b&=&&=c",
      "{\"software_statement\":\"\"}", String(repeating: "[", count: 100_000),
      "SAMLResponse=" + Base64.encode(String(repeating: "<a>", count: 20_000)),
    ]
    for round in 0..<1000 {
      let target = (0..<random.next(12)).map { _ in
        pieces[random.next(pieces.count)] + (random.next(2) == 0 ? "/" : "")
      }.joined()
      var headers = random.next(4) == 0 ? [:] : walk.headers()
      if random.next(3) == 0 {
        let garbage = (0..<random.next(40)).map { _ in UInt8(random.next(256)) }
        headers["AP-Partner-Framework-Status"] = Base64.encode(garbage)
        headers["X-Device-Info"] = Base64.encode(Array("{\"version\":\"1,2,3,4,x,".utf8) + garbage)
        headers["X-Forwarded-For"] = String(decoding: garbage, as: UTF8.self)
      }
      let method = ["GET", "POST", "HEAD", ""][random.next(4)]
      let body = Array(bodies[random.next(bodies.count)].utf8)
      let path = random.next(2) == 0 ? "/" + target : "/api/v2/ORCHARD/" + target
      let answer = walk.send(method, path, headers, body)
      #expect((200..<600).contains(answer.status), "seed \(seed), round \(round)")
      #expect(answer.status != 500, "seed \(seed), round \(round): \(method) \(path)")
    }
  }
}

/// Numbers that are the same for the same seed.
struct SeededRandom {
  var state: UInt64

  mutating func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
