// SPDX-License-Identifier: Apache-2.0
// What all calls of REST API V1 have in common, their formats, and the configuration.

import Formats
import HTTP
import Testing
import Text

@testable import ReferenceService

struct V1CallerTests {
  private let walk = Walk.ready()

  /// Those that ask for the device.
  static let deviceCalls: [(method: String, path: String)] = [
    ("GET", "api/v1/checkauthn"), ("GET", "api/v1/tokens/authn"), ("GET", "api/v1/tokens/authz"),
    ("GET", "api/v1/tokens/media"), ("GET", "api/v1/mediatoken"),
    ("GET", "api/v1/tokens/usermetadata"), ("GET", "api/v1/preauthorize"),
    ("GET", "api/v1/authorize"), ("DELETE", "api/v1/logout"), ("POST", "reggie/v1/ORCHARD/regcode"),
  ]

  /// Every call that needs an access token, with a query that has all it needs.
  static let calls: [(method: String, path: String)] =
    deviceCalls + [
      ("GET", "api/v1/config/ORCHARD"), ("GET", "api/v1/checkauthn/ABCDEFG"),
      ("GET", "api/v1/ORCHARD/profile-requests/Harbor"), ("POST", "api/v1/tokens/authn"),
      ("GET", "reggie/v1/ORCHARD/regcode/ABCDEFG"), ("DELETE", "reggie/v1/ORCHARD/regcode/ABCDEFG"),
      ("GET", "api/v1/preauthorize/ABCDEFG"),
    ]

  private static func full(_ walk: Walk) -> Walk.Fields {
    walk.common([
      "deviceType": "tvOS", "resource": "orchard-live", "mvpd": "Harbor",
      "SAMLResponse": "PHgvPg==",
    ])
  }

  @Test(arguments: calls) func `wants an access token`(method: String, path: String) {
    for authorization in [nil, "Bearer", "Bearer unknown", "Basic \(walk.token)"] {
      let answer = walk.v1(method, path, Self.full(walk), headers: ["Authorization": authorization])
      #expect(answer.error == "401 Unauthorized")
      #expect(answer.response.headers["WWW-Authenticate"] == "Bearer")
    }
    #expect(walk.v1(method, path, Self.full(walk)).status != 401)
    walk.clock.advance(by: .seconds(6 * 3600))
    #expect(walk.v1(method, path, Self.full(walk)).error == "401 Unauthorized")
  }

