// SPDX-License-Identifier: Apache-2.0
// The scenarios that a command line selects, within a budget, and words that select nothing.

package import Formats
package import Record
package import Runner
package import Suites
import Text

extension Arguments {
  /// The selection of a run, and of how many scenarios; nil where the command line selects nothing.
  ///
  /// All shipped suites of a cookbook by which a named suite judges count as well: without them not
  /// the whole cookbook is judged.
  ///
  /// - Parameters:
  ///   - planned: How many scenarios are selected.
  ///   - budget: What the budget has chosen of them; nil without one.
  ///   - suites: The suites to select from, as far as they were loaded.
  package func selectionRecord(
    planned: Int, budget: BudgetRecord? = nil, of suites: [Suite], _ console: Console
  ) -> SelectionRecord? {
    let (selection, paths) = (selection, positional)
    guard !paths.isEmpty || budget != nil || selection != Selection() else { return nil }
    let others = paths.isEmpty ? 0 : scenarioCount(notIn: suites, console)
    var record = SelectionRecord(
      selected: planned - (budget?.leftOut ?? 0),
      total: others + suites.filter { !$0.isPreflight }.reduce(0) { $0 + $1.scenarios.count })
    record.paths = paths
    record.tags = selection.tags
    record.excludedTags = selection.excludedTags
    record.names = selection.names
    record.phases = selection.phases
    record.requirements = selection.requirements
    record.budget = budget
    return record
  }

  /// How many scenarios the shipped suites of the same cookbooks have that were not named.
  private func scenarioCount(notIn suites: [Suite], _ console: Console) -> Int {
    let own = Set(suites.compactMap(\.cookbook))
    guard !own.isEmpty, let folder = SuiteLocation.shipped(console) else { return 0 }
    // A file may be named by another path.
    let known = Dictionary(grouping: suites, by: \.name)
    let shipped = SuiteLoader.load([folder], shipped: folder, files: SuiteLocation.files).inEveryRun
    let cookbooks = shipped.catalogues.names(chosenBy: own)
    return shipped.suites.reduce(0) { count, suite in
      let counts =
        !suite.isPreflight && suite.cookbook.map(cookbooks.contains) == true
        && known[suite.name]?.contains { $0.digest == suite.digest } != true
      return counts ? count + suite.scenarios.count : count
    }
  }
}

extension SuiteCollection {
  /// Checks that each word of a selection selects something: else it is a typing mistake, and a run
  /// that leaves out what it names would not say so.
  ///
  /// - Parameter facts: Those of the target, which names of scenarios may hold.
  /// - Throws: `UsageError` for the first word that selects nothing, with the nearest one.
  package func check(_ selection: Selection, facts: [String: JSONValue]) throws(UsageError) {
    let tags = Set(selectable.flatMap(\.scenario.tags)).sorted()
    for (option, words) in [("tag", selection.tags), ("exclude-tag", selection.excludedTags)] {
      for tag in words where !tags.contains(tag) {
        let hint = Suggestion.nearest(to: tag, among: tags).map { ", did you mean '\($0)'?" }
        throw UsageError(
          "--\(option) '\(tag)': no scenario has this tag\(hint ?? "; 'list' shows all")")
      }
    }
    let phases = Set(suites.compactMap(\.phase)).sorted()
    for phase in selection.phases where !phases.contains(phase) {
      let known =
        phases.isEmpty ? "no suite names one" : "there are \(phases.joined(separator: ", "))"
      throw UsageError("--phase '\(phase)': no suite is of this phase; \(known)")
    }
    try checkRequirements(selection.requirements)
    for name in selection.names {
      let one = Selection(names: [name])
      let found = selectable.filter {
        one.includes($0.scenario, of: $0.suite, in: self, facts: facts)
      }
      let hint = hint(for: name)
      // A row of a live table may have any name. One of several words that is nearly that of another
      // scenario is more likely a typing mistake.
      let isGuess = found.allSatisfy {
        !one.includesAsWritten($0.scenario, of: $0.suite, in: self, facts: facts)
      }
      guard !found.isEmpty, !isGuess || hint.isEmpty || !name.contains(" ") else {
        throw UsageError(
          "--scenario '\(name)': no scenario has this name"
            + (hint.isEmpty ? "; 'list' shows all" : hint))
      }
    }
  }

  private var selectable: [(suite: Suite, scenario: Scenario)] {
    suites.filter { !$0.isPreflight }.flatMap { suite in suite.scenarios.map { (suite, $0) } }
  }

  private func checkRequirements(_ ids: [String]) throws(UsageError) {
    guard !ids.isEmpty else { return }
    let covered = selectable.reduce(into: Set<String>()) {
      $0.formUnion(requirements(coveredBy: $1.scenario))
    }
    for id in ids where !covered.contains(id) {
      let known = catalogues.values.lazy.compactMap { $0.requirements[id] }.first
      if let known {
        let why = known.excuse.map { ": \($0)" } ?? "; 'coverage' shows what they cover"
        throw UsageError("--requirement '\(id)': no scenario covers it\(why)")
      }
      let hint = Suggestion.hint(for: id, among: covered.sorted())
      throw UsageError("--requirement '\(id)': no catalogue has this requirement\(hint)")
    }
  }

  /// The part of a name that a text was meant to be: of as many words as the text has.
  private func hint(for text: String) -> String {
    let length = max(1, text.split(separator: " ").count)
    var parts: Set<String> = []
    for (_, scenario) in selectable {
      let words = scenario.name.text.split(separator: " ")
      guard words.count >= length else { continue }
      for start in 0...(words.count - length) {
        parts.insert(words[start..<(start + length)].joined(separator: " "))
      }
    }
    return Suggestion.hint(for: text, among: parts.sorted())
  }
}

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
