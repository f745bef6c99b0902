// SPDX-License-Identifier: Apache-2.0
// The data that the reference service has by default.

internal import Formats

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
          serviceProviders: ["ORCHARD", "MEADOW"]),
        shortLived, unapproved,
        Statement(
          "eyJhbGciOiJub25lIn0.eyJzdWIiOiJpc2xhbmQtdHYifQ.bWFkZS11cA",
          serviceProviders: ["ISLAND"]),
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
      ],
      mvpds: mvpds)
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
      Attribute("channelID", ["orchard-live", "orchard-archive"]),
      Attribute("is_hoh", "1"),
    ]
    mvpd.subscriber.permitted = ["orchard-live", "orchard-archive", "orchard-kids"]
    var parental = Denial("orchard-late")
    parental.code = .authorizationDeniedByParentalControls
    var packaged = Denial("orchard-premium")
    packaged.details = "Your package does not include \"Orchard Premium\"."
    mvpd.subscriber.denied = [packaged, Denial("orchard-stadium"), parental]
    return mvpd
  }
}
