// SPDX-License-Identifier: Apache-2.0
// An application that does what the V2 cookbook says, and the recording that tests change.

import Audit
import Formats
import HTTP
import ReferenceService
import Synchronization
import TestSupport
import Text

/// An application that does what the V2 cookbook says, against a reference service of its own. What
/// it sends and is answered is recorded. Its time passes only where it says so.
struct RightApplication {
  private(set) var recording = Recording()
  var provider = "ORCHARD"
  var device = "9F86D081-884C-4D65"
  var token = ""
  /// What the framework says, as JSON.
  var status: String?
  /// What the framework answered last.
  var answered = (permission: JSONObject(), provider: JSONObject())
  /// Those that have asked the framework.
  private var devices: [String] = []
  /// What the service answered to the last partner session.
  var session = JSONValue.null
  var forwardedFor: String?
  /// A header of single sign-on, and its token, for the calls that take one.
  var identity: (header: String, token: String)?
  var model = "AppleTV"
  var client = ""
  var secret = ""
  private let service: ReferenceService
  private let clock: ApplicationClock

  static let origin = "https://api.auth.adobe.example"
  static let redirectURL = "https://orchard.example/signed-in"
  static let parameters = [("domainName", "orchard.example"), ("redirectUrl", redirectURL)]
  static let nobody =
    #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#
  static let denied =
    #"{"frameworkPermissionInfo":{"accessStatus":"denied"},"frameworkProviderInfo":{}}"#

  /// - Parameter seed: Another one for an application with ids of its own in the same recording.
  init(seed: UInt64 = 0) {
    let clock = ApplicationClock()
    self.clock = clock
    service = ReferenceService(now: { clock.now }, randomBytes: seededBytes(seed))
  }

  var now: Timestamp { clock.now }

  func wait(_ duration: Duration) { clock.advance(by: duration) }

  /// What the framework says of a user who is signed in with a provider.
  func signedIn(_ provider: String, for duration: Duration = .seconds(30 * 86400)) -> String {
    let end = (clock.now + duration).milliseconds
    return """
      {"frameworkPermissionInfo":{"accessStatus":"granted"},\
      "frameworkProviderInfo":{"id":"\(provider)","expirationDate":"\(end)"}}
      """
  }

  /// The provider's response to the request that a partner session gave.
  func samlResponse(_ session: JSONValue) -> String {
    let request = session["authenticationRequest"]?["request"]?.string ?? ""
    let id = Base64.decode(request).flatMap { try? XMLReader.read($0) }?.attribute("ID") ?? ""
    let (begin, end) = ((now - .seconds(300)).iso8601, (now + .seconds(300)).iso8601)
    return """
      <samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" \
      xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r1" InResponseTo="\(id)">\
      <saml:Issuer>tvp-harbor-2201</saml:Issuer>\
      <samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>\
      </samlp:Status><saml:Assertion><saml:Subject><saml:NameID>user-9</saml:NameID></saml:Subject>\
      <saml:Conditions NotBefore="\(begin)" NotOnOrAfter="\(end)"><saml:AudienceRestriction>\
      <saml:Audience>https://saml.sp.auth.adobe.com</saml:Audience></saml:AudienceRestriction>\
      </saml:Conditions></saml:Assertion></samlp:Response>
      """
  }
}

extension RightApplication {
  /// Sends a request and waits a second.
  ///
  /// - Returns: The JSON of the answer.
  @discardableResult
  mutating func send(
    _ name: String, _ method: String, _ target: String, headers: [(String, String)],
    body: String = ""
  ) -> JSONValue {
    let request = HTTPRequest(
      method: method, target: target.hasPrefix("/") ? target : Self.path(of: target),
      headers: HeaderList(
        [HeaderField("Host", "api.auth.adobe.example")] + headers.map { HeaderField($0.0, $0.1) }),
      body: Array(body.utf8))
    let response = service.answer(request, from: forwardedFor ?? "127.0.0.1")
    let sent = HeaderList(
      [
        HeaderField("User-Agent", "Orchard/4.2 CFNetwork/1494 Darwin/23.4.0"),
        HeaderField("Accept", "*/*"),
      ] + headers.map { HeaderField($0.0, $0.1) })
    recording.insert(
      Recording.Entry(
        name: name,
        exchange: RecordedExchange(
          entry: EntryReference(recording: 0, index: 0), startedAt: now,
          duration: .milliseconds(100),
          request: RecordedExchange.Request(
            method: method, url: target.hasPrefix("/") ? Self.origin + target : target,
            headers: sent, body: body.isEmpty ? .none : .bytes(Array(body.utf8))),
          response: RecordedExchange.Response(
            status: response.status, headers: response.headers, body: .bytes(response.body)))))
    wait(.seconds(1))
    return (try? JSONParser.document(response.body).root) ?? .null
  }

