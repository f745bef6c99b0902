// SPDX-License-Identifier: Apache-2.0
// A device of a scenario: who it is, and the framework on it.

import Encodings
import HTTPMessages
import JSON
import PartnerFramework
import SuiteModel

/// A device that a scenario acts on. It lives as long as the scenario, on its thread.
final class Device {
  let name: String
  let platform: Platform
  /// A UUID, as an application derives it from the device.
  let id: String
  /// The value of `AP-Device-Identifier` (Adobe Pass, REST API V2, header reference).
  let identifier: String
  /// Opened by a step; nil before.
  var framework: (any PartnerFramework)?
  /// What the user agent on the device was given, for the rest of the scenario.
  var cookies = CookieJar()

  init(name: String, platform: Platform, randomBytes: (Int) -> [UInt8]) {
    self.name = name
    self.platform = platform
    id = UUIDText.random(randomBytes)
    identifier = "fingerprint \(Base64.encode(id))"
  }
}

extension Device {

  /// The value of `X-Device-Info`: how an application on this platform describes the device (Adobe
  /// Pass, REST API V2, header reference).
  var info: String {
    switch platform {
    case .tvOS: Self.infoOfTV
    case .iOS: Self.infoOfPhone
    }
  }

  private static let infoOfTV = Base64.encode(JSONWriter.bytes(description(of: .tvOS)))
  private static let infoOfPhone = Base64.encode(JSONWriter.bytes(description(of: .iOS)))

  private static func description(of platform: Platform) -> JSONValue {
    let own: [(name: String, value: JSONValue)]
    switch platform {
    case .tvOS:
      own = [
        ("primaryHardwareType", "SetTopBox"), ("model", "AppleTV"), ("version", "14,1"),
        ("osName", "tvOS"), ("osFamily", "tvOS"), ("osVersion", "18.0"),
      ]
    case .iOS:
      own = [
        ("primaryHardwareType", "MobilePhone"), ("model", "iPhone"), ("version", "17,1"),
        ("osName", "iOS"), ("osFamily", "iOS"), ("osVersion", "18.0"),
      ]
    }
    let common: [(name: String, value: JSONValue)] = [
      ("manufacturer", "Apple"), ("vendor", "Apple"), ("osVendor", "Apple"),
      ("connectionType", "WiFi"), ("connectionSecure", true),
    ]
    return .object(own + common)
  }
}
