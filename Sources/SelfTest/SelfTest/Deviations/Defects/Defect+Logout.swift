// SPDX-License-Identifier: Apache-2.0
// Defects of logout.

internal import HTTPMessages
internal import JSON
internal import ReferenceService

extension Defect {
  /// A defect in the entries with one action.
  private static func entry(
    _ action: String?, _ name: String, of requirement: String, _ others: String...,
    summary: String, _ edits: JSONEdit...
  ) -> Defect {
    let conditions = action.map { [JSONCondition.equals("actionName", .string($0))] } ?? []
    return Defect(
      name: name, requirements: [requirement] + others, summary: summary, setting: .standard,
      fault: Deviation(
        alterations: [.json(at: [.logout], .each("logouts/*", where: conditions, edits))]))
  }

  static let logout: [Defect] = [
    entry(
      "partner_logout", "partner-logout-with-url", of: "V2-E2-01",
      summary: "A partner logout has a url", .put("url", "https://example.com/logout")),
    entry(
      "partner_logout", "partner-logout-called-logout", of: "V2-E2-02",
      summary: "A partner logout is called logout", .put("actionName", "logout")),
    entry(
      "partner_logout", "partner-logout-called-complete", of: "V2-E2-02", "V2-E2-03",
      summary: "A partner logout is called complete",
      .put("actionName", "complete"), .put("actionType", "none")),
    entry(
      "partner_logout", "partner-logout-interactive", of: "V2-E2-03", "API-LOGOUT-09",
      summary: "A partner logout is interactive", .put("actionType", "interactive")),
    Defect(
      "logout-without-integration", of: "V2-E2-06",
      summary: "A logout is answered for an MVPD that is not integrated",
      switch: .servesMVPDsWithoutIntegration, at: [.logout]),
    Defect(
      "logout-answers-204", of: "API-LOGOUT-06", summary: "A logout is answered with 204",
      .status(at: [.logout], 200, to: 204)),
    Defect(
      "logout-under-another-mvpd", of: "API-LOGOUT-06",
      summary: "The entry of a logout is under another MVPD",
      .json(at: [.logout], .rekey("logouts", to: "Somebody"))),
    Defect(
      "logout-as-list", of: "API-LOGOUT-06", summary: "logouts is a list",
      .json(at: [.logout], .list("logouts"))),
    entry(
      nil, "logout-without-mvpd", of: "API-LOGOUT-07", summary: "The entry has no mvpd",
      .remove("mvpd")),
    entry(
      nil, "logout-of-another-mvpd", of: "API-LOGOUT-07", "API-LOGOUT-06",
      summary: "The entry is one of another MVPD", .replace("mvpd", "Somebody")),
    entry(
      nil, "logout-unknown-action", of: "API-LOGOUT-08",
      summary: "actionName is a word that no document has", .prefix("actionName", "do_")),
    entry(
      "invalid", "logout-invalid-direct", of: "API-LOGOUT-09",
      summary: "invalid is direct", .put("actionType", "direct")),
    entry(
      "logout", "logout-regular-not-interactive", of: "API-LOGOUT-09",
      summary: "logout has the type none", .put("actionType", "none")),
    entry(
      "logout", "logout-regular-called-partner", of: "API-LOGOUT-08", "API-LOGOUT-09",
      summary: "A regular logout is called one of the partner",
      .put("actionName", "partner_logout"), .put("actionType", "partner_interactive"),
      .remove("url")),
    entry(
      "logout", "logout-regular-without-url", of: "API-LOGOUT-10",
      summary: "logout has no url", .remove("url")),
    entry(
      "complete", "logout-complete-with-url", of: "API-LOGOUT-10",
      summary: "complete has a url", .put("url", "https://example.com/logout")),
    entry(
      "complete", "logout-complete-called-invalid", of: "API-LOGOUT-11",
      summary: "complete is called invalid", .put("actionName", "invalid")),
    entry(
      "invalid", "logout-of-nobody-complete", of: "API-LOGOUT-12",
      summary: "Without a profile the logout is complete", .put("actionName", "complete")),
    Defect(
      "logout-removes-nothing", of: "API-LOGOUT-13",
      summary: "A logout removes no profile", switch: .keepsProfilesAtLogout),
    Defect(
      "logout-removes-all-mvpds", of: "API-LOGOUT-13",
      summary: "A logout removes the profiles of all MVPDs", switch: .endsAllProfilesAtLogout),
    Defect(
      "logout-removes-all-devices", of: "API-LOGOUT-13",
      summary: "A logout removes the profiles of all devices",
      .behaviour(Set<String>()) { request, ask, devices in
        if let device = request.headers["AP-Device-Identifier"] { devices.insert(device) }
        let answer = ask(request)
        guard ServiceEndpoint(request) == .logout, answer.status == 200 else { return answer }
        for device in devices {
          var other = request
          other.headers.set("AP-Device-Identifier", device)
          _ = ask(other)
        }
        return answer
      }),
  ]
}
