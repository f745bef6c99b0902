// SPDX-License-Identifier: Apache-2.0
// No secret in a report or on the terminal, whatever a service does with it.

import Formats
import Foundation
import HTTP
import SelfTest
import TestSupport
import Testing
import Text

struct SecretTests {
  /// What an application asks before the user is signed in, and afterwards.
  private static let early = ["c-1-partner-authentication", "x-6-basic-authentication"]
  private static let late = ["b-check-authentication", "c-1-partner-authentication", "e-logout"]
  private static let afterSignIn = Endpoint.decisions.union([.profiles, .profile, .logout])

  /// Services whose failures show much of what was sent and answered, and suites that see it.
  static let services: [(name: String, service: Alteration, suites: [String])] = [
    (
      "wrong profiles and decisions",
      .all(["permit-without-token", "authorization-of-another-resource"].map { .defect($0) }),
      ["d-decisions"]
    ), ("a wrong issuer", .defect("partner-profile-issued-by-mvpd"), ["c-4-partner-profile"]),
    (
      "wrong sessions and logouts",
      .all(["partner-logout-called-logout", "session-authenticate-direct"].map { .defect($0) }),
      ["e-logout", "x-6-basic-authentication"]
    ), ("a wrong status", .defect("register-answers-200"), ["a-registration"]),
    ("a wrong time", .defect("token-created-in-seconds"), ["a-registration"]),
    (
      "a wrong request", .defect("partner-request-of-another-mvpd"),
      ["c-1-partner-authentication"]
    ), ("an echo in texts", echo(at: Endpoint.entitlement) { $0 }, early),
    (
      "an echo in Base64",
      echo(at: Endpoint.entitlement) { Base64Text.encode(Array($0.utf8)) }, early
    ),
    (
      "an echo of digests",
      echo(at: Endpoint.entitlement) { SHA256.hexadecimal(Array($0.utf8)) }, early
    ), ("a late echo in texts", echo(at: afterSignIn) { $0 }, late),
    (
      "a late echo in Base64", echo(at: afterSignIn) { Base64Text.encode(Array($0.utf8)) }, late
    ),
    (
      "a late echo of digests", echo(at: afterSignIn) { SHA256.hexadecimal(Array($0.utf8)) },
      late
    ), ("an echo of tokens", echo(at: [.register, .token]) { $0 }, ["a-registration"]),
    (
      "an echo in a redirect",
      .answer(at: Endpoint.profileMaps) { response, request in
        response.status = 302
        response.headers.set(
          "Location", "/x?t=\(request.headers["Authorization"]?.replacing(" ", with: "%20") ?? "")")
      }, ["b-check-authentication"]
    ),
    (
      "an echo in a page",
      .answer(at: Endpoint.decisions.union([.logout])) { response, request in
        let fields = request.headers.fields.map { "\($0.name)=\($0.value)<br>" }.joined()
        response.headers.set("Content-Type", "text/html")
        response.body = Array("<html>\(fields)</html>".utf8) + request.body
      }, ["c-1-partner-authentication", "e-logout"]
    ),
  ]

  /// Sends back all that identifies, in members and headers that nobody knows to be secret, and in
  /// the place of one that is judged.
  private static func echo(
    at endpoints: Set<Endpoint>, _ form: @escaping @Sendable (String) -> String
  ) -> Alteration {
    .answer(at: endpoints) { response, request in
      guard var json = response.json else { return }
      let token = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
      let device = request.headers["AP-Device-Identifier"]
        .map { String($0.dropFirst("fingerprint ".count)) }
      let id = device.flatMap { Base64Text.decode($0) }
        .map { String(decoding: $0, as: UTF8.self) }
      let saml = request.formValue("SAMLResponse")
      let xml = saml.flatMap { Base64Text.decode($0) }.map { String(decoding: $0, as: UTF8.self) }
      let body = String(decoding: request.body, as: UTF8.self)
      let texts = [token, device, id, saml, xml, body].compactMap(\.self).filter { !$0.isEmpty }
      json.set("debug", .array(texts.map { .string(form($0)) }))
      for name in ["actionName", "message", "client_id_issued_at", "created_at"] {
        json.replace(name) { _ in .string(texts.map(form).joined(separator: " ")) }
      }
      for path in ["profiles/*/type", "decisions/*/source", "logouts/*/actionName"] {
        json.replace(path) { _ in .string(texts.map(form).joined(separator: " ")) }
      }
      response.json = json
      if let token { response.headers.append("X-Echo", form(token)) }
      if let id { response.headers.append("X-Echo", form(id)) }
    }
  }

