// SPDX-License-Identifier: Apache-2.0
// POST sessions/sso/{partner} and profiles/sso/{partner}.

import Formats
import Testing
import Text

@testable import ReferenceService

struct PartnerSessionTests {
  static let past = "1893455999999"
  static let future = "1893456000001"

  /// What a status says, and how it is called on profiles/sso.
  static let invalidStatuses: [(String, String)] =
    unreadable.map { ($0, "permission_access_not_present") } + readable
    + expiries.map { (status("granted", "tvp-harbor-2201", $0), "provider_info_expired") }

  private static let unreadable = [
    "", "!", Base64.encode("{"), Base64.encode("[]"), Base64.encode("{}"),
    Base64.encode(#"{"frameworkPermissionInfo":{"accessStatus":1}}"#),
  ]
  private static let readable = [
    (status("notDetermined", nil, nil), "permission_access_not_determined"),
    (status("denied", nil, nil), "permission_access_not_granted"),
    (status("denied", "tvp-harbor-2201", future), "permission_access_not_granted"),
    (status("restricted", nil, nil), "permission_access_not_granted"),
    (status("Granted", "tvp-harbor-2201", future), "permission_access_not_granted"),
    (status("granted", nil, nil), "provider_id_not_determined"),
    (status("granted", "tvp-nobody", future), "provider_id_not_determined"),
    (status("granted", "Harbor", future), "provider_id_not_determined"),
  ]
  private static let expiries = [past, "1893456001", "soon", "+\(future)", "0000\(future)", nil]

  /// These, and one for another provider than the one begun with.
  static let wrongStatuses =
    invalidStatuses + [(status("granted", "tvp-lantern-2202", future), "provider_id_mismatch")]

  static func status(_ access: String, _ id: String?, _ expiry: String?) -> String {
    let members = [id.map { "\"id\":\"\($0)\"" }, expiry.map { "\"expirationDate\":\"\($0)\"" }]
    return Base64.encode(
      "{\"frameworkPermissionInfo\":{\"accessStatus\":\"\(access)\"},\"frameworkProviderInfo\":{"
        + members.compactMap { $0 }.joined(separator: ",") + "} }")
  }

  @Test func `gives the authentication request`() throws {
    let walk = Walk.ready(grantedFor: "tvp-harbor-2201")
    let answer = walk.partnerSession()
    #expect(answer["sessionId"].string.map(UUIDText.isUUID) == true)
    answer.expect([
      "HTTP": 200, "serviceProvider": "ORCHARD", "mvpd": "Harbor", "actionName": "partner_profile",
      "actionType": "direct", "reasonType": "none", "url": "/api/v2/ORCHARD/profiles/sso/Apple",
      "authenticationRequest.type": "saml",
      "authenticationRequest.attributesNames": ["uid", "NameID", "uniqueId"], "code": .null,
      "notBefore": .null, "notAfter": .null, "missingParameters": .null,
    ])
    let text = answer["authenticationRequest.request"].string ?? ""
    let request = try XMLReader.read(Base64.decode(text) ?? [])
    #expect(request.localName == "AuthnRequest")
    #expect(request.namespaceURI == "urn:oasis:names:tc:SAML:2.0:protocol")
    #expect(request.first("Issuer")?.trimmedText == "https://saml.sp.auth.adobe.com")
    #expect(request.attribute("IssueInstant") == "2030-01-01T00:00:00.000Z")
    #expect(walk.requestID(walk.partnerSession()) != walk.requestID(answer))
  }

  @Test(arguments: [nil] + invalidStatuses.map { Optional($0.0) })
  func `falls back where the status does not count`(status: String?) {
    var walk = Walk.ready()
    walk.status = status
    let answer = walk.partnerSession()
    answer.expect(["HTTP": 200, "reasonType": "pfs_fallback", "authenticationRequest": .null])
    let code = answer["code"].string ?? "?"
    if answer["mvpd"] == .null {
      answer.expect([
        "actionName": "resume", "actionType": "direct", "missingParameters": ["mvpd"],
        "url": .string("/api/v2/ORCHARD/sessions/\(code)"),
      ])
    } else {
      answer.expect([
        "actionName": "authenticate", "actionType": "interactive", "missingParameters": .null,
        "url": .string("/api/v2/authenticate/ORCHARD/\(code)"),
      ])
    }
    answer.expect(["notBefore": "1893456000000", "notAfter": "1893457800000"])
  }

  @Test(arguments: [
    ("tvp-quarry-2204", Walk.information, "Quarry"),
    ("tvp-pinewood-2203", Walk.information, "Pinewood"),
    ("tvp-harbor-2201", Base64.encode("{\"osName\":\"Android\"}"), "Harbor"),
  ])
  func `falls back where nothing is set up`(platform: String, information: String, mvpd: String) {
    let walk = Walk.ready(grantedFor: platform)
    let answer = walk.partnerSession(["X-Device-Info": information])
    answer.expect([
      "actionName": "authenticate", "reasonType": "configuration_fallback", "mvpd": .string(mvpd),
      "authenticationRequest": .null,
    ])
  }

  @Test(
    arguments: [
      ([("domainName", "orchard.example")], ["redirectUrl"]),
      ([("redirectUrl", "https://x.example")], ["domainName"]),
      ([], ["domainName", "redirectUrl"]),
      ([("domainName", ""), ("redirectUrl", "https://x.example")], ["domainName"]),
      ([("domainName", "d"), ("redirectUrl", "no url")], ["redirectUrl"]),
      ([("domainName", "d"), ("redirectUrl", "https:///x")], ["redirectUrl"]),
    ] as [([(String, String)], [String])])
  func `asks for missing parameters`(form: [(String, String)], missing: [String]) {
    let walk = Walk.ready(grantedFor: "tvp-harbor-2201")
    let answer = walk.post("sessions/sso/Apple", form: form)
    answer.expect([
      "actionName": "resume", "actionType": "direct", "reasonType": "missing_parameters_fallback",
      "missingParameters": .array(missing.map(JSONValue.string)), "mvpd": "Harbor",
    ])
    let resumed = walk.post("sessions/\(answer["code"].string ?? "")", form: Walk.parameters)
    resumed.expect(["actionName": "authenticate", "mvpd": "Harbor"])
  }

  @Test(arguments: [("Apple", 200), ("apple", 200), ("Banana", 400), ("Apple%20", 400)])
  func `knows its partner`(partner: String, status: Int) {
    let walk = Walk.ready(grantedFor: "tvp-harbor-2201")
    let session = walk.post("sessions/sso/\(partner)", form: Walk.parameters)
    #expect(session.status == status)
    #expect((session["code"] == "invalid_parameter_partner") == (status == 400))
    let profile = walk.post("profiles/sso/\(partner)", form: [])
    #expect((profile["code"] == "invalid_parameter_partner") == (status == 400))
  }

  @Test func `refuses an MVPD without integration`() {
    let walk = Walk.ready(grantedFor: "tvp-faraway-2211")
    #expect(walk.partnerSession().summary == "400 invalid_integration")
  }

  @Test func `needs no partner where the user is signed in or need not be`() {
    var walk = Walk.ready()
    walk.signIn("Harbor")
    walk.status = walk.granted("tvp-harbor-2201")
    walk.partnerSession().expect([
      "actionName": "authorize", "actionType": "direct", "reasonType": "authenticated",
      "url": "/api/v2/ORCHARD/decisions/authorize/Harbor",
    ])
    walk.status = walk.granted("tvp-driftwood-2207")
    let degraded = walk.partnerSession()
    degraded.expect(["actionName": "authorize", "reasonType": "degraded", "mvpd": "Driftwood"])
  }

  @Test func `withholds the partner's profile where the status does not count`() {
    var walk = Walk.ready()
    walk.signInWithPartner("tvp-harbor-2201")
    #expect(walk.partnerSession()["reasonType"] == "authenticatedSSO")
    walk.status = Self.status("granted", "tvp-harbor-2201", Self.past)
    #expect(walk.partnerSession()["reasonType"] == "pfs_fallback")
    walk.status = walk.granted("tvp-lantern-2202")
    #expect(walk.partnerSession()["actionName"] == "partner_profile")
  }
}

struct PartnerProfileTests {
  static let platform = "tvp-harbor-2201"

