// SPDX-License-Identifier: Apache-2.0
// The devices of a live audit, and how far each has come.

import Audit
import Suites

/// The devices of a live audit by what tells them apart, and how far each has come in the cookbooks.
struct LiveDevices {
  private let catalogues: [String: Catalogue]
  /// By the value that tells it apart, which is secret.
  private var numbers: [String: Int] = [:]
  private var devices: [Int: LiveDevice] = [:]
  /// What came of each device, in the order of time.
  private var moments: [Int: [Moment]] = [:]
  private var cookbooks: [String] = []
  private(set) var ways: [CookbookWay] = []
  /// The devices by which the framework was asked, as its log numbers them.
  private var askers: Set<Int> = []
  /// The calls of the framework that came before any device was known.
  private var early: [Moment] = []

  /// An exchange, or a call of the framework.
  private struct Moment {
    let time: Int
    /// That of the entry; nil for a call.
    let entry: Int?
    var calls: [String] = []
    var isSuccess = false
  }

  /// How many exchanges of a device count.
  private static let limit = LiveFeed.limit

  init(_ catalogues: [String: Catalogue]) { self.catalogues = catalogues }
}

extension LiveDevices {
  /// All devices, by their numbers.
  var all: [LiveDevice] { devices.values.sorted { $0.number < $1.number } }

  subscript(number: Int) -> LiveDevice? { devices[number] }

  /// Takes note of the cookbooks that are followed.
  ///
  /// - Returns: Whether they are others than before, so that every step has to be told anew.
  mutating func follow(_ cookbooks: [String]) -> Bool {
    if cookbooks == self.cookbooks { return false }
    self.cookbooks = cookbooks
    ways = CookbookWay.all(cookbooks, catalogues)
    return true
  }

  /// The number of the device of a value, a new one for a new value.
  mutating func number(of value: String) -> Int {
    if let number = numbers[value] { return number }
    let number = numbers.count + 1
    numbers[value] = number
    devices[number] = LiveDevice(number: number, progress: ways.map(CookbookProgress.init))
    if number == 1, askers.count == 1 {
      for moment in early where add(moment, to: 1) { _ = reach(moment, 1) }
    }
    early = []
    return number
  }

  /// Gives a device the name that people know it by, where it has none.
  mutating func name(_ number: Int, _ name: @autoclosure () -> String?) {
    if devices[number]?.name == nil { devices[number]?.name = name() }
  }

  /// Notes an exchange of a device.
  ///
  /// - Returns: The numbers of the steps that it reaches; nil where it is none of the latest, so that all
  ///   of the device has to be told anew.
  mutating func add(_ entry: LiveEntry, to number: Int) -> [String]? {
    let moment = Moment(
      time: entry.time, entry: entry.number, calls: entry.calls, isSuccess: entry.isSuccess)
    return add(moment, to: number) ? reach(moment, number) : nil
  }

  /// Notes a call of the framework. While there is one device on either side, they are the same.
  ///
  /// - Parameter asker: The number of the device in the log of calls.
  /// - Returns: The number of its device, and whether nothing of the device is later, so that it need not
  ///   be gone through once more; nil where only the end shows whose it is.
  mutating func addCall(
    _ call: LiveCall, of asker: Int
  ) -> (number: Int, isLatest: Bool)? {
    askers.insert(asker)
    let moment = Moment(time: call.time, entry: nil)
    if devices.isEmpty, early.count < Self.limit { early.append(moment) }
    guard askers.count == 1, devices.count == 1 else { return nil }
    let isLatest = add(moment, to: 1)
    if isLatest { _ = reach(moment, 1) }
    return (1, isLatest)
  }

  /// Goes through all that came of a device once more.
  ///
  /// - Returns: The numbers of the steps that each entry reaches.
  mutating func retrace(_ number: Int) -> [Int: [String]] {
    devices[number]?.progress = ways.map(CookbookProgress.init)
    var steps: [Int: [String]] = [:]
    for moment in moments[number] ?? [] {
      let reached = reach(moment, number)
      if let entry = moment.entry { steps[entry] = reached }
    }
    return steps
  }

  /// - Returns: Whether it is the latest.
  private mutating func add(_ moment: Moment, to number: Int) -> Bool {
    var own = moments[number] ?? []
    moments[number] = nil
    defer { moments[number] = own }
    if own.count >= Self.limit { own.removeFirst(Self.limit / 4) }
    let index = own.countOfFirst { $0.time <= moment.time }
    own.insert(moment, at: index)
    return index == own.count - 1
  }

  private mutating func reach(_ moment: Moment, _ number: Int) -> [String] {
    guard var device = devices[number] else { return [] }
    devices[number] = nil
    defer { devices[number] = device }
    var steps: [String] = []
    for index in device.progress.indices {
      guard moment.entry != nil else {
        device.progress[index].askFramework()
        continue
      }
      let reached = device.progress[index].add(moment.calls, isSuccess: moment.isSuccess)
      steps += reached.map { device.progress[index].way.steps[$0].number }
    }
    return steps
  }
}
