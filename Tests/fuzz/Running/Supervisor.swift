// SPDX-License-Identifier: Apache-2.0
// Runs each surface in a process of its own, and tells what became of it.

import Foundation

/// Starts a process for each surface, begins again with another seed where one has crashed, and
/// keeps the inputs that show a flaw.
final class Supervisor {
  /// A process that comes no further than its input for so long hangs.
  private static let patienceSeconds = 180.0
  /// After so many flaws a surface is given up.
  private static let mostFlaws = 20

  private let options: FuzzOptions
  private var waiting: [Surface]
  private var running: [Try] = []
  private var flaws = 0

  /// A surface while it is tried.
  private final class Try {
    let surface: Surface
    let end: Date
    let begin = Date()
    var seed: UInt64
    var process = Process()
    var output = Pipe()
    var journal = ""
    var round = -1
    var changed = Date()
    var rounds = 0
    var accepted = 0
    var peakKilobytes = 0
    var seeds: [UInt64] = []
    var flaws = 0

    init(_ surface: Surface, seed: UInt64, seconds: Double) {
      self.surface = surface
      self.seed = seed
      end = Date(timeIntervalSinceNow: min(seconds, 1e9))
    }
  }

  init(_ options: FuzzOptions) {
    self.options = options
    waiting = options.surfaces
  }
}

extension Supervisor {
  /// Tries all surfaces; whether no flaw was found.
  func run() -> Bool {
    say(
      "Seed \(options.seed), \(options.surfaces.count) surfaces, \(options.seconds.formatted()) s each"
    )
    while !running.isEmpty || !waiting.isEmpty {
      while running.count < options.jobs, !waiting.isEmpty {
        let surface = waiting.removeFirst()
        running.append(Try(surface, seed: options.seed, seconds: options.seconds))
        start(running[running.count - 1])
      }
      Thread.sleep(forTimeInterval: 0.05)
      for surface in running where isOver(surface) { running.removeAll { $0 === surface } }
    }
    return flaws == 0
  }

  private func start(_ surface: Try) {
    surface.seeds.append(surface.seed)
    surface.process = Process()
    surface.output = Pipe()
    surface.round = -1
    surface.changed = Date()
    surface.journal =
      FileManager.default.temporaryDirectory
      .appending(path: "fuzz-\(getpid())-\(surface.surface.name)").path
    surface.process.executableURL = Bundle.main.executableURL
    let left = max(0, surface.end.timeIntervalSinceNow)
    surface.process.arguments = [
      surface.surface.name, "--seed", "\(surface.seed)", "--seconds", "\(left)",
      "--journal", surface.journal,
    ]
    if options.rounds < .max {
      surface.process.arguments? += ["--rounds", "\(max(1, options.rounds - surface.rounds))"]
    }
    surface.process.standardOutput = surface.output
    do {
      try surface.process.run()
    } catch {
      say("\(surface.surface.name): the process can't be started: \(error)")
      surface.flaws = Self.mostFlaws
      flaws += 1
    }
  }

  /// Looks at a process; true once its surface is done.
  private func isOver(_ surface: Try) -> Bool {
    if surface.process.isRunning {
      guard let round = Journal.round(in: surface.journal) else { return false }
      if round != surface.round {
        (surface.round, surface.changed) = (round, Date())
      } else if -surface.changed.timeIntervalSinceNow > Self.patienceSeconds {
        kill(surface.process.processIdentifier, SIGKILL)
      }
      return false
    }
    collect(surface)
    try? FileManager.default.removeItem(atPath: surface.journal)
    let isOver =
      surface.end.timeIntervalSinceNow <= 0 || surface.rounds >= options.rounds
      || surface.flaws >= Self.mostFlaws
    if isOver || surface.process.terminationStatus == 0 {
      report(surface)
      return true
    }
    surface.seed += 1
    start(surface)
    return false
  }

  /// Reads what a process has printed, and keeps the input of its flaw.
  private func collect(_ surface: Try) {
    let data = (try? surface.output.fileHandleForReading.readToEnd()) ?? nil
    let lines = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n")
    let last = Journal.read(surface.journal)
    let numbers = lines.last?.split(separator: " ").compactMap { Int($0) } ?? []
    if numbers.count == 3 {
      surface.rounds += numbers[0]
      surface.accepted += numbers[1]
      surface.peakKilobytes = max(surface.peakKilobytes, numbers[2])
    } else {
      surface.rounds += last?.round ?? 0
    }
    let status = surface.process.terminationStatus
    guard status != 0 else { return }
    let what: String
    if surface.process.terminationReason == .uncaughtSignal {
      what = status == SIGKILL ? "it hangs, or was killed" : "it crashes with signal \(status)"
    } else {
      what = lines.first.map(String.init) ?? "status \(status)"
    }
    surface.flaws += 1
    flaws += 1
    say("\(surface.surface.name): seed \(surface.seed), round \(last?.round ?? 0): \(what)")
    guard let last else { return }
    let path = "\(options.folder)/\(surface.surface.name)-\(surface.seed)-\(last.round)"
    do {
      try FileManager.default.createDirectory(
        atPath: options.folder, withIntermediateDirectories: true)
      try Data(last.input).write(to: URL(filePath: path))
      say("\(surface.surface.name): the input is \(path); again: --input \(path)")
    } catch {
      say("\(surface.surface.name): the input can't be written to \(path): \(error)")
    }
  }

  private func report(_ surface: Try) {
    let seconds = -surface.begin.timeIntervalSinceNow
    let share = surface.accepted * 100 / max(1, surface.rounds)
    let seeds = surface.seeds.map { "\($0)" }.joined(separator: ", ")
    let flaws = surface.flaws == 0 ? "no flaw" : "\(surface.flaws) FLAWS"
    say(
      "\(surface.surface.name.padded(to: 14)) \(surface.rounds) rounds in \(Int(seconds)) s, "
        + "\(share) % read, peak \(surface.peakKilobytes / 1024) MB, " + "seed \(seeds): \(flaws)")
  }
}
