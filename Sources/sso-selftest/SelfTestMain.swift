// SPDX-License-Identifier: Apache-2.0
// The entry point of the program that measures suites.

import Command
import SelfTest

@main struct SelfTestMain {
  static func main() {
    StandardStreams.run { console, words in SelfTestProgram(console: console).run(words) }
  }
}
