// SPDX-License-Identifier: Apache-2.0
// Derives the facts of a target profile from the data of a service.

internal import Formats
internal import Text

extension ServiceData {
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
      facts.append(
        "short_lived_ms", .integer(shortLived.mvpd.profileLifetime.wholeMilliseconds))
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
    var isPlain: Bool {
      mvpd.temporary == nil && integration.degradation == nil && !isShortLived
    }
  }

  private func knownMVPDs(of provider: ServiceProvider) -> [KnownMVPD] {
    provider.integrations.filter(\.isActive).compactMap { integration in
      mvpds.first { $0.id == integration.mvpd }
        .map { KnownMVPD(mvpd: $0, integration: integration) }
    }
  }
}
