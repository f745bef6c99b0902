// SPDX-License-Identifier: Apache-2.0
// What each exit status means, and what to do.

import Reporting

extension ExitStatus {
  /// What it says, what leads to it, and what to do then.
  fileprivate var meaning: (text: String, causes: [String], advice: String) {
    switch self {
    case .success:
      (
        "The work is done, and nothing is wrong.",
        [
          "run: conformant, or all that was selected passed; something was proved",
          "check: no mistake, though perhaps warnings",
          "report diff: no regression", "doctor: the account can be judged",
        ],
        "Nothing. The first line of a report says whether all suites ran, or a part of them."
      )
    case .notConformant:
      (
        "The target is not conformant, or nothing was proved.",
        [
          "run: a requirement failed, or a recommendation with --strict",
          "run: a scenario ended in error beside others that have a verdict",
          "run: everything was skipped, or nothing was selected",
          "coverage --unproved: there are gaps",
          "report diff: something got worse",
        ],
        "Read 'What to fix' in report.md or report.html: each entry has what the cookbook asks, what "
          + "came, and what to do. 'explain' with the id of a requirement tells more."
      )
    case .invalidInput:
      (
        "Something that was given is at fault, and nothing was sent.",
        [
          "the command line names an unknown command, option or id",
          "a suite, a file of rules or a recording has a mistake",
          "the target's profile lacks an essential fact, or has one of another type",
          "the folder of the reports can't be written to",
        ],
        "Read the message: it names the place and what to write instead. 'check --target FILE' finds "
          + "the mistakes of a profile."
      )
    case .noVerdict:
      (
        "No verdict is possible.",
        [
          "not one scenario got an answer from the target",
          "the preflight failed: the account or the profile is not what the suites need",
        ],
        "Run 'doctor' with the same --target: it asks for each thing that is needed, and says what to "
          + "do about what fails."
      )
    case .notWritten:
      (
        "The work is done, but its output or a report could not be written.",
        ["the disk is full, or the folder was removed while the command ran"],
        "The verdict was printed all the same. Make room, or name another folder with --reports, and "
          + "run again."
      )
    case .interrupted:
      (
        "A signal ended the command, as Ctrl-C does.",
        ["somebody stopped it, or the CI's time limit was reached"],
        "The reports hold what was done. Scenarios that were under way are interrupted, not failed."
      )
    }
  }
}

extension Explanation {
  init(of status: ExitStatus) {
    let meaning = status.meaning
    self.init(
      .exitStatus, "exit-\(status.rawValue)", meaning.text,
      [
        Section("What leads to it", [.items(meaning.causes.map { Item($0) })]),
        Section("What to do", [.text(meaning.advice)]),
      ])
  }
}
