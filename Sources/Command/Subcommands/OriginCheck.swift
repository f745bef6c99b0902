// SPDX-License-Identifier: Apache-2.0
// Tells requests of other web pages.

import HTTP

extension HTTPRequest {
  /// Whether a web page of another origin made it. A browser says of which origin a page is that sends
  /// a request elsewhere (Fetch, section 3.2).
  func isOfOtherOrigin(isSecure: Bool) -> Bool {
    let own = "\(isSecure ? "https" : "http")://\(headers["Host"] ?? "")"
    return !headers.values(of: "Origin").allSatisfy {
      Octets.lowercased($0) == Octets.lowercased(own)
    }
  }
}
