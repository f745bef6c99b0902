// SPDX-License-Identifier: Apache-2.0
// The authentication sessions of REST API V2.

internal import Formats
internal import Text

/// An authentication session.
struct Session: Sendable {
  let code: String
  let id: String
  let device: DeviceKey
  let deviceInformation: DeviceInformation?
  let notBefore: Timestamp
  let notAfter: Timestamp
  var parameters: SessionParameters
  var isAuthenticated = false
}

/// The parameters of a sign-in. An application may give each of them later.
struct SessionParameters: Sendable {
  var mvpd: String?
  var domainName: String?
  var redirectURL: String?
}

extension SessionParameters {
  /// The parameters that are known, by their names in the form.
  var known: JSONObject {
    var known = JSONObject()
    for (name, value) in all {
      if let value { known.append(name, .string(value)) }
    }
    return known
  }

  /// The names of the parameters that are not known yet.
  var missing: [String] { all.filter { $0.value == nil }.map(\.name) }

  private var all: [(name: String, value: String?)] {
    [("mvpd", mvpd), ("domainName", domainName), ("redirectUrl", redirectURL)]
  }
}

extension Store {
  /// Starts a session of a device, and ends its previous one.
  mutating func startSession(
    of device: CallingDevice, _ parameters: SessionParameters, _ call: ServiceCall
  ) -> Session {
    let session = Session(
      code: call.random.code { sessions[$0] != nil }, id: call.random.uuid(), device: device.key,
      deviceInformation: device.information, notBefore: call.now,
      notAfter: call.now + call.lifetimes.session, parameters: parameters)
    let replaced = update(device.key) { known in
      defer { known.code = session.code }
      return known.code
    }
    if let replaced, !call.has(.keepsReplacedSessions) { sessions[replaced] = nil }
    if has(.codesEndAllSessions) {
      for code in sessions.keys(where: { _ in true }) { sessions[code] = nil }
    }
    sessions[session.code] = session
    return session
  }

  /// The session of the code in the path.
  ///
  /// - Throws: `invalidParameterCode` if the code is malformed, `invalidAuthenticationSession` if
  ///   there is no such session, or if it has expired or been replaced.
  func session(_ call: ServiceCall, _ caller: Caller) throws(Refusal) -> Session {
    let code = call.path[.code]
    guard (1...64).contains(code.utf8.count),
      code.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 | 0x20 })
    else { throw .enhanced(.invalidParameterCode) }
    guard let session = sessions[code], call.now < session.notAfter,
      session.device.serviceProvider == caller.providerID || has(.takesCodesOfOthers)
    else { throw .enhanced(.invalidAuthenticationSession) }
    return session
  }
}
