// SPDX-License-Identifier: Apache-2.0
// Failures as shell scripts that anybody can run, in files.

import Formats
import HTTP
package import Record
import Suites
import Text

/// A script for each thing to fix, in the folder `reproduce`.
package struct ReproductionReport: Report {
  package static let folder = "reproduce"

  package init() {}

  package var folders: [String] { [Self.folder] }

  package func owns(_ name: String) -> Bool {
    name.wholeMatch(of: /reproduce\/[0-9][0-9]-[a-z0-9-]*\.sh/) != nil
  }

  package func files(of run: RunJudgement) -> [ReportFile] {
    let failures = IncidentGroup.failures(of: run)
    return failures.prefix(IncidentGroup.fixLimit).enumerated().compactMap { index, group in
      guard let script = group.script(in: run) else { return nil }
      return ReportFile(name: group.scriptName(index + 1)) { $0.write(script) }
    }
  }
}

extension IncidentGroup {
  /// How many things to fix reports name, show the evidence of, and have a script for.
  static let fixLimit = 10

  /// The script that reproduces it; nil if it can't be made.
  func script(in run: RunJudgement) -> String? {
    guard !isOfTraffic else { return nil }
    return ScriptWriter.script(of: scenario, suite: suite, upTo: incident.step?.location, in: run)
  }

  /// The path of its script below the folder of the reports.
  func scriptName(_ number: Int) -> String {
    let slug = scenario.name.lowercased().replacing(/[^a-z0-9]+/, with: "-").trimmingPrefix("-")
    return "\(ReproductionReport.folder)/\(number < 10 ? "0" : "")\(number)-\(slug.prefix(60)).sh"
  }
}

/// Writes a script step by step, up to the one that was judged wrong.
package struct ScriptWriter {
  let run: RunJudgement
  let place: SourceLocation?
  var hasJudged = false
  /// Whether a step can't be written, so that the script would not reach the failure.
  var isStuck = false
  var body: [String] = []
  /// The variables of the environment, and those that the script makes, each once.
  var environment: [String] = []
  var made: [String] = []
  /// The shared fragments that are written.
  var shared: Set<Int> = []
}

extension ScriptWriter {
  /// A POSIX shell script that makes the calls of a scenario up to the one that was judged wrong, at
  /// `place` or else the first; nil where the record does not say how to make them, or where no call
  /// to the service was judged wrong.
  package static func script(
    of scenario: ScenarioRecord, suite: SuiteRecord, upTo place: SourceLocation? = nil,
    in run: RunJudgement
  ) -> String? {
    var writer = ScriptWriter(run: run, place: place)
    writer.write(scenario.steps)
    return writer.hasJudged ? writer.text(of: scenario, suite) : nil
  }

  private mutating func write(_ steps: [StepRecord], depth: Int = 0) {
    guard depth < 20 else { return isStuck = true }
    for step in steps where !(step.isFinal || hasJudged || isStuck) { write(step, depth: depth) }
  }

  private mutating func write(_ step: StepRecord, depth: Int) {
    if [.skipped, .notReached, .interrupted].contains(step.verdict.kind) { return }
    switch step.action {
    case .use:
      if let id = step.sharedFragment {
        guard let fragment = run.shared[id] else { return isStuck = true }
        if shared.insert(id).inserted { write(fragment.steps, depth: depth + 1) }
      } else {
        write(step.steps, depth: depth + 1)
      }
      if !hasJudged, isJudged(step) { isStuck = true }
    case .request, .user:
      if let recipe = step.recipe { return call(recipe, of: step) }
      // The user acts at the framework; nothing is sent.
      if step.action == .user, step.call != nil { note(step) } else { isStuck = true }
    case .partner:
      note(step)
      if step.verdict.kind.isFault { isStuck = true }
    case .wait:
      guard step.duration > .milliseconds(100) else { return }
      body += ["", ShellWord.comment(step.name), "sleep \(step.duration.components.seconds + 1)"]
    case .traffic: isStuck = true
    }
  }

  private mutating func note(_ step: StepRecord) {
    body += ["", ShellWord.comment("At the partner's framework, not at the service: \(step.name)")]
  }

  private func isJudged(_ step: StepRecord) -> Bool {
    let isFault = step.verdict.kind.isFault || run.record.isStrict && !step.warnings.isEmpty
    return isFault && (place == nil || place == step.location)
  }

