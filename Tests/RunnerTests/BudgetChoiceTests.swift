// SPDX-License-Identifier: Apache-2.0
// Tests of the choice within a budget, as a function of values.

import Encodings
import Runner
import Testing

@Suite struct BudgetChoiceTests {
  /// A choice to make, and what it has to be.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Of each candidate: its requests, the shared items that it uses, the requirements it proves.
    let candidates: [(requests: Int, shared: [Int], proves: [Int])]
    var shared: [Int] = []
    var ranks: [Int] = [0, 0, 0, 0]
    let budget: String
    let chosen: [Int]
    let requests: Int
  }

  static let rows = [
    Row(
      testDescription: "takes what proves the most for a request",
      candidates: [(5, [], [0]), (5, [], [0, 1, 2]), (5, [], [3])], budget: "10req",
      chosen: [1, 2], requests: 10),
    Row(
      testDescription: "takes back what the others prove as well",
      candidates: [(2, [], [0, 1]), (3, [], [0, 2]), (3, [], [1, 3])], budget: "7req",
      chosen: [1, 2], requests: 6),
    Row(
      testDescription: "proves what has the highest rank first",
      candidates: [(5, [], [0]), (1, [], [1, 2, 3])], ranks: [0, 1, 1, 1], budget: "5req",
      chosen: [0], requests: 5),
    Row(
      testDescription: "goes on with the next rank",
      candidates: [(5, [], [0]), (1, [], [1, 2, 3])], ranks: [0, 1, 1, 1], budget: "6req",
      chosen: [0, 1], requests: 6),
    Row(
      testDescription: "pays once for what is shared",
      candidates: [(1, [0], [0]), (1, [0], [1]), (5, [], [2])], shared: [4], budget: "6req",
      chosen: [0, 1], requests: 6),
    Row(
      testDescription: "leaves out what is too expensive, and takes what fits",
      candidates: [(9, [], [0, 1, 2, 3]), (4, [], [0])], budget: "8req", chosen: [1], requests: 4),
    Row(
      testDescription: "takes the first of two that are equal",
      candidates: [(3, [], [1]), (3, [], [1])], budget: "3req", chosen: [0], requests: 3),
    Row(
      testDescription: "spends the rest on what is proved again",
      candidates: [(2, [], [0]), (2, [], [0]), (1, [], [])], budget: "5req", chosen: [0, 1, 2],
      requests: 5),
    Row(
      testDescription: "takes nothing where nothing fits",
      candidates: [(3, [], [0])], budget: "2req", chosen: [], requests: 0),
    // Of the first two, each is needless beside the last two, but not both.
    Row(
      testDescription: "takes back the most expensive of what is needless",
      candidates: [(2, [], [0, 1]), (3, [], [1, 2]), (7, [], [0, 3]), (7, [], [2, 4])],
      ranks: [0, 0, 0, 0, 0], budget: "16req", chosen: [0, 2, 3], requests: 16),
    Row(
      testDescription: "pays once for what several share that prove the same",
      candidates: [(1, [0], [0]), (1, [0], [0]), (1, [0], [0])], shared: [4], budget: "7req",
      chosen: [0, 1, 2], requests: 7),
    Row(
      testDescription: "takes nothing where what is shared does not fit",
      candidates: [(1, [0], [0])], shared: [4], budget: "4req", chosen: [], requests: 0),
    Row(
      testDescription: "takes what fits exactly with what is shared",
      candidates: [(1, [0], [0])], shared: [4], budget: "5req", chosen: [0], requests: 5),
    Row(
      testDescription: "counts that the others pay less once something shared is paid",
      candidates: [(1, [0], [0, 1]), (1, [0], [2]), (2, [], [3])], shared: [4], budget: "8req",
      chosen: [0, 1, 2], requests: 8),
    Row(
      testDescription: "takes of two equals the one that proves more of the next rank",
      candidates: [(2, [], [0]), (2, [], [0, 1])], ranks: [0, 1], budget: "2req", chosen: [1],
      requests: 2),
    Row(
      testDescription: "counts what sends nothing",
      candidates: [(0, [], [0]), (0, [], [1])], budget: "1req", chosen: [0, 1], requests: 0),
  ]

  static func choice(_ row: Row) throws -> BudgetChoice {
    var budget = Budget()
    try budget.add(row.budget)
    return BudgetChoice(
      among: row.candidates.map {
        BudgetCandidate(
          cost: ScenarioCost(paced: $0.requests), shared: $0.shared, proves: $0.proves)
      }, shared: row.shared.map { ScenarioCost(paced: $0) }, ranks: row.ranks, budget: budget,
      pace: .assumed)
  }

  @Test(arguments: rows) func `chooses`(_ row: Row) throws {
    let choice = try Self.choice(row)
    #expect(choice.chosen == row.chosen)
    #expect(choice.cost.requests == row.requests)
  }

  /// At one request a second, after a burst of two.
  static let pace = Pace(perSecond: 1, burst: 2, source: .profile)

  @Test(arguments: [
    ("10s", [ScenarioCost(paced: 12)], [0]),
    ("9s", [ScenarioCost(paced: 12)], []),
    // Bursts are not paced.
    ("1s", [ScenarioCost(paced: 2, unpaced: 30)], [0]),
    // Two wait at the same time, and the third is done meanwhile.
    (
      "32s",
      [
        ScenarioCost(paced: 2, wait: .seconds(30)), ScenarioCost(paced: 2, wait: .seconds(20)),
        ScenarioCost(paced: 20),
      ], [0, 1, 2]
    ),
    ("29s", [ScenarioCost(paced: 1, wait: .seconds(30)), ScenarioCost(paced: 20)], [1]),
  ])
  func `counts the time at a pace`(
    limit: String, costs: [ScenarioCost], chosen: [Int]
  ) throws {
    var budget = Budget()
    try budget.add(limit)
    let choice = BudgetChoice(
      among: costs.enumerated().map { BudgetCandidate(cost: $0.element, proves: [$0.offset]) },
      shared: [], ranks: costs.map { _ in 0 }, budget: budget, pace: Self.pace)
    #expect(choice.chosen == chosen)
  }

  @Test(
    arguments: [
      // By what is limited, and with what is shared.
      (["1req"], 5, 3), (["1s"], 11, 1),
      // With both, one that is within the time comes first.
      (["1s", "1req"], 11, 1), (["2s", "20req"], 11, 1), (["1m", "1req"], 5, 3),
    ] as [([String], Int, Int)])
  func `finds the least that would do`(limits: [String], requests: Int, seconds: Int) throws {
    var budget = Budget()
    for limit in limits { try budget.add(limit) }
    let least = BudgetChoice.least(
      among: [
        BudgetCandidate(cost: ScenarioCost(paced: 1), proves: []),
        BudgetCandidate(cost: ScenarioCost(paced: 5), proves: [0]),
        BudgetCandidate(cost: ScenarioCost(paced: 3), shared: [0], proves: [0]),
        BudgetCandidate(cost: ScenarioCost(paced: 3, unpaced: 8), proves: [0]),
      ], shared: [ScenarioCost(paced: 4)], budget: budget, pace: Self.pace)
    #expect(least?.requests == requests)
    #expect(least?.time(at: Self.pace) == .seconds(seconds))
  }

  @Test(
    arguments: [
      (["5m"], nil, Duration.seconds(300)), (["1000000000req"], 1_000_000_000, nil),
      (["1ms"], nil, Duration.milliseconds(1)), (["150req"], 150, nil),
      (["90s", "1req"], 1, Duration.seconds(90)), (["1req", "90s"], 1, Duration.seconds(90)),
    ] as [([String], Int?, Duration?)])
  func `reads limits`(texts: [String], requests: Int?, time: Duration?) throws {
    var budget = Budget()
    for text in texts { try budget.add(text) }
    #expect(budget.requests == requests)
    #expect(budget.time == time)
  }

  @Test(arguments: [
    ["5"], ["0s"], ["0req"], ["-1req"], ["req"], ["1.5m"], ["5 req"], ["99999999999req"], [""],
    ["1000000001req"], ["1req", "soon"],
  ])
  func `refuses what is no limit`(texts: [String]) throws {
    #expect(throws: BudgetError.form) {
      var budget = Budget()
      for text in texts { try budget.add(text) }
    }
  }

  @Test(arguments: [["5m", "3m"], ["1req", "5m", "2req"]])
  func `refuses two limits of a kind`(texts: [String]) throws {
    #expect(throws: BudgetError.repeated) {
      var budget = Budget()
      for text in texts { try budget.add(text) }
    }
  }
}
