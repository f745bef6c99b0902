// SPDX-License-Identifier: Apache-2.0
// A client of the service, for the tests: devices, headers, and the steps that lead somewhere.

import Formats
import HTTP
import Synchronization
import TestSupport
import Testing
import Text

@testable import ReferenceService

/// A clock that the test sets.
final class TestClock: Sendable {
  private let time = Mutex(1_893_456_000_000)

  var now: Timestamp { Timestamp(milliseconds: time.withLock { $0 }) }
  func advance(by duration: Duration) { time.withLock { $0 += duration.wholeMilliseconds } }
}

/// An answer, with its body as JSON.
struct Answer {
  let response: HTTPResponse

  var status: Int { response.status }
  var json: JSONValue { (try? JSONParser.document(response.body).root) ?? .null }

  subscript(path: String) -> JSONValue { json[path: path] }

  /// Expects each value at its path. `HTTP` stands for the status.
  func expect(
    _ values: KeyValuePairs<String, JSONValue>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (path, value) in values {
      let found = path == "HTTP" ? .integer(status) : self[path]
      #expect(found == value, "\(path)", sourceLocation: sourceLocation)
    }
  }

  /// `200`, or the status and the code of the error.
  var summary: String {
    let code = self["code"].string ?? self["error"].string
    guard status >= 400, let code else { return "\(status)" }
    return "\(status) \(code)"
  }
}

extension JSONValue {
  /// What stands at a path of names and indices: `decisions.0.error.code`; null for nothing.
  fileprivate subscript(path path: String) -> JSONValue {
    path.split(separator: ".").reduce(self) { value, name in
      if let items = value.array, let index = Int(name), index < items.count { return items[index] }
      return value[String(name)] ?? .null
    }
  }
}

/// One device of one client at a service of the test's own.
struct Walk {
  let clock: TestClock
  let service: ReferenceService
  let origin: String
  var provider = "ORCHARD"
  var device = "device-1"
  var token = ""
  var status: String?

  static let statement = ServiceData.standard.statements[0].statement
  static let information = Base64.encode(
    #"{"model":"AppleTV","version":"5,3","osName":"tvOS","osVersion":"17.0","connectionType":"LAN"}"#
  )
  static let redirectURL = "https://orchard.example/signed-in"

  init(settings: ServiceSettings = .init(), data: ServiceData = .standard) {
    let clock = TestClock()
    self.clock = clock
    origin = "\(settings.isSecure ? "https" : "http")://127.0.0.1:8080"
    service = ReferenceService(
      data: data, now: { clock.now }, randomBytes: seededBytes(), settings: settings)
  }

  /// A client that is registered and has a token.
  static func ready(
    statement: String = statement, settings: ServiceSettings = .init(),
    data: ServiceData = .standard
  ) -> Walk {
    var walk = Walk(settings: settings, data: data)
    walk.token = walk.newToken(statement: statement)
    return walk
  }

  /// One whose framework says that the user is signed in at a provider.
  static func ready(grantedFor provider: String) -> Walk {
    var walk = ready()
    walk.status = walk.granted(provider)
    return walk
  }

  /// One whose user has signed in through the partner.
  static func ready(signedInAt provider: String) -> Walk {
    var walk = ready()
    walk.signInWithPartner(provider)
    return walk
  }

  /// The same with another device, or for another service provider.
  func with(device: String? = nil, provider: String? = nil) -> Walk {
    var other = self
    other.device = device ?? self.device
    other.provider = provider ?? self.provider
    return other
  }

  func newToken(statement: String = statement) -> String {
    let registered = register(["software_statement": .string(statement)])
    return self.token(Self.credentials(registered))["access_token"].string ?? ""
  }

  /// The form of the token endpoint for a registered client.
  static func credentials(_ client: Answer) -> [(String, String)] {
    ["client_id", "client_secret"].map { ($0, client[$0].string ?? "") }
      + [("grant_type", "client_credentials")]
  }

  func register(_ body: JSONValue) -> Answer {
    send("POST", "/o/client/register", [:], JSONWriter.bytes(body))
  }

  func token(_ form: [(String, String)]) -> Answer {
    send("POST", "/o/client/token", [:], Self.form(form))
  }

  func send(
    _ method: String, _ target: String, _ headers: [String: String] = [:], _ body: [UInt8] = []
  ) -> Answer {
    var list = HeaderList([HeaderField("Host", "127.0.0.1:8080")])
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { list.append(name, value) }
    let request = HTTPRequest(method: method, target: target, headers: list, body: body)
    return Answer(response: service.answer(request, from: "127.0.0.1"))
  }

  static func form(_ fields: [(String, String)]) -> [UInt8] {
    Array(fields.map { "\($0.0)=\(PercentEncoding.encodeForm($0.1))" }.joined(separator: "&").utf8)
  }

