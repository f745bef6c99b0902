// SPDX-License-Identifier: Apache-2.0
// How to read the Markdown report: its last section.

import Results

extension MarkdownPage {
  mutating func writeManual() {
    output.line()
    output.line("## How to read this")
    output.line()
    if run.record.subject != .application { writeScenarioManual() }
    if run.record.subject != .service { writeRuleManual() }
    output.write(
      """
      Expectations are in the words of the suite, with its file, line and column. Secrets, tokens
      and device identifiers are masked everywhere: put your own into a `curl` line to repeat a
      request. `report.json` has the whole record of the run.

      """)
  }

  private mutating func writeScenarioManual() {
    output.write(
      """
      A *scenario* plays the application against the service, step by step. It **failed** if an
      answer is not what the cookbook demands. It ended in **error** if there was no answer to
      judge: no connection, a time-out, a mistake in the suite. It was **skipped** if the target
      lacks what it needs, **blocked** if something failed that several scenarios share (a shared
      fragment, or the preflight), and **interrupted** if it was under way when the run was stopped.

      A *requirement* is a sentence of the cookbook, by its number in the catalogue. It shows in one
      place of an answer, such as a member or the status. It is **failed** if a finding is about
      that place, **warned** if only a recommendation was missed there, and **passed** if it was
      judged and held everywhere. It is **not judged** if no step could look at its place: an
      earlier step had failed, or the answer was another one altogether. It is **skipped** if all
      scenarios that cover it were skipped, and **unproved** if nothing in this run covers it. It
      is **not testable from here** if the answers of the service can't show it. Only what was
      observed is certified.


      """)
  }

  private mutating func writeRuleManual() {
    output.write(
      """
      A *rule* says what right applications do. It was looked at on each *occasion*: each request in
      the recordings that it is about. It is **broken** if the application did otherwise on one of
      them, and **obeyed** if there was an occasion and none broke it. It is **not judged** if the
      recordings have no occasion for it, or lack what would decide it: they begin too late, end too
      early, or have no headers or bodies. What is missing makes no rule obeyed and none broken.
      Whether a token or a status was valid is judged at the time of the entry. Entries count from 0,
      in the order of their file.

      A *requirement* of the application is **failed** if a rule that covers it is broken there,
      **warned** if it is only recommended, **passed** if such a rule was obeyed, and **not judged**
      if none could be judged.


      """)
  }
}
