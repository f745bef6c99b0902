// SPDX-License-Identifier: Apache-2.0
// The option `--proxy`, and the proxies that the environment names.

import HTTP

extension Option {
  package static let proxy = Option(
    "proxy", "URL",
    help:
      "http://[USER:PASSWORD@]HOST:PORT sends all requests by this proxy but those that NO_PROXY"
      + " names; none sends them straight; by default HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY"
      + " say")
}

extension Arguments {
  /// The proxies that `--proxy` or the environment names; nil for none.
  ///
  /// - Parameter target: The origin of the target.
  func proxies(
    _ environment: [String: String], for target: Origin
  ) throws(UsageError) -> ProxySettings? {
    do throws(ProxyError) {
      switch value("proxy") {
      case nil: return try ProxySettings.inEnvironment(environment, for: target)
      case "none"?: return nil
      case let text?:
        let proxy = try Proxy(text)
        // Who names a proxy for this run wants it to be used, also for a service on this machine.
        return ProxySettings(
          http: proxy, https: proxy, exceptions: ProxySettings.exceptions(in: environment),
          coversLoopback: true)
      }
    } catch {
      throw UsageError(value("proxy") == nil ? error.description : "--proxy: \(error.description)")
    }
  }
}
