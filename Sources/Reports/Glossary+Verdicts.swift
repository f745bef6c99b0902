// SPDX-License-Identifier: Apache-2.0
// The verdicts on runs, scenarios and requirements, each explained in a sentence.

extension Glossary {
  static let runVerdicts = [
    GlossaryWord(
      "conformant",
      meaning: "All suites of the claimed cookbooks ran, and each requirement that this side can "
        + "show was proved.",
      example: "conformant: 384 of 384 requirements proved; 831 scenarios passed"),
    GlossaryWord(
      "conformant as far as judged", "as far as judged", "far as judged",
      meaning: "Nothing failed and nothing was left out, but some requirements that this side can "
        + "show were not proved: the profile lacks facts, a recording has no occasion, or a "
        + "failure is known.",
      example: "conformant as far as judged: 4 of 57 requirements proved; without the fact "
        + "basic_mvpd nothing tells how the service treats an MVPD without single sign-on"),
    GlossaryWord(
      "all passed",
      meaning: "All scenarios of suites without a cookbook passed, so that nothing is certified.",
      example: "all passed: 12 scenarios; no cookbook, so nothing is certified"),
    GlossaryWord(
      "partial",
      meaning: "Nothing failed, but scenarios or suites were left out, a rerun repeated earlier "
        + "failures, or an audit's rules don't cover all requirements.",
      example: "partial: 19 of 390 requirements proved, where --phase A chose the scenarios"),
    GlossaryWord(
      "not conformant",
      meaning: "A requirement failed, or a scenario ended in error while others have a verdict.",
      example: "not conformant: 2 of 31 scenarios failed"),
    GlossaryWord(
      "nothing was proved", "not proved", "nothing proved",
      meaning: "Nothing failed, but no answer showed a requirement, since all scenarios were "
        + "skipped or blocked, or none was selected.",
      example: "nothing was proved: all 12 scenarios were skipped"),
    GlossaryWord(
      "too little proved", "too little was proved",
      meaning: "Nothing failed, but fewer requirements were proved than --at-least asks for.",
      example: "too little was proved, since --at-least asks for 300: conformant as far as "
        + "judged: 292 of 390 requirements proved"),
    GlossaryWord(
      "no verdict possible", "no verdict",
      meaning: "What went wrong is not the conduct of the service, which was not reached, or "
        + "whose preflight failed.",
      example: "no verdict possible: the target could not be reached"),
    GlossaryWord(
      "interrupted",
      meaning: "Someone, or --max-time, stopped the run, and the reports have what was done.",
      example: "interrupted: 31 passed, 2 interrupted, 437 not reached"),
  ]

  static let scenarioVerdicts = [
    GlossaryWord(
      "passed", "obeyed",
      meaning: "All its steps were run, and each answer was as the suite expects; a rule of an "
        + "audit is obeyed.",
      example: "passed: A user returns"),
    GlossaryWord(
      "failed", "broken",
      meaning: "An answer was not as the suite expects; a rule of an audit is broken.",
      example: "failed: the status is 500 and must be 201"),
    GlossaryWord(
      "in error", "error",
      meaning: "There was no answer to judge.",
      example: "in error: the service closed the connection after 212 of 712 bytes"),
    GlossaryWord(
      "known to fail", "known", "known failure", "known to be broken",
      meaning: "It failed, and the file of --known says so, with a reason.",
      example: "known.yaml names it with the ticket ACME-12 until 2027-01-31"),
    GlossaryWord(
      "blocked",
      meaning: "It was not run, because the preflight, or a fragment that scenarios share, failed.",
      example: "blocked: the preparation 'a-token' failed"),
    GlossaryWord(
      "skipped",
      meaning: "It was not run on purpose; the reason says which fact the profile lacks, or which "
        + "limit left it out.",
      example: "skipped: the profile has no degraded_mvpd"),
    GlossaryWord(
      "interrupted",
      meaning: "It was under way when the run was stopped, and is nothing to fix.",
      example: "Ctrl-C came between its second and its third step"),
    GlossaryWord(
      "not reached",
      meaning: "Something before it failed, or the run ended, before it could be run.",
      example: "a step after the one that failed"),
    GlossaryWord(
      "not judged",
      meaning: "The recordings lack what would decide a rule of an audit: it had no occasion, or "
        + "a part of one is missing.",
      example: "not judged: the recordings have no occasion for it"),
  ]

  static let requirementVerdicts = [
    GlossaryWord(
      "failed",
      meaning: "A finding is about the place where the requirement shows.",
      example: "V2-C13-01 failed: POST /sessions answers 400"),
    GlossaryWord(
      "error",
      meaning: "A step that covers it got no answer to judge, and no other step failed.",
      example: "the connection was closed in the middle of the answer"),
    GlossaryWord(
      "known to fail", "known",
      meaning: "Findings break it, and the file of --known names each of them.",
      example: "the only scenario that breaks it is in known.yaml"),
    GlossaryWord(
      "warned",
      meaning: "It was proved, and a recommendation was missed beside it, which fails a run only "
        + "under --strict.",
      example: "a logout answers 404 where it should answer 200"),
    GlossaryWord(
      "passed",
      meaning: "At least one answer showed it, and it held wherever it was looked at.",
      example: "V2-A1-01 passed in 9 scenarios"),
    GlossaryWord(
      "not judged",
      meaning: "No step could look at its place, because an earlier step failed or the answer was "
        + "not the expected one.",
      example: "the profile was never made, and no step saw its notAfter"),
    GlossaryWord(
      "skipped",
      meaning: "All scenarios that cover it were skipped on purpose.",
      example: "the profile has no degraded_mvpd"),
    GlossaryWord(
      "unproved",
      meaning: "No scenario of this run covers it.",
      example: "the suites of phase E were not chosen"),
    GlossaryWord(
      "shown by a run",
      meaning: "The answers of a service show it, and this report is about an application.",
      example: "the service answers a registration with 201"),
    GlossaryWord(
      "shown by an audit",
      meaning: "The traffic of an application shows it, and this report is about a service.",
      example: "the application keeps its token until it expires"),
    GlossaryWord(
      "shown by a log of framework calls",
      meaning: "A log of what the application asked the partner's framework shows it, and "
        + "this report has no such log.",
      example: "the application asks for the user's permission before it asks for the MVPD"),
    GlossaryWord(
      "shown outside of traffic", "shown outside",
      meaning: "No traffic shows it, so that people attest it.",
      example: "the screen names the MVPD to which the user signed in"),
    GlossaryWord(
      "attested",
      meaning: "No traffic shows it, and a person whom the list of attestations names says so; it "
        + "counts as no proof.",
      example: "Jo Doe, 2026-11-20: the screen names the MVPD"),
    GlossaryWord(
      "binds no side",
      meaning: "It is a fact, or a permission that no test can break, and counts nowhere.",
      example: "the application may ask again later"),
  ]
}
