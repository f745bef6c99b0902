// SPDX-License-Identifier: Apache-2.0
// What a client is told once.

/// Time-outs, trust, proxies and limits of a client.
package struct ClientSettings: Sendable {
  /// For the way to a connection that can be written to: name, connection, proxy and TLS.
  package var connectTimeout: Duration
  /// From the request to the first byte of the answer, and from each byte to the next.
  package var responseTimeout: Duration
  package var tls: TLSSettings
  /// nil for none.
  package var proxies: ProxySettings?
  package var limits: HTTPLimits
  /// The turns for large answers, where clients share them; nil for no bound.
  package var largeAnswers: LargeAnswers?
  /// How long to busy-poll for an answer before blocking. Waking a thread takes as long as a nearby
  /// service takes to answer; polling is worth it only where the processor has nothing else to do.
  package var eagerness: Duration

  package init(
    connectTimeout: Duration = .seconds(10), responseTimeout: Duration = .seconds(30),
    tls: TLSSettings = TLSSettings(), proxies: ProxySettings? = nil, limits: HTTPLimits = .standard,
    largeAnswers: LargeAnswers? = nil, eagerness: Duration = .zero
  ) {
    self.connectTimeout = connectTimeout
    self.responseTimeout = responseTimeout
    self.tls = tls
    self.proxies = proxies
    self.limits = limits
    self.largeAnswers = largeAnswers
    self.eagerness = eagerness
  }
}
