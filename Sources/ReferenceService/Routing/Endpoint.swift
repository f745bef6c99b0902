// SPDX-License-Identifier: Apache-2.0
// What an endpoint of the service is.

/// A method of a path, and how the service answers there.
///
/// An endpoint is one file of `Endpoints/` and one line in the table of routes.
protocol Endpoint: SendableMetatype {
  /// Does what a request asks for.
  ///
  /// - Parameters:
  ///   - call: The request, the names in its path, the service's data, the time.
  ///   - store: What the service remembers; no other request changes it meanwhile.
  /// - Throws: The refusal that is sent instead.
  static func answer(_ call: ServiceCall, _ store: inout Store) throws(Refusal) -> ServiceAnswer
}
