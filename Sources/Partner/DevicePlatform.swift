// SPDX-License-Identifier: Apache-2.0
// A platform of devices.

package import Formats
import Text

/// A platform of devices, as a suite names it and as the service sees it.
package struct DevicePlatform: Sendable, Equatable {
  package let name: String
  /// The value of `X-Device-Info` (Adobe Pass, REST API V2, header reference): JSON in Base64.
  package let info: String
  /// The `User-Agent` of its applications; nil for the harness's own.
  package let userAgent: String?

  /// - Parameter information: The members of the object, such as `model` and `osName`.
  package init(
    _ name: String, information: [(name: String, value: JSONValue)], userAgent: String? = nil
  ) {
    self.name = name
    self.userAgent = userAgent
    info = Base64.encode(JSONWriter.bytes(.object(information)))
  }
}
