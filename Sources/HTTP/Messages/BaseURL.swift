// SPDX-License-Identifier: Apache-2.0
// The URL below which a service has its resources.

import Text

/// The origin of a service and the path its resources are below:
///
///     https://api.example.com
///     http://127.0.0.1:8080/staging
package struct BaseURL: Sendable, Hashable {
  package let origin: Origin
  /// Without a slash at its end: empty, or `/staging`.
  package let path: String
}

extension BaseURL {
  package init(_ text: String) throws(BaseURLError) {
    guard let url = URLReference(text) else {
      // "localhost:8080" and "127.0.0.1:8080" read as a scheme, or as nothing at all.
      throw BaseURLError(reason: text.contains("://") ? .unreadable : .scheme)
    }
    guard let scheme = url.scheme, Scheme(rawValue: scheme) != nil, let authority = url.authority
    else { throw BaseURLError(reason: .scheme) }
    if authority.userInfo != nil { throw BaseURLError(reason: .userInfo) }
    if url.query != nil { throw BaseURLError(reason: .query) }
    if url.fragment != nil { throw BaseURLError(reason: .fragment) }
    guard let origin = url.origin else { throw BaseURLError(reason: .unreadable) }
    self.origin = origin
    var path = URLReference.withoutDots(url.path)[...]
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = String(path)
  }
}

extension BaseURL: CustomStringConvertible {
  package var description: String { "\(origin)\(path)" }
}

/// Why a text is no base URL.
package struct BaseURLError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case unreadable
    case scheme
    case userInfo
    case query
    case fragment
  }

  package let reason: Reason
}

extension BaseURLError: CustomStringConvertible {
  /// Never shows the text: it may hold a password.
  package var description: String {
    switch reason {
    case .unreadable: "the base URL is not a URL: it is written https://host or https://host/path"
    case .scheme: "the base URL has to begin with http:// or https://"
    case .userInfo: "a base URL has no user name and no password"
    case .query: "a base URL has no query"
    case .fragment: "a base URL has no fragment"
    }
  }
}
