// SPDX-License-Identifier: Apache-2.0
// Changes of answers and requests as data, and the endpoints that they are made at.

import Formats
import HTTP
import ReferenceService
import Synchronization
import Testing
import Text

@testable import SelfTest

struct AnswerChangeTests {
  private static let registration = HTTPRequest(method: "POST", target: "/o/client/register")

  private static func applied(
    _ edit: AnswerChange.Edit, to response: HTTPResponse = .json(200, ["a": 1, "b": 2]),
    of request: HTTPRequest = registration, where conditions: [JSONCondition] = []
  ) -> HTTPResponse {
    var response = response
    AnswerChange(
      endpoints: [.register, .profiles], statuses: 200...201, conditions: conditions, edit: edit
    ).apply(to: &response, of: request)
    return response
  }

  @Test(arguments: [(199, false), (200, true), (201, true), (202, false)])
  func `changes answers of some statuses`(status: Int, isChanged: Bool) {
    let changed = Self.applied(.json([.remove("a")]), to: .json(status, ["a": 1, "b": 2]))
    #expect(changed.json == (isChanged ? ["b": 2] : ["a": 1, "b": 2]))
  }

  @Test(arguments: [
    ("POST", "/o/client/register", true), ("GET", "/api/v2/ORCHARD/profiles", true),
    ("POST", "/o/client/token", false), ("GET", "/elsewhere", false),
  ])
  func `changes answers of some endpoints`(method: String, target: String, isChanged: Bool) {
    let request = HTTPRequest(method: method, target: target)
    let changed = Self.applied(.json([.remove("a")]), of: request)
    #expect(changed.json == (isChanged ? ["b": 2] : ["a": 1, "b": 2]))
  }

