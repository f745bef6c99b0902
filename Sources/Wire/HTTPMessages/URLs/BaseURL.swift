// SPDX-License-Identifier: Apache-2.0
// The URL below which a service is reached.

/// The origin of a service and the path its resources are below:
///
///     https://api.example.com
///     http://127.0.0.1:8080/staging
package struct BaseURL: Sendable, Hashable {
  package let origin: Origin
  /// Without a slash at its end: empty, or `/staging`.
  package let path: String
}

/// Why a text is no base URL.
package struct BaseURLError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case unreadable
    case scheme(String?)
    case userInfo
    case query
    case fragment
  }

  package let reason: Reason
  package let text: String
}

extension BaseURL {
  package init(_ text: String) throws(BaseURLError) {
    guard let url = URLReference(text) else {
      // "localhost:8080" and "127.0.0.1:8080" read as a scheme, or as nothing at all.
      throw BaseURLError(reason: text.contains("://") ? .unreadable : .scheme(nil), text: text)
    }
    guard let scheme = url.scheme, Scheme(rawValue: scheme) != nil, let authority = url.authority
    else {
      throw BaseURLError(reason: .scheme(url.authority == nil ? nil : url.scheme), text: text)
    }
    if authority.userInfo != nil {
      // The text has a password in it, so it is not shown.
      throw BaseURLError(reason: .userInfo, text: "")
    }
    if url.query != nil { throw BaseURLError(reason: .query, text: text) }
    if url.fragment != nil { throw BaseURLError(reason: .fragment, text: text) }
    guard let origin = url.origin else { throw BaseURLError(reason: .unreadable, text: text) }
    self.origin = origin
    var path = URLReference.withoutDots(url.path)[...]
    while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    self.path = String(path)
  }
}

extension BaseURL: CustomStringConvertible {
  package var description: String { "\(origin)\(path)" }
}

extension BaseURLError: CustomStringConvertible {
  /// The text in quotes, up to a query or fragment; not one that may hold a password.
  private var shown: String {
    let end = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex
    return text.contains("@") ? "the base URL" : "'\(text[..<end])'"
  }

  package var description: String {
    switch reason {
    case .unreadable: "\(shown) is not a URL"
    case .scheme(let scheme?):
      "\(shown): a service is reached by http or https, not by '\(scheme)'"
    case .scheme(nil): "\(shown) is not a URL: it has to begin with http:// or https://"
    case .userInfo: "a base URL has no user name and no password"
    case .query: "\(shown): a base URL has no query"
    case .fragment: "\(shown): a base URL has no fragment"
    }
  }
}
