// SPDX-License-Identifier: Apache-2.0
// The budget of a run: its options, and the plan within it.

import Encodings
import JSON
import Results
import Runner
import SourceText
import SuiteModel

/// What a run may cost, as `--budget` gives it, and by which counts it is planned.
struct RunBudget {
  static let option = Option(
    "budget", "LIMIT", isRepeatable: true,
    help: "chooses the scenarios that prove the most requirements within a time, such as 5m, or a"
      + " number of requests, such as 150req; both may be given")
  static let countsOption = Option(
    "counts", "FILE",
    help: "plans --budget by the requests and the times of this earlier report.json")

  private let limits: [String]
  private let budget: Budget
  private let countsPath: String?
  private let earlier: EarlierCosts?

  /// - Returns: nil without `--budget`.
  init?(_ arguments: Arguments) throws(UsageError) {
    limits = arguments.all("budget")
    guard !limits.isEmpty else {
      if arguments.has("counts") { throw UsageError("--counts goes with --budget") }
      return nil
    }
    var budget = Budget()
    for limit in limits {
      do throws(BudgetError) {
        try budget.add(limit)
      } catch {
        switch error {
        case .form:
          throw UsageError(
            "--budget is a time (\(DurationText.form)), or a number of requests, such as 150req; not "
              + "'\(limit)'")
        case .repeated:
          throw UsageError("--budget takes one time and one number of requests, not two of a kind")
        }
      }
    }
    self.budget = budget
    countsPath = arguments.value("counts")
    earlier = try countsPath.map { path throws(UsageError) in
      let record = try RunRecord(reportAt: path)
      guard record.subject != .application else {
        throw UsageError("--counts '\(path)': this is the report of an audit, which sends nothing")
      }
      return EarlierCosts(record)
    }
  }
}

extension RunBudget {
  /// What a plan is within the budget.
  struct Outcome {
    let budgeted: BudgetedPlan
    let record: BudgetRecord
    /// What the time is counted by.
    let pace: Pace

    var plan: Plan { budgeted.plan }
  }

  /// Chooses among the scenarios of a plan.
  ///
  /// - Parameters:
  ///   - parts: On how many machines the plan is run.
  /// - Throws: `UsageError` where not one scenario is within the budget.
  func applied(
    to plan: Plan, for profile: Profile, canSetClock: Bool, parts: Int = 1
  ) throws(UsageError) -> Outcome {
    let costs = PlanCosts(
      plan, facts: profile.factsByName, canSetClock: canSetClock, earlier: earlier, parts: parts)
    let pace =
      profile.rate.map { Pace($0) } ?? earlier?.perSecond.map { Pace(measured: $0) }
      ?? .assumed
    let words = Wording.list(limits.map { "--budget \($0)" })
    do throws(BudgetTooSmall) {
      let budgeted = try plan.within(
        budget, costs: costs, pace: pace, reason: "left out by \(words)")
      let record = BudgetRecord(
        limits: limits, counts: countsPath, requests: budgeted.cost.requests,
        duration: .milliseconds(budgeted.time.wholeMilliseconds), leftOut: budgeted.leftOut,
        proves: budgeted.provedCount,
        provable: budgeted.provableCount)
      return Outcome(budgeted: budgeted, record: record, pace: pace)
    } catch {
      throw UsageError(
        "\(words) is too small: the scenario that proves the most cheaply takes "
          + "\(Wording.count(error.leastRequests, "request")), "
          + "with what it needs, and about \(DurationText.estimate(error.leastTime))"
          + "\(pace.words.map { " (\($0))" } ?? ""); give at least "
          + budget.raised(for: error).map { "--budget \($0)" }.joined(separator: " "))
    }
  }
}

extension RunBudget.Outcome {
  /// What is said before the run.
  var opening: Printed {
    var text: Printed =
      "\(record.leftOut == 0 ? "" : "partial: ")\(record.words) proves "
      + "\(Wording.grouped(record.proves)) of \(Wording.count(record.provable, "requirement")), with "
      + "about \(Wording.count(record.requests, "request")) in about "
      + "\(DurationText.estimate(record.duration)); "
    text += record.leftOut == 0 ? "nothing is" : "\(Wording.count(record.leftOut, "scenario"))"
    text += " left out\n"
    if let words = pace.words { text += "  the time is counted with \(words)\n" }
    return text
  }
}

extension RunBudget.Outcome {
  /// For `list --format json`.
  var json: JSONValue {
    var object = JSONObject()
    object.append("limits", .array(record.limits.map(JSONValue.string)))
    object["counts"] = record.counts.map(JSONValue.string)
    object.append("requests", .integer(record.requests))
    object.append("seconds", .integer((record.duration.wholeMilliseconds + 500) / 1000))
    object.append("leftOut", .integer(record.leftOut))
    object.append("proves", .integer(record.proves))
    object.append("provable", .integer(record.provable))
    object.append("notProved", .array(budgeted.open.map(JSONValue.string)))
    return .object(object)
  }
}

extension Pace {
  init(_ rate: Profile.Rate) {
    self.init(perSecond: rate.perSecond, burst: rate.burst, source: .profile)
  }

  fileprivate init(measured perSecond: Double) {
    self.init(perSecond: perSecond, burst: 0, source: .measured)
  }

  /// Where it comes from, if not from the profile.
  fileprivate var words: String? {
    switch source {
    case .profile: nil
    case .measured: "the pace of the earlier run, since the profile has no 'rate'"
    case .assumed:
      "\(Int(perSecond)) requests a second, since the profile has no 'rate' and no --counts is given"
    }
  }
}

extension Budget {
  /// The limits that are too low, as they would have to be.
  fileprivate func raised(for error: BudgetTooSmall) -> [String] {
    var limits: [String] = []
    if let time, error.leastTime > time { limits.append(error.leastTime.roundedUp) }
    if let requests, error.leastRequests > requests { limits.append("\(error.leastRequests)req") }
    return limits
  }
}

extension Duration {
  /// The duration in whole seconds, at least one, as an option takes it.
  fileprivate var roundedUp: String {
    "\(max(1, (wholeMilliseconds + 999) / 1000))s"
  }
}
