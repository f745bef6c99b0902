// SPDX-License-Identifier: Apache-2.0
// The service's memory and limit of requests, its routes, and what it reads from requests.

import Formats
import HTTP
import TestSupport
import Testing
import Text

@testable import ReferenceService

struct StoreTests {
  @Test func `forgets what was set first, and stays bounded while entries come and go`() {
    var table = BoundedTable<Int, String>(capacity: 3)
    for key in 0..<3 { table[key] = "\(key)" }
    table[0] = "again"
    table[3] = "3"
    #expect((0...3).map { table[$0] } == [nil, "1", "2", "3"])
    table[1] = nil
    table[4] = "4"
    #expect((1...4).map { table[$0] } == [nil, "2", "3", "4"])
    #expect(table.count == 3)
    for key in 0..<100_000 {
      table[key] = "\(key)"
      if !key.isMultiple(of: 3) { table[key] = nil }
      if key.isMultiple(of: 7) { table[key] = "\(key)" }
    }
    #expect(table.count == 3)
    var one = BoundedTable<Int, Int>(capacity: 0)
    for key in 1...2 { one[key] = key }
    #expect(one[1] == nil && one[2] == 2)
  }

  @Test(
    arguments: [
      ("a b c", []), ("x b c", [.client]), ("a x c", [.device]), ("a b x", [.serviceProvider]),
      ("x x c", []), ("x b x", []), ("a x x", []), ("x x x", []),
    ] as [(String, [ProfileBinding])])
  func `tells apart devices that differ in one thing`(other: String, bindings: [ProfileBinding]) {
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

  @Test(arguments: [1, 2, 3]) func `answers whatever is sent`(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    func next(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    let walk = Walk.ready(signedInAt: "tvp-harbor-2201")
    let pieces = [
      "/", "api", "v2", "o", "client", "register", "token", "ORCHARD", "profiles", "sessions",
      "sso", "Apple", "code", "decisions", "authorize", "logout", "Harbor", "FreeMatch", "%", "%00",
      "%C3%28", "?", "&", "=", "redirectUrl=https%3A%2F%2Fx", "é", " ", "#", "mvpd", "login",
      "ticket", "authenticate", "",
    ]
    let bodies = [
      "", "{", "[]", "{\"resources\":[\"a\"]}", "SAMLResponse=PGEvPg==", "SAMLResponse=%",
      "a=b&=&&=c", "{\"software_statement\":\"\"}", String(repeating: "[", count: 100_000),
      "SAMLResponse=" + Base64.encode(String(repeating: "<a>", count: 20_000)),
    ]
    for round in 0..<1000 {
      let target = (0..<next(12)).map { _ in
        pieces[next(pieces.count)] + (next(2) == 0 ? "/" : "")
      }.joined()
      var headers = next(4) == 0 ? [:] : walk.headers()
      if next(3) == 0 {
        let garbage = (0..<next(40)).map { _ in UInt8(next(256)) }
        headers["AP-Partner-Framework-Status"] = Base64.encode(garbage)
        headers["X-Device-Info"] = Base64.encode(Array("{\"version\":\"1,2,3,4,x,".utf8) + garbage)
        headers["X-Forwarded-For"] = String(decoding: garbage, as: UTF8.self)
      }
      let method = ["GET", "POST", "HEAD", ""][next(4)]
      let body = Array(bodies[next(bodies.count)].utf8)
      let path = next(2) == 0 ? "/" + target : "/api/v2/ORCHARD/" + target
      let answer = walk.send(method, path, headers, body)
      #expect(
        (200..<600).contains(answer.status) && answer.status != 500,
        "seed \(seed), round \(round): \(method) \(path)")
    }
  }
}

struct ThrottleTests {
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
    for path in ["/o/client/token", "/api/v1/checkauthn", "/api/v1/authenticate"] {
      let page = walk.send("GET", path, ["X-Forwarded-For": "203.0.113.7"])
      #expect(page.status == 429 && page.response.headers["Content-Type"] == "text/html")
      #expect(page.response.headers["Retry-After"] == nil)
    }
  }

