// SPDX-License-Identifier: Apache-2.0
// Wires a run: clock, randomness, framework, transport.

import Encodings
import HTTPTransport
import Host
import PartnerFramework
import Results
import Runner
import SuiteModel

/// What a run has from outside, by profile and command line.
struct Composition {
  let surroundings: Surroundings
  private let client: ClientSettings
  private let remarks: [String]

  init(_ profile: Profile, _ arguments: Arguments, _ console: Console) throws(UsageError) {
    let now: @Sendable () -> Timestamp = { Timestamp(milliseconds: Machine.milliseconds) }
    guard case .emulator(let name) = profile.framework else {
      throw UsageError("the profile's 'partner' names no emulator")
    }
    let emulator: FrameworkEmulator
    do throws(PartnerError) {
      emulator = try FrameworkRegistry.shipped.emulator(named: name)
    } catch {
      throw UsageError(error.description)
    }
    let framework = FrameworkSurroundings(now: now, randomBytes: Machine.randomBytes)
    surroundings = Surroundings(
      now: now, randomBytes: Machine.randomBytes, frameworkName: "\(name) (emulated)"
    ) { _, opening, _ throws(PartnerError) in
      try emulator.open(opening, surroundings: framework)
    }
    let proxy: ProxySettings?
    do throws(ProxySettingsError) {
      proxy = try ProxySettings.inEnvironment(console.environment)
    } catch {
      throw UsageError(error.description)
    }
    let isInsecure = arguments.has("insecure")
    client = ClientSettings(
      connectTimeout: profile.timeouts.connect, responseTimeout: profile.timeouts.response,
      tls: TLSSettings(
        caFile: profile.tls.ca, certificateFile: profile.tls.certificate, keyFile: profile.tls.key,
        isVerified: !isInsecure), proxy: proxy)
    remarks =
      isInsecure
      ? ["certificates were not checked (--insecure): anybody could have answered"] : []
  }

  func settings(jobs: Int, _ arguments: Arguments) -> RunSettings {
    RunSettings(
      jobs: jobs, stopsAtFailure: arguments.has("fail-fast"), isStrict: arguments.has("strict"),
      tool: ToolRecord(name: ConformanceCommand.name, version: ConformanceCommand.version),
      remarks: remarks, client: client)
  }
}