  /// A device with an authentication request, and the response to it.
  static func begun() -> (walk: Walk, saml: TestSAML) {
    let walk = Walk.ready(grantedFor: platform)
    let id = walk.requestID(walk.partnerSession())
    return (walk, TestSAML(inResponseTo: id, issuer: platform, now: walk.clock.now))
  }

  @Test func `gives a profile, and keeps it`() {
    let (walk, saml) = Self.begun()
    let profile = walk.partnerProfile(saml.text)
    profile.expect([
      "HTTP": 201, "profiles.Harbor.type": "appleSSO", "profiles.Harbor.issuer": "Apple",
      "profiles.Harbor.attributes.userID.value": .string(Base64.encode("user-9")),
      "profiles.Harbor.attributes.tokenSource.value": "Apple",
    ])
    #expect(walk.get("profiles").json == profile.json)
    #expect(walk.get("profiles/Harbor").json == profile.json)
    #expect(walk.get("profiles/Lantern").json == ["profiles": [:]])
  }

  @Test(arguments: PartnerSessionTests.wrongStatuses)
  func `calls each fault of the status by its name`(status: String, code: String) {
    let (walk, saml) = Self.begun()
    let answer = walk.partnerProfile(saml.text, ["AP-Partner-Framework-Status": status])
    #expect(answer.summary == "400 invalid_header_pfs_\(code)")
    #expect(walk.get("profiles").json == ["profiles": [:]])
    #expect(walk.partnerProfile(saml.text).status == 201)
  }

