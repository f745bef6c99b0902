// SPDX-License-Identifier: Apache-2.0
// The status of the partner framework in a request.

import Formats
import Text

/// The status of the partner framework, as a request reports it ("AP-Partner-Framework-Status").
enum FrameworkStatusHeader: Equatable {
  case absent
  /// The permission is granted, the user is signed in with a known MVPD, and the sign-in has not
  /// expired.
  case valid(mvpd: String)
  /// The status can't be relied on, for the reason of the code. The MVPD is the one that the status
  /// names all the same, if any.
  case invalid(ErrorCode, mvpd: String?)
  /// The service does not look at the status.
  case disregarded
}

extension FrameworkStatusHeader {
  /// Reads the status of a request. A repeated field is treated like an unreadable one.
  init(_ call: ServiceCall) {
    let values = call.request.headers("AP-Partner-Framework-Status")
    self = Self.read(values.count > 1 ? "" : values.first, call)
  }

  /// Reads the status of a request for profiles or decisions, which a reading of the documents lets
  /// the service disregard.
  init(ofProfiles call: ServiceCall) {
    self.init(call)
    let hasRunOut =
      switch self {
      case .absent, .invalid(.providerExpired, _): true
      case .invalid, .valid, .disregarded: false
      }
    if call.has(.countsPartnerProfileWithAnyStatus)
      || hasRunOut && call.has(.countsPartnerProfileWithExpiredStatus)
    {
      self = .disregarded
    }
  }

  /// Reads the value of the field; nil if the request has no such field.
  private static func read(_ header: String?, _ call: ServiceCall) -> FrameworkStatusHeader {
    guard let header else { return .absent }
    guard let bytes = Base64.decode(header), let document = try? JSONParser.document(bytes),
      case .object(let status) = document.root,
      let access = status["frameworkPermissionInfo"]?["accessStatus"]?.string
    else { return .invalid(.permissionNotPresent, mvpd: nil) }
    let provider = status["frameworkProviderInfo"]
    let mvpd = (provider?["id"]?.string).flatMap { call.directory.mvpd(platformID: $0)?.id }
    if access != "granted", !call.has(.ignoresPermissionOfStatus) {
      let isOpen = access == "notDetermined"
      return .invalid(isOpen ? .permissionNotDetermined : .permissionNotGranted, mvpd: mvpd)
    }
    guard let mvpd else { return .invalid(.providerNotDetermined, mvpd: nil) }
    // The date is a string of digits, not a number. A status without it counts as expired.
    guard let expiry = (provider?["expirationDate"]?.string).flatMap(milliseconds),
      expiry >= call.now.milliseconds || call.has(.ignoresExpiryOfStatus)
    else { return .invalid(.providerExpired, mvpd: mvpd) }
    return .valid(mvpd: mvpd)
  }

  /// The MVPD that the status names, whether or not the status counts.
  var mvpd: String? {
    switch self {
    case .absent, .disregarded: nil
    case .valid(let mvpd): mvpd
    case .invalid(_, let mvpd): mvpd
    }
  }

  private static func milliseconds(_ digits: String) -> Int? {
    guard digits.utf8.count <= 16, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(digits)
  }
}
