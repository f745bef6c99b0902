// SPDX-License-Identifier: Apache-2.0
// Variants of Dynamic Client Registration.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Variant {
  static let registration: [Variant] = [
    Variant(
      "tokens-of-one-hour", by: "AMB-26", summary: "Access tokens last an hour",
      data: { $0.setTokenLifetime(.seconds(3600)) }),
    Variant(
      "tokens-of-a-day", by: "AMB-26", summary: "Access tokens last 24 hours",
      data: { $0.setTokenLifetime(.seconds(86_400)) }),
    Variant(
      "issued-at-in-milliseconds", by: "AMB-26",
      summary: "client_id_issued_at is in milliseconds",
      .json(at: [.register]) { json, _ in
        json.replace("client_id_issued_at") { .integer(($0.number?.integer ?? 0) * 1000) }
      }),
    Variant(
      "other-redirect-uris", by: "AMB-27",
      summary: "A registration is answered with other redirect URIs than it asked for",
      .json(at: [.register], .put("redirect_uris", ["app://com.example.other#b7c1e2"]))),
    Variant(
      "more-grants-and-scopes", by: "RFC 7591, section 3.2.1",
      summary: "A client may have more grant types and scopes than it needs",
      .json(
        at: [.register], .put("grant_types", ["client_credentials", "refresh_token"]),
        .put("scopes", ["api:client:v1", "api:client:v2", "profile:read"]))),
    Variant(
      "token-type-in-capitals", by: "RFC 6749, section 5.1",
      summary: "token_type is Bearer, and the scope is told",
      .json(at: [.token], .put("token_type", "Bearer"), .put("scope", "api:client:v2"))),
    Variant(
      "long-access-tokens", by: "Dynamic Client Registration API, access_token",
      summary: "Access tokens have the form of a JWT of 1,500 characters", longTokens),
    Variant(
      "client-credentials-with-signs", by: "RFC 6749, appendix A",
      summary: "Client ids and secrets have signs that forms have to encode", signs),
  ]

  private static let longTokens = Alteration.exchange(at: ServiceEndpoint.everywhere) {
    request, ask in
    let head = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9."
    let tail = ".\(String(repeating: "c2lnbmF0dXJl", count: 117))_-"
    var request = request
    if let field = request.headers["Authorization"] {
      request.headers.set(
        "Authorization", field.replacing(head, with: "").replacing(tail, with: ""))
    }
    var answer = ask(request)
    if ServiceEndpoint(request) == .token, var json = answer.json {
      json.replace("access_token") { .string("\(head)\($0.string ?? "")\(tail)") }
      answer.json = json
    }
    return answer
  }

  private static let signs = Alteration.exchange(at: ServiceEndpoint.registration) { request, ask in
    let mark = "+/=&% ~"
    var request = request
    if ServiceEndpoint(request) == .token {
      request.editForm { fields in
        for index in fields.indices where fields[index].name.hasPrefix("client_") {
          fields[index].value = fields[index].value.replacing(mark, with: "")
        }
      }
    }
    var answer = ask(request)
    if ServiceEndpoint(request) == .register, answer.status == 201, var json = answer.json {
      for name in ["client_id", "client_secret"] {
        json.replace(name) { .string("\($0.string ?? "")\(mark)") }
      }
      answer.json = json
    }
    return answer
  }
}

extension ServiceData {
  /// Changes the lifetime of the tokens that last.
  fileprivate mutating func setTokenLifetime(_ lifetime: Duration) {
    for index in statements.indices where statements[index].tokenLifetime > .seconds(60) {
      statements[index].tokenLifetime = lifetime
    }
  }
}