  /// Asks the framework, which answers at once, and waits a while.
  mutating func call(
    _ name: String, _ call: String, _ request: JSONValue, _ answer: JSONValue?
  ) {
    let number = devices.firstIndex(of: device) ?? devices.count
    if number == devices.count { devices.append(device) }
    recording.calls.append(
      Recording.Call(
        name: name,
        call: LoggedCall(
          time: now.milliseconds, answered: answer.map { _ in now.milliseconds + 40 },
          device: number + 1, name: call, request: request.object ?? JSONObject(),
          answer: answer?.object)))
    wait(.milliseconds(200))
  }

  /// The framework answers its last call of a name only now.
  mutating func answerLate(_ name: String) {
    guard let index = recording.calls.lastIndex(where: { $0.name == name }) else { return }
    recording.calls[index].call.answered = now.milliseconds
  }

  private var information: String {
    Base64.encode(
      #"{"model":"\#(model)","version":"5,3","osName":"tvOS","osVersion":"17.0","connectionType":"WiFi"}"#
    )
  }

  private func headers(
    _ path: String, status isSent: Bool, _ contentType: String?
  ) -> [(String, String)] {
    var headers = [
      ("Authorization", "Bearer \(token)"),
      ("AP-Device-Identifier", "fingerprint \(Base64.encode(device))"),
      ("X-Device-Info", information),
    ]
    if isSent, let status { headers.append(("AP-Partner-Framework-Status", Base64.encode(status))) }
    let takesIdentity =
      ["profiles", "sessions"].contains(path) || path.hasPrefix("profiles/Harbor")
      || path.hasPrefix("decisions") || path.hasPrefix("logout")
    if takesIdentity, let identity { headers.append(identity) }
    if let contentType { headers.append(("Content-Type", contentType)) }
    if let forwardedFor { headers.append(("X-Forwarded-For", forwardedFor)) }
    return headers
  }

  @discardableResult
  mutating func get(_ name: String, _ path: String, status: Bool = false) -> JSONValue {
    send(name, "GET", "/api/v2/\(provider)/\(path)", headers: headers(path, status: status, nil))
  }

  @discardableResult
  mutating func post(
    _ name: String, _ path: String, _ form: [(String, String)], status: Bool = false
  ) -> JSONValue {
    send(
      name, "POST", "/api/v2/\(provider)/\(path)",
      headers: headers(path, status: status, "application/x-www-form-urlencoded"),
      body: Self.encoded(form))
  }

  @discardableResult
  mutating func decide(
    _ name: String, _ call: String, _ mvpd: String, _ resources: [String], status: Bool = true
  ) -> JSONValue {
    let items = resources.map { "\"\($0)\"" }.joined(separator: ",")
    return send(
      name, "POST", "/api/v2/\(provider)/decisions/\(call)/\(mvpd)",
      headers: headers("decisions", status: status, "application/json;charset=utf-8"),
      body: "{\"resources\":[\(items)]}")
  }

  /// The user agent: without any header of the application.
  mutating func visit(_ name: String, _ target: String) { send(name, "GET", target, headers: []) }

  private static func path(of url: String) -> String {
    String(url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })
  }

  private static func encoded(_ form: [(String, String)]) -> String {
    form.map { "\($0.0)=\(PercentEncoding.encodeForm($0.1))" }.joined(separator: "&")
  }
}

extension RightApplication {
  /// Phase A.
  mutating func register() {
    let registered = send(
      "register", "POST", "/o/client/register",
      headers: [
        ("Content-Type", "application/json;charset=utf-8"), ("X-Device-Info", information),
      ], body: "{\"software_statement\":\"\(ServiceData.standard.statements[0].statement)\"}")
    client = registered["client_id"]?.string ?? ""
    secret = registered["client_secret"]?.string ?? ""
    getToken("token")
  }

  mutating func getToken(_ name: String) {
    let answer = send(
      name, "POST", "/o/client/token",
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"), ("X-Device-Info", information),
      ],
      body: Self.encoded([
        ("client_id", client), ("client_secret", secret), ("grant_type", "client_credentials"),
      ]))
    token = answer["access_token"]?.string ?? ""
  }
}

/// A clock that the application sets.
final class ApplicationClock: Sendable {
  private let time = Mutex(1_764_000_000_000)

  var now: Timestamp { Timestamp(milliseconds: time.withLock { $0 }) }
  func advance(by duration: Duration) { time.withLock { $0 += duration.wholeMilliseconds } }
}

/// What an application sent and was answered, in order, by name.
struct Recording {
  struct Entry {
    var name: String
    var exchange: RecordedExchange
  }

  var entries: [Entry] = []
  /// What the application asked the framework, by the same clock.
  var calls: [Call] = []
  /// By how many milliseconds the clock of the device is ahead.
  var ahead = 0
  /// When the log begins; nil where the application begins.
  var logStart: Int?

  /// As an audit reads it.
  var source: ExchangeList {
    ExchangeList(
      recordings: ["recording.har"],
      entries.enumerated().map { index, entry in
        var exchange = entry.exchange
        exchange.entry = EntryReference(recording: 0, index: index)
        return exchange
      })
  }