  @Test(arguments: [nil, "tvp-quarry-2204", "tvp-pinewood-2203"])
  func `falls back to the basic profiles without single sign-on`(platform: String?) {
    let (walk, saml) = Self.begun()
    walk.signIn("Quarry")
    let status = platform.map { walk.granted($0) }
    let answer = walk.partnerProfile(saml.text, ["AP-Partner-Framework-Status": status])
    #expect(answer.status == 200 && answer["profiles"].object?.names == ["Quarry"])
  }

  @Test func `refuses an MVPD without integration, and gives a degraded profile`() {
    let (walk, saml) = Self.begun()
    let foreign = walk.granted("tvp-faraway-2211")
    #expect(
      walk.partnerProfile(saml.text, ["AP-Partner-Framework-Status": foreign]).summary
        == "400 invalid_integration")
    let degraded = walk.granted("tvp-driftwood-2207")
    let answer = walk.partnerProfile("", ["AP-Partner-Framework-Status": degraded])
    answer.expect([
      "HTTP": 200, "profiles.Driftwood.type": "degraded", "profiles.Driftwood.issuer": "Adobe",
    ])
    let user = answer["profiles.Driftwood.attributes.userID.value"].string ?? ""
    #expect(user.hasPrefix("95cf93bcd183214a"))
  }

  /// What is done to a right response, by name.
  static let faults: [(String, @Sendable (inout TestSAML) -> Void)] = [
    ("expired", { $0.notOnOrAfter = "2030-01-01T00:00:00Z" }),
    ("not yet valid", { $0.notBefore = "2030-01-01T00:01:01Z" }),
    ("a time that is none", { $0.notOnOrAfter = "tomorrow" }),
    ("another audience", { $0.audience = "https://other.example" }),
    ("no audience", { $0.audience = nil }), ("an audience without a name", { $0.audience = "" }),
    ("another request", { $0.inResponseTo = "_older" }), ("no request", { $0.inResponseTo = "" }),
    ("another issuer", { $0.issuer = "tvp-lantern-2202" }),
    ("the MVPD's id as issuer", { $0.issuer = "Harbor" }),
    ("refused", { $0.status = "urn:oasis:names:tc:SAML:2.0:status:Responder" }),
    ("nobody", { $0.subject = "" }),
    ("an empty name", { $0.subject = "<saml:Subject><saml:NameID/></saml:Subject>" }),
    ("another root", { $0.root = "samlp:AttributeQuery" }),
    ("another namespace", { $0.root = "Response" }),
    ("a confirmation of another request", { $0.subject = confirmed("InResponseTo='_x'") }),
    (
      "an assertion of another issuer",
      { $0.subject = "<saml:Issuer>tvp-lantern-2202</saml:Issuer>" + $0.subject }
    ),
    (
      "a second confirmation, of another request",
      { $0.subject = confirmed("InResponseTo='\($0.inResponseTo)'", "InResponseTo='_x'") }
    ),
    (
      "a confirmation that is over",
      { $0.subject = confirmed("NotOnOrAfter='2030-01-01T00:00:00Z'") }
    ),
  ]

  /// A subject with confirmations of these attributes.
  private static func confirmed(_ data: String...) -> String {
    let confirmations = data.map {
      "<saml:SubjectConfirmation><saml:SubjectConfirmationData \($0)/></saml:SubjectConfirmation>"
    }
    return "<saml:Subject><saml:NameID>u</saml:NameID>\(confirmations.joined())</saml:Subject>"
  }

