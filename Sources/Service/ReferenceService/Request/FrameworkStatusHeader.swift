// SPDX-License-Identifier: Apache-2.0
// What the header AP-Partner-Framework-Status says, and whether it counts.

internal import Encodings
internal import JSON

/// The state of the partner framework as a request tells it ("AP-Partner-Framework-Status").
enum FrameworkStatusHeader: Equatable {
  case absent
  /// Granted, signed in with an MVPD that is known, not expired.
  case valid(mvpd: String)
  /// Not to be relied on, for this reason; the MVPD is there if one is named all the same.
  case invalid(ErrorCode, mvpd: String?)
}

extension FrameworkStatusHeader {
  init(_ header: String?, directory: Directory, now: Timestamp) {
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
    // A string of digits, not a number; without one nobody knows that the sign-in still holds.
    guard let expiry = (provider?["expirationDate"]?.string).flatMap(Self.milliseconds),
      expiry >= now.milliseconds
    else {
      self = .invalid(.providerExpired, mvpd: mvpd)
      return
    }
    self = .valid(mvpd: mvpd)
  }

  /// The MVPD that the framework names, whether or not the status counts.
  var mvpd: String? {
    switch self {
    case .absent: nil
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
