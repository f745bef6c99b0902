// SPDX-License-Identifier: Apache-2.0
// Tests that states and options of the partner's framework are checked before a run.

import HTTP
import Synchronization
import TestSupport
import Testing

@testable import Command

@Suite struct PartnerVocabularyTests {
  private static let suite = """
    suite: Misspelt
    fragments:
      - fragment: open
        takes: {state: granted-signed-in}
        steps:
          - {step: Open, partner: {state: "${state}"}}
      - fragment: outer
        takes: {state: granted-signed-in}
        steps:
          - {step: Open it, use: open, with: {state: "${state}"}}
    scenarios:
      - scenario: A
        steps:
          - {step: Open, partner: {state: granted-signd-in, provder: X}}
          - {step: Open through fragments, use: outer, with: {state: deneid}}

    """

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(Self.suite, to: "misspelt.yaml")
  }

  private func mistakes(_ refusal: String) -> String {
    """
    \(path):14:39: error: \(refusal) the state 'granted-signd-in', did you mean \
    'granted-signed-in'?
     14 |       - {step: Open, partner: {state: granted-signd-in, provder: X}}
        |                                       ^^^^^^^^^^^^^^^^
    \(path):14:57: error: \(refusal) the option 'provder', did you mean 'provider'?
     14 |       - {step: Open, partner: {state: granted-signd-in, provder: X}}
        |                                                         ^^^^^^^
    \(path):15:66: error: \(refusal) the state 'deneid', did you mean 'denied'?
     15 |       - {step: Open through fragments, use: outer, with: {state: deneid}}
        |                                                                  ^^^^^^

    """
  }

  @Test func `check finds unknown states and options, in fragments too`() {
    let line = CommandLine(["check", path])
    #expect(line.errors == mistakes("no shipped emulator knows"))
    #expect(line.output == "1 suite, 1 scenario: 3 errors, 0 warnings\n")
    #expect(line.status == .invalidInput)
  }

  @Test func `list refuses such a suite`() {
    let line = CommandLine(["list", path])
    #expect(line.errors == mistakes("no shipped emulator knows"))
    #expect(line.status == .invalidInput)
  }

  @Test func `run sends nothing`() throws {
    let count = Mutex(0)
    let server = HTTPServer { _ in
      count.withLock { $0 += 1 }
      return HTTPResponse(status: 200)
    }
    let port = try server.start()
    defer { server.stop() }
    let line = CommandLine(["run", path, "--target", "http://127.0.0.1:\(port)"])
    let mistakes = mistakes("the framework 'apple (emulated)' does not know")
    #expect(line.errors == "\(mistakes)\nNothing was sent: the suites have mistakes.\n")
    #expect(line.output.isEmpty)
    #expect(line.status == .invalidInput)
    #expect(count.withLock { $0 } == 0)
  }

  @Test func `checks against the framework that is chosen`() throws {
    let small = try folder.write(
      """
      suite: Small
      scenarios:
        - scenario: A
          platform: box
          steps:
            - {step: Open, partner: {state: signed-in, provider: X}}
        - scenario: B
          platform: tvOS
          steps:
            - {step: Open, partner: {state: denied}}

      """, to: "small.yaml")
    #expect(CommandLine(["check", small]).status == .success)
    let generic = CommandLine(["check", small, "--partner", "emulator:generic"])
    #expect(
      generic.errors.hasPrefix(
        "\(small):8:15: error: the framework 'generic (emulated)' does not know the platform "
          + "'tvOS'; known are box\n"
      ))
    #expect(generic.status == .invalidInput)
    let apple = CommandLine(["check", small, "--partner", "emulator:apple"])
    #expect(
      apple.errors.contains("6:39: error: the framework 'apple (emulated)' does not know the state")
    )
    let program = CommandLine(["check", path, "--partner", "command:./farm"])
    #expect(program.status == .success)
  }
}
