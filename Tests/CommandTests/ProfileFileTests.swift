// SPDX-License-Identifier: Apache-2.0
// Files and programs that a profile names and that can't be used.

import Formats
import TestSupport
import Testing

@testable import Command

@Suite struct ProfileFileTests {
  static let suite = """
    suite: S
    scenarios:
      - scenario: a
        steps:
          - step: Ask
            request: {GET: /}
            expect: {status: 200}
    """

  @Test(arguments: [
    ("tls: {ca: absent.pem}", "'tls' in the profile: 'FOLDER/absent.pem' can't be read: no such"),
    ("tls: {ca: .}", "'tls' in the profile: 'FOLDER/.' is not a file that can be read"),
    ("tls: {ca: empty.pem}", "'tls' in the profile: 'FOLDER/empty.pem' has no certificates in PEM"),
    ("tls: {ca: text.pem}", "'tls' in the profile: 'FOLDER/text.pem' has no certificates in PEM"),
    ("tls: {certificate: text.pem}", "'tls' in the profile: 'FOLDER/text.pem' has no certificate"),
    ("tls: {key: absent.pem}", "'tls' in the profile: 'FOLDER/absent.pem' can't be read: no such"),
    ("user-agent: {command: [./absent]}", "'user-agent' in the profile: there is no program"),
    (
      "partner: {command: [./text.pem]}", "'partner' in the profile: './text.pem' is not executable"
    ),
  ])
  func `are named before anything is sent`(profile: String, message: String) throws {
    let folder = try ProgramFolder()
    try folder.write("", to: "empty.pem")
    try folder.write(
      "-----BEGIN CERTIFICATE-----\nbm90IGEgY2VydGlmaWNhdGU=\n-----END CERTIFICATE-----\n",
      to: "text.pem")
    let run = try CommandRun(suite: Self.suite, profile: "\(profile)\n", in: folder)
    #expect(run.status == .invalidInput)
    #expect(
      run.errors.contains("error: \(message.replacing("FOLDER", with: folder.path))"),
      "\(run.errors)")
    #expect(run.report == .null)
  }

  /// The suites of the run know nothing of the facts that others in the folder of the profile use.
  @Test func `may give the facts that are declared beside it`() throws {
    let folder = try ProgramFolder()
    try folder.write(FactFile.declaring(texts: ["vip"]), to: "facts.yaml")
    let other = try ProgramFolder()
    let suite = try other.write(Self.suite, to: "suite.yaml")
    let profile = try folder.write(
      "base-url: http://127.0.0.1:9\nfacts: {vip: jane}\n", to: "profile.yaml")
    let list = CommandLine(["list", suite, "--target", profile])
    #expect(list.status == .success, "\(list.errors)")
    let typo = try folder.write(
      "base-url: http://127.0.0.1:9\nfacts: {vib: jane}\n", to: "typo.yaml")
    let refused = CommandLine(["list", suite, "--target", typo])
    #expect(refused.status == .invalidInput)
    #expect(refused.errors.contains("unknown fact 'vib', did you mean 'vip'?"), "\(refused.errors)")
  }

  @Test(arguments: [
    ("a/b.yaml", "b.yaml", "b", "a"), ("b.yaml", "b.yaml", "b", "."),
    ("/b.yaml", "b.yaml", "b", "/"),
    ("/a/b", "b", "b", "/a"), (".hidden", ".hidden", ".hidden", "."),
    ("a.b/c.d.yaml", "c.d.yaml", "c.d", "a.b"), ("a/", "", "", "a"),
  ])
  func `are found beside the profile`(path: String, name: String, stem: String, folder: String) {
    #expect(ProfilePath.name(of: path) == name)
    #expect(ProfilePath.stem(of: path) == stem)
    #expect(ProfilePath.folder(of: path) == folder)
    #expect(ProfilePath.resolved(path, in: nil) == path)
    #expect(
      ProfilePath.resolved(path, in: "x/y") == (path.hasPrefix("/") ? path : "x/y/\(path)"))
  }
}