  @Test(
    arguments: [
      ([], true), ([.has("a")], true), ([.has("a"), .has("b")], true),
      ([.has("a"), .has("c")], false), ([.has("c"), .has("a")], false), ([.has("c")], false),
    ] as [([JSONCondition], Bool)])
  func `changes answers of which all conditions hold`(
    conditions: [JSONCondition], isChanged: Bool
  ) {
    let changed = Self.applied(.status(403), where: conditions)
    #expect(changed.status == (isChanged ? 403 : 200))
    let text = HTTPResponse(status: 200, reason: "OK", headers: HeaderList(), body: [0x61])
    #expect(
      Self.applied(.status(403), to: text, where: conditions).status
        == (conditions.isEmpty ? 403 : 200))
  }

  @Test func `changes the status with its reason`() {
    let changed = Self.applied(.status(403))
    #expect(changed.reason == "Forbidden")
    #expect(changed.json == ["a": 1, "b": 2])
  }

  @Test func `changes headers, bodies and whole answers`() {
    #expect(Self.applied(.header("Content-Type", "x")).headers["Content-Type"] == "x")
    #expect(Self.applied(.header("X-A", "x")).headers["X-A"] == "x")
    #expect(Self.applied(.header("content-type", nil)).headers.fields.isEmpty)
    let body = Self.applied(.body("x", type: nil))
    #expect(body.body == Array("x".utf8))
    #expect(body.headers["Content-Type"] == "application/json")
    #expect(Self.applied(.body("x", type: "a/b")).headers["Content-Type"] == "a/b")
    #expect(Self.applied(.replacement(.json(404, ["c": 3]))) == .json(404, ["c": 3]))
    let edited = Self.applied(.json([.remove("a"), .rename("b", to: "c")]))
    #expect(edited.json == ["c": 2])
    let text = HTTPResponse(status: 200, reason: "OK", headers: HeaderList(), body: [0x61])
    #expect(Self.applied(.json([.put("a", 1)]), to: text) == text)
  }

  @Test(arguments: [
    ("/api/v2/A/b?c=/d?e", 2, "/api/v2/X/b?c=/d?e"), ("/api/v2/A/b", 3, "/api/v2/A/X"),
    ("/api/v2/A", 3, "/api/v2/A"), ("/a/", 0, "/X"),
  ])
  func `replaces a segment of a path`(target: String, index: Int, replaced: String) {
    let request = HTTPRequest(method: "GET", target: target)
    #expect(request.replacing(segment: index, by: "X").target == replaced)
  }

  @Test func `edits the form of a request`() {
    var request = HTTPRequest(
      method: "POST", target: "/%41/b%2Fc?d=%41", headers: HeaderList(["Content-Length": "11"]),
      body: Array("a=1&b=2&a=3".utf8))
    #expect(request.formValue("a") == "1")
    #expect(request.formValue("c") == nil)
    #expect(request.pathSegments == ["%41", "b%2Fc"])
    #expect(request.decodedSegments == ["A", "b/c"])
    request.editForm { $0.append((name: "c", value: "4 ")) }
    #expect(String(decoding: request.body, as: UTF8.self) == "a=1&b=2&a=3&c=4+")
    #expect(request.headers["Content-Length"] == nil)
  }

  /// What a client gets for a registration that the service answers with this.
  private static func passed(
    _ alterations: [Alteration], _ response: HTTPResponse = .json(200, ["a": 1, "b": 2])
  ) -> HTTPResponse {
    Alteration.passage(alterations)(registration) { request in
      var response = response
      if let field = request.headers["X-A"] { response.headers.set("X-Seen", field) }
      return response
    }
  }

  @Test func `changes one after the other, the last nearest to the client`() {
    let answers = Self.passed([
      .json(at: [.register], .put("a", 2)), .json(at: [.register], .copy("a", to: "c")),
    ])
    #expect(answers.json == ["a": 2, "b": 2, "c": 2])
    let requests = Self.passed([
      .request(at: [.register]) { $0.headers.set("X-A", "\($0.headers["X-A"] ?? "")1") },
      .request(at: [.register]) { $0.headers.set("X-A", "\($0.headers["X-A"] ?? "")2") },
    ])
    #expect(requests.headers["X-Seen"] == "21")
    let both = Self.passed([
      .all([.json(at: [.register], .put("a", 2)), .status(at: [.register], 200, to: 201)]),
      .status(at: [.register], 201, to: 202),
    ])
    #expect(both.status == 202)
    #expect(both.json == ["a": 2, "b": 2])
  }

  @Test(arguments: [(199, false), (200, true), (299, true), (300, false)])
  func `changes answers of success unless told otherwise`(status: Int, isChanged: Bool) {
    let response = HTTPResponse.json(status, ["list": [["a": 1], ["a": 2]]])
    let changed: JSONValue = ["list": [["a": 1], ["b": 2]]]
    for alteration in [
      Alteration.json(
        at: [.register], each: "list/*", where: [.equals("a", 2)], .rename("a", to: "b")),
      .json(at: [.register]) { json, _ in json = changed },
      .json(at: [.register], .put("list", ["x": 1]), .put("list", changed["list"] ?? .null)),
    ] {
      #expect(
        Self.passed([alteration], response).json
          == (isChanged ? changed : ["list": [["a": 1], ["a": 2]]]))
    }
  }

  @Test(arguments: [(399, 399), (400, 418), (402, 418), (403, 403)])
  func `gives a range of answers another status`(status: Int, new: Int) {
    let ofRange = Alteration.status(at: [.register], 400...402, to: 418)
    #expect(Self.passed([ofRange], .json(status, [:])).status == new)
    let one = Alteration.status(at: [.register], 402, to: 418, where: [.has("a")])
    #expect(Self.passed([one], .json(status, ["a": 1])).status == (status == 402 ? 418 : status))
    #expect(Self.passed([one], .json(status, [:])).status == status)
  }

  @Test(arguments: [100, 599])
  func `changes headers and bodies of all answers unless told otherwise`(status: Int) {
    let response = HTTPResponse.json(status, [:])
    #expect(Self.passed([.header(at: [.register], "X-A", "b")], response).headers["X-A"] == "b")
    #expect(Self.passed([.body(at: [.register], "b")], response).body == [0x62])
    #expect(Self.passed([.replacement(at: [.register], by: 204, [])], response).status == 204)
    #expect(Self.passed([.header(at: [.token], "X-A", "b")], response) == response)
  }

  @Test func `remembers in one service what another does not know`() {
    let counting = Alteration.behaviour(0) { request, ask, count in
      count += 1
      var response = ask(request)
      response.status = 200 + count
      return response
    }
    for _ in 0..<2 {
      let passage = Alteration.passage([counting])
      let statuses = (0..<3).map { _ in passage(Self.registration) { _ in .json(200, [:]) }.status }
      #expect(statuses == [201, 202, 203])
    }
  }

  @Test(
    arguments: [
      ([], false), ([.none], false), ([.json(at: [.token], .put("a", 1))], false),
      ([.json(at: [.register], status: 400...499, .put("a", 1))], true),
      ([.json(at: [.register], status: 400...499, .replace("nothing", 1))], false),
      ([.request(at: [.register]) { $0.headers.set("X-A", "b") }], true),
      ([.request(at: [.token]) { $0.headers.set("X-A", "b") }], false),
      ([.request(at: [.register]) { $0.headers.set("X-A", "b") }, .none], true),
      (
        [
          .exchange(at: [.register]) { request, ask in
            _ = ask(request)
            return ask(request)
          }
        ], true
      ),
    ] as [([Alteration], Bool)])
  func `tells whether anything was served otherwise`(alterations: [Alteration], has: Bool) {
    let service = DeviatingServiceTests.service(Deviation(alterations: alterations))
    #expect(!service.hasDeviated)
    _ = service.answer(Self.registration, from: "127.0.0.1")
    #expect(service.hasDeviated == has)
  }

  @Test func `keeps an answer back for as long as all deviations say`() {
    let waited = Mutex<[Duration]>([])
    let parts = [Deviation(delay: .seconds(2)), Deviation(), Deviation(delay: .seconds(3))]
    for deviation in [Deviation(parts), Deviation()] {
      let service = DeviatingServiceTests.service(deviation) { duration in
        waited.withLock { $0.append(duration) }
      }
      _ = service.answer(Self.registration, from: "127.0.0.1")
    }
    #expect(waited.withLock { $0 } == [.seconds(5)])
  }

  @Test(arguments: [([true, false], true), ([false, true], true), ([false, false], false)])
  func `limits requests if one of several deviations does`(parts: [Bool], isThrottled: Bool) {
    let deviations = parts.map { $0 ? ServiceSetting.throttled.deviation : Deviation() }
    #expect(Deviation(deviations).isThrottled == isThrottled)
  }
}

