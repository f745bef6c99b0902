// SPDX-License-Identifier: Apache-2.0
// The budget of a run, as `--budget` gives it.

import Formats
import Record
import Runner
import Suites
import Text

/// The limits on the cost of a run, as `--budget` gives them.
struct RunBudget {
  static let option = Option(
    "budget", "LIMIT", isRepeatable: true,
    help: "chooses the scenarios that prove the most requirements within a time, such as 5m, or a"
      + " number of requests, such as 150req; both may be given")

  private let limits: [String]
  private var budget = Budget()

  /// - Returns: nil without `--budget`.
  init?(_ arguments: Arguments) throws(UsageError) {
    limits = arguments.all("budget")
    if limits.isEmpty { return nil }
    for limit in limits {
      let isTime = !limit.hasSuffix("req")
      let isRepeated = isTime ? budget.time != nil : budget.requests != nil
      let digits = limit.dropLast(3)
      if isTime, let time = DurationText.parse(limit), time > .zero {
        budget.time = time
      } else if !isTime, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits),
        1...1_000_000_000 ~= number
      {
        budget.requests = number
      } else {
        throw UsageError(
          "--budget is a time (\(DurationText.form)), or a number of requests, such as 150req; not "
            + "'\(limit)'")
      }
      if isRepeated {
        throw UsageError("--budget takes one time and one number of requests, not two of a kind")
      }
    }
  }

  /// Chooses among the scenarios of a plan.
  ///
  /// - Parameter parts: On how many machines the plan is run.
  /// - Throws: `UsageError` where not one scenario is within the budget.
  func applied(
    to plan: Plan, for profile: Profile, canSetClock: Bool, parts: Int = 1
  ) throws(UsageError) -> BudgetedPlan {
    let costs = PlanCosts(plan, facts: profile.factsByName, canSetClock: canSetClock, parts: parts)
    let pace = profile.rate ?? .assumed
    do throws(BudgetTooSmall) {
      return try plan.within(budget, limits, costs: costs, pace: pace)
    } catch {
      let (requests, time) = (error.cost.requests, error.cost.time(at: pace))
      // Only what is too low is to be raised.
      var least: [String] = []
      if time > budget.time ?? time {
        least.append("--budget \(max(1, (time.wholeMilliseconds + 999) / 1000))s")
      }
      if requests > budget.requests ?? .max { least.append("--budget \(requests)req") }
      throw UsageError(
        "\(Wording.list(limits.map { "--budget \($0)" })) is too small: the scenario that proves the "
          + "most cheaply takes \(Wording.count(requests, "request")), with what it needs, and about "
          + "\(DurationText.estimate(time))\(profile.assumedPace.map { " (\($0))" } ?? ""); give at "
          + "least \(least.joined(separator: " "))")
    }
  }
}

extension BudgetedPlan {
  /// The text before the run.
  func opening(_ profile: Profile) -> Printed {
    let leftOut = record.leftOut == 0 ? "nothing is" : Wording.count(record.leftOut, "scenario")
    let pace = profile.assumedPace.map { "  the time is counted with \($0)\n" } ?? ""
    return "\(record.leftOut == 0 ? "" : "partial: ")\(record.words) proves "
      + "\(Wording.grouped(record.proves)) of \(Wording.count(record.provable, "requirement")), with "
      + "about \(Wording.count(record.requests, "request")) in about "
      + "\(DurationText.estimate(record.duration)); \(leftOut) left out\n\(ownLines: pace)"
  }

  /// For `list --format json`.
  var json: JSONValue {
    [
      "limits": .array(record.limits.map(JSONValue.string)), "requests": .integer(record.requests),
      "seconds": .integer((record.duration.wholeMilliseconds + 500) / 1000),
      "leftOut": .integer(record.leftOut), "proves": .integer(record.proves),
      "provable": .integer(record.provable), "notProved": .array(open.map(JSONValue.string)),
    ]
  }
}

extension Profile {
  /// The assumed pace; nil where the profile gives one.
  fileprivate var assumedPace: String? {
    rate == nil
      ? "\(Int(Rate.assumed.perSecond)) requests a second, since the profile has no 'rate'" : nil
  }
}
