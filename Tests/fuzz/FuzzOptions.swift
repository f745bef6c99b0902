// SPDX-License-Identifier: Apache-2.0
// The command line of the fuzzer.

import Foundation

/// What to run, for how long, from which seed.
struct FuzzOptions {
  enum Task: Equatable {
    case help
    /// Start a process for each surface, and watch it.
    case supervise
    /// Be such a process. The text is the path of its journal.
    case work(journal: String)
    /// Try the one input in this file.
    case input(String)
  }

  /// A mistake in the command line.
  struct Mistake: Error {
    let message: String
  }

  private(set) var task = Task.supervise
  private(set) var surfaces = Surface.all
  private(set) var seconds: Double = 5
  /// At most so many rounds; without it the time decides.
  private(set) var rounds = Int.max
  private(set) var seed = UInt64.random(in: 1...999_999_999)
  /// How many surfaces run at a time.
  private(set) var jobs = ProcessInfo.processInfo.activeProcessorCount
  /// Where the inputs are put that show a flaw.
  private(set) var folder = "Fuzzed"
}

extension FuzzOptions {
  static let help = """
    Feeds damaged and generated input to everything that reads text from outside.

    usage: fuzz [SURFACE …] [--seconds N] [--rounds N] [--seed N] [--jobs N] [--failures DIR]
           fuzz SURFACE --input FILE

      --seconds N     how long each surface is tried; 5 by default, 3600 for an hour
      --rounds N      stops a surface after so many inputs
      --seed N        the seed of the first input; a new one by default
      --jobs N        how many surfaces are tried at a time; one for each processor by default
      --failures DIR  where inputs are put that show a flaw; Fuzzed by default
      --input FILE    tries the input in a file, as a failure has left it

    It prints the rounds and the seed of each surface. The exit status is 1 if an input crashes a
    reader, takes too much time or memory, or breaks what the surface promises.

    surfaces:
    \(Surface.all.map { "  \($0.name.padded(to: 16))\($0.about)" }.joined(separator: "\n"))
    """

  init(_ words: [String]) throws {
    var names: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else { throw Mistake(message: "\(word) needs a value") }
        return value
      }
      func number<Number: LosslessStringConvertible & Comparable>(from least: Number) throws
        -> Number
      {
        let text = try value()
        guard let number = Number(text), number >= least else {
          throw Mistake(message: "\(word) takes a number from \(least), and not '\(text)'")
        }
        return number
      }
      switch word {
      case "--help", "-h": task = .help
      case "--seconds": seconds = try number(from: 0)
      case "--rounds": rounds = try number(from: 1)
      case "--seed": seed = try number(from: 0)
      case "--jobs": jobs = try number(from: 1)
      case "--failures": folder = try value()
      case "--input": task = .input(try value())
      case "--journal": task = .work(journal: try value())
      case _ where word.hasPrefix("-"): throw Mistake(message: "unknown option \(word)")
      default: names.append(word)
      }
    }
    let known = Surface.all + Surface.planted
    if !names.isEmpty {
      surfaces = try names.map { name in
        guard let surface = known.first(where: { $0.name == name }) else {
          throw Mistake(message: "unknown surface '\(name)'")
        }
        return surface
      }
    }
    if case .input = task, surfaces.count != 1 {
      throw Mistake(message: "--input needs the name of one surface")
    }
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
