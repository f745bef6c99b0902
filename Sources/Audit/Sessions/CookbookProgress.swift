// SPDX-License-Identifier: Apache-2.0
// How far a device has come on the way through a cookbook.

/// How far a device has come on the way through a cookbook.
package struct CookbookProgress: Sendable, Equatable {
  package let way: CookbookWay
  /// The indices of the steps that were reached.
  package private(set) var reached: Set<Int> = []
  /// The index of the step that was reached last; nil before the first.
  package private(set) var latest: Int?
  /// The last of the cookbook's own.
  private var latestOwn: Int?
  /// Whether the framework was asked since the last request.
  private var hasAskedFramework = false

  package init(_ way: CookbookWay) { self.way = way }
}

extension CookbookProgress {
  /// The indices of the steps that come next in the order of the cookbook: up to the first that
  /// traffic shows, since those before it may be decisions, each of them another way on.
  package var next: [Int] {
    let rest = ((latestOwn ?? -1) + 1)..<max(way.ownCount, (latestOwn ?? -1) + 1)
    guard let seen = rest.first(where: { way.steps[$0].trigger != .none }) else {
      return Array(rest)
    }
    return Array(rest.lowerBound...seen)
  }

  /// Notes a call of the framework. It belongs to the steps right before the request that follows.
  package mutating func askFramework() { hasAskedFramework = true }

  /// Notes an exchange with the service.
  ///
  /// - Parameters:
  ///   - calls: Those that it may be, as the documents write them.
  ///   - isSuccess: Whether its answer has a status of success, or leads elsewhere.
  /// - Returns: The indices of the steps that it reaches, in their order, also those reached before.
  package mutating func add(_ calls: [String], isSuccess: Bool) -> [Int] {
    var found: Set<Int> = []
    let before = latest
    if let step = nearest({ $0.isRequested(by: calls) }, from: before) {
      found.insert(step)
      if hasAskedFramework { found.formUnion(frameworkSteps(before: step)) }
      hasAskedFramework = false
      move(to: step)
    }
    if isSuccess, let step = nearest({ $0.isAnswered(to: calls) }, from: latest) {
      // What the service does between the request and its answer.
      if let request = latest, request != before || found.contains(request), request < step,
        (request + 1..<step).allSatisfy({ way.steps[$0].trigger == .none })
      {
        found.formUnion(request..<step)
      }
      found.insert(step)
      move(to: step)
    }
    reached.formUnion(found)
    return found.sorted()
  }

  private mutating func move(to step: Int) {
    latest = step
    if step < way.ownCount { latestOwn = step }
  }

  /// The first such step from an index on; else the last before it.
  private func nearest(_ isMeant: (CookbookWay.Step) -> Bool, from index: Int?) -> Int? {
    let all = way.steps.indices.filter { isMeant(way.steps[$0]) }
    return all.first { $0 >= (index ?? 0) } ?? all.last
  }

  /// The steps of the framework right before a request.
  private func frameworkSteps(before index: Int) -> [Int] {
    way.steps.indices.prefix(index).reversed().prefix { way.steps[$0].trigger == .framework }
  }
}

extension CookbookWay.Step {
  fileprivate func isRequested(by calls: [String]) -> Bool {
    switch trigger {
    case .request(let own), .exchange(let own): !own.isDisjoint(with: calls)
    case .answer, .framework, .none: false
    }
  }

  fileprivate func isAnswered(to calls: [String]) -> Bool {
    if case .answer(let own) = trigger { !own.isDisjoint(with: calls) } else { false }
  }
}
