// SPDX-License-Identifier: Apache-2.0
// Defects of the configuration.

internal import JSON
internal import ReferenceService

extension Defect {
  private static func configured(
    _ name: String, of requirements: String, summary: String, _ edit: JSONEdit
  ) -> Defect {
    Defect(name, of: requirements, summary: summary, .json(at: [.configuration], edit))
  }

  static let configuration: [Defect] = [
    configured(
      "configuration-without-an-mvpd", of: "V2-C2-01",
      summary: "An MVPD with an active integration is not listed",
      .removeEach("requestor/mvpds/*", where: [.equals("boardingStatus", "PICKER")])),
    configured(
      "configuration-mvpds-as-object", of: "V2-C2-01", summary: "mvpds is an object",
      .map("requestor/mvpds", by: "id")),
    configured(
      "configuration-single-sign-on-as-number", of: "V2-C2-04",
      summary: "enablePlatformServices is a number",
      .number("requestor/mvpds/*/enablePlatformServices")),
    configured(
      "configuration-without-picker-flag", of: "V2-C2-05",
      summary: "displayInPlatformPicker is missing",
      .remove("requestor/mvpds/*/displayInPlatformPicker")),
    configured(
      "configuration-unknown-boarding-status", of: "V2-C2-06",
      summary: "boardingStatus is a word that no document has",
      .replace("requestor/mvpds/*/boardingStatus", "ONBOARDED")),
    configured(
      "configuration-picker-only-as-supported", of: "V2-C2-06",
      summary: "An MVPD that is only in the picker is listed as onboarded",
      .each(
        "requestor/mvpds/*", where: [.equals("boardingStatus", "PICKER")],
        [.put("boardingStatus", "SUPPORTED")])),
    configured(
      "configuration-without-name", of: "API-CONFIGURATION-06",
      summary: "The requestor has no name", .remove("requestor/name")),
    configured(
      "configuration-without-domains", of: "API-CONFIGURATION-06",
      summary: "The requestor has no domains", .remove("requestor/domains")),
    Defect(
      "configuration-answers-203", of: "API-CONFIGURATION-06",
      summary: "The configuration is answered with 203",
      .status(at: [.configuration], 200, to: 203)),
    configured(
      "configuration-of-somebody", of: "API-CONFIGURATION-07",
      summary: "The requestor is another than was asked for",
      .replace("requestor/id", "SOMEBODY")),
    configured(
      "configuration-without-display-name", of: "API-CONFIGURATION-08",
      summary: "The MVPDs have no displayName", .remove("requestor/mvpds/*/displayName")),
    configured(
      "configuration-without-logo", of: "API-CONFIGURATION-08",
      summary: "The MVPDs have no logoUrl", .remove("requestor/mvpds/*/logoUrl")),
    configured(
      "configuration-without-mapping-id", of: "API-CONFIGURATION-10",
      summary: "platformMappingId is missing", .remove("requestor/mvpds/*/platformMappingId")),
    configured(
      "configuration-one-mapping-id", of: "API-CONFIGURATION-10",
      summary: "All MVPDs have the same platformMappingId",
      .replace("requestor/mvpds/*/platformMappingId", "tvp-one")),
    configured(
      "configuration-by-another-name", of: "API-CONFIGURATION-06",
      summary: "The requestor is in the member provider", .rename("requestor", to: "provider")),
    configured(
      "configuration-off-for-single-sign-on", of: "V2-C2-04",
      summary: "No MVPD is on for single sign-on",
      .replace("requestor/mvpds/*/enablePlatformServices", false)),
    configured(
      "configuration-mvpds-twice", of: "V2-C2-01",
      summary: "Each MVPD is listed twice", .double("requestor/mvpds")),
    Defect(
      "configuration-with-switched-off", of: "API-CONFIGURATION-13", "V2-C2-01",
      summary: "An MVPD is listed whose integration is switched off",
      switch: .listsInactiveIntegrations),
  ]
}
