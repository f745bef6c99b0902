// SPDX-License-Identifier: Apache-2.0
// The MVPD that a request is about.

import Formats
import Text

struct IntegratedMVPD {
  let mvpd: ServiceData.MVPD
  let integration: ServiceData.Integration
  /// Whether there is no integration, and a rule that works otherwise supposes one.
  var isAssumed = false

  var id: String { mvpd.id }
}

extension IntegratedMVPD {
  /// The MVPD of a path or a form of REST API V2.
  ///
  /// - Throws: `invalidParameterMVPD` if there is no such MVPD, `invalidIntegration` if the service
  ///   provider has no active integration with it.
  init(_ id: String, of caller: Caller, _ call: ServiceCall) throws(ServiceError) {
    guard let mvpd = call.directory.mvpd(id) else { throw .enhanced(.invalidParameterMVPD) }
    var assumed: ServiceData.Integration?
    if call.has(.servesMVPDsWithoutIntegration) {
      assumed = ServiceData.Integration(id)
      assumed?.enablePlatformServices = true
    }
    guard var integration = caller.provider.integrations[id] ?? assumed else {
      throw .enhanced(.invalidIntegration)
    }
    if call.has(.ignoresDegradation) { integration.degradation = nil }
    self.init(
      mvpd: mvpd, integration: integration, isAssumed: caller.provider.integrations[id] == nil)
  }

  /// The MVPD of a path or a parameter of REST API V1. Temporary passes are refused: they have an
  /// endpoint of their own there, which this service does not have.
  init(v1 id: String, of caller: Caller, in directory: Directory) throws(ServiceError) {
    guard let integration = caller.provider.integrations[id],
      let mvpd = directory.mvpd(id), mvpd.temporary == nil
    else { throw .bad("Unknown integration", .unknownIntegration) }
    self.init(mvpd: mvpd, integration: integration)
  }

  /// An MVPD of REST API V1 that is set up for the platform's single sign-on.
  init(v1Partner id: String, of caller: Caller, in directory: Directory) throws(ServiceError) {
    try self.init(v1: id, of: caller, in: directory)
    guard hasPartnerSignOn else {
      throw .bad("The platform's single sign-on is not set up for the MVPD")
    }
  }

  /// Whether the partner's single sign-on is used for a device.
  func usesPartnerSignOn(_ device: DeviceInformation, _ call: ServiceCall) -> Bool {
    (hasPartnerSignOn || call.has(.ignoresPartnerSetUp)) && device.isPartnerPlatform
  }

  /// Whether account and MVPD are set up for the partner's single sign-on.
  var hasPartnerSignOn: Bool {
    integration.enablePlatformServices && mvpd.boardingStatus == .supported
  }

  /// Whether the AuthNAll rule is applied: every user counts as signed in.
  var bypassesAuthentication: Bool { integration.degradation == .authNAll }
}
