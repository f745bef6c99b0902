// SPDX-License-Identifier: Apache-2.0
// What the reference service remembers between two requests.

internal import Encodings
internal import JSON

/// All state of the service: in memory, bounded, the oldest dropped first.
struct Store: Sendable {
  var clients: BoundedTable<String, Client>
  /// By the token's text.
  var tokens: BoundedTable<String, AccessToken>
  var devices: BoundedTable<DeviceKey, KnownDevice>
  /// By code.
  var sessions: BoundedTable<String, Session>
  var tickets: BoundedTable<String, Ticket>
  /// REST API V1.
  var devicesV1: BoundedTable<V1DeviceKey, V1Device>
  var registrations: BoundedTable<RegistrationKey, Registration>
  /// By the id of the SAML request.
  var profileRequests: BoundedTable<String, ProfileRequest>
  /// By address.
  var buckets: BoundedTable<String, RequestBucket>

  init(capacity: Int) {
    clients = BoundedTable(capacity: capacity)
    tokens = BoundedTable(capacity: capacity)
    devices = BoundedTable(capacity: capacity)
    sessions = BoundedTable(capacity: capacity)
    tickets = BoundedTable(capacity: capacity)
    devicesV1 = BoundedTable(capacity: capacity)
    registrations = BoundedTable(capacity: capacity)
    profileRequests = BoundedTable(capacity: capacity)
    buckets = BoundedTable(capacity: capacity)
  }
}

/// A registered client.
struct Client: Sendable {
  let secret: String
  let statement: ServiceData.Statement
}

struct AccessToken: Sendable {
  let client: String
  let notAfter: Timestamp
}

/// What profiles are bound to.
struct DeviceKey: Hashable, Sendable {
  let client: String
  /// The identifier as it came, in Base64.
  let identifier: String
  let serviceProvider: String
}

/// What is known of a device; MVPD ids are the keys.
struct KnownDevice: Sendable {
  var access: [String: Access] = [:]
  /// Of the session that counts: a new one ends the one before.
  var code: String?
  /// The last authentication request for the partner framework.
  var requests: [String: IssuedRequest] = [:]
  var passes: [String: TemporaryPass] = [:]

  /// The profiles of one MVPD. An expired one stays, so that it is called expired, not missing.
  struct Access: Sendable {
    var regular: UserProfile?
    var partner: UserProfile?
  }

  struct IssuedRequest: Sendable {
    let id: String
    let notAfter: Timestamp
  }

  /// Temporary access that has begun.
  struct TemporaryPass: Sendable {
    let notBefore: Timestamp
    let notAfter: Timestamp
    var resources: Set<String> = []
  }
}

/// An authentication session.
struct Session: Sendable {
  let code: String
  let id: String
  let device: DeviceKey
  let deviceInformation: DeviceInformation?
  let notBefore: Timestamp
  let notAfter: Timestamp
  var mvpd: String?
  var domainName: String?
  var redirectURL: String?
  var isAuthenticated = false

  /// The names of the form parameters that are not known yet.
  var missingParameters: [String] {
    let parameters = [("mvpd", mvpd), ("domainName", domainName), ("redirectUrl", redirectURL)]
    return parameters.filter { $0.1 == nil }.map(\.0)
  }
}
