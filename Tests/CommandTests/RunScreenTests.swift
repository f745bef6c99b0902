// SPDX-License-Identifier: Apache-2.0
// Tests of what a terminal shows while a run goes on.

import Foundation
import HTTP
import Synchronization
import TestSupport
import Testing
import Text

@testable import Command

@Suite struct RunScreenTests {
  static let suite = """
    suite: Waits
    scenarios:
      - scenario: Waits ${n}
        cases: [{n: 0}, {n: 1100}, {n: 1300}]
        steps: [{step: Ask, request: {GET: "/${n}"}, expect: {status: 200}}]
    """

  /// A clock that only the test sets.
  private final class SetClock: Sendable {
    private let time = Mutex(Duration.zero)
    private let waits = Mutex<[Duration]>([])
    private let tick = DispatchSemaphore(value: 0)

    func set(_ duration: Duration) { time.withLock { $0 = duration } }

    /// Lets the one that waits go on.
    func goOn() { tick.signal() }

    /// How long somebody wanted to wait.
    var wanted: Set<Duration> { Set(waits.withLock { $0 }) }

    var clock: ScreenClock {
      ScreenClock(elapsed: { [self] in time.withLock { $0 } }) { [self] duration, cancellation in
        waits.withLock { $0.append(duration) }
        while !cancellation.isCancelled {
          if tick.wait(timeout: .now() + .milliseconds(1)) == .success { return true }
        }
        return false
      }
    }
  }

  /// What a run writes whose requests come when the clock has the milliseconds in their path.
  ///
  /// - Parameter ticks: The paths at which whoever waits goes on, and an answer waits for a line.
  private static func output(
    isInteractive: Bool, _ environment: [String: String], ticks: [String] = [],
    _ words: [String] = []
  ) throws -> (text: String, waits: Set<Duration>) {
    let time = SetClock()
    let written = Mutex("")
    let server = HTTPServer { request in
      let path = request.request.target
      time.set(.milliseconds(Int(path.dropFirst()) ?? 0))
      if ticks.contains(path) {
        let before = written.withLock { $0.utf8.count }
        time.goOn()
        let deadline = ContinuousClock.now + .seconds(10)
        while written.withLock({ $0.utf8.count }) == before, ContinuousClock.now < deadline {
          usleep(1000)
        }
      }
      return HTTPResponse(status: 200)
    }
    let port = try server.start()
    defer { server.stop() }
    let folder = try ProgramFolder()
    let suite = try folder.write(suite, to: "suite.yaml")
    let console = Console(
      environment: environment, isInteractive: isInteractive, columns: 80, clock: time.clock
    ) { text, _ in
      written.withLock { $0 += text.rendered }
    }
    _ = ConformanceCommand(console: console).run(
      ["run", suite, "--target", "http://127.0.0.1:\(port)", "--jobs", "1", "--reports"]
        + [folder.file("r")] + words)
    return (written.withLock { $0 }.replacing(":\(port)", with: ""), time.wanted)
  }

  @Test func `tells how far a long run is, and leaves nothing of it`() throws {
    let (output, waits) = try Self.output(isInteractive: true, ["NO_COLOR": "1"])
    #expect(waits == [.seconds(1)])
    let lines = output.components(separatedBy: "\r\u{1B}[K")
    #expect(lines.count == 4, "\(output)")
    #expect(lines[0] == "3 scenarios against http://127.0.0.1\n")
    #expect(lines[1].hasPrefix("[####"))
    #expect(lines[1].contains("] 2 of 3 scenarios, 1.10 s"))
    #expect(lines[2].contains("] 3 of 3 scenarios, 1.30 s"))
    #expect(lines[3].hasPrefix("\n"))
    #expect(!lines[3].contains("\u{1B}"))
  }

  @Test func `goes on telling while no scenario ends`() throws {
    let (output, _) = try Self.output(
      isInteractive: true, ["NO_COLOR": "1"], ticks: ["/1100", "/1300"])
    let lines = output.components(separatedBy: "\r\u{1B}[K")
    #expect(lines[1].contains("] 1 of 3 scenarios, 1.10 s"))
  }

  @Test(arguments: [(false, [:]), (true, ["CI": "true"])])
  func `tells a log every half minute`(
    isInteractive: Bool, environment: [String: String]
  ) throws {
    let (output, waits) = try Self.output(
      isInteractive: isInteractive, environment.merging(["NO_COLOR": "1"]) { $1 },
      ticks: ["/1100", "/1300"])
    #expect(waits == [.seconds(30)])
    #expect(
      output.hasPrefix(
        """
        3 scenarios against http://127.0.0.1
        1.10 s: 1 of 3 scenarios; about 2 s left
        1.30 s: 2 of 3 scenarios; about 1 s left

        """), "\(output)")
  }

  @Test func `tells nothing where nobody wants it`() throws {
    let (output, waits) = try Self.output(
      isInteractive: true, ["NO_COLOR": "1"], ["--quiet"])
    #expect(waits == [])
    #expect(output.hasPrefix("conformant: 3 scenarios passed"))
  }

  @Test(arguments: [
    ("{status: 201}", 12, 1), ("{json: {\"${n}\": 1}}", 10, 10), ("{json: {\"${n}\": 1}}", 12, 10),
  ])
  func `shows each cause once, the first ten, and counts the others`(
    expectation: String, count: Int, shown: Int
  ) throws {
    let server = HTTPServer { _ in HTTPResponse(status: 200, body: Array("{}".utf8)) }
    let port = try server.start()
    defer { server.stop() }
    let folder = try ProgramFolder()
    let suite = try folder.write(
      """
      suite: Fails
      scenarios:
        - scenario: Fails ${n}
          cases: {each: n, in: \(Array("abcdefghijkl".prefix(count).map(String.init)))}
          steps: [{step: Ask, request: {GET: "/"}, expect: \(expectation)}]
      """, to: "suite.yaml")
    let output = try CommandRun(
      [suite, "--target", "http://127.0.0.1:\(port)"], in: folder, environment: ["NO_COLOR": "1"]
    ).output
    let before = output.components(separatedBy: "To fix")[0]
    #expect(before.components(separatedBy: "FAILED ").count == shown + 1)
    let rest = "… and \(count - shown) further failure"
    #expect(before.contains(rest) == (count > shown))
  }

  @Test(arguments: [(false, [:]), (true, ["CI": "true"]), (true, ["TERM": "dumb"])])
  func `tells it nobody but a person`(
    isInteractive: Bool, environment: [String: String]
  ) throws {
    let (output, _) = try Self.output(
      isInteractive: isInteractive, environment.merging(["NO_COLOR": "1"]) { $1 })
    #expect(!output.contains("\r"))
    #expect(!output.contains("\u{1B}"))
  }
}