  /// The headers of every call; nil leaves one out.
  func headers(_ changes: [String: String?] = [:]) -> [String: String] {
    var headers: [String: String] = [
      "Authorization": "Bearer \(token)",
      "AP-Device-Identifier": "fingerprint \(Base64.encode(device))",
      "X-Device-Info": Self.information,
    ]
    if let status { headers["AP-Partner-Framework-Status"] = status }
    for (name, value) in changes { headers[name] = value }
    return headers
  }
}

extension Walk {
  /// A framework status: granted, signed in at the provider, valid for an hour.
  func granted(_ provider: String) -> String {
    let expiry = clock.now.milliseconds + 3_600_000
    return Base64.encode(
      #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"\#(provider)","expirationDate":"\#(expiry)"}}"#
    )
  }

  func get(_ path: String, _ changes: [String: String?] = [:]) -> Answer {
    send("GET", "/api/v2/\(provider)/\(path)", headers(changes))
  }

  func post(
    _ path: String, form: [(String, String)], _ changes: [String: String?] = [:]
  ) -> Answer {
    send("POST", "/api/v2/\(provider)/\(path)", headers(changes), Self.form(form))
  }

  func decide(
    _ what: String, _ mvpd: String, _ resources: [String], _ changes: [String: String?] = [:]
  ) -> Answer {
    let body: JSONValue = ["resources": .array(resources.map(JSONValue.string))]
    return send(
      "POST", "/api/v2/\(provider)/decisions/\(what)/\(mvpd)", headers(changes),
      JSONWriter.bytes(body))
  }

  static let parameters = [("domainName", "orchard.example"), ("redirectUrl", redirectURL)]

  func partnerSession(_ changes: [String: String?] = [:]) -> Answer {
    post("sessions/sso/Apple", form: Self.parameters, changes)
  }

  /// The id of the SAML request of a partner session.
  func requestID(_ answer: Answer) -> String {
    let text = answer["authenticationRequest.request"].string ?? ""
    return Base64.decode(text).flatMap { try? XMLReader.read($0) }?.attribute("ID") ?? ""
  }

  func partnerProfile(_ saml: String, _ changes: [String: String?] = [:]) -> Answer {
    post("profiles/sso/Apple", form: [("SAMLResponse", Base64.encode(saml))], changes)
  }

  /// Signs in through the partner; the status stays the walk's own.
  @discardableResult
  mutating func signInWithPartner(_ provider: String) -> Answer {
    status = granted(provider)
    let id = requestID(partnerSession())
    return partnerProfile(TestSAML(inResponseTo: id, issuer: provider, now: clock.now).text)
  }

  /// Signs in at the MVPD's own page.
  ///
  /// - Returns: Each location on the way, and the code.
  @discardableResult
  func signIn(_ mvpd: String) -> (locations: [String], code: String) {
    let session = post("sessions", form: Self.parameters + [("mvpd", mvpd)])
    return (follow(session["url"].string), session["code"].string ?? "")
  }

  /// Each location on the way of a user agent, as long as it leads to the service.
  func follow(_ target: String?) -> [String] {
    var locations: [String] = []
    var next = target
    while let target = next, locations.count < 10 {
      let location = send("GET", target).response.headers["Location"]
      if let location { locations.append(location) }
      next = location.flatMap { $0.hasPrefix(origin) ? String($0.dropFirst(origin.count)) : nil }
    }
    return locations
  }
}

/// A SAML response, right but for what a test changes.
struct TestSAML {
  var inResponseTo: String
  var issuer: String
  /// nil for a response that is for any service.
  var audience: String? = "https://saml.sp.auth.adobe.com"
  var status = "urn:oasis:names:tc:SAML:2.0:status:Success"
  var notBefore: String
  var notOnOrAfter: String
  var subject = "<saml:Subject><saml:NameID>user-9</saml:NameID></saml:Subject>"
  var attributes = ""
  var root = "samlp:Response"

  init(inResponseTo: String, issuer: String, now: Timestamp) {
    self.inResponseTo = inResponseTo
    self.issuer = issuer
    notBefore = (now - .seconds(300)).iso8601
    notOnOrAfter = (now + .seconds(300)).iso8601
  }

  private var restriction: String {
    audience.map {
      "<saml:AudienceRestriction><saml:Audience>\($0)</saml:Audience></saml:AudienceRestriction>"
    } ?? ""
  }

  var text: String {
    """
    <\(root) xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
    xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" InResponseTo="\(inResponseTo)">\
    <saml:Issuer>\(issuer)</saml:Issuer>\
    <samlp:Status><samlp:StatusCode Value="\(status)"/></samlp:Status>\
    <saml:Assertion>\(subject)\
    <saml:Conditions NotBefore="\(notBefore)" NotOnOrAfter="\(notOnOrAfter)">\
    \(restriction)</saml:Conditions>\(attributes)</saml:Assertion></\(root)>
    """
  }
}