  @Test(arguments: calls)
  func `knows the requestor, and whose token it is`(method: String, path: String) {
    var walk = Walk.ready()
    let isInPath = path.contains("ORCHARD")
    func answer(_ requestor: String?) -> Answer {
      walk.v1(
        method, path.replacing("ORCHARD", with: requestor ?? "-"),
        Self.full(walk).filter { $0.0 != "requestor" }
          + (requestor.map { [("requestor", $0)] } ?? []))
    }
    #expect(answer("NOBODY").error == "400 Unknown requestor")
    #expect(answer("ISLAND").error == "401 Unauthorized")
    if !isInPath { #expect(answer(nil).error == "400 Required 'requestor' is not present") }
    walk.provider = "MEADOW"
    #expect(answer("MEADOW").status != 401)
  }

  @Test(arguments: [
    ("api:client:v1", "403 Authentication token expired", 401),
    ("api:client:v2", "401 Unauthorized", 200),
  ])
  func `wants a client of this version`(scope: String, error: String, status: Int) {
    var data = ServiceData.standard
    data.statements[0].scopes = [scope]
    let walk = Walk.ready(data: data)
    #expect(walk.v1("api/v1/checkauthn").error == error)
    #expect(walk.get("profiles").status == status)
  }

  @Test(arguments: deviceCalls) func `wants to know the device`(method: String, path: String) {
    let query = walk.common(["resource": "orchard-live"])
    let withoutDevice = walk.v1(method, path, query.filter { $0.0 != "deviceId" })
    #expect(withoutDevice.error == "400 Required 'deviceId' is not present")
    let withoutInformation = walk.v1(method, path, query, headers: ["X-Device-Info": nil])
    #expect(withoutInformation.error == "400 Required 'device_info' is not present")
  }

  @Test(
    arguments: [
      (Walk.information, nil, true), (nil, Walk.information, true),
      (PercentEncoding.encode(Walk.information), nil, true),
      (nil, PercentEncoding.encode(Walk.information), true), (Walk.information, "-", true),
      ("-", Walk.information, false), ("", nil, false), (Base64.encode("[]"), nil, false),
      (Base64.encode("{}"), nil, false), (Base64.encode(#"{"model":"AppleTV"}"#), nil, false),
      (Base64.encode(#"{"osName":"tvOS"}"#), nil, false),
      (Base64.encode(#"{"model":1,"osName":"tvOS"}"#), nil, false), (nil, "%", false),
    ] as [(String?, String?, Bool)])
  func `reads the device from header or query`(header: String?, parameter: String?, isRight: Bool) {
    let answer = walk.v1(
      "api/v1/checkauthn", walk.common(["device_info": parameter]),
      headers: ["X-Device-Info": header])
    #expect(answer.status == (isRight ? 403 : 400))
  }
}

struct V1FormatTests {
  private let walk = Walk.ready()

  static let ways: [(suffix: String, parameter: String?, accept: String?, format: String)] = [
    ("", nil, "application/json", "json"), ("", nil, "application/xml", "xml"),
    ("", nil, "text/xml", "xml"), ("", nil, nil, "xml"), ("", nil, "*/*", "xml"),
    ("", nil, "text/html", "xml"), ("", nil, "Application/JSON;charset=utf-8", "json"),
    ("", nil, "application/xml;q=0.5, application/json", "json"),
    ("", nil, "application/json;q=0, application/xml;q=0.1", "xml"),
    ("", nil, "application/json, application/xml", "json"), ("", "json", nil, "json"),
    ("", "xml", nil, "xml"), ("", "yaml", nil, "xml"), (".json", nil, nil, "json"),
    (".xml", nil, nil, "xml"), (".xml", "json", "application/json", "xml"),
    ("", "xml", "application/json", "xml"),
  ]

  @Test(arguments: ways)
  func `answers as asked`(suffix: String, parameter: String?, accept: String?, format: String) {
    let query = walk.common(["format": parameter])
    for path in ["api/v1/config/ORCHARD", "api/v1/checkauthn"] {
      let answer = walk.v1("\(path)\(suffix)", query, headers: ["Accept": accept])
      #expect(answer.response.headers["Content-Type"] == "application/\(format)")
      #expect((answer.xml != nil) == (format == "xml"))
      #expect((answer.json != .null) == (format == "json"))
    }
  }

  @Test func `takes the parameter from a form, too`() {
    let form = walk.common(["format": "json"])
    let answer = walk.post(v1: "reggie/v1/ORCHARD/regcode", form, headers: ["Accept": nil])
    #expect(answer.response.headers["Content-Type"] == "application/json")
  }

  @Test func `writes errors in both forms`() {
    let json = walk.v1("api/v1/tokens/authn.json")
    #expect(json.json == ["status": 404, "message": "Not Found"])
    let xml = walk.v1("api/v1/tokens/authn.xml")
    #expect(
      String(decoding: xml.response.body, as: UTF8.self)
        == #"<?xml version="1.0" encoding="UTF-8"?><error><status>404</status>"#
        + "<message>Not Found</message></error>")
    for path in ["api/v1/nothing.xml", "api/v1/authorize.xml"] {
      #expect(walk.v1("DELETE", path).xml?.name == "error")
    }
    for path in ["api/v1/nothing", "reggie/v1"] {
      #expect(walk.v1(path).error == "404 Not Found")
    }
  }

  @Test(
    arguments: [
      ("news", .string("a & b"), "<news>a &amp; b</news>"), ("flag", true, "<flag>true</flag>"),
      ("number", 17, "<number>17</number>"), ("nothing", .null, "<nothing/>"),
      ("items", ["a", "b"], "<items><item>a</item><item>b</item></items>"),
      ("zip", ["a"], "<zip><item>a</item></zip>"), ("s", ["a"], "<s><item>a</item></s>"),
      ("map", ["a": ["b": 1]], "<map><a><b>1</b></a></map>"),
      ("map", ["1 a": "x"], #"<map><entry name="1 a">x</entry></map>"#),
      ("map", ["": "x"], #"<map><entry name="">x</entry></map>"#),
      ("map", ["ns:a": "x"], #"<map><entry name="ns:a">x</entry></map>"#),
    ] as [(String, JSONValue, String)])
  func `writes any value as elements`(name: String, value: JSONValue, text: String) {
    var writer = XMLWriter(declaration: false)
    writer.write(name, value)
    #expect(writer.text == text)
  }

  @Test func `writes a deep value without its depths`() {
    let deep = (0..<100).reduce(JSONValue.null) { value, _ in .array([value]) }
    var writer = XMLWriter(declaration: false)
    writer.write("a", deep)
    #expect(writer.text.split(separator: "<item").count == 32)
  }
}

struct V1ConfigurationTests {
  @Test func `lists the MVPDs that a user can choose, and how each takes part in single sign-on`() {
    let answer = Walk.ready().v1("api/v1/config/ORCHARD", [])
    answer.expect([
      "HTTP": 200, "requestor.id": "ORCHARD", "requestor.name": "Orchard Television",
      "requestor.domains": [["name": "orchard.example"]],
      "requestor.mvpds.0": [
        "id": "Harbor", "displayName": "Harbor Cable",
        "logoUrl": "https://logos.example/Harbor.png", "enablePlatformServices": true,
        "boardingStatus": "SUPPORTED", "displayInPlatformPicker": true,
        "platformMappingId": "tvp-harbor-2201",
        "requiredMetadataFields": ["uid", "NameID", "uniqueId"],
      ], "requestor.mvpds.2.boardingStatus": "PICKER",
      "requestor.mvpds.3.enablePlatformServices": false,
      "requestor.mvpds.4": [
        "id": "Riverbank", "displayName": "Riverbank Broadband",
        "logoUrl": "https://logos.example/Riverbank.png",
      ],
    ])
    #expect(
      answer["requestor.mvpds"].array?.compactMap { $0["id"]?.string } == [
        "Harbor", "Lantern", "Pinewood", "Quarry", "Riverbank", "Mayfly", "Driftwood", "Overpass",
        "Barrier",
      ])
  }

  @Test func `says the same in XML`() {
    let answer = Walk.ready().v1("api/v1/config/ORCHARD.xml", [])
    #expect(answer.xml("/config/requestor/mvpds/mvpd/id").count == 9)
    let harbor = "/config/requestor/mvpds/mvpd[id='Harbor']"
    answer.expectXML([
      "/config/requestor/@id": ["ORCHARD"], "/config/requestor/name": ["Orchard Television"],
      "\(harbor)/enablePlatformServices": ["true"], "\(harbor)/boardingStatus": ["SUPPORTED"],
      "\(harbor)/platformMappingId": ["tvp-harbor-2201"],
      "\(harbor)/requiredMetadataFields/requiredMetadataField": ["uid", "NameID", "uniqueId"],
      "//mvpd[id='Riverbank']/boardingStatus": [],
    ])
  }
}
