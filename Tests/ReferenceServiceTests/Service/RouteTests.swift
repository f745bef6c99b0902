// SPDX-License-Identifier: Apache-2.0
// Which route a path leads to.

import HTTP
import Testing

@testable import ReferenceService

@Suite struct RouteTests {
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
      ("/api/v1/checkauthn/C.json", ["GET"], [(.code, "C")]),
      ("/api/v1/tokens/authn.xml", ["GET", "POST"], []),
      ("/reggie/v1/R/regcode/C", ["GET", "DELETE"], [(.requestor, "R"), (.code, "C")]),
      // An MVPD may have any id.
      ("/api/v2/P/profiles/sso", ["GET"], [(.serviceProvider, "P"), (.mvpd, "sso")]),
      ("/mvpd/M/login", ["GET"], [(.mvpd, "M")]),
    ] as [(String, [String], [(PathName, String)])])
  func `finds the methods and names of a path`(
    target: String, methods: [String], names: [(PathName, String)]
  ) throws {
    let found = try #require(find(target))
    #expect(found.route.methods == methods)
    for (name, value) in names { #expect(found.names[name] == value) }
    let others = [PathName.serviceProvider, .partner, .mvpd, .code, .requestor]
      .filter { name in !names.contains { $0.0 == name } }
    for name in others { #expect(found.names[name] == "") }
  }

  @Test(arguments: [
    "", "/", "*", "o/client/token", "/o/client/token/more", "/api/v2/P/nothing",
    "/api/v2/P/sessions/C//", "/api/v3/P/profiles", "/api/v1/checkauthn.yaml",
  ])
  func `finds nothing elsewhere`(target: String) {
    #expect(find(target) == nil)
  }
}
