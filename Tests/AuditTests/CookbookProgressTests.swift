// SPDX-License-Identifier: Apache-2.0
// Tests of the steps of cookbooks that calls reach.

import Suites
import TestSupport
import Testing
import Text

@testable import Audit

struct CookbookProgressTests {
  private static let catalogues = ShippedRules.all.reduce(into: [String: Catalogue]()) {
    $0.merge($1.rules.catalogues) { first, _ in first }
  }

  private static func way(_ cookbook: String) throws -> CookbookWay {
    try #require(CookbookWay(cookbook, catalogues))
  }

  private static let calls = [
    "register": "POST /o/client/register", "token": "POST /o/client/token",
    "profiles": "GET /api/v2/{serviceProvider}/profiles",
    "configuration": "GET /api/v2/{serviceProvider}/configuration",
    "sso": "POST /api/v2/{serviceProvider}/sessions/sso/{partner}",
    "exchange": "POST /api/v2/{serviceProvider}/profiles/sso/{partner}",
    "session": "POST /api/v2/{serviceProvider}/sessions",
    "poll": "GET /api/v2/{serviceProvider}/profiles/code/{code}",
    "preauthorize": "POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}",
    "authorize": "POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}",
    "logout": "GET /api/v2/{serviceProvider}/logout/{mvpd}",
    "check": "GET /api/v1/checkauthn",
    "profile-request": "GET /api/v1/{requestor}/profile-requests/{mvpd}",
    "v1-exchange": "POST /api/v1/tokens/authn",
  ]

  /// Calls in their order, `!` behind one that is refused, `*` for one of the framework; what each
  /// reaches; and what comes next.
  @Test(arguments: [
    ("apple-sso-rest-api-v2", "", "", "A1"),
    ("apple-sso-rest-api-v2", "register", "A1 A2", "A3"),
    ("apple-sso-rest-api-v2", "register!", "A1", "A2"),
    ("apple-sso-rest-api-v2", "register token", "A1 A2; A3 A4", "B1"),
    ("apple-sso-rest-api-v2", "profiles", "B3 B4", "B5 B6 C1"),
    ("apple-sso-rest-api-v2", "* profiles", "B1 B2 B3 B4", "B5 B6 C1"),
    ("apple-sso-rest-api-v2", "configuration * sso", "C1 C2; C3 C4 C5 C6", "C7 C8"),
    ("apple-sso-rest-api-v2", "sso * exchange", "C5 C6; C10 C11 C12 C13", "C14 D1"),
    ("apple-sso-rest-api-v2", "* preauthorize * authorize", "D1 D2 D3 D4; D5 D6 D7 D8", "E1"),
    ("apple-sso-rest-api-v2", "logout", "E1 E2", ""),
    ("apple-sso-rest-api-v2", "configuration session poll", "C1 C2; X5; X9", "C3"),
    ("apple-sso-rest-api-v2", "check", "", "A1"),
    ("apple-sso-rest-api-v1", "* check profile-request", "permission 1; 6", "7"),
    ("apple-sso-rest-api-v1", "* v1-exchange", "7 8", "9 10"),
    ("roku-sso-rest-api-v2", "token", "A3 A4", "1 2 3"),
    ("roku-sso-rest-api-v2", "session poll", "3 4; 7 8 9", "10"),
    ("roku-sso-rest-api-v2", "preauthorize profiles", "10; 13 14 15", "16"),
    ("rest-api-v2", "configuration preauthorize", "C1 C2; D3 D4", "D7"),
  ])
  func `is told by the calls`(
    cookbook: String, sent: String, reached: String, next: String
  ) throws {
    let way = try Self.way(cookbook)
    var progress = CookbookProgress(way)
    var told: [String] = []
    for word in sent.split(separator: " ") {
      guard word != "*" else {
        progress.askFramework()
        continue
      }
      let call = try #require(Self.calls[String(word.prefix { $0 != "!" })])
      let steps = progress.add([call], isSuccess: !word.hasSuffix("!"))
      if !steps.isEmpty { told.append(steps.map { way.steps[$0].number }.joined(separator: " ")) }
    }
    #expect(told.joined(separator: "; ") == reached)
    #expect(progress.next.map { way.steps[$0].number }.joined(separator: " ") == next)
  }

  @Test func `is of the cookbooks that no other one extends`() {
    func names(_ cookbooks: [String]) -> [String] {
      CookbookWay.all(cookbooks, Self.catalogues).map(\.cookbook)
    }
    #expect(names(["apple-sso-rest-api-v2", "rest-api-v2"]) == ["apple-sso-rest-api-v2"])
    #expect(names(["rest-api-v2"]) == ["rest-api-v2"])
    #expect(names(["no-such-cookbook"]) == [])
  }
}
