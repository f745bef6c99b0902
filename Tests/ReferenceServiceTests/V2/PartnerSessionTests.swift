// SPDX-License-Identifier: Apache-2.0
// POST /api/v2/{serviceProvider}/sessions/sso/{partner}.

import Formats
import Testing
import Text

@testable import ReferenceService

@Suite struct PartnerSessionTests {
  static let past = "1893455999999"
  static let future = "1893456000001"

  /// What a status says, and how it is called on profiles/sso.
  static let invalidStatuses: [(String, String)] = [
    ("", "permission_access_not_present"),
    ("!", "permission_access_not_present"),
    (Base64.encode("{"), "permission_access_not_present"),
    (Base64.encode("[]"), "permission_access_not_present"),
    (Base64.encode("{}"), "permission_access_not_present"),
    (
      Base64.encode(#"{"frameworkPermissionInfo":{"accessStatus":1}}"#),
      "permission_access_not_present"
    ),
    (status("notDetermined", nil, nil), "permission_access_not_determined"),
    (status("denied", nil, nil), "permission_access_not_granted"),
    (status("denied", "tvp-harbor-2201", future), "permission_access_not_granted"),
    (status("restricted", nil, nil), "permission_access_not_granted"),
    (status("Granted", "tvp-harbor-2201", future), "permission_access_not_granted"),
    (status("granted", nil, nil), "provider_id_not_determined"),
    (status("granted", "tvp-nobody", future), "provider_id_not_determined"),
    (status("granted", "Harbor", future), "provider_id_not_determined"),
    (status("granted", "tvp-harbor-2201", past), "provider_info_expired"),
    (status("granted", "tvp-harbor-2201", "1893456001"), "provider_info_expired"),
    (status("granted", "tvp-harbor-2201", "soon"), "provider_info_expired"),
    (status("granted", "tvp-harbor-2201", "+\(future)"), "provider_info_expired"),
    (status("granted", "tvp-harbor-2201", "0000\(future)"), "provider_info_expired"),
    (status("granted", "tvp-harbor-2201", nil), "provider_info_expired"),
  ]

  static func status(_ access: String, _ id: String?, _ expiry: String?) -> String {
    let members = [id.map { "\"id\":\"\($0)\"" }, expiry.map { "\"expirationDate\":\"\($0)\"" }]
    return Base64.encode(
      "{\"frameworkPermissionInfo\":{\"accessStatus\":\"\(access)\"},\"frameworkProviderInfo\":{"
        + members.compactMap { $0 }.joined(separator: ",") + "} }")
  }

  @Test func `gives the authentication request`() throws {
    var walk = Walk.ready()
    walk.status = walk.granted("tvp-harbor-2201")
    let answer = walk.partnerSession()
    #expect(answer.status == 200)
    #expect(answer["serviceProvider"] == "ORCHARD")
    #expect(answer["sessionId"].string.map(UUIDText.isUUID) == true)
    #expect(answer["authenticationRequest.type"] == "saml")
    #expect(
      answer["authenticationRequest.attributesNames"] == ["uid", "NameID", "uniqueId"])
    for name in ["code", "notBefore", "notAfter", "missingParameters"] {
      #expect(answer[name] == .null)
    }
    let text = answer["authenticationRequest.request"].string ?? ""
    let request = try XMLReader.read(Base64.decode(text) ?? [])
    #expect(request.localName == "AuthnRequest")
    #expect(request.namespaceURI == "urn:oasis:names:tc:SAML:2.0:protocol")
    #expect(request.first("Issuer")?.trimmedText == "https://saml.sp.auth.adobe.com")
    #expect(request.attribute("IssueInstant") == "2030-01-01T00:00:00.000Z")
    #expect(walk.requestID(walk.partnerSession()) != walk.requestID(answer))
  }

  @Test(arguments: ["1893456000000", future])
  func `takes a status up to the millisecond in which it expires`(expiry: String) {
    var walk = Walk.ready()
    walk.status = Self.status("granted", "tvp-harbor-2201", expiry)
    #expect(walk.partnerSession()["authenticationRequest.type"] == "saml")
  }

