// SPDX-License-Identifier: Apache-2.0
// The terms of reports and the columns of their tables, each explained in a sentence.

extension Glossary {
  static let terms = [
    GlossaryWord(
      "cookbook", "cookbooks",
      meaning: "The published documents by which applications sign users in, taken apart into "
        + "requirements, with the revision that was read.",
      example: "apple-sso-rest-api-v2, revision 0be4216b"),
    GlossaryWord(
      "requirement", "requirements",
      meaning: "One sentence of a cookbook that a service, an application or a framework keeps or "
        + "breaks, with an id.",
      example: "V2-C13-01 (must): the service creates a profile and returns it"),
    GlossaryWord(
      "inferred", "must, inferred", "should, inferred",
      meaning: "Of a requirement that no sentence of the documents states: it follows from what "
        + "they permit, or from a sample, a table or a diagram, and counts as its level says.",
      example: "V2-B3-09 (must, inferred): the documents say that the answer may include it"),
    GlossaryWord(
      "proved", "prove",
      meaning: "An answer showed that a requirement holds, and nothing in the run showed the "
        + "contrary; a warned one is proved, one that is known to fail is not.",
      example: "384 of 390 requirements proved"),
    GlossaryWord(
      "phase", "phases",
      meaning: "A part of a cookbook, in the order in which an application goes through it.",
      example: "C: Partner authentication"),
    GlossaryWord(
      "MVPD", "MVPDs", "multichannel video programming distributor",
      meaning: "A company that sells television and knows who its subscribers are, at which a "
        + "user signs in.",
      example: "Cablevision, in the fact mvpd"),
    GlossaryWord(
      "service provider",
      meaning: "The channel or the application for which users sign in, by the id that the "
        + "service has for it.",
      example: "REF30 in /api/v2/REF30/profiles"),
    GlossaryWord(
      "partner framework", "framework", "partner",
      meaning: "What a platform has for single sign-on, and the harness plays.",
      example: "Apple's Video Subscriber Account, emulated"),
    GlossaryWord(
      "target",
      meaning: "The service that is judged, at the base URL of a profile.",
      example: "staging, https://api.staging.example"),
    GlossaryWord(
      "fact", "facts",
      meaning: "Something that only you know of your account, in the profile of a target.",
      example: "facts: {mvpd: Cablevision}"),
    GlossaryWord(
      "preflight", "preflights",
      meaning: "The first scenarios of a run, which ask whether account and profile have what the "
        + "suites need; without them nothing is judged.",
      example: "no verdict possible: the preflight failed at 'software_statement registers a "
        + "client'"),
    GlossaryWord(
      "suite", "suites",
      meaning: "A file of scenarios.",
      example: "Suites/apple-v2/c-profiles.yaml"),
    GlossaryWord(
      "scenario", "scenarios",
      meaning: "A way through the service as an application goes it, which has one verdict.",
      example: "The user signs in through the picker"),
    GlossaryWord(
      "table that the service fills", "live table", "tables that the service fills",
      meaning: "A scenario that is run for each thing in an answer of the service, and counts as "
        + "one where nothing is sent.",
      example: "23 that the service's own lists add: one for each MVPD of the configuration"),
    GlossaryWord(
      "step", "steps",
      meaning: "One call or one act of a scenario, with what is expected of its answer.",
      example: "Create the profile"),
    GlossaryWord(
      "shared fragment", "fragment", "shared fragments", "preparation", "preparations",
      meaning: "Steps that many scenarios begin with, run once for all of them, and a case of "
        + "their own where they fail: a preparation.",
      example: "the preparation 'a-token' failed, and 31 scenarios are blocked"),
    GlossaryWord(
      "exchange", "exchanges",
      meaning: "One request and its answer.",
      example: "GET /api/v2/REF30/configuration → 200"),
    GlossaryWord(
      "finding", "findings",
      meaning: "One place of an answer where something else was found than was expected.",
      example: "$.profiles.Cablevision.type: expected \"appleSSO\", found \"regular\""),
    GlossaryWord(
      "warning", "warnings",
      meaning: "A recommendation that was missed, or a cleaning step that failed; a failure under "
        + "--strict alone, and counted by findings.",
      example: "GET /logout: the status is 404 and should be 200"),
    GlossaryWord(
      "violation of HTTP", "violations of HTTP",
      meaning: "An answer that breaks a rule of HTTP and could be read all the same.",
      example: "The answer has two lengths. (RFC 9112, section 6.3)"),
    GlossaryWord(
      "second try", "second tries",
      meaning: "A scenario that met trouble is run again, after all others, to tell what was "
        + "sporadic from what the service always does.",
      example: "a 500 that never came again"),
    GlossaryWord(
      "trouble",
      meaning: "What went wrong and is not the service's conduct, so that no requirement is "
        + "blamed for it.",
      example: "an outage, a wrong clock, a proxy that answers for the service"),
    GlossaryWord(
      "ambiguity", "AMB",
      meaning: "A point that the documents leave open, or on which they disagree.",
      example: "AMB-53"),
    GlossaryWord(
      "known failures",
      meaning: "The failures that the file of --known names, each with a reason and an end.",
      example: "conformant as far as judged but for 3 known failures"),
    GlossaryWord(
      "evidence",
      meaning: "The files and the tool that a verdict rests on, with the digest of each; of a "
        + "failure, its exchange.",
      example: "63 files and the tool"),
    GlossaryWord(
      "rule", "rules",
      meaning: "What right applications do, by which an audit judges recorded traffic.",
      example: "The token call sends the credentials of the registration"),
    GlossaryWord(
      "occasion", "occasions",
      meaning: "A place in a recording at which a rule says something.",
      example: "entry 17 of a.har, a call for a token"),
    GlossaryWord(
      "entry", "entries",
      meaning: "An exchange in a recording, counted from 0 in the order of its file.",
      example: "entry 17 of a.har"),
    GlossaryWord(
      "level", "must", "should", "may",
      meaning: "How strictly a requirement binds: a missed must is a failure, a missed should a "
        + "warning, a may permits.",
      example: "V2-C13-01 (must)"),
  ]

