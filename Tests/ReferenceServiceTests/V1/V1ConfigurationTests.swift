// SPDX-License-Identifier: Apache-2.0
// GET /api/v1/config/{requestor}.

import Formats
import Testing

@testable import ReferenceService

@Suite struct V1ConfigurationTests {
  private func configuration() -> Answer { Walk.ready().v1("api/v1/config/ORCHARD", []) }

  @Test func `lists the MVPDs that a user can choose`() {
    let answer = configuration()
    #expect(answer.status == 200)
    #expect(answer["requestor.id"] == "ORCHARD")
    #expect(answer["requestor.name"] == "Orchard Television")
    #expect(answer["requestor.domains"] == [["name": "orchard.example"]])
    #expect(
      answer["requestor.mvpds"].array?.compactMap { $0["id"]?.string } == [
        "Harbor", "Lantern", "Pinewood", "Quarry", "Riverbank", "Mayfly", "Driftwood", "Overpass",
        "Barrier",
      ])
  }

  @Test func `tells how each takes part in single sign-on`() {
    let answer = configuration()
    #expect(
      answer["requestor.mvpds.0"] == [
        "id": "Harbor", "displayName": "Harbor Cable",
        "logoUrl": "https://logos.example/Harbor.png", "enablePlatformServices": true,
        "boardingStatus": "SUPPORTED", "displayInPlatformPicker": true,
        "platformMappingId": "tvp-harbor-2201",
        "requiredMetadataFields": ["uid", "NameID", "uniqueId"],
      ])
    #expect(answer["requestor.mvpds.2.boardingStatus"] == "PICKER")
    #expect(answer["requestor.mvpds.3.enablePlatformServices"] == false)
    #expect(
      answer["requestor.mvpds.4"] == [
        "id": "Riverbank", "displayName": "Riverbank Broadband",
        "logoUrl": "https://logos.example/Riverbank.png",
      ])
  }

  @Test func `says the same in XML`() {
    let answer = Walk.ready().v1("api/v1/config/ORCHARD.xml", [])
    #expect(answer.xml("/config/requestor/@id") == ["ORCHARD"])
    #expect(answer.xml("/config/requestor/name") == ["Orchard Television"])
    #expect(answer.xml("/config/requestor/mvpds/mvpd/id").count == 9)
    let harbor = "/config/requestor/mvpds/mvpd[id='Harbor']"
    #expect(answer.xml("\(harbor)/enablePlatformServices") == ["true"])
    #expect(answer.xml("\(harbor)/boardingStatus") == ["SUPPORTED"])
    #expect(answer.xml("\(harbor)/platformMappingId") == ["tvp-harbor-2201"])
    #expect(
      answer.xml("\(harbor)/requiredMetadataFields/requiredMetadataField")
        == ["uid", "NameID", "uniqueId"])
    #expect(answer.xml("//mvpd[id='Riverbank']/boardingStatus") == [])
  }
}