  @Test(arguments: [nil] + invalidStatuses.map { Optional($0.0) })
  func `falls back where the status does not count`(status: String?) {
    var walk = Walk.ready()
    walk.status = status
    let answer = walk.partnerSession()
    #expect(answer.status == 200)
    #expect(answer["reasonType"] == "pfs_fallback")
    #expect(answer["authenticationRequest"] == .null)
    let code = answer["code"].string ?? "?"
    if answer["mvpd"] == .null {
      #expect(answer["actionName"] == "resume")
      #expect(answer["actionType"] == "direct")
      #expect(answer["missingParameters"] == ["mvpd"])
      #expect(answer["url"] == .string("/api/v2/ORCHARD/sessions/\(code)"))
    } else {
      #expect(answer["actionName"] == "authenticate")
      #expect(answer["actionType"] == "interactive")
      #expect(answer["missingParameters"] == .null)
      #expect(answer["url"] == .string("/api/v2/authenticate/ORCHARD/\(code)"))
    }
    #expect(answer["notBefore"] == "1893456000000")
    #expect(answer["notAfter"] == "1893457800000")
  }

  @Test(arguments: [
    ("tvp-quarry-2204", Walk.information, "Quarry"),
    ("tvp-pinewood-2203", Walk.information, "Pinewood"),
    ("tvp-harbor-2201", Base64.encode("{\"osName\":\"Android\"}"), "Harbor"),
  ])
  func `falls back where single sign-on is not set up`(
    platform: String, information: String, mvpd: String
  ) {
    var walk = Walk.ready()
    walk.status = walk.granted(platform)
    let answer = walk.partnerSession(["X-Device-Info": information])
    #expect(answer["actionName"] == "authenticate")
    #expect(answer["reasonType"] == "configuration_fallback")
    #expect(answer["mvpd"] == .string(mvpd))
    #expect(answer["authenticationRequest"] == .null)
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
    var walk = Walk.ready()
    walk.status = walk.granted("tvp-harbor-2201")
    let answer = walk.post("sessions/sso/Apple", form: form)
    #expect(answer["actionName"] == "resume")
    #expect(answer["actionType"] == "direct")
    #expect(answer["reasonType"] == "missing_parameters_fallback")
    #expect(answer["missingParameters"] == .array(missing.map(JSONValue.string)))
    #expect(answer["mvpd"] == "Harbor")
    let resumed = walk.post("sessions/\(answer["code"].string ?? "")", form: Walk.parameters)
    #expect(resumed["actionName"] == "authenticate")
    #expect(resumed["mvpd"] == "Harbor")
  }

  @Test(arguments: [("Apple", 200), ("apple", 200), ("Banana", 400), ("Apple%20", 400)])
  func `knows its partner`(partner: String, status: Int) {
    var walk = Walk.ready()
    walk.status = walk.granted("tvp-harbor-2201")
    let session = walk.post("sessions/sso/\(partner)", form: Walk.parameters)
    #expect(session.status == status)
    #expect((session["code"] == "invalid_parameter_partner") == (status == 400))
    let profile = walk.post("profiles/sso/\(partner)", form: [])
    #expect((profile["code"] == "invalid_parameter_partner") == (status == 400))
  }

  @Test func `refuses an MVPD without integration`() {
    var walk = Walk.ready()
    walk.status = walk.granted("tvp-faraway-2211")
    #expect(walk.partnerSession().summary == "400 invalid_integration")
  }

  @Test func `needs no partner where the user is signed in or need not be`() {
    var walk = Walk.ready()
    walk.signIn("Harbor")
    walk.status = walk.granted("tvp-harbor-2201")
    let regular = walk.partnerSession()
    #expect(regular["actionName"] == "authorize")
    #expect(regular["actionType"] == "direct")
    #expect(regular["reasonType"] == "authenticated")
    #expect(regular["url"] == "/api/v2/ORCHARD/decisions/authorize/Harbor")
    walk.status = walk.granted("tvp-driftwood-2207")
    let degraded = walk.partnerSession()
    #expect(degraded["actionName"] == "authorize")
    #expect(degraded["reasonType"] == "degraded")
    #expect(degraded["mvpd"] == "Driftwood")
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
