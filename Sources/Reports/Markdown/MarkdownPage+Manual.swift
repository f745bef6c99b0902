// SPDX-License-Identifier: Apache-2.0
// How to read the Markdown report: its last section.

import Record

extension MarkdownPage {
  mutating func writeManual() {
    line()
    line("## How to read this")
    line()
    if run.record.subject != .application {
      block(
        """
        A *scenario* plays the application against the service. A *requirement* is a sentence of the
        cookbook: **passed** if it was judged and held everywhere, **failed** if a finding is about
        its place in an answer, **warned** if only a recommendation was missed there, **not judged**
        if no step could look at it, **not testable** if the answers of a service can't show it.

        """)
    }
    if run.record.subject != .service {
      block(
        """
        A *rule* says what right applications do. It is **obeyed** if the recordings have an occasion
        for it and none broke it, and **not judged** where they lack what would decide it. Entries
        count from 0, in the order of their file.

        """)
    }
    block(
      """
      `sso-conformance explain ID` tells more of a requirement, of a fact or of an ambiguity (AMB).
      Only what was observed is certified. Secrets, tokens and device identifiers are masked.

      """)
  }
}
