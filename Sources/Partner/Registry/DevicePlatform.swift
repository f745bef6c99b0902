// SPDX-License-Identifier: Apache-2.0
// A platform on which a partner's framework exists.

package import Formats
import Text

/// A platform of devices, such as `tvOS`, as a suite names it and as the service sees it.
package struct DevicePlatform: Sendable, Equatable {
  package let name: String
  /// The value of `X-Device-Info`: the Base64 of a JSON object that describes the device (Adobe
  /// Pass, REST API V2, header reference).
  package let info: String

  /// - Parameter information: The members of the object, such as `model` and `osName`.
  package init(_ name: String, information: [(name: String, value: JSONValue)]) {
    self.name = name
    info = Base64.encode(JSONWriter.bytes(.object(information)))
  }
}