  @Test func `limits nothing unless it is told to`() {
    let walk = Walk()
    #expect((0..<100).allSatisfy { _ in status(walk) == 401 })
    #expect(Walk().service.facts["throttled"] == nil)
    let throttled = Walk(settings: ServiceSettings(isThrottled: true))
    #expect(throttled.service.facts["throttled"] == true)
  }
}

struct RouteTests {
  private func find(_ target: String) -> (route: Route, names: PathNames)? {
    Route.find(ReceivedRequest(HTTPRequest(method: "GET", target: target), peer: "").path)
  }

  @Test(
    arguments: [
      ("/o/client/token", ["POST"], []),
      ("/api/v2/P/sessions/C", ["GET", "POST"], [(.serviceProvider, "P"), (.code, "C")]),
      ("/api/v2/P/sessions/C/?a=b", ["GET", "POST"], [(.serviceProvider, "P"), (.code, "C")]),
      // A service provider may have the name of another path's segment, but not in its place.
      ("/api/v2/profiles/profiles", ["GET"], [(.serviceProvider, "profiles")]),
      ("/api/v2/authenticate/profiles/C", ["GET"], [(.serviceProvider, "profiles"), (.code, "C")]),
      ("/api/v2/P/profiles/a%2Fb", ["GET"], [(.serviceProvider, "P"), (.mvpd, "a/b")]),
      ("/api/v2/P/profiles/100%", ["GET"], [(.serviceProvider, "P"), (.mvpd, "100%")]),
      ("/api/v2/P/profiles/M.json", ["GET"], [(.serviceProvider, "P"), (.mvpd, "M.json")]),
      ("/api/v1/checkauthn/", ["GET"], []), ("/api/v1/checkauthn/C.json", ["GET"], [(.code, "C")]),
      ("/api/v1/logout", ["DELETE"], []), ("/api/v1/preauthorize", ["GET"], []),
      ("/api/v1/authenticate", ["GET"], []),
      ("/api/v1/tokens/authn.xml", ["GET", "POST"], []),
      ("/reggie/v1/R/regcode", ["POST"], [(.requestor, "R")]),
      ("/reggie/v1/R/regcode/C", ["GET", "DELETE"], [(.requestor, "R"), (.code, "C")]),
      // An MVPD may have any id.
      ("/api/v2/P/profiles/sso", ["GET"], [(.serviceProvider, "P"), (.mvpd, "sso")]),
      ("/mvpd/M/login", ["GET"], [(.mvpd, "M")]),
    ] as [(String, [String], [(PathName, String)])])
  func `knows each path`(target: String, methods: [String], names: [(PathName, String)]) throws {
    let found = try #require(find(target))
    #expect(found.route.methods == methods)
    for (name, value) in names { #expect(found.names[name] == value) }
    let others = [PathName.serviceProvider, .partner, .mvpd, .code, .requestor]
      .filter { name in !names.contains { $0.0 == name } }
    for name in others { #expect(found.names[name] == "") }
    let other = Walk().send("PATCH", target)
    #expect(
      other.status == 405 && other.response.headers["Allow"] == methods.joined(separator: ", "))
  }

  @Test(arguments: [
    "", "/", "*", "o/client/token", "/o/client/token/more", "/o/client/scopes", "/mvpd/M/nothing",
    "/api/v2", "/api/v2/P", "/api/v2/P/nothing", "/api/v2/P/sessions/C//", "/api/v3/P/profiles",
    "/api/v2/P/profiles/a/b/c", "/api/v2/P/decisions/authorize", "/api/v1", "/api/v1/",
    "/api/v1/tokens", "/api/v1/tokens/other", "/api/v1/config", "/api/v1/config/P/x",
    "/api/v1/checkauthn.yaml", "/api/v1/checkauthn/a/b", "/api/v1/P/profiles",
    "/api/v1/P/profile-requests", "/api/v1/P/profile-requests/M/x", "/api/v1/P/tokens/authn/Apple",
    "/reggie/v1", "/reggie/v1/P", "/reggie/v1/P/regcode/a/b", "/reggie/v1/P/codes",
  ])
  func `finds nothing elsewhere`(target: String) {
    #expect(find(target) == nil && Walk().send("GET", target).status == 404)
  }
}

struct AbsoluteURLTests {
  private static let right = [
    "https://a", "http://a:80/b?c#d", "HTTPS://A", "app:x", "app://x", "a+b-.1:x", "app:/", "a:~",
    "https://" + String(repeating: "a", count: 1992),
  ]
  private static let wrong = [
    "", "a", ":x", "app:", "1app:x", "+app:x", "a_b:x", "a b:x", "app:a b", "app:é", "app:\u{7F}",
    "http:a", "http:/a", "http://", "http:///a", "http://?a", "http://#a", "http://:80", "https:a",
    "https://:80", "HTTP:///a", "https://" + String(repeating: "a", count: 1993),
  ]

