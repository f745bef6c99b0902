// SPDX-License-Identifier: Apache-2.0
// Tests of the frameworks that stand-ins ask: as for suites, but with a person in front of them.

import Formats
import Testing
import Text

@testable import Partner

struct StandInDevicesTests {
  static let clock = Timestamp(milliseconds: 1_893_456_000_000)

  static func devices(_ state: String?, _ emulator: FrameworkEmulator = .apple) throws
    -> StandInDevices
  {
    try StandInDevices(
      emulator, state: state,
      environment: FrameworkEnvironment(
        now: { clock }, randomBytes: { [UInt8](repeating: 0, count: $0) }))
  }

  static func states(by maker: FrameworkState.Maker) -> [String] {
    FrameworkEmulator.apple.states.filter { $0.maker == maker }.map(\.name)
  }

  /// The answer without the members that are null.
  static func answer(_ devices: StandInDevices, _ call: PartnerCall) -> JSONValue {
    let answer = devices.answer(
      .call, ["call": .string(call.name), "with": .object(call.arguments)])
    guard let result = answer.body["result"]?.object else { return answer.body }
    return .object(
      JSONObject(result.members.filter { $0.value != .null }.map { ($0.name, $0.value) }))
  }

  @Test func `has each state that the framework makes, and no other`() throws {
    #expect(Self.states(by: .framework).count == 58)
    #expect(Self.states(by: .application).count == 11)
    #expect(Self.states(by: .service).count == 4)
    for state in Self.states(by: .application) + Self.states(by: .service) {
      #expect(throws: PartnerError.self) { try Self.devices(state) }
    }
  }

  @Test(arguments: Self.states(by: .framework))
  func `answers who asks without interruption as suites are answered`(state: String) throws {
    let emulator = FrameworkEmulator.apple
    let wanted = try emulator.answers(in: emulator.state(named: state), at: Self.clock)
    for call in [PartnerCall.silentPermission, .silentQuery] {
      let answer = Self.answer(try Self.devices(state), call)
      switch wanted.first(where: { $0.call == call })?.outcome {
      case .json(let json): #expect(answer == json, "\(call.name)")
      case .never: #expect(answer == ["awaits": [:]])
      case nil: Issue.record("suites are not answered to \(call.name)")
      }
    }
  }

  @Test(
    arguments: [
      ("not-determined", ["choice": "permission"]), ("not-determined-then-granted", nil),
      ("not-determined-then-denied", nil), ("prompt-dismissed", nil), ("denied", nil),
    ] as [(String, JSONValue?)])
  func `waits at the prompt where the state names no choice`(
    state: String, awaited: JSONValue?
  ) throws {
    let devices = try Self.devices(state)
    let prompt: JSONValue = ["call": "permission", "with": ["prompting": true]]
    #expect(devices.answer(.call, prompt).body["awaits"] == awaited)
    guard awaited != nil else { return }
    _ = devices.answer(.user, ["action": "cancel"])
    #expect(devices.answer(.call, prompt).body["result"]?["accessStatus"] == "notDetermined")
    #expect(devices.answer(.call, prompt).isWaiting)
    _ = devices.answer(.user, ["action": "deny-permission"])
    #expect(devices.answer(.call, prompt).body["result"]?["accessStatus"] == "denied")
  }

  @Test(arguments: Self.states(by: .framework))
  func `shows the picker where nobody is signed in, and waits where no choice is named`(
    state: String
  ) throws {
    let answer = try Self.devices(state).answer(
      .call, ["call": "metadata", "with": ["isInterruptionAllowed": true]])
    let waits = ["granted-not-signed-in", "framework-timeout"].contains(state)
    #expect(answer.isWaiting == waits, "\(answer.body)")
  }

  @Test func `answers identifier and attributes at once, and no attributes without their names`()
    throws
  {
    let devices = try Self.devices(nil)
    func members(_ with: JSONValue) -> [String] {
      devices.answer(.call, ["call": "metadata", "with": with]).body["result"]?.object?.names ?? []
    }
    #expect(
      members([
        "includeAccountProviderIdentifier": true, "verificationToken": "opaque",
        "attributeNames": ["uid"],
      ]) == [
        "accountProviderIdentifier", "samlAttributeQueryResponse", "accountProviderResponse",
      ])
    #expect(
      members(["includeAccountProviderIdentifier": true, "verificationToken": "opaque"])
        == ["accountProviderIdentifier"])
    #expect(
      members([
        "includeAccountProviderIdentifier": true, "localizedVideoTitle": "A video",
        "supportedAuthenticationSchemes": ["SAML", "API"], "channelIdentifier": "another",
        "accountProviderAuthenticationToken": "token", "applicationAccountProviders": [],
      ]) == ["accountProviderIdentifier"])
  }

  @Test func `forgets the device that was not used for longest`() throws {
    let devices = try Self.devices(nil)
    func status(_ device: String) -> JSONValue? {
      devices.answer(.call, ["call": "permission", "device": .string(device)])
        .body["result"]?["accessStatus"]
    }
    _ = devices.answer(.user, ["action": "deny-permission", "device": "first"])
    _ = devices.answer(.user, ["action": "deny-permission", "device": "second"])
    for number in 0..<254 { #expect(status("\(number)") == "granted") }
    #expect(status("second") == "denied")
    #expect(status("one more") == "granted")
    #expect(status("first") == "granted")
    #expect(status("second") == "denied")
  }
}
