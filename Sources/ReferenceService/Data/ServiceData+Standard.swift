// SPDX-License-Identifier: Apache-2.0
// The data that the service has by default, and the facts that follow from data.

import Formats
import Text

extension ServiceData {
  /// An application of two service providers, and an MVPD for each case of the documents.
  package static let standard: ServiceData = {
    var shortLived = Statement(
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvcmNoYXJkLWJyaWVmIn0.bWFkZS11cA",
      serviceProviders: ["ORCHARD"])
    shortLived.tokenLifetime = .seconds(1)
    var unapproved = Statement(
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvcmNoYXJkLWRyYWZ0In0.bWFkZS11cA",
      serviceProviders: ["ORCHARD"])
    unapproved.isApproved = false
    return ServiceData(
      statements: [
        Statement(
          "eyJhbGciOiJub25lIn0.eyJzdWIiOiJvcmNoYXJkLXR2In0.bWFkZS11cA",
          serviceProviders: ["ORCHARD", "MEADOW"]), shortLived, unapproved,
        Statement(
          "eyJhbGciOiJub25lIn0.eyJzdWIiOiJpc2xhbmQtdHYifQ.bWFkZS11cA", serviceProviders: ["ISLAND"]),
      ],
      serviceProviders: [
        ServiceProvider(
          id: "ORCHARD", name: "Orchard Television", domains: ["orchard.example"],
          redirectURL: "https://orchard.example/signed-in", integrations: integrations),
        ServiceProvider(
          id: "MEADOW", name: "Meadow Sports", domains: ["meadow.example"],
          redirectURL: "https://meadow.example/signed-in",
          integrations: integrations.filter { $0.degradation == nil }),
        ServiceProvider(
          id: "ISLAND", name: "Island News", domains: ["island.example"],
          redirectURL: "https://island.example/signed-in", integrations: [partner("Faraway")]),
      ], mvpds: mvpds)
  }()

  private static let integrations: [Integration] = {
    var picker = partner("Pinewood")
    picker.enforcePlatformPermissions = true
    var switchedOff = partner("Closed")
    switchedOff.isActive = false
    return [
      partner("Harbor"), partner("Lantern"), picker, Integration("Quarry"),
      Integration("Riverbank"), partner("Mayfly"), partner("Driftwood", .authNAll),
      partner("Overpass", .authZAll), partner("Barrier", .authZNone), Integration("FreeHour"),
      Integration("FreeMatch"), switchedOff,
    ]
  }()

  private static func partner(_ mvpd: String, _ degradation: Degradation? = nil) -> Integration {
    var integration = Integration(mvpd)
    integration.enablePlatformServices = true
    integration.displayInPlatformPicker = true
    integration.degradation = degradation
    return integration
  }

  private static let mvpds: [MVPD] = {
    var picker = mvpd("Pinewood", "Pinewood Fiber", platform: "tvp-pinewood-2203")
    picker.boardingStatus = .picker
    var withoutLogout = mvpd("Lantern", "Lantern TV", platform: "tvp-lantern-2202")
    withoutLogout.hasLogout = false
    var shortLived = mvpd("Mayfly", "Mayfly Mobile", platform: "tvp-mayfly-2206")
    shortLived.profileLifetime = .milliseconds(1500)
    var temporary = MVPD(id: "FreeHour", displayName: "A free hour")
    temporary.temporary = TemporaryAccess(duration: .seconds(3600))
    var promotional = MVPD(id: "FreeMatch", displayName: "A free match")
    promotional.temporary = TemporaryAccess(duration: .seconds(3 * 3600))
    promotional.temporary?.isPromotional = true
    promotional.temporary?.resources = 2
    return [
      mvpd("Harbor", "Harbor Cable", platform: "tvp-harbor-2201"), withoutLogout, picker,
      mvpd("Quarry", "Quarry Satellite", platform: "tvp-quarry-2204"),
      mvpd("Riverbank", "Riverbank Broadband", platform: nil), shortLived,
      mvpd("Driftwood", "Driftwood Cable", platform: "tvp-driftwood-2207"),
      mvpd("Overpass", "Overpass Cable", platform: "tvp-overpass-2208"),
      mvpd("Barrier", "Barrier Cable", platform: "tvp-barrier-2209"), temporary, promotional,
      mvpd("Closed", "Closed Circuit", platform: "tvp-closed-2210"),
      mvpd("Faraway", "Faraway Cable", platform: "tvp-faraway-2211"),
    ]
  }()

  private static func mvpd(_ id: String, _ displayName: String, platform: String?) -> MVPD {
    var mvpd = MVPD(id: id, displayName: displayName)
    mvpd.platformMappingID = platform
    mvpd.boardingStatus = platform.map { _ in .supported }
    mvpd.subscriber.userID = "\(id.lowercased())-user-17"
    mvpd.subscriber.attributes = [
      Attribute("householdID", .string("\(id.lowercased())-home-5")),
      Attribute("zip", ["a2V5LWNpcGhlci0xMDE3"], isEncrypted: true),
      Attribute("maxRating", ["MPAA": "PG-13", "VCHIP": "TV-14"]),
      Attribute("channelID", ["orchard-live", "orchard-archive"]), Attribute("is_hoh", "1"),
    ]
    mvpd.subscriber.permitted = ["orchard-live", "orchard-archive", "orchard-kids"]
    var parental = Denial("orchard-late")
    parental.code = .authorizationDeniedByParentalControls
    var packaged = Denial("orchard-premium")
    packaged.details = "Your package does not include \"Orchard Premium\"."
    mvpd.subscriber.denied = [packaged, Denial("orchard-stadium"), parental]
    return mvpd
  }