  static let columns = [
    GlossaryWord(
      "Phase",
      meaning: "The phase of the cookbook; the other columns count its requirements by their "
        + "verdicts.",
      example: "C: Partner authentication"),
    GlossaryWord(
      "Step", "Title",
      meaning: "The step of the cookbook, by its number and its title there.",
      example: "C5, Retrieve partner authentication request"),
    GlossaryWord(
      "service", "application", "framework",
      meaning: "How far that side does what the step asks of it, or what would show it.",
      example: "2 of 9 open"),
    GlossaryWord(
      "Place",
      meaning: "Where in the answer the finding is.", example: "status, or $.profiles"),
    GlossaryWord(
      "Expected",
      meaning: "What the suite demands there, in words.", example: "200 or 201"),
    GlossaryWord("Found", meaning: "What stood there.", example: "400"),
    GlossaryWord("Requirement", meaning: "The id and the sentence.", example: "V2-A1-01"),
    GlossaryWord(
      "Standing",
      meaning: "How the suites stand to the requirement, in the table of coverage.",
      example: "covered"),
    GlossaryWord(
      "Scenarios",
      meaning: "The scenarios that cover the requirement, in the table of coverage, or the reason "
        + "why none does.",
      example: "Registration: A client is registered"),
    GlossaryWord(
      "covered", meaning: "A scenario covers the requirement.", example: "S-1, in 2 scenarios"),
    GlossaryWord(
      "gap", "gaps",
      meaning: "Nothing covers the requirement, or the run did not prove it.",
      example: "gap: no scenario covers it"),
    GlossaryWord(
      "excused",
      meaning: "The cookbook's list says why no scenario can cover the requirement.",
      example: "excused: it would lock the account"),
    GlossaryWord(
      "unseen",
      meaning: "Answers of a service don't show the requirement.",
      example: "shown by an audit"),
    GlossaryWord(
      "open",
      meaning: "A permission of which no scenario makes use.",
      example: "open: no scenario makes use of it"),
  ]
}