  @Test(arguments: right + wrong)
  func `takes what has a scheme, and a host where the scheme needs one`(text: String) {
    #expect(text.isAbsoluteURL == Self.right.contains(text))
  }
}

struct DeviceInformationTests {
  private static func information(_ json: String) throws -> DeviceInformation {
    try #require(DeviceInformation(header: Base64.encode(json)))
  }

  @Test(arguments: [
    (#"{"osName":"tvOS"}"#, true), (#"{"osName":"iOS"}"#, true), (#"{"osName":"ipados"}"#, true),
    ("{}", true), (#"{"osName":"Linux"}"#, false), (#"{"osName":""}"#, false),
  ])
  func `knows the platforms of the partner`(json: String, isPartner: Bool) throws {
    #expect(try Self.information(json).isPartnerPlatform == isPartner)
  }

  @Test func `shows a device with all that it says`() throws {
    let json = try Self.information(
      """
      {"primaryHardwareType":"a","model":"b","version":"1,2,3,4","vendor":"c","manufacturer":"d",
       "osName":"e","osFamily":"f","osVendor":"g","osVersion":"5.x","browserName":"h",
       "browserVendor":"i","browserVersion":"j","userAgent":"k","displayWidth":6,
       "displayHeight":7,"displayPpi":8,"diagonalScreenSize":9,"applicationId":"l",
       "connectionIp":"m","connectionPort":"n","connectionSecure":true,"connectionType":"o"}
      """
    ).json(address: "z")
    let version: JSONValue = ["major": 1, "minor": 2, "patch": 3, "profile": ""]
    #expect(
      json == [
        "type": "a", "model": "b", "version": version,
        "hardware": ["name": .null, "vendor": "c", "version": version, "manufacturer": "d"],
        "operatingSystem": [
          "name": "e", "family": "f", "vendor": "g",
          "version": ["major": 5, "minor": 0, "patch": 0, "profile": ""],
        ],
        "browser": [
          "name": "h", "vendor": "i", "version": "j", "userAgent": "k", "originalUserAgent": .null,
        ],
        "display": [
          "width": 6, "height": 7, "ppi": 8, "name": "DISPLAY", "vendor": .null, "version": .null,
          "diagonalSize": 9,
        ], "applicationId": "l",
        "connection": ["ipAddress": "m", "port": "n", "secure": true, "type": "o"],
      ])
  }

  @Test func `shows a device that says little`() throws {
    let json = try Self.information(#"{"osName":"e"}"#).json(address: "z")
    #expect(json["operatingSystem"]?["family"] == "e")
    #expect(json["browser"] == .null && json["version"] == .null)
    #expect(json["display"]?["width"] == 0)
    #expect(
      json["connection"] == ["ipAddress": "z", "port": .null, "secure": false, "type": .null])
  }
}
