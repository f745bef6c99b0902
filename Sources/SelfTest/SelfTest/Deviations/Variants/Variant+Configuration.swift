// SPDX-License-Identifier: Apache-2.0
// Variants of the configuration, and of what the account has in it.

internal import JSON
internal import ReferenceService

extension Variant {
  /// Variants of the account: its ids, and how much there is of it.
  static let accounts: [Variant] = [
    Variant(
      "mapping-ids-like-mvpd-ids", by: "AMB-32",
      summary: "The platform knows MVPDs by the ids that the service has for them",
      data: { data in
        for index in data.mvpds.indices where data.mvpds[index].platformMappingID != nil {
          data.mvpds[index].platformMappingID = data.mvpds[index].id
        }
      }),
    Variant(
      "long-mapping-ids", by: "AMB-32",
      summary: "The platform's ids have colons, points and digits",
      data: { data in
        for index in data.mvpds.indices {
          guard let id = data.mvpds[index].platformMappingID else { continue }
          data.mvpds[index].platformMappingID = "urn:tv.example:2201:\(id)@v1.0_a"
        }
      }),
    Variant(
      "mvpd-ids-with-blanks", by: "REST API V2, configuration: id",
      summary: "The ids of MVPDs have blanks, signs and letters beyond ASCII",
      data: { data in data.renameMVPDs { "\($0) & Söhne (1+1)" } }),
    Variant(
      "mvpd-ids-of-digits", by: "REST API V2, configuration: id",
      summary: "The ids of MVPDs are numbers with zeros in front",
      data: { data in
        let numbers = Dictionary(
          uniqueKeysWithValues: data.mvpds.enumerated().map { ($1.id, "00\(700 + $0)") })
        data.renameMVPDs { numbers[$0] ?? $0 }
      }),
    Variant(
      "service-providers-in-lower-case", by: "REST API V2, path parameters: serviceProvider",
      summary: "The ids of service providers are long and in lower case",
      data: { data in data.renameServiceProviders { "\($0.lowercased())-tv.2030_x" } }),
    Variant(
      "resources-with-signs", by: "REST API V2, decisions: resources",
      summary: "Resources have blanks, slashes, quotation marks and letters beyond ASCII",
      data: { data in data.renameResources { "\($0)/é \"17\" <&>#%2F" } }),
    Variant(
      "large-configuration", by: "REST API V2, configuration: mvpds",
      summary: "The configuration has 500 more MVPDs",
      data: { data in
        for number in 1...500 {
          var mvpd = ServiceData.MVPD(id: "More\(number)", displayName: "More TV \(number)")
          if number.isMultiple(of: 2) {
            mvpd.platformMappingID = "tvp-more-\(number)"
            mvpd.boardingStatus = number.isMultiple(of: 4) ? .supported : .picker
          }
          data.mvpds.append(mvpd)
          for index in data.serviceProviders.indices {
            var integration = ServiceData.Integration(mvpd.id)
            integration.enablePlatformServices = number.isMultiple(of: 4)
            integration.displayInPlatformPicker = number.isMultiple(of: 2)
            data.serviceProviders[index].integrations.append(integration)
          }
        }
      }),
    Variant(
      "many-domains", by: "REST API V2, configuration: domains",
      summary: "A service provider has many domains",
      data: { data in
        for index in data.serviceProviders.indices {
          data.serviceProviders[index].domains += (1...20).map { "more-\($0).example" }
        }
      }),
    Variant(
      "raised-limit-of-resources", by: "AMB-46",
      summary: "Preauthorization takes eight resources",
      data: { data in data.limits.preauthorize = 8 }),
    Variant(
      "permissions-are-enforced", by: "REST API V2, configuration: enforcePlatformPermissions",
      summary: "Every MVPD has the device enforce the platform's permissions",
      data: { data in
        for index in data.serviceProviders.indices {
          for other in data.serviceProviders[index].integrations.indices {
            data.serviceProviders[index].integrations[other].enforcePlatformPermissions = true
          }
        }
      }),
    Variant(
      "profiles-of-a-year", by: "REST API V2, profiles: notAfter",
      summary: "Profiles last a year",
      data: { data in
        for index in data.mvpds.indices where data.mvpds[index].profileLifetime > .seconds(60) {
          data.mvpds[index].profileLifetime = .seconds(365 * 86_400)
        }
      }),
    Variant(
      "profiles-of-an-hour", by: "REST API V2, profiles: notAfter",
      summary: "Profiles last an hour",
      data: { data in
        for index in data.mvpds.indices where data.mvpds[index].profileLifetime > .seconds(60) {
          data.mvpds[index].profileLifetime = .seconds(3600)
        }
      }),
    Variant(
      "few-user-metadata", by: "REST API V2, profiles: attributes",
      summary: "Profiles have no attribute but the user's id",
      data: { data in
        for index in data.mvpds.indices { data.mvpds[index].subscriber.attributes = [] }
      }),
  ]

