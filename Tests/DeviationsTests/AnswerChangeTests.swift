// SPDX-License-Identifier: Apache-2.0
// Changes of answers as data, changes of requests, and whether a service has deviated.

import Deviations
import Encodings
import HTTPMessages
import JSON
import ReferenceService
import Synchronization
import Testing

@Suite struct AnswerChangeTests {
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
    #expect(Self.applied(.replacement(404, ["c": 3])) == .json(404, ["c": 3]))
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

  private static func service(
    _ deviation: Deviation, pause: @escaping @Sendable (Duration) -> Void = { _ in }
  ) -> DeviatingService {
    DeviatingService(
      deviation, now: { Timestamp(milliseconds: 1_752_149_281_000) },
      randomBytes: { [UInt8](repeating: 7, count: $0) }, pause: pause)
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
    let service = Self.service(Deviation(alterations: alterations))
    #expect(!service.hasDeviated)
    _ = service.answer(Self.registration, from: "127.0.0.1")
    #expect(service.hasDeviated == has)
  }

  @Test func `keeps an answer back for as long as all deviations say`() {
    let waited = Mutex<[Duration]>([])
    let parts = [Deviation(delay: .seconds(2)), Deviation(), Deviation(delay: .seconds(3))]
    let service = Self.service(Deviation(parts)) { duration in
      waited.withLock { $0.append(duration) }
    }
    _ = service.answer(Self.registration, from: "127.0.0.1")
    #expect(waited.withLock { $0 } == [.seconds(5)])
    let prompt = Self.service(Deviation()) { duration in waited.withLock { $0.append(duration) } }
    _ = prompt.answer(Self.registration, from: "127.0.0.1")
    #expect(waited.withLock { $0.count } == 1)
  }

  @Test(arguments: [([true, false], true), ([false, true], true), ([false, false], false)])
  func `limits requests if one of several deviations does`(parts: [Bool], isThrottled: Bool) {
    let deviations = parts.map { isThrottled in
      var deviation = Deviation()
      deviation.isThrottled = isThrottled
      return deviation
    }
    #expect(Deviation(deviations).isThrottled == isThrottled)
  }
}

@Suite struct VariantTests {
  private static func answer(_ name: String, _ response: HTTPResponse) throws -> HTTPResponse {
    let variant = try #require(Variant.named(name))
    let request = HTTPRequest(method: "POST", target: "/api/v2/ORCHARD/sessions")
    return Alteration.passage(variant.deviation.alterations)(request) { _ in response }
  }

  private static let more = #""x-release":{"number":17,"features":[null,true,"profiles"]}"#

  @Test(arguments: [
    ("more-members", #"{"a":1}"#, "{\"a\":1,\(more)}"), ("more-members", "{}", "{}"),
    ("more-members", #"{"m":{"a":1}}"#, "{\"m\":{\"a\":1,\(more)}}"),
    ("more-members", #"{"m":{"a":{}},"b":[{}]}"#, "{\"m\":{\"a\":{}},\"b\":[{}],\(more)}"),
    ("members-reversed", #"{"a":1,"b":{"c":2,"d":[3,4]}}"#, #"{"b":{"d":[3,4],"c":2},"a":1}"#),
    (
      "times-as-texts", #"{"notBefore":5,"b":[{"notAfter":6,"after":7}]}"#,
      #"{"notBefore":"5","b":[{"notAfter":"6","after":7}]}"#
    ),
    (
      "times-as-numbers", #"{"notBefore":"5","b":[{"notAfter":"6","after":"7"}],"c":"x"}"#,
      #"{"notBefore":5,"b":[{"notAfter":6,"after":"7"}],"c":"x"}"#
    ),
    ("times-as-numbers", #"{"notBefore":"soon"}"#, #"{"notBefore":"soon"}"#),
    (
      "absent-members-as-null", #"{"code":"a","notAfter":1}"#,
      #"{"code":"a","notAfter":1,"missingParameters":null,"authenticationRequest":null,"notBefore":null}"#
    ),
    ("escaped-slashes", #"{"a":"/b/"}"#, #"{"a":"\/b\/"}"#),
    (
      "escaped-letters", #"{"a":"Bz\"\\c1","d":true}"#,
      #"{"\u0061":"B\u007a\"\\\u00631","\u0064":true}"#
    ),
    ("indented-json", "[1]", "[\n  1\n]\r\n"),
  ])
  func `writes answers in another form`(name: String, json: String, written: String) throws {
    let response = HTTPResponse(
      status: 200, reason: "OK", headers: HeaderList(["Content-Type": "application/json"]),
      body: Array(json.utf8))
    let answer = try Self.answer(name, response)
    #expect(String(decoding: answer.body, as: UTF8.self) == written)
  }

  @Test(arguments: ["escaped-slashes", "escaped-letters", "indented-json", "json-with-charset"])
  func `leaves what is no JSON`(name: String) throws {
    let response = HTTPResponse(
      status: 200, reason: "OK", headers: HeaderList(["Content-Type": "text/html"]),
      body: Array(#"{"a":"/b/"}"#.utf8))
    #expect(try Self.answer(name, response) == response)
  }

  @Test(arguments: [("tokens-of-one-hour", 3600), ("tokens-of-a-day", 86_400)])
  func `changes how long tokens last, but not those that are to end soon`(
    name: String, seconds: Int
  ) throws {
    let variant = try #require(Variant.named(name))
    var data = ServiceData.standard
    data.statements[0].tokenLifetime = .seconds(61)
    data.statements[1].tokenLifetime = .seconds(60)
    for change in variant.deviation.dataChanges { change(&data) }
    #expect(data.statements[0].tokenLifetime == .seconds(seconds))
    #expect(data.statements[1].tokenLifetime == .seconds(60))
  }
}
