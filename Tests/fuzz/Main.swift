// SPDX-License-Identifier: Apache-2.0
// The entry point of the fuzzer: finds out what to run, and runs it.

import Foundation

@main struct Main {
  static func main() {
    do {
      let options = try FuzzOptions(Array(CommandLine.arguments.dropFirst()))
      exit(try run(options) ? 0 : 1)
    } catch let error as FuzzOptions.Mistake {
      say("error: \(error.message)\n\n\(FuzzOptions.help)")
      exit(2)
    } catch {
      say("error: \(error)")
      exit(2)
    }
  }

  /// Whether nothing was found.
  private static func run(_ options: FuzzOptions) throws -> Bool {
    switch options.task {
    case .help:
      say(FuzzOptions.help)
      return true
    case .work(let journal):
      return try Worker(options.surfaces[0], options).work(journal: try Journal(writing: journal))
    case .input(let path):
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      return try Worker(options.surfaces[0], options).tries(bytes, of: path)
    case .supervise: return Supervisor(options).run()
    }
  }
}

/// Prints a line so that it can be read at once, also where the output is a file.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