struct JSONEditTests {
  static let json = """
    {"a": {"b": "1752149281000", "c": 7}, "list": [{"id": "x", "on": true}, {"id": "y", "on": false}]}
    """

  @Test(arguments: [
    (JSONEdit.remove("a/c"), "{\"a\":{\"b\":\"1752149281000\"},"),
    (.remove("a/none"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},"),
    (.replace("a/c", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":\"z\"},"),
    (.replace("a/none", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},"),
    (.put("a/d", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7,\"d\":\"z\"},"),
    (.rename("a/c", to: "d"), "{\"a\":{\"b\":\"1752149281000\",\"d\":7},"),
    (.copy("a/c", to: "d"), "\"d\":7}"),
    (.swap("a/b", "a/c"), "{\"a\":{\"b\":7,\"c\":\"1752149281000\"},"),
    (.seconds("a/b"), "{\"a\":{\"b\":\"1752149281\",\"c\":7},"),
    (.shift("a/*", by: -1), "{\"a\":{\"b\":\"1752149280999\",\"c\":6},"),
    (.text("a/c"), "\"c\":\"7\"},"), (.text("list/*/on"), "\"on\":\"false\"}]"),
    (.number("list/*/on"), "\"on\":0}]"), (.number("a/b"), "{\"a\":{\"b\":1752149281000,\"c\":7},"),
    (.substitute("list/*/id", "x", by: "z"), "[{\"id\":\"z\",\"on\":true},{\"id\":\"y\","),
    (.prefix("list/0/id", "z"), "[{\"id\":\"zx\",\"on\":true},{\"id\":\"y\","),
    (.list("a"), "{\"a\":[\"1752149281000\",7],"),
    (.map("list", by: "id"), "\"list\":{\"x\":{\"id\":\"x\","),
    (.rekey("a", to: "k"), "{\"a\":{\"k\":\"1752149281000\"},"),
    (.append("list", 1), "\"on\":false},1]}"),
    (.double("list"), "false},{\"id\":\"x\",\"on\":true},{\"id\":\"y\",\"on\":false}]}"),
    (.reverse("list"), "[{\"id\":\"y\",\"on\":false},{\"id\":\"x\",\"on\":true}]"),
    (.prepend("list", 1), "\"list\":[1,{"),
    (.suffix("list/0/id", "z"), "[{\"id\":\"xz\",\"on\":true},{\"id\":\"y\","),
    (.removeLast("list"), "[{\"id\":\"x\",\"on\":true}]"),
    (
      .each("list/*", where: [.equals("on", true)], [.remove("id")]), "[{\"on\":true},{\"id\":\"y\""
    ), (.removeEach("list/*", where: [.equals("on", true)]), "[{\"id\":\"y\",\"on\":false}]"),
    // All conditions have to hold.
    (.removeEach("list/*", where: [.has("id"), .equals("on", true)]), "\"list\":[{\"id\":\"y\""),
    (.removeEach("list/*", where: [.has("z"), .equals("on", true)]), "\"list\":[{\"id\":\"x\""),
    (
      .each("list/*", where: [.equals("on", true), .has("z")], [.remove("id")]),
      "\"list\":[{\"id\":\"x\",\"on\":true}"
    ),
    (
      .each("list/*", where: [], [.remove("id"), .rename("on", to: "off")]),
      "\"list\":[{\"off\":true},{\"off\":false}]"
    ), (.remove("list/0"), "\"list\":[{\"id\":\"y\",\"on\":false}]"),
    (.remove("list/2"), "\"list\":[{\"id\":\"x\",\"on\":true},{\"id\":\"y\",\"on\":false}]"),
    (.remove("list/*/id"), "\"list\":[{\"on\":true},{\"on\":false}]"),
    (.put("list/1/on", 1), "{\"id\":\"x\",\"on\":true},{\"id\":\"y\",\"on\":1}]"),
    (.put("none/d", "z"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},\"list\""),
    (.swap("a/b", "a/none"), "{\"a\":{\"c\":7,\"none\":\"1752149281000\"}"),
    (.copy("a/none", to: "d"), "\"on\":false}]}"),
    (.rename("a/none", to: "d"), "{\"a\":{\"b\":\"1752149281000\",\"c\":7},"),
    (.seconds("a/c"), "\"c\":0}"), (.text("a/b"), "{\"b\":\"1752149281000\""),
    (.number("list/*/id"), "\"id\":\"x\""), (.list("list"), "\"list\":[{\"id\":\"x\","),
    (.rekey("a/c", to: "k"), "\"c\":7}"), (.append("a", 1), "{\"a\":{\"b\":"),
    (.substitute("a/b", "1", by: "x"), "\"b\":\"x752x4928x000\""),
    (.prefix("a/c", "z"), "\"c\":7}"),
  ])
  func `changes what stands at its path`(edit: JSONEdit, part: String) throws {
    var json = try JSONParser.document(Array(Self.json.utf8)).root
    edit.apply(to: &json)
    #expect(JSONWriter.text(json).contains(part), "\(JSONWriter.text(json))")
  }

  @Test(arguments: [
    (JSONCondition.equals("a/c", 7), true), (.equals("a/c", 8), false), (.differs("a/c", 8), true),
    (.differs("a/c", 7), false), (.has("a"), true), (.isOne("a/c", of: [6, 7]), true),
    (.isOne("a/c", of: [6]), false), (.has("z"), false), (.lacks("z"), true), (.lacks("a"), false),
    (.begins("a/b", "17"), true), (.begins("a/b", "7"), false), (.isEmpty("list"), false),
    (.isFilled("list"), true), (.isFilled("z"), false), (.has("list/1/id"), true),
    (.has("list/2/id"), false), (.has("list/-1/id"), false), (.isFilled("a"), true),
    (.isFilled("a/b"), false), (.isEmpty("z"), false), (.isEmpty("a/b"), false),
    (.isEmpty("a"), false), (.differs("z", 8), true), (.equals("z", .null), false),
    (.isOne("z", of: [6]), false), (.isOne("a/c", of: []), false), (.begins("a/c", "7"), false),
    (.begins("z", ""), false),
  ])
  func `holds of some`(condition: JSONCondition, holds: Bool) throws {
    #expect(JSONCondition.isEmpty("e").holds(of: ["e": []]))
    #expect(JSONCondition.isEmpty("e").holds(of: ["e": [:]]))
    let json = try JSONParser.document(Array(Self.json.utf8)).root
    #expect(condition.holds(of: json) == holds)
  }
}

struct ServiceEndpointTests {
  @Test(arguments: [
    ("POST", "/o/client/register", ServiceEndpoint.register), ("POST", "/o/client/token", .token),
    ("GET", "/api/v2/ORCHARD/configuration?x=1", .configuration),
    ("POST", "/api/v2/ORCHARD/sessions/sso/Apple", .partnerSession),
    ("POST", "/api/v2/ORCHARD/sessions", .createSession),
    ("POST", "/api/v2/ORCHARD/sessions/ABC", .resumeSession),
    ("GET", "/api/v2/ORCHARD/sessions/ABC", .retrieveSession),
    ("GET", "/api/v2/authenticate/ORCHARD/ABC", .authenticate),
    ("GET", "/api/v2/ORCHARD/profiles/", .profiles),
    ("GET", "/api/v2/ORCHARD/profiles/Harbor", .profile),
    ("GET", "/api/v2/ORCHARD/profiles/code/ABC", .profileOfCode),
    ("POST", "/api/v2/ORCHARD/profiles/sso/Apple", .partnerProfile),
    ("POST", "/api/v2/ORCHARD/decisions/authorize/Harbor", .authorize),
    ("POST", "/api/v2/ORCHARD/decisions/preauthorize/Harbor", .preauthorize),
    ("GET", "/api/v2/ORCHARD/logout/Harbor?redirectUrl=x", .logout),
    ("GET", "/api/v1/config/ORCHARD.json", .v1Configuration),
    ("GET", "/api/v1/checkauthn.xml?x=1", .v1CheckAuthentication),
    ("GET", "/api/v1/checkauthn/ABC", .v1CheckCode),
    ("GET", "/api/v1/ORCHARD/profile-requests/Harbor", .v1ProfileRequest),
    ("POST", "/api/v1/tokens/authn", .v1TokenExchange),
    ("GET", "/api/v1/tokens/authn.json", .v1AuthenticationToken),
    ("GET", "/api/v1/tokens/authz", .v1AuthorizationToken),
    ("GET", "/api/v1/tokens/media", .v1MediaToken),
    ("GET", "/api/v1/mediatoken.json", .v1MediaToken),
    ("GET", "/api/v1/tokens/usermetadata", .v1UserMetadata),
    ("GET", "/api/v1/authenticate", .v1Authenticate),
    ("GET", "/api/v1/preauthorize?resource=a", .v1Preauthorize),
    ("GET", "/api/v1/preauthorize/ABC", .v1PreauthorizeCode),
    ("GET", "/api/v1/authorize", .v1Authorize), ("DELETE", "/api/v1/logout", .v1Logout),
    ("POST", "/reggie/v1/ORCHARD/regcode.json", .v1CreateCode),
    ("GET", "/reggie/v1/ORCHARD/regcode/ABC.json", .v1RetrieveCode),
    ("DELETE", "/reggie/v1/ORCHARD/regcode/ABC", .v1DeleteCode),
  ])
  func `is known by its path`(method: String, target: String, endpoint: ServiceEndpoint) {
    #expect(ServiceEndpoint(HTTPRequest(method: method, target: target)) == endpoint)
    #expect(ServiceEndpoint.registration.contains(endpoint) == target.hasPrefix("/o/"))
    #expect(ServiceEndpoint.v2.contains(endpoint) == target.hasPrefix("/api/v2/"))
    #expect(ServiceEndpoint.v1.contains(endpoint) == target.contains("/v1/"))
    #expect(ServiceEndpoint.decisions.contains(endpoint) == target.contains("/decisions/"))
    #expect(ServiceEndpoint.profileMaps.contains(endpoint) == target.contains("ORCHARD/profiles/"))
    #expect(
      ServiceEndpoint.sessions.contains(endpoint)
        == (method == "POST" && target.contains("/sessions")))
    #expect(
      ServiceEndpoint.entitlement.contains(endpoint)
        == (target.hasPrefix("/api/v2/") && endpoint != .authenticate))
  }

  @Test(arguments: [
    "/", "/o/client/other", "/api/v2/ORCHARD", "/mvpd/Harbor/login", "/api/v1",
    "/api/v2/authenticate", "/api/v2/ORCHARD/other", "/api/v2/ORCHARD/sessions/a/b/c",
    "/api/v2/ORCHARD/profiles/a/b/c", "/api/v2/ORCHARD/decisions/authorize",
    "/api/v2/ORCHARD/logout", "/api/v1/config", "/api/v1/tokens/other", "/api/v1/tokens",
    "/api/v1/checkauthn/a/b", "/api/v1/ORCHARD/other/Harbor", "/reggie/v1/ORCHARD",
    "/reggie/v1/ORCHARD/other", "/reggie/v1/ORCHARD/regcode/a/b", "/o/v1/register",
  ])
  func `is none for another path`(target: String) {
    #expect(ServiceEndpoint(HTTPRequest(method: "GET", target: target)) == nil)
  }

  @Test func `is in one of the four parts`() {
    let parts: [Set<ServiceEndpoint>] = [
      ServiceEndpoint.registration, ServiceEndpoint.v2, ServiceEndpoint.v1,
      ServiceEndpoint.ssoService,
    ]
    #expect(parts.map(\.count).reduce(0, +) == ServiceEndpoint.allCases.count)
  }
}
