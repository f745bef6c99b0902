// SPDX-License-Identifier: Apache-2.0
// The time that a step has, where requests are held back.

import HTTP
import Testing

@testable import Runner

@Suite struct TimeLimitsTests {
  /// What happens in a scenario that has a minute, in a run that has an hour.
  enum Event: Sendable {
    /// Requests are held back for so many seconds.
    case hold(Int)
    /// A step begins that has so many seconds.
    case begin(Int)
    /// The innermost step ends.
    case end
  }

  /// Nobody waits: what is left is told to the second, and a second passes later.
  @Test(
    arguments: [
      ([], 60), ([.begin(10)], 10), ([.begin(90)], 60), ([.begin(10), .end], 60),
      // A hold counts for no limit that it was in.
      ([.hold(5)], 65), ([.begin(10), .hold(5)], 15), ([.begin(10), .hold(5), .end], 65),
      // One that was over before lengthens nothing.
      ([.hold(5), .begin(10)], 10), ([.begin(10), .hold(5), .end, .begin(10)], 10),
      ([.hold(5), .begin(10), .hold(2)], 12), ([.begin(30), .hold(5), .begin(20)], 20),
      ([.begin(20), .hold(5), .begin(30)], 25), ([.begin(20), .begin(30), .hold(5)], 25),
      // The run goes on meanwhile.
      ([.hold(7200)], 3600), ([.begin(10), .hold(7200)], 3600),
    ] as [([Event], Int)])
  func `has what is left of each limit, without the time that requests were held back in it`(
    events: [Event], seconds: Int
  ) {
    var limits = TimeLimits(allowance: .seconds(60), run: Deadline(after: .seconds(3600)))
    for event in events {
      switch event {
      case .hold(let seconds): limits.hold(.seconds(seconds))
      case .begin(let seconds): limits.begin(limits.limit(after: .seconds(seconds)))
      case .end: limits.endStep()
      }
    }
    let left = limits.deadline.remaining
    #expect(left <= .seconds(seconds) && left > .seconds(seconds - 1))
  }

  /// The seconds of the run, of the scenario and of a step; none is past.
  @Test(
    arguments: [
      (60, 60, nil, nil), (0, 60, nil, "run"), (60, 0, nil, "scenario"), (0, 0, nil, "run"),
      (60, 60, 0, "step that uses the fragment"), (60, 0, 0, "scenario"), (60, 60, 60, nil),
    ] as [(Int, Int, Int?, String?)])
  func `says which limit has passed`(run: Int, scenario: Int, step: Int?, passed: String?) {
    var limits = TimeLimits(
      allowance: .seconds(scenario), run: Deadline(after: .seconds(run)))
    if let step { limits.begin(limits.limit(after: .seconds(step))) }
    #expect(limits.passed == passed)
  }
}
