// SPDX-License-Identifier: Apache-2.0
// The entry point of the program that measures suites, and of the one file that a release has for both.

import Command
import SelfTest

@main struct SelfTestMain {
  static func main() {
    // A release has this program under both names, because most of each is what they share.
    let measures = Machine.executable?.hasSuffix("/\(SelfTestProgram.name)") == true
    StandardStreams.run { console, words in
      measures
        ? SelfTestProgram(console: console).run(words)
        : ConformanceCommand(console: console).run(words)
    }
  }
}
