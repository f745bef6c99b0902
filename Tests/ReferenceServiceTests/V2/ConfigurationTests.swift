// SPDX-License-Identifier: Apache-2.0
// GET /api/v2/{serviceProvider}/configuration.

import Formats
import Testing
import Text

@testable import ReferenceService

@Suite struct ConfigurationTests {
  private func mvpd(_ id: String, in answer: Answer) -> JSONValue {
    answer["requestor.mvpds"].array?.first { $0["id"] == .string(id) } ?? .null
  }

  @Test func `lists the MVPDs with an active integration`() {
    let answer = Walk.ready().get("configuration")
    #expect(answer.status == 200)
    #expect(answer["requestor.id"] == "ORCHARD")
    #expect(answer["requestor.name"] == "Orchard Television")
    #expect(
      answer["requestor.domains"] == [["name": "orchard.example", "mvpdInitiated": false]])
    #expect(answer["device"] == "AppleTV")
    #expect(answer["clientType"] == "tvos")
    #expect(
      answer["requestor.mvpds"].array?.compactMap { $0["id"]?.string } == [
        "Harbor", "Lantern", "Pinewood", "Quarry", "Riverbank", "Mayfly", "Driftwood", "Overpass",
        "Barrier", "FreeHour", "FreeMatch",
      ])
  }

  @Test func `tells how each takes part in single sign-on`() {
    let answer = Walk.ready().get("configuration")
    #expect(
      mvpd("Harbor", in: answer) == [
        "id": "Harbor", "displayName": "Harbor Cable",
        "logoUrl": "https://logos.example/Harbor.png", "enablePlatformServices": true,
        "boardingStatus": "SUPPORTED", "displayInPlatformPicker": true,
        "platformMappingId": "tvp-harbor-2201", "enforcePlatformPermissions": false,
      ])
    #expect(mvpd("Pinewood", in: answer)["boardingStatus"] == "PICKER")
    #expect(mvpd("Quarry", in: answer)["enablePlatformServices"] == false)
    #expect(mvpd("Quarry", in: answer)["platformMappingId"] == "tvp-quarry-2204")
    #expect(mvpd("Riverbank", in: answer)["boardingStatus"] == nil)
    #expect(mvpd("FreeHour", in: answer)["isTempPass"] == true)
  }

  @Test func `does without the device's headers, but not with broken ones`() {
    let walk = Walk.ready()
    let without = walk.get("configuration", ["AP-Device-Identifier": nil, "X-Device-Info": nil])
    #expect(without.status == 200)
    #expect(without["device"] == "unknown")
    #expect(
      walk.get("configuration", ["AP-Device-Identifier": "x"]).summary
        == "400 invalid_header_device_identifier")
    #expect(
      walk.get("configuration", ["X-Device-Info": "x"]).summary == "400 invalid_header_device_info"
    )
  }

  @Test(arguments: [("tvOS", true), ("iOS", true), ("Android", false), ("Roku OS", false)])
  func `speaks of the platform's single sign-on where there is one`(system: String, isThere: Bool) {
    let information = Base64.encode("{\"osName\":\"\(system)\"}")
    let answer = Walk.ready().get("configuration", ["X-Device-Info": information])
    #expect((mvpd("Harbor", in: answer)["enablePlatformServices"] == true) == isThere)
  }

  @Test func `takes a slash at the end`() {
    #expect(Walk.ready().get("configuration/").status == 200)
  }
}