  private mutating func call(_ recipe: StepRecipe, of step: StepRecord) {
    body += [
      "", ShellWord.comment("\(step.location)"),
      "begin \(ShellWord.quoted(Sanitized.name(step.name)))",
    ]
    for (index, text) in recipe.encoded.enumerated() {
      body.append("v_base64_\(index + 1)=$(as @base64 \(word(text)))")
    }
    let target = word(recipe.target, "@uri")
    if let redirectURL = recipe.redirectURL {
      body +=
        step.exchanges.isEmpty
        ? [
          "printf '%s\\n' 'Open this address in a browser, sign in, and press Enter:'"
            + " \"$ORIGIN\"\(target)", "read -r _",
        ] : ["visit \(target) \(ShellWord.quoted(redirectURL))"]
    } else {
      send(recipe, target, of: step)
    }
    if isJudged(step) {
      hasJudged = true
      return conclude(step)
    }
    if recipe.redirectURL == nil, let status = step.exchanges.last?.status {
      body.append("as_in_the_run \(Self.text(of: status))")
    }
    for take in recipe.takes {
      let place = ShellWord.quoted(take.place)
      let command =
        switch take.source {
        case .json: "json \(place)"
        case .header: "header_value \(place)"
        case .body: "cat \"$work/answer\""
        }
      body.append("\(ShellWord.variable(of: "$\(take.name)"))=$(\(command))")
    }
  }

