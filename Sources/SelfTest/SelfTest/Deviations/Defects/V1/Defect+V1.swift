// SPDX-License-Identifier: Apache-2.0
// Defects in the answers of REST API V1, by the steps of the cookbook.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  static let v1: [Defect] =
    v1Forms + v1Authentication + v1Configuration + v1Partner + v1Codes + v1Authorizations
    + v1Logouts + v1Requests

  /// Formats and limits, for all calls.
  private static let v1Forms: [Defect] = [
    Defect(
      "v1-json-as-text", of: "V1-IN-11", "V1-01-03", "V1-03-07", "V1-10-12", "V1-10-19",
      summary: "JSON is sent as text/plain",
      .answer(at: ServiceEndpoint.v1) { response, _ in
        if response.headers["Content-Type"]?.hasPrefix("application/json") == true {
          response.headers.set("Content-Type", "text/plain")
        }
      }),
    Defect(
      "v1-xml-as-text", of: "V1-IN-11", "V1-10-19",
      summary: "XML is sent as text/plain",
      .answer(at: ServiceEndpoint.v1) { response, _ in
        if response.headers["Content-Type"]?.contains("xml") == true {
          response.headers.set("Content-Type", "text/plain")
        }
      }),
    Defect(
      "v1-json-where-xml-was-asked-for", of: "V1-IN-11", "V1-10-19", "V1-IN-08",
      summary: "The format that Accept asks for is ignored",
      .request(at: ServiceEndpoint.v1) { request in
        if request.headers["Accept"] != nil { request.headers.set("Accept", "application/json") }
      }),
    Defect(
      name: "v1-refused-as-unavailable", requirements: ["V1-IN-12"],
      summary: "Over the limit the answer is 503",
      setting: .throttled,
      fault: Deviation(alterations: [.status(at: ServiceEndpoint.v1, 429, to: 503)])),
    Defect(
      name: "v1-limit-for-all-devices", requirements: ["V1-06-10", "V1-IN-12"],
      summary: "All devices share one limit",
      setting: .throttled,
      fault: Deviation(alterations: [
        .request(at: ServiceEndpoint.v1) { $0.headers.remove("X-Forwarded-For") }
      ])),
    Defect(
      "v1-byte-order-mark", of: "V1-IN-11", "V1-10-19", "V1-10-12", "V1-03-07",
      summary: "A byte order mark stands before JSON", .byteOrderMark(at: ServiceEndpoint.v1)),
  ]

  /// Steps 1 and 10: the authentication token.
  private static let v1Authentication: [Defect] = [
    Defect(
      "v1-check-answers-204", of: "V1-01-02", summary: "A token that is there is answered with 204",
      .status(at: [.v1CheckAuthentication], 200, to: 204)),
    Defect(
      "v1-check-answers-404", of: "V1-01-03", summary: "Without a token the check answers 404",
      .status(at: [.v1CheckAuthentication], 403, to: 404)),
    Defect(
      "v1-check-error-without-message", of: "V1-01-03",
      summary: "The error of the check has no message",
      .json(at: [.v1CheckAuthentication], status: 403...403, .remove("message"))),
    Defect(
      "v1-check-error-status-as-text", of: "V1-01-03",
      summary: "The error of the check has its status as a text",
      .json(at: [.v1CheckAuthentication], status: 403...403, .text("status"))),
    Defect(
      "v1-token-of-another-mvpd", of: "V1-10-19",
      summary: "The authentication token names an MVPD that the user is not signed in with",
      .json(at: [.v1AuthenticationToken], .replace("mvpd", "Lantern"))),
    Defect(
      "v1-token-of-another-requestor-named", of: "V1-10-19",
      summary: "The authentication token names another requestor",
      .json(at: [.v1AuthenticationToken], .replace("requestor", "MEADOW"))),
    Defect(
      "v1-token-without-user", of: "V1-10-19", summary: "The authentication token has no userId",
      .json(at: [.v1AuthenticationToken], .remove("userId"))),
    Defect(
      "v1-token-expires-in-seconds", of: "V1-10-19",
      summary: "The authentication token has its end in seconds",
      .json(at: [.v1AuthenticationToken], .seconds("expires"))),
    Defect(
      "v1-no-token-answers-403", of: "V1-10-20", summary: "Without a token the answer is 403",
      .status(at: [.v1AuthenticationToken], 404, to: 403)),
    Defect(
      "v1-expired-token-answers-404", of: "V1-10-21",
      summary: "An expired token is answered with 404",
      .status(at: [.v1AuthenticationToken], 410, to: 404)),
  ]

  /// Step 3: the configuration.
  private static let v1Configuration: [Defect] = [
    Defect(
      "v1-configuration-answers-201", of: "V1-03-07",
      summary: "The configuration is answered with 201",
      .status(at: [.v1Configuration], 200, to: 201)),
    Defect(
      "v1-configuration-with-an-mvpd-that-is-off", of: "V1-03-07",
      summary: "The configuration lists an MVPD that the requestor has no integration with",
      .json(
        at: [.v1Configuration],
        .append(
          "requestor/mvpds",
          ["id": "Closed", "displayName": "Closed Circuit", "logoUrl": "https://logos.example/c"]))),
    Defect(
      "v1-platform-services-as-text", of: "V1-03-08",
      summary: "enablePlatformServices is the text yes",
      .json(at: [.v1Configuration], .replace("requestor/mvpds/*/enablePlatformServices", "yes"))),
    Defect(
      "v1-platform-services-off", of: "V1-03-08",
      summary: "enablePlatformServices is false for each MVPD",
      .json(at: [.v1Configuration], .replace("requestor/mvpds/*/enablePlatformServices", false))),
    Defect(
      "v1-boarding-status-in-lower-case", of: "V1-03-09",
      summary: "boardingStatus is supported, not SUPPORTED",
      .json(at: [.v1Configuration], .replace("requestor/mvpds/*/boardingStatus", "supported"))),
    Defect(
      "v1-picker-flag-as-number", of: "V1-03-10", summary: "displayInPlatformPicker is 1 or 0",
      .json(at: [.v1Configuration], .number("requestor/mvpds/*/displayInPlatformPicker"))),
    Defect(
      "v1-platform-ids-without-prefix", of: "V1-03-11", "V1-02-14", "V1-06-02",
      summary: "platformMappingId is the same for each MVPD",
      .json(at: [.v1Configuration], .replace("requestor/mvpds/*/platformMappingId", "tvp"))),
    Defect(
      "v1-metadata-fields-as-text", of: "V1-03-12",
      summary: "requiredMetadataFields is one text",
      .json(at: [.v1Configuration], .replace("requestor/mvpds/*/requiredMetadataFields", "uid"))),
    Defect(
      "v1-metadata-fields-as-objects", of: "V1-03-12",
      summary: "requiredMetadataFields has objects",
      .json(
        at: [.v1Configuration],
        .replace("requestor/mvpds/*/requiredMetadataFields/*", ["name": "uid"]))),
  ]

  /// Steps 6, 8 and 9: the partner.
  private static let v1Partner: [Defect] = [
    Defect(
      "v1-profile-request-as-json", of: "V1-06-06",
      summary: "The profile request is sent as application/json",
      .header(at: [.v1ProfileRequest], status: 200...200, "Content-Type", "application/json")),
    Defect(
      "v1-profile-request-empty", of: "V1-06-06", summary: "The profile request is empty",
      .body(at: [.v1ProfileRequest], status: 200...200, "")),
    Defect(
      "v1-any-device-type", of: "V1-06-09",
      summary: "A profile request is made for any deviceType",
      .request(at: [.v1ProfileRequest]) { request in
        let path = request.target.prefix { $0 != "?" }
        request.target = "\(path)?deviceType=tvOS"
      }),
    Defect(
      "v1-profile-request-refused-with-404", of: "V1-06-09",
      summary: "A bad profile request is answered with 404",
      .status(at: [.v1ProfileRequest], 400, to: 404)),
    Defect(
      "v1-exchange-refused-with-403", of: "V1-08-07",
      summary: "A bad exchange is answered with 403",
      .status(at: [.v1TokenExchange], 400, to: 403)),
    Defect(
      "v1-exchange-of-nothing", of: "V1-08-07",
      summary: "An exchange without a response is answered with 204",
      .exchange(at: [.v1TokenExchange]) { request, ask in
        let answer = ask(request)
        let hasResponse = request.formValue("SAMLResponse")?.isEmpty == false
        return hasResponse ? answer : HTTPResponse(status: 204, reason: "No Content")
      }),
    Defect(
      "v1-failed-response-makes-a-token", of: "V1-08-07", "V1-01-03",
      summary: "A SAML response that reports failure makes a token",
      switch: .acceptsFailedResponses),
    Defect(
      "v1-exchange-answers-200", of: "V1-09-01", summary: "An exchange is answered with 200",
      .status(at: [.v1TokenExchange], 204, to: 200)),
    Defect(
      "v1-exchange-makes-no-token", of: "V1-09-02", "V1-10-19", "V1-01-02",
      summary: "An exchange is answered with 204, and no token is made",
      .behaviour(Set<String>()) { request, ask, exchanged in
        let device = request.formValue("deviceId") ?? request.queryValue("deviceId") ?? ""
        let answer = ask(request)
        switch ServiceEndpoint(request) {
        case .v1TokenExchange? where answer.status == 204: exchanged.insert(device)
        case .v1CheckAuthentication? where exchanged.contains(device):
          return .json(403, ["status": 403, "message": "Authentication token expired"])
        default: break
        }
        return answer
      }),
    Defect(
      "v1-exchanged-tokens-do-not-authorize", of: "V1-09-03", "V1-11-03",
      summary: "After an exchange, authorize goes on as if nobody were signed in",
      .behaviour(Set<String>()) { request, ask, exchanged in
        let device = request.formValue("deviceId") ?? request.queryValue("deviceId") ?? ""
        let answer = ask(request)
        switch ServiceEndpoint(request) {
        case .v1TokenExchange? where answer.status == 204: exchanged.insert(device)
        case .v1Authorize? where exchanged.contains(device):
          return .json(403, ["status": 403, "message": "User not authenticated"])
        default: break
        }
        return answer
      }),
  ]

  /// Step 10: registration codes and the login.
  private static let v1Codes: [Defect] = [
    Defect(
      "v1-code-answers-200", of: "V1-10-12", summary: "A registration code is answered with 200",
      .status(at: [.v1CreateCode], 201, to: 200)),
    Defect(
      "v1-long-lived-codes", of: "V1-10-13", summary: "A code lives for an hour",
      .json(at: [.v1CreateCode], .shift("expires", by: 1_800_000))),
    Defect(
      "v1-any-time-to-live", of: "V1-10-13", summary: "A code may live longer than ten hours",
      .request(at: [.v1CreateCode]) { request in
        request.editForm { fields in
          for index in fields.indices where fields[index].name == "ttl" {
            fields[index].value = String(min(Int(fields[index].value) ?? 36_000, 36_000))
          }
        }
      }),
    Defect(
      "v1-code-without-a-device", of: "V1-10-14", summary: "A code is given without a deviceId",
      .request(at: [.v1CreateCode]) { request in
        request.editForm { fields in
          fields.removeAll { $0.name == "deviceId" && $0.value.isEmpty }
          if !fields.contains(where: { $0.name == "deviceId" }) {
            fields.append((name: "deviceId", value: "nobody"))
          }
        }
      }),
    Defect(
      "v1-missing-parameter-without-message", of: "V1-10-14",
      summary: "The error for a missing parameter has no message",
      .json(at: [.v1CreateCode], status: 400...400, .remove("message"))),
    Defect(
      "v1-login-answers-200", of: "V1-10-18", summary: "The login is answered with 200",
      .status(at: [.v1Authenticate], 302, to: 200)),
    Defect(
      "v1-login-leads-back", of: "V1-10-18",
      summary: "The login leads straight back to the application",
      .answer(at: [.v1Authenticate]) { response, request in
        if response.status == 302, let url = request.queryValue("redirect_url") {
          response.headers.set("Location", url)
        }
      }),
    Defect(
      "v1-any-code-opens-a-login", of: "V1-10-18",
      summary: "A code that nobody was given leads to a login page",
      .answer(at: [.v1Authenticate]) { response, _ in
        guard response.status == 400 else { return }
        response = HTTPResponse(
          status: 302, reason: "Found",
          headers: HeaderList(["Location": "/mvpd/Harbor/login?ticket=none"]))
      }),
    Defect(
      "v1-second-screen-answers-404", of: "V1-10-23",
      summary: "The second screen is told 404 before the login",
      .status(at: [.v1CheckCode], 403, to: 404)),
    Defect(
      "v1-second-screen-knows-too-early", of: "V1-10-23",
      summary: "The second screen is told that the login is done before it is",
      .status(at: [.v1CheckCode], 403, to: 200)),
    Defect(
      "v1-record-id-as-number", of: "V1-10-27", summary: "The id of a record is a number",
      .json(at: [.v1CreateCode, .v1RetrieveCode], .replace("id", 17))),
    Defect(
      "v1-record-without-info", of: "V1-10-27", summary: "A record has no info",
      .json(at: [.v1CreateCode, .v1RetrieveCode], .remove("info"))),
    Defect(
      "v1-record-times-in-seconds", of: "V1-10-27",
      summary: "A record has its times in seconds",
      .json(
        at: [.v1CreateCode, .v1RetrieveCode], .seconds("generated"), .seconds("expires"))),
    Defect(
      "v1-record-of-another-requestor", of: "V1-10-27", summary: "A record names another requestor",
      .json(at: [.v1CreateCode, .v1RetrieveCode], .replace("requestor", "MEADOW"))),
  ]

  /// Step 11: authorization.
  private static let v1Authorizations: [Defect] = [
    Defect(
      "v1-authorization-of-another-item", of: "V1-11-03",
      summary: "An authorization names another item",
      .json(at: [.v1Authorize], .prefix("resource", "other-"))),
    Defect(
      "v1-authorization-without-end", of: "V1-11-03",
      summary: "An authorization has no expires",
      .json(at: [.v1Authorize], .remove("expires"))),
    Defect(
      "v1-denied-with-401", of: "V1-11-04", summary: "An item that is denied is answered with 401",
      .status(at: [.v1Authorize], 403, to: 401)),
    Defect(
      "v1-denied-without-message", of: "V1-11-04",
      summary: "The error of an item that is denied has no message",
      .json(at: [.v1Authorize], status: 403...403, .remove("message"))),
    Defect(
      "v1-media-token-in-the-clear", of: "V1-11-05",
      summary: "The media token is no Base64",
      .json(at: [.v1MediaToken], .replace("serializedToken", "{a token}"))),
    Defect(
      "v1-media-token-names-mvpd", of: "V1-11-05",
      summary: "The media token has mvpd, not mvpdId",
      .json(at: [.v1MediaToken], .rename("mvpdId", to: "mvpd"))),
    Defect(
      "v1-media-token-without-user", of: "V1-11-05", summary: "The media token has no userId",
      .json(at: [.v1MediaToken], .remove("userId"))),
    Defect(
      "v1-no-media-token-answers-404", of: "V1-11-06",
      summary: "Without an authorization the media token is answered with 404",
      .status(at: [.v1MediaToken], 403, to: 404)),
    Defect(
      "v1-everything-may-be-offered", of: "V1-11-07",
      summary: "Preauthorization permits each item",
      .json(
        at: [.v1Preauthorize, .v1PreauthorizeCode], .replace("resources/*/authorized", true))),
    Defect(
      "v1-decisions-lack-the-last", of: "V1-11-07",
      summary: "Preauthorization leaves out the last item",
      .json(at: [.v1Preauthorize, .v1PreauthorizeCode], .removeLast("resources"))),
  ]

  /// The logout and the user metadata.
  private static let v1Logouts: [Defect] = [
    Defect(
      "v1-metadata-without-data", of: "V1-LO-06", summary: "The user metadata has no data",
      .json(at: [.v1UserMetadata], .remove("data"))),
    Defect(
      "v1-metadata-without-a-token", of: "V1-LO-06",
      summary: "Without a token the user metadata are answered with 403",
      .status(at: [.v1UserMetadata], 412, to: 403)),
    Defect(
      "v1-token-source-in-lower-case", of: "V1-LO-09", summary: "tokenSource is apple",
      .json(
        at: [.v1UserMetadata], where: [.equals("data/tokenSource", "Apple")],
        .replace("data/tokenSource", "apple"))),
    Defect(
      "v1-every-token-is-from-apple", of: "V1-LO-09",
      summary: "tokenSource is Apple after a login at the MVPD as well",
      .json(at: [.v1UserMetadata], .put("data/tokenSource", "Apple"))),
    Defect(
      "v1-logout-answers-200", of: "V1-LO-07", summary: "A logout is answered with 200",
      .status(at: [.v1Logout], 204, to: 200)),
    Defect(
      "v1-logout-without-effect", of: "V1-LO-08", "V1-01-03",
      summary: "A logout is answered with 204, and the tokens stay",
      .exchange(at: [.v1Logout]) { request, ask in
        var other = request
        other.target = request.target.replacing("deviceId=", with: "deviceId=no-")
        return ask(other)
      }),
  ]

  /// The names of header fields.
  private static let v1Requests: [Defect] = [
    Defect(
      "v1-authorization-with-case", of: "V1-01-02", "V1-10-19", "V1-10-12",
      summary: "The service finds the field Authorization only if it is written so",
      .ignoring("Authorization", unlessWrittenSoAt: ServiceEndpoint.v1)),
    Defect(
      "v1-x-device-info-with-case", of: "V1-01-02", "V1-10-19", "V1-10-12",
      summary: "The service finds the field X-Device-Info only if it is written so",
      .ignoring("X-Device-Info", unlessWrittenSoAt: ServiceEndpoint.v1)),
    Defect(
      "v1-accept-with-case", of: "V1-IN-11", "V1-10-19", "V1-10-12",
      summary: "The service finds the field Accept only if it is written so",
      .ignoring("Accept", unlessWrittenSoAt: ServiceEndpoint.v1)),
  ]
}

extension HTTPRequest {
  /// A value of the query, decoded.
  func queryValue(_ name: String) -> String? {
    let query = target.drop { $0 != "?" }.dropFirst()
    return FormBody.decode(Array(query.utf8))?.first { $0.name == name }?.value
  }
}