  /// Access tokens and profiles that live no longer than this count as short-lived: a client can wait
  /// for their end.
  static let shortLifetime: Duration = .seconds(5)

  /// The facts for the first service provider and its first application.
  func facts(isThrottled: Bool) -> JSONObject {
    var facts = JSONObject()
    guard let provider = serviceProviders.first else { return facts }
    func set(_ name: String, _ value: String?) {
      if let value { facts.append(name, .string(value)) }
    }
    let own = statements.filter { $0.serviceProviders.contains(provider.id) }
    let approved = own.filter(\.isApproved)
    let application = approved.first { $0.tokenLifetime > Self.shortLifetime }
    set("software_statement", application?.statement)
    set("service_provider", provider.id)
    set("partner", partner)
    set("domain", provider.domains.first)
    set("redirect_url", provider.redirectURL)

    let known = knownMVPDs(of: provider)
    let plain = known.filter { $0.isPlain }
    let partnerMVPD = plain.first(where: \.isOn)
    let basic = plain.first { !$0.integration.enablePlatformServices }
    set("mvpd", partnerMVPD?.mvpd.id)
    set("basic_mvpd", basic?.mvpd.id)
    if let subscriber = partnerMVPD?.mvpd.subscriber {
      let denied = subscriber.denied.filter { $0.code == .authorizationDeniedByMVPD }
      facts.append(
        "resources",
        [
          "permitted": .array(subscriber.permitted.map(JSONValue.string)),
          "denied": .array(denied.map { .string($0.resource) }),
        ])
    }
    set("picker_mvpd", plain.first { $0.mvpd.boardingStatus == .picker }?.mvpd.id)
    let withoutLogout = plain.filter { !$0.mvpd.hasLogout }
    set("no_logout_mvpd", withoutLogout.first { $0.mvpd.id != partnerMVPD?.mvpd.id }?.mvpd.id)
    func degraded(_ rule: Degradation) -> String? {
      known.first { $0.integration.degradation == rule }?.mvpd.id
    }
    set("degraded_mvpd", degraded(.authNAll))
    set("degraded_authz_all_mvpd", degraded(.authZAll))
    set("degraded_authz_none_mvpd", degraded(.authZNone))
    let temporary = known.filter { $0.mvpd.temporary.map { !$0.isPromotional } ?? false }
    set("temporary_mvpd", temporary.first?.mvpd.id)
    let integrated = Set(provider.integrations.filter(\.isActive).map(\.mvpd))
    let others = mvpds.filter { !integrated.contains($0.id) && $0.platformMappingID != nil }
    set("unintegrated_mvpd", others.first?.id)
    set("unintegrated_provider_id", others.first?.platformMappingID)
    let shortLived = known.first { $0.isOn && $0.isShortLived }
    if let shortLived {
      set("short_lived_mvpd", shortLived.mvpd.id)
      facts.append("short_lived_ms", .integer(shortLived.mvpd.profileLifetime.wholeMilliseconds))
    }
    set("other_service_provider", application?.serviceProviders.first { $0 != provider.id })
    set(
      "short_lived_software_statement",
      approved.first { $0.tokenLifetime <= Self.shortLifetime }?.statement)
    set(
      "foreign_software_statement",
      statements.first { $0.isApproved && !$0.serviceProviders.contains(provider.id) }?.statement)
    set("unapproved_software_statement", statements.first { !$0.isApproved }?.statement)
    set("login", "redirects")
    facts.append("preauthorize_limit", .integer(limits.preauthorize))
    facts.append("authorize_limit", .integer(limits.authorize))
    set("identity_key", identityKey)
    facts.append("sso_service", true)
    if isThrottled { facts.append("throttled", true) }
    return facts
  }

  private struct KnownMVPD {
    let mvpd: MVPD
    let integration: Integration

    /// Whether the partner's single sign-on is on and the MVPD takes part.
    var isOn: Bool { integration.enablePlatformServices && mvpd.boardingStatus == .supported }
    var isShortLived: Bool { mvpd.profileLifetime <= ServiceData.shortLifetime }
    /// Whether the MVPD is neither temporary, degraded nor short-lived.
    var isPlain: Bool { mvpd.temporary == nil && integration.degradation == nil && !isShortLived }
  }

  private func knownMVPDs(of provider: ServiceProvider) -> [KnownMVPD] {
    provider.integrations.filter(\.isActive).compactMap { integration in
      mvpds.first { $0.id == integration.mvpd }
        .map { KnownMVPD(mvpd: $0, integration: integration) }
    }
  }
}
