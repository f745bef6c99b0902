// SPDX-License-Identifier: Apache-2.0
// Tries one surface with input after input.

import Foundation

/// Tries inputs on a surface until the time is over or a flaw is found.
struct Worker {
  /// How many inputs are kept to make others of.
  private static let poolSize = 400
  /// An input may need so much memory, and so much more for each of its bytes.
  private static let memory = (baseKilobytes: 200 << 10, perByte: 2)

  private let surface: Surface
  private let options: FuzzOptions
  private let corpus = Corpus()

  init(_ surface: Surface, _ options: FuzzOptions) {
    self.surface = surface
    self.options = options
  }
}

extension Worker {
  /// Tries inputs. Prints the number of rounds and of inputs that were read, and the peak memory in
  /// KB; and before that the flaw, if there is one.
  func work(journal: Journal) throws -> Bool {
    let check = try surface.makeCheck(corpus)
    let seeds = try surface.seeds(corpus)
    guard !seeds.isEmpty else { throw Flaw("there are no inputs to begin with") }
    var random = SeededGenerator(state: options.seed)
    let mutator = Mutator(pieces: surface.pieces, form: surface.form)
    var pool = seeds
    let start = ContinuousClock.now
    let end = start + .milliseconds(Int64(min(options.seconds, 1e9) * 1000))
    var round = 0
    var accepted = 0
    var flaw: Flaw?
    while round < options.rounds, ContinuousClock.now < end, flaw == nil {
      // The first rounds try what the mutations begin with.
      let input =
        round < seeds.count
        ? seeds[round]
        : mutator.mutated(random.pick(pool) ?? [], with: random.pick(pool) ?? [], &random)
      round += 1
      journal.note(input, of: round)
      do throws(Flaw) {
        guard try measured(input, check) else { continue }
        accepted += 1
        guard round > seeds.count, input.count < 16 << 10 else { continue }
        // What is still read makes better inputs than what is refused at once.
        if pool.count < Self.poolSize + seeds.count {
          pool.append(input)
        } else {
          pool[seeds.count + random.below(Self.poolSize)] = input
        }
      } catch {
        flaw = error
      }
    }
    if let flaw { say("flaw: \(flaw.message)") }
    say("\(round) \(accepted) \(Self.peakKilobytes)")
    return flaw == nil
  }

  /// Tries one input, and prints what comes of it.
  func tries(_ input: [UInt8], of path: String) throws -> Bool {
    let check = try surface.makeCheck(corpus)
    do throws(Flaw) {
      let isRead = try measured(input, check)
      say("\(surface.name): \(path): \(isRead ? "read" : "refused"), as it should be")
      return true
    } catch {
      say("\(surface.name): \(path): \(error.message)")
      return false
    }
  }

  /// Tries an input, and finds a flaw also where it takes too much time or memory.
  private func measured(_ input: [UInt8], _ check: Surface.Check) throws(Flaw) -> Bool {
    let peak = Self.peakKilobytes
    let start = ContinuousClock.now
    let isRead = try check(input)
    let allowed = surface.patience.base + surface.patience.perByte * Double(input.count)
    if start.duration(to: .now) > .seconds(allowed) {
      // On a busy machine the time says little: what counts is that of the processor, tried again.
      let before = Self.processorSeconds
      _ = try check(input)
      let used = Self.processorSeconds - before
      try Flaw.unless(
        used <= allowed * Self.slowness,
        "\(input.count) bytes take \(used) s of the processor, and \(allowed) are allowed")
    }
    let grown = Self.peakKilobytes - peak
    try Flaw.unless(
      grown <= Self.memory.baseKilobytes + Self.memory.perByte * input.count,
      "\(input.count) bytes take \(grown) KB of memory")
    return isRead
  }

  #if DEBUG
    private static let slowness = 40.0
  #else
    private static let slowness = 1.0
  #endif

  private static var usage: rusage {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return usage
  }

  /// The most memory that the process has had.
  private static var peakKilobytes: Int {
    #if os(macOS)
      Int(usage.ru_maxrss) / 1024
    #else
      hasInheritedPeak ? statusPeakKilobytes ?? Int(usage.ru_maxrss) : Int(usage.ru_maxrss)
    #endif
  }

  #if !os(macOS)
    /// Linux counts the memory of whoever started the process, if that is more: then what the
    /// process takes itself does not show there. The file that tells it takes longer to read.
    private static let hasInheritedPeak =
      statusPeakKilobytes.map { $0 + 1024 < Int(usage.ru_maxrss) } ?? false

    private static var statusPeakKilobytes: Int? {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
      else { return nil }
      return line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    }
  #endif

  private static var processorSeconds: Double {
    let time = usage.ru_utime
    return Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}

/// A file in memory with the round and its input. What is written to it is there after a crash, and
/// costs no system call.
///
///     bytes 0–7 the round, 8–15 the length, then the input
final class Journal {
  private static let headBytes = 16
  /// Of a longer input the beginning is kept.
  private static let inputBytes = 2 << 20
  private static let sizeBytes = headBytes + inputBytes

  private let memory: UnsafeMutableRawPointer

  /// Creates the file.
  init(writing path: String) throws {
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0, ftruncate(file, off_t(Self.sizeBytes)) == 0 else {
      throw Flaw("the journal '\(path)' can't be written")
    }
    defer { close(file) }
    guard let memory = mmap(nil, Self.sizeBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { throw Flaw("the journal '\(path)' can't be mapped") }
    self.memory = memory
  }

  deinit { munmap(memory, Self.sizeBytes) }
}

extension Journal {
  func note(_ input: [UInt8], of round: Int) {
    memory.storeBytes(of: UInt64(round), as: UInt64.self)
    let count = min(input.count, Self.inputBytes)
    memory.storeBytes(of: UInt64(count), toByteOffset: 8, as: UInt64.self)
    input.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      memory.advanced(by: Self.headBytes).copyMemory(from: start, byteCount: count)
    }
  }

  /// The round that a process noted last; nil if it noted nothing.
  static func round(in path: String) -> Int? {
    guard let file = FileHandle(forReadingAtPath: path),
      let bytes = (try? file.read(upToCount: 8)) ?? nil, bytes.count == 8
    else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// What a process noted last; nil if it noted nothing.
  static func read(_ path: String) -> (round: Int, input: [UInt8])? {
    guard let data = try? Data(contentsOf: URL(filePath: path)), data.count >= headBytes else {
      return nil
    }
    let bytes = [UInt8](data)
    func number(at index: Int) -> Int {
      bytes[index..<index + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let count = min(number(at: 8), bytes.count - headBytes)
    return (number(at: 0), Array(bytes[headBytes..<headBytes + count]))
  }
}
