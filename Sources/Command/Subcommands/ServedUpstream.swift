// SPDX-License-Identifier: Apache-2.0
// The service that `serve --upstream` passes requests on to.

import HTTP
import Suites
import Text

/// The service that `serve --upstream` passes requests on to in place of answering them.
struct ServedUpstream {
  let base: BaseURL
  /// The remarks of the reports on what is not as without a proxy.
  let remarks: [String]
  private let settings: ClientSettings

  static let option = Option(
    "upstream", "URL",
    help: "with --audit: passes requests on to the service at this URL, and its answers back; with"
      + " --target, 'tls' of the profile is for its certificate and the client's")
  static let options = [option, .proxy]

  /// How long the service may take for the beginning of an answer, and from each byte to the next.
  private static let patience = Duration.seconds(60)

  /// - Parameters:
  ///   - audit: Who watches; nil where nobody does.
  ///   - host: What is listened on.
  ///   - ours: The options about the reference service.
  /// - Returns: nil where no service is named.
  /// - Throws: `UsageError` for a URL that is none, options that don't go together, and files of TLS
  ///   that can't be used.
  init?(
    _ arguments: Arguments, _ console: Console, _ audit: ServiceAudit?, host: String,
    ours: [Option]
  ) throws(UsageError) {
    guard let text = arguments.value(Self.option.name) else {
      if let option = Self.options.first(where: { arguments.has($0.name) }) {
        throw UsageError("--\(option.name) goes with --upstream")
      }
      return nil
    }
    guard let audit else { throw UsageError("--upstream goes with --audit") }
    if let option = ours.first(where: { arguments.has($0.name) }) {
      throw UsageError(
        "--\(option.name) is about the reference service, which does not answer with --upstream")
    }
    do throws(BaseURLError) {
      base = try BaseURL(text)
    } catch {
      throw UsageError("--upstream: \(error.description)")
    }
    if base.origin.scheme == .https, let refusal = TLSSettings.refusal {
      throw UsageError("--upstream: \(refusal)")
    }
    guard ReverseProxy.canPass(to: base.origin) else {
      throw UsageError("--upstream: on this system, answers can be passed on from http:// alone")
    }
    let proxies = try arguments.proxies(console.environment, for: base.origin)
    settings = ClientSettings(
      responseTimeout: Self.patience, tls: audit.tls, proxies: proxies)
    do throws(TLSError) {
      try settings.tls.checkFiles()
    } catch {
      throw UsageError("'tls' in the profile: \(error)")
    }
    if settings.tls.certificateFile != nil, !Origin(scheme: .http, host: host).isLoopback {
      throw UsageError(
        "--host \(host) goes with no client certificate ('tls' in the profile): everybody who "
          + "reaches it would call the service in your name")
    }
    remarks =
      [
        "the requests went on to \(base) with 'Accept-Encoding: identity' in place of the "
          + "application's own, so that the answers can be read"
      ]
      + [proxies?.proxy(for: base.origin)].compactMap(\.self).map {
        "the requests went by the proxy \($0.place)"
      }
  }
}

extension ServedUpstream {
  /// What passes the requests on.
  func proxy(for audit: ServiceAudit) -> ReverseProxy {
    ReverseProxy(to: base, settings: settings, admission: { audit.awaitRoom() }) { audit.note($0) }
  }
}