  /// The first entry of a name, which there has to be.
  private func index(of name: String) -> Int {
    guard let index = entries.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("there is no entry \(name)")
    }
    return index
  }

  private subscript(name: String) -> RecordedExchange { entries[index(of: name)].exchange }

  /// Changes every entry of a name.
  mutating func change(_ name: String, _ change: (inout RecordedExchange) -> Void) {
    _ = index(of: name)
    for index in entries.indices where entries[index].name == name {
      change(&entries[index].exchange)
    }
  }

  /// Gives a header another value, or takes it away.
  mutating func header(_ header: String, _ value: String?, of names: String...) {
    for name in names { change(name) { $0.header(header, value) } }
  }

  /// Gives a parameter of a form another value, or takes it away.
  mutating func form(_ field: String, _ value: String?, of name: String) {
    change(name) { exchange in
      var pairs = exchange.text.split(separator: "&").map(String.init).filter {
        !$0.hasPrefix("\(field)=")
      }
      if let value { pairs.append("\(field)=\(PercentEncoding.encodeForm(value))") }
      exchange.text = pairs.joined(separator: "&")
    }
  }

  /// Replaces a text in the body.
  mutating func body(_ old: String, _ new: String, of names: String...) {
    for name in names { change(name) { $0.text = $0.text.replacing(old, with: new) } }
  }

  mutating func url(_ old: String, _ new: String, of names: String...) {
    for name in names { change(name) { $0.request.url = $0.request.url.replacing(old, with: new) } }
  }

  /// Gives the answer another body and status.
  mutating func answer(_ name: String, _ status: Int = 200, _ json: String? = nil) {
    change(name) { exchange in
      exchange.response?.status = status
      if let json { exchange.response?.body = .bytes(Array(json.utf8)) }
    }
  }

  mutating func drop(_ names: String...) { entries.removeAll { names.contains($0.name) } }

  /// Sends an entry once more, so many milliseconds after its answer, under another name.
  mutating func again(
    _ name: String, after milliseconds: Int, as copy: String,
    _ change: (inout RecordedExchange) -> Void = { _ in }
  ) {
    var exchange = self[name]
    exchange.startedAt = exchange.startedAt + .milliseconds(100 + milliseconds)
    change(&exchange)
    insert(Entry(name: copy, exchange: exchange))
  }

  /// Sends what was sent later, so many milliseconds before another entry.
  mutating func move(_ name: String, before other: String) {
    let target = self[other]
    var entry = entries.remove(at: index(of: name))
    entry.exchange.startedAt = target.startedAt - .milliseconds(500)
    insert(entry)
  }

  /// Sends everything from an entry on so much later.
  mutating func delay(from name: String, by duration: Duration) {
    let start = time(of: name).milliseconds
    for index in calls.indices where calls[index].call.time >= start {
      calls[index].move(by: duration.wholeMilliseconds)
    }
    for index in index(of: name)..<entries.count {
      entries[index].exchange.startedAt = entries[index].exchange.startedAt + duration
    }
  }

  mutating func insert(_ entry: Entry) {
    let at = entries.firstIndex { $0.exchange.startedAt > entry.exchange.startedAt }
    entries.insert(entry, at: at ?? entries.count)
  }

  /// Without what came before an entry.
  func from(_ name: String) -> Recording {
    var recording = self
    recording.entries = Array(entries[index(of: name)...])
    return recording
  }

  /// Changes the SAML response that is exchanged for a profile.
  mutating func saml(_ change: (String) -> String) {
    let name = "partner-profile"
    let value = self[name].text.replacing("SAMLResponse=", with: "")
    let text = PercentEncoding.decode(value, plusIsBlank: true).flatMap { Base64.decode($0) } ?? []
    form("SAMLResponse", Base64.encode(change(String(decoding: text, as: UTF8.self))), of: name)
  }

  /// When the first entry of a name was sent.
  func time(of name: String) -> Timestamp { self[name].startedAt }

  /// The value of a header of the first entry of a name.
  func header(_ header: String, of name: String) -> String {
    self[name].request.headers?[header] ?? ""
  }

  /// A string in the answer of the first entry of a name.
  func answered(_ member: String, by name: String) -> String {
    guard case .bytes(let bytes)? = self[name].response?.body else { return "" }
    return (try? JSONParser.document(bytes).root)?[member]?.string ?? ""
  }
}

extension RecordedExchange {
  mutating func header(_ name: String, _ value: String?) {
    var headers = HeaderList(
      (request.headers?.fields ?? []).filter { $0.name.lowercased() != name.lowercased() })
    if let value { headers.append(name, value) }
    request.headers = headers
  }

  /// The body of the request.
  var text: String {
    get {
      guard case .bytes(let bytes) = request.body else { return "" }
      return String(decoding: bytes, as: UTF8.self)
    }
    set { request.body = .bytes(Array(newValue.utf8)) }
  }
}
