// SPDX-License-Identifier: Apache-2.0
// `serve` as a process of its own, and what other commands make of it.

import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ServeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts `sso-selftest serve`, and runs a command line against it with the profile that it
  /// prints.
  ///
  /// - Returns: What the command line did, and what `serve` printed.
  private func against(
    _ options: [String], program: String = "sso-conformance", _ words: [String]
  ) throws -> (finished: Finished, printed: String) {
    let measurer = BuiltProgram.path(of: "sso-selftest")
    let service = try RunningProduct(
      measurer, ["serve"] + options, in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites])
    defer { service.send(SIGTERM) }
    try waitUntil { service.output.contains("run --target") }
    let printed = service.output
    let profile = printed.split(separator: "\n").drop { !$0.hasPrefix("target:") }
    let path = try folder.write(
      profile.prefix { $0.contains(":") }.joined(separator: "\n") + "\n", to: "profile.yaml")
    let product = try RunningProduct(
      BuiltProgram.path(of: program), words + ["--target", path], in: folder,
      environment: ["SSO_CONFORMANCE_SUITES": Product.suites])
    return (product.wait(), printed)
  }

  private static let registration = "\(Product.suites)/apple-v2/a-registration.yaml"

  @Test func `is wrong in the way that it is told`() throws {
    let (finished, printed) = try against(
      ["--defect", "register-issued-today"],
      ["run", Self.registration, "--reports", "\(folder.path)/Reports"])
    #expect(printed.contains("It deviates: register-issued-today"), "\(printed)")
    #expect(finished.status == 1, "\(finished)")
    #expect(finished.output.contains("client_id_issued_at"), "\(finished)")
  }

  @Test func `is a target on which suites can be measured`() throws {
    let (finished, _) = try against(
      ["--variant", "service-providers-in-lower-case"],
      program: "sso-selftest", [Self.registration, "--at-least", "0.5"])
    #expect(finished.status == 0, "\(finished)")
    #expect(finished.output.contains("mutants: "), "\(finished)")
    #expect(!finished.output.contains("defects: "), "\(finished)")
  }
}