  private mutating func send(_ request: StepRecipe, _ target: String, of step: StepRecord) {
    for header in request.headers {
      body.append("header \(ShellWord.quoted(header.name)) \(word(header.value))")
    }
    // Headers that curl would send by itself.
    for own in ["Accept", "User-Agent", "Content-Type"]
    where !request.headers.contains(where: { $0.name.lowercased() == own.lowercased() }) {
      body.append("echo '\(own):' >> \"$work/headers\"")
    }
    if !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method) {
      let type =
        request.headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
      let filter =
        type.contains("urlencoded") ? "@uri" : type.contains("json") ? "tojson[1:-1]" : nil
      body.append("printf '%s' \(word(request.body, filter)) > \"$work/body\"")
    }
    let method = ShellWord.quoted(request.method)
    let count = min(step.exchanges.count + step.leftOut.number, 1000)
    guard let pause = request.pauseMilliseconds, count > 1 else {
      let status = Self.text(of: step.exchanges.last?.status ?? 0)
      return body.append("call \(method) \(target) \(status)")
    }
    body += [
      "# The run sent this \(count) times.", "repeated=0",
      "while [ \"$repeated\" -lt \(count) ]; do", "  repeated=$((repeated + 1))",
      "  send \(method) \(target)",
    ]
    if pause > 0 {
      body.append("  [ \"$repeated\" -eq \(count) ] || sleep \((pause + 999) / 1000)")
    }
    body.append("done")
  }

  /// The status as curl tells it.
  private static func text(of status: Int) -> String { status == 0 ? "000" : String(status) }

  /// A text of a recipe as one word, in which `‹…›` is a reference. Notes the variables in it.
  ///
  /// - Parameter filter: How jq writes the values: `@uri`; nil for the values as they are.
  private mutating func word(_ text: String, _ filter: String? = nil) -> String {
    var word = ""
    var rest = text[...]
    for match in text.contains("‹") ? text.matches(of: /‹([^‹›]*)›/) : [] {
      let before = String(text[rest.startIndex..<match.range.lowerBound])
      if !before.isEmpty { word += ShellWord.quoted(before) }
      rest = text[match.range.upperBound...]
      let name = ShellWord.variable(of: String(match.1))
      switch match.1.first {
      case "$": break
      case "/":
        word += "\"${\(name)#\"$ORIGIN\"}\""
        continue
      case "~": if !made.contains(name) { made.append(name) }
      default: if !environment.contains(name) { environment.append(name) }
      }
      word += filter.map { "\"$(as '\($0)' \"$\(name)\")\"" } ?? "\"$\(name)\""
    }
    if !rest.isEmpty { word += ShellWord.quoted(String(rest)) }
    return word.isEmpty ? "''" : word
  }

  /// Prints the findings of the run and the answer of now.
  private mutating func conclude(_ step: StepRecord) {
    let findings = step.verdict.kind == .failed ? step.verdict.findings : step.warnings
    body += ["", "printf '%s\\n' '' 'In the run this answer was judged wrong:'"]
    if let problem = step.verdict.problem {
      body.append("printf '%s\\n' \(ShellWord.quoted("  \(Sanitized.line(problem.message))"))")
    }
    for finding in findings.prefix(20) {
      let text =
        "  \(Sanitized.line(finding.place.description, limit: 200)): expected "
        + "\(Sanitized.line(finding.words, limit: 300)), found "
        + Sanitized.line(finding.found, limit: 300)
      body.append("printf '%s\\n' \(ShellWord.quoted(text))")
      if let pointer = finding.place.bodyPointer?.description {
        body.append(
          "printf '  now there: %s\\n' \"$(json \(ShellWord.quoted(pointer)) | tr -d "
            + "'\\000-\\037\\177')\"")
      }
    }
    let then = step.exchanges.last.map { $0.status == 0 ? "no answer" : String($0.status) } ?? ""
    body += ["printf 'status in the run: %s; now: %s\\n' '\(then)' \"$status\"", "show_answer"]
  }

  /// The functions of every script, in POSIX shell with curl and jq. Values from answers stand in quotes
  /// everywhere, and reach jq by its environment or its input, so that nothing in them is run, and no
  /// other user of the machine sees them.
  private static let functions = String(decoding: PackageResources.reproduce_sh, as: UTF8.self)

  /// The whole script.
  private func text(of scenario: ScenarioRecord, _ suite: SuiteRecord) -> String {
    let url = run.record.target.url
    let origin = url.prefixMatch(of: /[a-z]+:\/\/[^\/?#]*/).map { String($0.0) } ?? url
    let secrets =
      environment.isEmpty ? "" : "\n# Secrets are not in this script. Give them in the environment:"
    let names = environment.map { "\n#   \($0)" }.joined()
    let checks = environment.map { "[ -n \"${\($0)-}\" ] || missing=\"$missing \($0)\"\n" }.joined()
    let head = """
      #!/bin/sh
      \(ShellWord.comment(scenario.name))
      \(ShellWord.comment("\(suite.name), \(scenario.location)"))
      #
      # Makes the calls of the scenario up to the one that was judged wrong, with curl and jq.
      # The calls before it have to go as in the run: the script stops where one does not.
      # ORIGIN may name another place of the service.\(secrets)\(names)
      export LC_ALL=C
      umask 077
      missing=''
      \(checks)if [ -n "$missing" ]; then
        printf 'set these environment variables first:%s\\n' "$missing" >&2
        exit 2
      fi
      for tool in curl jq; do
        command -v "$tool" > /dev/null || { echo "this script needs $tool" >&2; exit 2; }
      done
      [ -n "${ORIGIN-}" ] || ORIGIN=\(ShellWord.quoted(origin))
      work=$(mktemp -d) || exit 2
      trap 'rm -rf "$work"' EXIT
      trap 'exit 130' INT TERM
      status=000
      printf 'The calls go to %s\\n' "$ORIGIN"

      \(Self.functions)
      """
    return ([head] + made.map { "\($0)=$(new_id)" } + body).joined(separator: "\n") + "\n"
  }
}

/// Writes texts as words of a POSIX shell. Whatever a text holds, the shell takes it for nothing but
/// text, and a terminal that shows the script obeys nothing in it.
package enum ShellWord {
  /// A text as a word: in single quotes, or as `printf` makes it where it has invisible characters.
  ///
  /// No shell has a NUL in a word, so it is left out.
  package static func quoted(_ text: String) -> String {
    let text = text.replacing("\0", with: "")
    if !text.utf8.contains(0x0D), Sanitized.lines(text, limit: .max) == text {
      return "'\(text.replacing("'", with: #"'\''"#))'"
    }
    // A shell drops the line breaks at the end of what a command prints.
    let end = text.utf8.reversed().prefix { $0 == 0x0A }.count
    let octal = text.utf8.dropLast(end).map {
      "\\0\(String(0o1000 + Int($0), radix: 8).dropFirst())"
    }
    let lines = end == 0 ? "" : "'\(String(repeating: "\n", count: end))'"
    return "\"$(printf '%b' '\(octal.joined())')\"\(lines)"
  }

  /// The name of the variable of a reference: those of the environment begin with `SSO_`, so that a
  /// report which somebody has made up can't ask for those of other programs.
  static func variable(of reference: String) -> String {
    let isOwn = ["$", "/", "~"].contains(reference.prefix(1))
    let name = isOwn ? String(reference.dropFirst()) : reference.uppercased()
    let letters = name.utf8.prefix(100).map { byte -> Character in
      byte.isAlphanumeric ? Character(Unicode.Scalar(byte)) : "_"
    }
    return (isOwn ? "v_" : "SSO_") + String(letters)
  }

  static func comment(_ text: String) -> String { "# \(Sanitized.line(text, limit: 400))" }
}
