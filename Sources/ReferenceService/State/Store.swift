// SPDX-License-Identifier: Apache-2.0
// What the reference service remembers between two requests.

internal import Text

/// All state of the service. It is in memory, and each table drops its oldest entries.
struct Store: Sendable {
  /// Those of the request under way.
  var switches = Switches(all: [], use: Switches.Use())
  var clients: BoundedTable<String, Client>
  /// By the token's text.
  var tokens: BoundedTable<String, AccessToken>
  var devices: BoundedTable<DeviceKey, KnownDevice>
  /// By code.
  var sessions: BoundedTable<String, Session>
  var tickets: BoundedTable<String, Ticket>
  /// The devices of REST API V1.
  var devicesV1: BoundedTable<V1DeviceKey, V1Device>
  var registrations: BoundedTable<RegistrationKey, Registration>
  /// By the id of the SAML request.
  var profileRequests: BoundedTable<String, ProfileRequest>
  /// By address.
  private var buckets: BoundedTable<String, RequestBucket>

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

extension Store {
  /// Whether a rule works otherwise.
  func has(_ rule: Switch) -> Bool { switches.contains(rule) }

  /// Whether no rule works otherwise.
  var isAsBuilt: Bool { switches.all.isEmpty }

  /// Counts a request of an address, and says whether it is within the limit.
  mutating func admits(_ address: String, at now: Timestamp) -> Bool {
    buckets.update(address, default: RequestBucket(start: now)) { $0.admits(at: now) }
  }
}
