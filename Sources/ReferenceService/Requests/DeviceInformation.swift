// SPDX-License-Identifier: Apache-2.0
// The description of a device in a request.

import Formats
import Text

/// The description of a device ("X-Device-Info"): Base64 of a JSON object.
struct DeviceInformation: Sendable, Equatable {
  private let members: JSONObject

  /// - Returns: nil for a value that is not Base64 of a JSON object.
  init?(header: String) {
    guard let bytes = Base64.decode(header), let document = try? JSONParser.document(bytes),
      case .object(let members) = document.root
    else { return nil }
    self.members = members
  }
}

extension DeviceInformation {
  var osName: String? { members["osName"]?.string }
  var model: String? { members["model"]?.string }

  /// Whether the device's platform has the partner framework. A device that does not name its
  /// system is assumed to have it.
  var isPartnerPlatform: Bool {
    guard let osName else { return true }
    return ["ios", "ipados", "tvos"].contains(osName.lowercased())
  }

  /// The device as the answer to retrieving a session shows it.
  ///
  /// - Parameter address: Shown if the description has no address.
  func json(address: String) -> JSONValue {
    let system = text("osName")
    return [
      "type": text("primaryHardwareType"), "model": text("model"),
      "version": version("version", separator: ","),
      "hardware": [
        "name": .null, "vendor": text("vendor"),
        "version": version("version", separator: ","), "manufacturer": text("manufacturer"),
      ],
      "operatingSystem": [
        "name": system, "family": members["osFamily"] == nil ? system : text("osFamily"),
        "vendor": text("osVendor"), "version": version("osVersion", separator: "."),
      ],
      "browser": members["browserName"] == nil
        ? .null
        : [
          "name": text("browserName"), "vendor": text("browserVendor"),
          "version": text("browserVersion"), "userAgent": text("userAgent"),
          "originalUserAgent": .null,
        ],
      "display": [
        "width": number("displayWidth"), "height": number("displayHeight"),
        "ppi": number("displayPpi"), "name": "DISPLAY", "vendor": .null, "version": .null,
        "diagonalSize": members["diagonalScreenSize"] ?? .null,
      ], "applicationId": text("applicationId"),
      "connection": [
        "ipAddress": members["connectionIp"] == nil ? .string(address) : text("connectionIp"),
        "port": text("connectionPort"),
        "secure": members["connectionSecure"]?.boolean.map(JSONValue.boolean) ?? false,
        "type": text("connectionType"),
      ],
    ]
  }

  private func text(_ name: String) -> JSONValue {
    members[name]?.string.map(JSONValue.string) ?? .null
  }

  private func number(_ name: String) -> JSONValue {
    members[name]?.number.map(JSONValue.number) ?? 0
  }

  private func version(_ name: String, separator: Character) -> JSONValue {
    guard let text = members[name]?.string else { return .null }
    let parts = text.split(separator: separator).prefix(3).map { Int($0) ?? 0 } + [0, 0, 0]
    return [
      "major": .integer(parts[0]), "minor": .integer(parts[1]), "patch": .integer(parts[2]),
      "profile": "",
    ]
  }
}
