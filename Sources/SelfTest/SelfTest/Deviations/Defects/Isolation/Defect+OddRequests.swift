// SPDX-License-Identifier: Apache-2.0
// Defects that show with contradictory and unusual requests, and in how JSON is sent.

internal import Encodings
internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  static let oddRequests: [Defect] = contradictions + headerNames + marks

  private static let contradictions: [Defect] = [
    status(at: .partnerSession, ["V2-C6-06", "API-SESSIONS-SSO-18", "V2-C8-01"]),
    status(at: .partnerProfile, ["V2-C13-06", "API-SSO-FLOW-02", "V2-C13-07"]),
  ]

  /// A call that goes on with the status of the device's request before.
  private static func status(
    at endpoint: ServiceEndpoint, _ requirements: [String]
  ) -> Defect {
    let name = "AP-Partner-Framework-Status"
    let alteration = Alteration.behaviour([String: String]()) { request, ask, known in
      let device = request.headers["AP-Device-Identifier"] ?? ""
      var request = request
      if ServiceEndpoint(request) == endpoint, let before = known[device] {
        request.headers.set(name, before)
      } else if let status = request.headers[name], known[device] == nil {
        known[device] = status
      }
      return ask(request)
    }
    return Defect(
      name: "status-of-an-earlier-call-at-\(endpoint.hyphenated)", requirements: requirements,
      summary: "At \(endpoint.hyphenated), the first framework status of a device counts",
      setting: .standard,
      fault: Deviation(alterations: [alteration]))
  }

  /// Each field whose name counts only as the documents write it, at the calls that need it.
  private static let headerNames: [Defect] = [
    fieldName("Authorization", at: ServiceEndpoint.entitlement, "API-CONFIGURATION-06"),
    fieldName(
      "AP-Device-Identifier", at: ServiceEndpoint.entitlement, "API-PROFILES-04", "V2-C6-02",
      "API-SESSIONS-SSO-05"),
    fieldName(
      "X-Device-Info", at: ServiceEndpoint.entitlement, "API-PROFILES-04", "V2-C6-02",
      "API-SESSIONS-SSO-05", "API-SESSIONS-03"),
    fieldName(
      "AP-Partner-Framework-Status", at: ServiceEndpoint.entitlement, "V2-B3-09", "V2-C9-01"),
  ]

  private static func fieldName(
    _ name: String, at endpoints: Set<ServiceEndpoint>, _ requirements: String...
  ) -> Defect {
    Defect(
      name: "\(name.lowercased())-with-case", requirements: requirements,
      summary: "The service finds the field \(name) only if it is written so",
      setting: .standard,
      fault: Deviation(alterations: [.ignoring(name, unlessWrittenSoAt: endpoints)]))
  }

  /// A byte order mark before the JSON of each endpoint.
  private static let marks: [Defect] = [
    mark(.register, "API-DCR-REGISTER-07"), mark(.token, "API-DCR-TOKEN-05"),
    mark(.configuration, "API-CONFIGURATION-17"), mark(.partnerSession, "API-SESSIONS-SSO-15"),
    mark(.partnerProfile, "API-PROFILES-SSO-22"), mark(.profiles, "API-PROFILES-17"),
    mark(.profile, "API-PROFILES-MVPD-17"), mark(.profileOfCode, "API-PROFILES-CODE-09"),
    mark(.createSession, "API-SESSIONS-16"), mark(.resumeSession, "API-SESSIONS-RESUME-10"),
    mark(.retrieveSession, "API-SESSIONS-GET-08"), mark(.preauthorize, "API-PREAUTHORIZE-19"),
    mark(.authorize, "API-AUTHORIZE-22"), mark(.logout, "API-LOGOUT-18"),
  ]

  private static func mark(_ endpoint: ServiceEndpoint, _ requirement: String) -> Defect {
    Defect(
      name: "byte-order-mark-at-\(endpoint.hyphenated)", requirements: [requirement],
      summary: "A byte order mark stands before the JSON of \(endpoint.hyphenated)",
      setting: .standard,
      fault: Deviation(alterations: [.byteOrderMark(at: [endpoint])]))
  }
}

extension Alteration {
  /// Drops a field of requests whose name is not written like this.
  static func ignoring(
    _ name: String, unlessWrittenSoAt endpoints: Set<ServiceEndpoint>
  ) -> Alteration {
    .request(at: endpoints) { request in
      request.headers = HeaderList(
        request.headers.fields.filter { field in
          field.name == name || !HeaderList.isSame(field.name, name)
        })
    }
  }

  /// Puts a byte order mark before JSON.
  static func byteOrderMark(at endpoints: Set<ServiceEndpoint>) -> Alteration {
    .answer(at: endpoints) { response, _ in
      guard response.json != nil else { return }
      response.body = [0xEF, 0xBB, 0xBF] + response.body
    }
  }
}

extension ServiceEndpoint {
  /// The name in words with hyphens.
  var hyphenated: String {
    "\(self)".reduce(into: "") { text, letter in
      text += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
    }
  }
}
