// SPDX-License-Identifier: Apache-2.0
// The entry point of the main program.

import Command

@main struct Main {
  static func main() {
    StandardStreams.run { console, words in ConformanceCommand(console: console).run(words) }
  }
}