  @Test(arguments: faults.indices) func `refuses a response that does not hold`(index: Int) {
    let (walk, right) = Self.begun()
    var saml = right
    Self.faults[index].1(&saml)
    let answer = walk.partnerProfile(saml.text)
    #expect(answer.summary == "400 invalid_parameter_saml_response", "\(Self.faults[index].0)")
    #expect(walk.get("profiles").json == ["profiles": [:]])
    #expect(walk.partnerProfile(right.text).status == 201)
  }

  /// What may be done to a right response, by name.
  static let variants: [(String, @Sendable (inout TestSAML) -> Void)] = [
    // The clock of the provider may be a minute ahead.
    ("at its first moment", { $0.notBefore = "2030-01-01T00:01:00Z" }),
    ("at its last moment", { $0.notOnOrAfter = "2030-01-01T00:00:00.001Z" }),
    (
      "an assertion of the same issuer, confirmed for the request",
      {
        $0.subject =
          "<saml:Issuer>\(platform)</saml:Issuer>" + confirmed("InResponseTo='\($0.inResponseTo)'")
      }
    ),
  ]

  @Test(arguments: variants.indices) func `takes a response that holds`(index: Int) {
    let (walk, right) = Self.begun()
    var saml = right
    Self.variants[index].1(&saml)
    #expect(walk.partnerProfile(saml.text).status == 201, "\(Self.variants[index].0)")
  }

  /// The moment itself, and sixteen digits.
  @Test(arguments: ["1893456000000", "0001893456000000"])
  func `takes a status to its last moment`(expiry: String) {
    let (walk, saml) = Self.begun()
    let status = PartnerSessionTests.status("granted", Self.platform, expiry)
    #expect(walk.partnerProfile(saml.text, ["AP-Partner-Framework-Status": status]).status == 201)
  }

  @Test(arguments: [(1, 201), (0, 400)])
  func `takes a response until the request is over`(milliseconds: Int, status: Int) {
    let (walk, saml) = Self.begun()
    walk.clock.advance(by: .seconds(1800) - .milliseconds(milliseconds))
    let late = TestSAML(inResponseTo: saml.inResponseTo, issuer: Self.platform, now: walk.clock.now)
    #expect(walk.partnerProfile(late.text).status == status)
  }

  @Test func `refuses what is no response`() {
    let (walk, saml) = Self.begun()
    let right = Base64.encode(saml.text)
    let values = [
      "", "!", Base64.encode(""), Base64.encode("<a"), Base64.encode("<!DOCTYPE a><a/>"),
      Base64.encode("<a/>"), PercentEncoding.encode(right + "="), String(right.dropLast()),
    ]
    for value in values {
      let answer = walk.post("profiles/sso/Apple", form: [("SAMLResponse", value)])
      #expect(answer.summary == "400 invalid_parameter_saml_response", "\(value)")
    }
    let none = walk.post("profiles/sso/Apple", form: [])
    #expect(none.summary == "400 invalid_parameter_saml_response")
  }

  @Test func `takes the user from an attribute too, and a response over several lines`() {
    let (walk, right) = Self.begun()
    var saml = right
    saml.subject = ""
    saml.attributes = """
      <saml:AttributeStatement><saml:Attribute Name="other"><saml:AttributeValue>x\
      </saml:AttributeValue></saml:Attribute>
      <saml:Attribute Name="uniqueId"><saml:AttributeValue> u-1 </saml:AttributeValue>
      </saml:Attribute></saml:AttributeStatement>
      """
    let text = saml.text.replacing("><", with: ">\r\n\t<")
    walk.partnerProfile(text).expect([
      "HTTP": 201, "profiles.Harbor.attributes.userID.value": .string(Base64.encode("u-1")),
    ])
  }

  @Test func `takes a response once, of this device, to the last request, in time`() {
    let (walk, saml) = Self.begun()
    let other = walk.with(device: "device-2")
    #expect(other.partnerProfile(saml.text).status == 400)
    #expect(walk.partnerProfile(saml.text).status == 201)
    #expect(walk.partnerProfile(saml.text).status == 400)
    let (second, older) = Self.begun()
    _ = second.partnerSession()
    #expect(second.partnerProfile(older.text).status == 400)
  }
}
