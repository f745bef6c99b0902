// SPDX-License-Identifier: Apache-2.0
// Frameworks opened at a fixed clock, and calls without ceremony.

package import Formats
import Synchronization
import TestSupport
import Testing
import Text

@testable import Partner

/// The clock of the scenarios file: 2030-01-01T00:00:00Z.
let clock = Timestamp(milliseconds: 1_893_456_000_000)
let never = PartnerDeadline.now

/// A clock that a test moves.
final class TestClock: Sendable {
  private let time = Mutex(clock)

  func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }

  /// Random bytes count up, so that they differ and are the same in each run.
  var environment: FrameworkEnvironment {
    let counter = Mutex<UInt8>(0)
    return FrameworkEnvironment(
      now: { self.time.withLock { $0 } },
      randomBytes: { count in
        counter.withLock { counter in
          (0..<count).map { _ in
            counter = counter &* 5 &+ 1
            return counter
          }
        }
      })
  }
}

func open(
  _ state: String, _ options: JSONObject = JSONObject(), clock: TestClock = TestClock(),
  emulator: FrameworkEmulator = .apple
) throws -> any PartnerFramework {
  try emulator.open(
    FrameworkOpening(
      partner: "Apple", state: state, options: options, deviceIdentifier: "fingerprint 1"),
    clock.environment)
}

extension PartnerFramework {
  /// The JSON that a suite sees, of a call as a suite writes it.
  func call(_ name: String, _ arguments: JSONValue) throws -> JSONValue {
    try answer(to: .written(name, arguments), deadline: never).json
  }

  /// The header as it goes on the wire.
  func status(deadline: PartnerDeadline) throws(PartnerError) -> String? {
    try value("framework_status", deadline: deadline)
  }

  func user(_ action: UserAction) throws { try user(action, deadline: never) }

  /// The header, decoded.
  func decodedStatus() throws -> JSONValue? {
    guard let header = try status(deadline: never) else { return nil }
    let bytes = try #require(Base64.decode(header))
    return try JSONParser.document(bytes).root
  }
}

extension PartnerCall {
  /// A call as a suite writes it, of the declaration of programs that declare nothing.
  static func written(_ name: String, _ arguments: JSONValue) throws(PartnerMisuse) -> PartnerCall {
    try PartnerCall(name: name, arguments: arguments, of: FrameworkRegistry.standard)
  }
}

extension UserAction {
  /// The person will cancel the picker or the sign-in screen that is shown next.
  static let cancel = UserAction(.cancel)
  static let grantPermission = UserAction(.grantPermission)
  static let denyPermission = UserAction(.denyPermission)
  static let signOut = UserAction(.signOut)

  static func signIn(provider: String) -> UserAction { UserAction(.signIn, provider: provider) }

  static func switchProvider(provider: String) -> UserAction {
    UserAction(.switchProvider, provider: provider)
  }

  /// The person will pick this provider when the picker is shown next; nil is "Other TV Provider".
  static func chooseProvider(_ provider: String?) -> UserAction {
    UserAction(.chooseProvider, provider: provider ?? AppleUserEvent.other)
  }
}

/// A verification token as the service gives it.
let token = Base64.encode(
  """
  <samlp:AttributeQuery xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_request1" \
  AssertionConsumerServiceURL="https://sp.example/acs">\
  <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"> https://sp.example </saml:Issuer>\
  </samlp:AttributeQuery>
  """)

func authentication(silent: Bool = false, attributes: [String] = ["uid", "NameID"]) -> JSONValue {
  [
    "verificationToken": .string(token), "attributeNames": .array(attributes.map(JSONValue.string)),
    "isInterruptionAllowed": .boolean(!silent),
  ]
}

extension JSONValue: TableCell {
  package init(cell: String) {
    guard let document = try? JSONParser.document(cell) else {
      preconditionFailure("no JSON: \(cell)")
    }
    self = document.root
  }
}
