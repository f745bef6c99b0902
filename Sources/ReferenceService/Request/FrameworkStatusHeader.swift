// SPDX-License-Identifier: Apache-2.0
// Reads the field AP-Partner-Framework-Status and decides whether it counts.

internal import Formats
internal import Text

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
    self.init(
      values.count > 1 ? "" : values.first, directory: call.directory, now: call.now,
      rules: call.switches)
  }

  /// Reads the status of a request for profiles or decisions, which a reading of the documents lets
  /// the service disregard.
  init(ofProfiles call: ServiceCall) {
    let status = FrameworkStatusHeader(call)
    switch status {
    case .absent, .invalid(.providerExpired, _):
      let isDisregarded =
        call.has(.countsPartnerProfileWithExpiredStatus)
        || call.has(.countsPartnerProfileWithAnyStatus)
      self = isDisregarded ? .disregarded : status
    case .invalid, .valid:
      self = call.has(.countsPartnerProfileWithAnyStatus) ? .disregarded : status
    case .disregarded: self = status
    }
  }

  /// Reads the value of the field; nil if there is none.
  private init(_ header: String?, directory: Directory, now: Timestamp, rules: Switches) {
    guard let header else {
      self = .absent
      return
    }
    guard let bytes = Base64.decode(header), let document = try? JSONParser.document(bytes),
      case .object(let status) = document.root,
      let access = status["frameworkPermissionInfo"]?["accessStatus"]?.string
    else {
      self = .invalid(.permissionNotPresent, mvpd: nil)
      return
    }
    let provider = status["frameworkProviderInfo"]
    let mvpd = (provider?["id"]?.string).flatMap { directory.mvpd(platformID: $0)?.id }
    switch access {
    case "granted": break
    case _ where rules.contains(.ignoresPermissionOfStatus): break
    case "notDetermined":
      self = .invalid(.permissionNotDetermined, mvpd: mvpd)
      return
    default:
      self = .invalid(.permissionNotGranted, mvpd: mvpd)
      return
    }
    guard let mvpd else {
      self = .invalid(.providerNotDetermined, mvpd: nil)
      return
    }
    // The date is a string of digits, not a number. A status without it counts as expired.
    guard let expiry = (provider?["expirationDate"]?.string).flatMap(Self.milliseconds),
      expiry >= now.milliseconds || rules.contains(.ignoresExpiryOfStatus)
    else {
      self = .invalid(.providerExpired, mvpd: mvpd)
      return
    }
    self = .valid(mvpd: mvpd)
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
    guard digits.utf8.count <= 16, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      return nil
    }
    return Int(digits)
  }
}