  @Test(arguments: services)
  func `shows no secret, in no encoding`(
    name: String, service: Alteration, suites: [String]
  ) throws {
    let server = try AlteringServer(service)
    defer { server.stop() }
    let traffic = try TemporaryFolder()
    let recording = "\(traffic.path)/run.har"
    let run = try SuiteRun(
      server, suites: suites, ["--jobs", "8", "--annotations", "github", "--record-har", recording])
    #expect(run.status == 1, "\(name): a run that shows nothing proves nothing")
    let names = ["report.json", "report.md", "junit.xml", "report.html", "ctrf.json"]
    let audit = Product.run(["audit", recording, "--reports", traffic.path])
    let texts =
      try [
        ("stdout", run.finished.output), ("stderr", run.finished.error),
        ("audit", audit.output + audit.error),
      ] + names.map { ($0, try run.report($0)) }
      + names.map { ("audit's \($0)", String(decoding: try traffic.bytes($0), as: UTF8.self)) }
    let secrets = try Self.secrets(in: server.exchanges)
      .map { (name: $0.name, forms: Self.forms(of: $0.value)) }
    #expect(secrets.count >= 3)
    for (place, text) in texts {
      let shown = text.withCString { bytes in
        secrets.first { $0.forms.contains { strstr(bytes, $0) != nil } }
      }
      #expect(shown == nil, "\(name): \(shown?.name ?? "") in \(place)")
      // The search ends at a NUL.
      #expect(strlen(text) == text.utf8.count, "\(name): \(place)")
    }
  }

  struct Secret: Hashable {
    let name: String
    let value: String
  }

  /// All that must not be shown, from what passed.
  private static func secrets(in exchanges: [AlteringServer.Exchange]) throws -> Set<Secret> {
    var secrets: Set<Secret> = []
    func add(_ name: String, _ value: String?) {
      if let value, value.utf8.count >= 8 { secrets.insert(Secret(name: name, value: value)) }
    }
    for statement in ["software_statement", "short_lived_software_statement"] {
      add(statement, try AlteringServer().facts[statement]?.string)
    }
    for exchange in exchanges {
      let (request, response) = (exchange.request, exchange.response)
      if response.status < 300, let json = response.json {
        switch Endpoint(request) {
        case .token?: add("access token", json["access_token"]?.string)
        case .register?: add("client secret", json["client_secret"]?.string)
        case .authorize?:
          for decision in json["decisions"]?.array ?? [] {
            let token = decision["token"]?["serializedToken"]?.string
            if token != "dG9rZW4=" { add("media token", token) }
          }
        case .partnerSession?:
          add("SAML request", json["authenticationRequest"]?["request"]?.string)
        default: break
        }
        if Endpoint(request) == .partnerProfile, let saml = request.formValue("SAMLResponse"),
          let xml = Base64Text.decode(saml)
        {
          add("SAML response", saml)
          add("SAML document", String(decoding: xml, as: UTF8.self))
        }
      }
      if response.status < 300, let header = request.headers["AP-Device-Identifier"],
        header.hasPrefix("fingerprint ")
      {
        let identifier = String(header.dropFirst("fingerprint ".count))
        add("device identifier", identifier)
        add("device id", Base64Text.decode(identifier).map { String(decoding: $0, as: UTF8.self) })
      }
    }
    return secrets
  }

  /// As it is, encoded, as a digest, and cut.
  private static func forms(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    let base64 = Base64Text.encode(bytes)
    let json = String(JSONWriter.text(.string(secret)).dropFirst().dropLast())
    let whole = [
      secret, base64, PercentEncoding.encode(secret), PercentEncoding.encodeForm(secret),
      PercentEncoding.encode(base64), SHA256.hexadecimal(bytes), json,
      base64.replacing("=", with: ""),
    ]
    return whole + whole.filter { $0.utf8.count > 64 }.map { String($0.prefix(48)) }
  }
}

extension Alteration {
  /// The alterations of the defect with that name; none where there is no such defect.
  fileprivate static func defect(_ name: String) -> Alteration {
    .all(Defect.named(name)?.deviation.alterations ?? [])
  }
}
