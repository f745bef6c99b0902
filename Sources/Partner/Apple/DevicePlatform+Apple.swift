// SPDX-License-Identifier: Apache-2.0
// The devices on which Apple's framework exists.

import Formats

extension DevicePlatform {
  /// An Apple TV.
  static let tvOS = DevicePlatform(
    "tvOS",
    information: [
      ("primaryHardwareType", "SetTopBox"), ("model", "AppleTV"), ("version", "14,1"),
      ("osName", "tvOS"), ("osFamily", "tvOS"), ("osVersion", "18.0"),
    ] + ofApple)

  /// An iPhone.
  static let iOS = DevicePlatform(
    "iOS",
    information: [
      ("primaryHardwareType", "MobilePhone"), ("model", "iPhone"), ("version", "17,1"),
      ("osName", "iOS"), ("osFamily", "iOS"), ("osVersion", "18.0"),
    ] + ofApple)

  private static let ofApple: [(name: String, value: JSONValue)] = [
    ("manufacturer", "Apple"), ("vendor", "Apple"), ("osVendor", "Apple"),
    ("connectionType", "WiFi"), ("connectionSecure", true),
  ]
}
