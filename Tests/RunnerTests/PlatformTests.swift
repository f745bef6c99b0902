// SPDX-License-Identifier: Apache-2.0
// Tests that the partner says what its devices are.

import Formats
import HTTP
import Partner
import Record
import Runner
import Testing
import Text

@Suite struct PlatformTests {
  private static let suite = """
    suite: S
    scenarios:
      - scenario: Platforms
        devices: {second: {}}
        steps:
          - step: Send
            request:
              GET: /x
              headers:
                X-Device-Info: "${device.info}"
                X-Platforms: "${device.platform} ${second.platform}"
            expect: {status: 200}
    """

  @Test(arguments: [("apple", "tvOS tvOS", "AppleTV"), ("generic", "box box", "Box")])
  func `a device is what the partner says`(name: String, platforms: String, model: String) throws {
    let emulator: FrameworkEmulator = name == "apple" ? .apple : .generic
    var bench = Bench()
    bench.surroundings = { $0.framework = .emulator(emulator) }
    let service = try Service { _, _ in .json("{}") }
    let record = try bench.run(Self.suite, on: service)
    #expect(record.scenarios.map(\.verdict) == [.passed])
    let headers = try #require(service.requests.first).headers
    #expect(headers["X-Platforms"] == platforms)
    let info = try #require(headers["X-Device-Info"].flatMap { Base64.decode($0) })
    #expect(try JSONParser.document(info).root["model"] == .string(model))
  }
}
