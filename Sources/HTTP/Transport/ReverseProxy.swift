// SPDX-License-Identifier: Apache-2.0
// Passes requests on to a service, and tells of each exchange.

/// Passes requests on to a service and its answers back, and tells of each exchange: see
/// `HTTPServer.init(passingBy:)`.
///
/// Both messages pass as they are, but for the fields and the framing that concern one connection
/// alone, `Host`, and `Accept-Encoding`, which becomes `identity`. Trailer fields are left out. A
/// connection of an application has one to the service, which stays open as long.
package struct ReverseProxy: Sendable {
  /// How many bytes of a body are kept by default.
  package static let keptBodyBytes = 10 * 1024 * 1024
  /// How many bytes of bodies are kept at once by default.
  private static let keptBytes = 256 * 1024 * 1024

  let base: BaseURL
  let settings: ClientSettings
  let room: KeptRoom
  let admission: @Sendable () -> Void
  let observer: @Sendable (ProxiedExchange) -> Void

  /// - Parameters:
  ///   - base: Where the service has its resources: a target is added to its path.
  ///   - settings: Its limits are not used: bodies may have any size.
  ///   - keptBodyBytes: How many bytes of a body are kept for the observer.
  ///   - admission: Called before a request is passed on, on the thread of its connection. While it
  ///     blocks, the request waits.
  ///   - observer: Called once an exchange is over, on the thread of its connection, for several at
  ///     once.
  package init(
    to base: BaseURL, settings: ClientSettings = ClientSettings(responseTimeout: .seconds(60)),
    keptBodyBytes: Int = keptBodyBytes, admission: @escaping @Sendable () -> Void = {},
    observer: @escaping @Sendable (ProxiedExchange) -> Void
  ) {
    self.base = base
    var settings = settings
    settings.limits = .streamed
    self.settings = settings
    room = KeptRoom(bodyBytes: keptBodyBytes, totalBytes: Self.keptBytes)
    self.admission = admission
    self.observer = observer
  }

  /// Whether messages can be passed piece by piece to an origin on this system.
  package static func canPass(to origin: Origin) -> Bool {
    ClientSettings().bufferedTransport(with: origin) == nil
  }
}

extension ReverseProxy {
  /// A request's head as it goes to the service.
  func head(of reader: RequestReader, _ head: RequestHead) -> [UInt8] {
    let target = head.target == "*" ? "*" : base.path + head.target
    var request = HTTPRequest(method: head.method, target: target)
    // By way of a tunnel the request goes to the origin itself.
    if base.origin.scheme == .http, let proxy = settings.proxies?.proxy(for: base.origin) {
      request = proxy.forwarded(request, to: base.origin)
    }
    var passed = PassedHead("\(request.method) \(request.target) HTTP/1.1", head.headers)
    passed.set("Host", base.origin.authority)
    passed.set("Accept-Encoding", "identity")
    if let authorization = request.headers["Proxy-Authorization"] {
      passed.set("Proxy-Authorization", authorization)
    }
    switch reader.framing {
    case .chunked: passed.set("Transfer-Encoding", "chunked")
    case .length(let count): passed.set("Content-Length", "\(count)")
    default: break
    }
    passed.add(reader.headBytes)
    return passed.bytes
  }
}

extension RequestHead {
  /// Whether a service may get the request twice without harm: it changes nothing more by the second
  /// time (RFC 9110, section 9.2.2).
  var isIdempotent: Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(method)
  }
}
