// SPDX-License-Identifier: Apache-2.0
// The schemes that requests can use.

/// The schemes that a service is reached by.
package enum Scheme: String, Sendable, Hashable {
  case http
  case https

  package var defaultPort: Int {
    switch self {
    case .http: 80
    case .https: 443
    }
  }
}