  static let configurations: [Variant] = [
    Variant(
      "mvpds-beside-requestor", by: "AMB-09",
      summary: "The list of MVPDs stands beside requestor",
      .json(
        at: [.configuration], .copy("requestor/mvpds", to: "mvpds"), .remove("requestor/mvpds"))),
    Variant(
      "mvpds-in-both-places", by: "AMB-09",
      summary: "The list of MVPDs stands inside requestor and beside it",
      .json(at: [.configuration], .copy("requestor/mvpds", to: "mvpds"))),
    Variant(
      "short-configuration", by: "AMB-09",
      summary: "The configuration lacks device, time, clientType and os",
      .json(
        at: [.configuration], .remove("device"), .remove("time"), .remove("clientType"),
        .remove("os"), .put("errorReporting", [:]))),
    Variant(
      "domains-as-names", by: "AMB-09", summary: "Domains are texts",
      .json(at: [.configuration]) { json, _ in
        json.replace("requestor/domains/*") { $0["name"] ?? $0 }
      }),
    Variant(
      "flags-as-texts", by: "AMB-09", summary: "The flags of MVPDs are texts",
      .json(at: [.configuration]) { json, _ in
        json.replace("requestor/mvpds/*", flagsAsTexts)
      }),
    Variant(
      "no-platform-fields-where-off", by: "AMB-09",
      summary: "Only MVPDs whose platform services are on have the platform's members",
      .json(
        at: [.configuration], each: "requestor/mvpds/*",
        where: [.differs("enablePlatformServices", true)], .remove("enablePlatformServices"),
        .remove("displayInPlatformPicker"), .remove("enforcePlatformPermissions"))),
    Variant(
      "picker-without-platform-fields", by: "AMB-09",
      summary: "MVPDs that only stand in the picker lack the platform's other members",
      .json(
        at: [.configuration], each: "requestor/mvpds/*",
        where: [.equals("boardingStatus", "PICKER")], .remove("enablePlatformServices"),
        .remove("displayInPlatformPicker"), .remove("platformMappingId"))),
    Variant(
      "null-boarding-status", by: "AMB-10",
      summary: "The boarding status of MVPDs that are not onboarded is null",
      .json(
        at: [.configuration], each: "requestor/mvpds/*", where: [.lacks("boardingStatus")],
        .put("boardingStatus", .null))),
    Variant(
      "more-flags-of-mvpds", by: "AMB-09",
      summary: "MVPDs have the flags that only the sample shows",
      .json(
        at: [.configuration], each: "requestor/mvpds/*", .put("authPerAggregator", true),
        .put("authPerBrowserSession", false), .put("passiveAuthnEnabled", false),
        .put("isProxy", false))),
    Variant(
      "mvpds-reversed", by: "REST API V2, configuration: mvpds",
      summary: "The MVPDs are in the other order",
      .json(at: [.configuration], .reverse("requestor/mvpds"))),
    Variant(
      "unknown-mvpds", by: "REST API V2, configuration: mvpds",
      summary: "The configuration has MVPDs that are proxied or not onboarded",
      .json(at: [.configuration]) { json, _ in
        json.replace("requestor/mvpds") { mvpds in
          .array(
            [
              [
                "id": "Elsewhere", "displayName": "Elsewhere",
                "logoUrl": "https://example.com/e.png", "boardingStatus": .null,
              ],
              [
                "id": "Nowhere", "displayName": "Nowhere", "logoUrl": "https://example.com/n.png",
                "isProxy": true, "enablePlatformServices": false,
              ],
            ] + (mvpds.array ?? []))
        }
      }),
  ]

  /// The booleans of an object as texts.
  static let flagsAsTexts: @Sendable (JSONValue) -> JSONValue? = { value in
    guard let object = value.object else { return value }
    return .object(
      object.members.map { member in
        let flag = member.value.boolean.map { $0 ? "true" : "false" }
        return (name: member.name, value: flag.map { .string($0) } ?? member.value)
      })
  }
}

extension ServiceData {
  fileprivate mutating func renameMVPDs(_ name: (String) -> String) {
    for index in mvpds.indices { mvpds[index].id = name(mvpds[index].id) }
    for index in serviceProviders.indices {
      for other in serviceProviders[index].integrations.indices {
        serviceProviders[index].integrations[other].mvpd = name(
          serviceProviders[index].integrations[other].mvpd)
      }
    }
  }

  fileprivate mutating func renameServiceProviders(_ name: (String) -> String) {
    for index in serviceProviders.indices {
      serviceProviders[index].id = name(serviceProviders[index].id)
    }
    for index in statements.indices {
      statements[index].serviceProviders = statements[index].serviceProviders.map(name)
    }
  }

  fileprivate mutating func renameResources(_ name: (String) -> String) {
    for index in mvpds.indices {
      mvpds[index].subscriber.permitted = mvpds[index].subscriber.permitted.map(name)
      for other in mvpds[index].subscriber.denied.indices {
        mvpds[index].subscriber.denied[other].resource = name(
          mvpds[index].subscriber.denied[other].resource)
      }
    }
  }
}
