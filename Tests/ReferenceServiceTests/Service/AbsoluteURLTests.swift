// SPDX-License-Identifier: Apache-2.0
// Which texts are absolute URLs, and what a device says of itself.

import Formats
import Testing
import Text

@testable import ReferenceService

@Suite struct AbsoluteURLTests {
  @Test(arguments: [
    "https://a", "http://a:80/b?c#d", "HTTPS://A", "app:x", "app://x", "a+b-.1:x", "app:/", "a:~",
    "https://" + String(repeating: "a", count: 1992),
  ])
  func `takes what has a scheme, and a host where the scheme needs one`(text: String) {
    #expect(text.isAbsoluteURL)
  }

  @Test(arguments: [
    "", "a", ":x", "app:", "1app:x", "+app:x", "a_b:x", "a b:x", "app:a b", "app:é", "app:\u{7F}",
    "http:a", "http:/a", "http://", "http:///a", "http://?a", "http://#a", "http://:80", "https:a",
    "https://:80", "HTTP:///a", "https://" + String(repeating: "a", count: 1993),
  ])
  func `takes nothing else`(text: String) { #expect(!text.isAbsoluteURL) }
}

@Suite struct DeviceInformationTests {
  private static func information(_ json: String) throws -> DeviceInformation {
    try #require(DeviceInformation(header: Base64.encode(json)))
  }

  @Test(arguments: [
    (#"{"osName":"tvOS"}"#, true), (#"{"osName":"iOS"}"#, true), (#"{"osName":"ipados"}"#, true),
    ("{}", true), (#"{"osName":"Linux"}"#, false), (#"{"osName":""}"#, false),
  ])
  func `knows the platforms of the partner`(json: String, isPartner: Bool) throws {
    #expect(try Self.information(json).isPartnerPlatform == isPartner)
  }

  @Test func `shows a device with all that it says`() throws {
    let json = try Self.information(
      """
      {"primaryHardwareType":"a","model":"b","version":"1,2,3,4","vendor":"c","manufacturer":"d",
       "osName":"e","osFamily":"f","osVendor":"g","osVersion":"5.x","browserName":"h",
       "browserVendor":"i","browserVersion":"j","userAgent":"k","displayWidth":6,
       "displayHeight":7,"displayPpi":8,"diagonalScreenSize":9,"applicationId":"l",
       "connectionIp":"m","connectionPort":"n","connectionSecure":true,"connectionType":"o"}
      """
    ).json(address: "z")
    let version: JSONValue = ["major": 1, "minor": 2, "patch": 3, "profile": ""]
    #expect(
      json == [
        "type": "a", "model": "b", "version": version,
        "hardware": ["name": .null, "vendor": "c", "version": version, "manufacturer": "d"],
        "operatingSystem": [
          "name": "e", "family": "f", "vendor": "g",
          "version": ["major": 5, "minor": 0, "patch": 0, "profile": ""],
        ],
        "browser": [
          "name": "h", "vendor": "i", "version": "j", "userAgent": "k", "originalUserAgent": .null,
        ],
        "display": [
          "width": 6, "height": 7, "ppi": 8, "name": "DISPLAY", "vendor": .null,
          "version": .null, "diagonalSize": 9,
        ],
        "applicationId": "l",
        "connection": ["ipAddress": "m", "port": "n", "secure": true, "type": "o"],
      ])
  }

  @Test func `shows a device that says little`() throws {
    let json = try Self.information(#"{"osName":"e"}"#).json(address: "z")
    #expect(json["operatingSystem"]?["family"] == "e")
    #expect(json["browser"] == .null)
    #expect(json["version"] == .null)
    #expect(json["display"]?["width"] == 0)
    #expect(
      json["connection"] == ["ipAddress": "z", "port": .null, "secure": false, "type": .null])
  }
}
