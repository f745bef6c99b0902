// SPDX-License-Identifier: Apache-2.0
// A failure as a shell script that anybody can run.

import Findings
import JSON
package import Results
import SourceText

/// A shell script that makes the calls of a scenario up to the one that was judged wrong, without the
/// harness. It needs a POSIX shell, curl, awk and od; secrets come from the environment.
package struct ReproductionScript {
  package let text: String
  /// Where the step stands that was judged wrong.
  let place: SourceLocation

  /// The script of a failure.
  ///
  /// - Parameters:
  ///   - place: Where the step stands that was judged wrong; nil for the first that failed.
  ///   - run: The run, with its shared fragments.
  /// - Returns: nil where the record does not say how to make the calls, or where no call to the
  ///   service was judged wrong.
  package init?(
    of scenario: ScenarioRecord, suite: SuiteRecord, upTo place: SourceLocation? = nil,
    in run: RunJudgement
  ) {
    var writer = ScriptWriter(run: run, place: place)
    writer.write(scenario.steps, prefix: "v", shared: nil)
    guard let judged = writer.judged else { return nil }
    self.place = judged
    text = writer.text(of: scenario, suite)
  }
}

/// Writes a script step by step, up to the one that was judged wrong.
private struct ScriptWriter {
  private let run: RunJudgement
  private let place: SourceLocation?
  /// Where the step stands that was judged wrong, once it is written.
  private(set) var judged: SourceLocation?
  /// Whether a step can't be written, so that the script would not come to the failure.
  private var isStuck = false
  private var body: [String] = []
  /// The lines of `body` that give a variable its value, with the name of the variable.
  private var values: [Int: String] = [:]
  /// The variables of the environment, each once.
  private var environment: [String] = []
  /// What is made anew, each once: `v_device_tv=$(new_uuid)`.
  private var made: [String] = []
  /// The prefixes of the variables of shared fragments that were written, by their ids.
  private var prefixes: [Int: String] = [:]

  init(run: RunJudgement, place: SourceLocation?) {
    self.run = run
    self.place = place
  }
}

extension ScriptWriter {
  private var isOver: Bool { judged != nil || isStuck }

  /// - Parameter shared: The shared fragment that the steps are of; nil for those of the scenario.
  mutating func write(_ steps: [StepRecord], prefix: String, shared: Int?, depth: Int = 0) {
    guard depth < 20 else { return isStuck = true }
    for step in steps where !step.isFinal && !isOver {
      write(step, prefix: prefix, shared: shared, depth: depth)
    }
  }

  private mutating func write(
    _ step: StepRecord, prefix: String, shared: Int?, depth: Int
  ) {
    switch step.verdict.kind {
    case .skipped, .notReached, .interrupted: return
    case .passed, .failed, .known, .broken, .blocked: break
    }
    switch step.action {
    case .use: use(step, prefix: prefix, depth: depth)
    case .request, .user:
      guard let request = step.recipe?.request else {
        // The user acts at the framework; nothing is sent.
        if step.action == .user, step.call != nil { return note(step) }
        return isStuck = true
      }
      call(request, of: step, prefix: prefix)
    case .partner:
      note(step)
      if step.verdict.kind.isFault { isStuck = true }
    case .wait:
      let seconds = Int(step.duration.components.seconds)
      if seconds > 0 || step.duration > .milliseconds(100) {
        body += ["", ShellWord.comment(step.name), "sleep \(seconds + 1)"]
      }
    case .traffic: isStuck = true
    }
  }

  private mutating func note(_ step: StepRecord) {
    body += [
      "",
      ShellWord.comment(
        "At the partner's framework, not at the service: \(step.name). What it gave stands below."),
    ]
  }

  private mutating func use(_ step: StepRecord, prefix: String, depth: Int) {
    guard let id = step.sharedFragment else {
      write(step.steps, prefix: prefix, shared: nil, depth: depth + 1)
      if !isOver, isJudged(step) { isStuck = true }
      return
    }
    guard let fragment = run.shared[id] else { return isStuck = true }
    let inner = prefixes[id] ?? "s\(prefixes.count + 1)"
    if prefixes[id] == nil {
      prefixes[id] = inner
      write(fragment.steps, prefix: inner, shared: id, depth: depth + 1)
    }
    if isOver { return }
    if isJudged(step) { return isStuck = true }
    for take in step.recipe?.takes ?? [] {
      if case .shared(let name) = take.origin {
        assign("\(prefix)_\(take.name)", "$\(inner)_\(name)")
      }
    }
  }

  /// Whether the script ends with the step.
  private func isJudged(_ step: StepRecord) -> Bool {
    let isFault = step.verdict.kind.isFault || run.record.isStrict && !step.warnings.isEmpty
    return isFault && (place == nil || place == step.location)
  }

  private mutating func call(
    _ request: StepRecipe.Request, of step: StepRecord, prefix: String
  ) {
    note(request, prefix: prefix)
    let isJudged = isJudged(step)
    body += [
      "", ShellWord.comment("\(step.location)"),
      "begin \(ShellWord.quoted(Visible.name(step.name)))",
    ]
    let target = ShellWord.word(request.target, prefix: prefix)
    if let redirectURL = request.redirectURL {
      visit(target, redirectURL, hasExchanges: !step.exchanges.isEmpty)
    } else {
      headers(of: request, prefix: prefix)
      if !request.body.isEmpty {
        body.append("say \(ShellWord.arguments(request.body, prefix: prefix)) > \"$work/body\"")
      } else if ["POST", "PUT", "PATCH"].contains(request.method) {
        body.append(": > \"$work/body\"")
      }
      send(request, target, of: step)
    }
    if isJudged {
      judged = step.location
      return conclude(step)
    }
    if request.redirectURL == nil, let status = step.exchanges.last?.status {
      body.append("as_in_the_run \(status == 0 ? "000" : String(status))")
    }
    for take in step.recipe?.takes ?? [] {
      let command: String
      switch take.origin {
      case .body(let pointer): command = "json_value \(ShellWord.quoted(pointer))"
      case .header(let name): command = "header_value \(ShellWord.quoted(name))"
      case .text: command = "cat \"$work/answer\""
      case .shared: continue
      }
      assign(
        "\(prefix)_\(take.name)",
        "$(\(command)) || stop "
          + ShellWord.quoted("the answer lacks what the next calls need: \(take.name)"))
    }
  }

  private mutating func send(
    _ request: StepRecipe.Request, _ target: String, of step: StepRecord
  ) {
    let method = ShellWord.quoted(request.method)
    let status = step.exchanges.last.map { $0.status == 0 ? "000" : String($0.status) } ?? "000"
    let count =
      request.pauseMilliseconds == nil
      ? min(request.times, 1000) : min(step.exchanges.count + step.leftOut.number, 100)
    guard count > 1 else {
      body.append("call \(method) \(target) \(status)")
      return
    }
    body.append(
      ShellWord.comment(
        request.pauseMilliseconds == nil
          ? "The run sent \(request.times) at once; here they follow each other."
          : "The run asked \(count) times."))
    let pause = request.pauseMilliseconds.map { "sleep \(max(1, ($0 + 999) / 1000))" }
    body += [
      "repeated=0", "while [ \"$repeated\" -lt \(count) ]; do", "  repeated=$((repeated + 1))",
      "  send \(method) \(target)",
    ]
    if let pause { body.append("  [ \"$repeated\" -eq \(count) ] || \(pause)") }
    body.append("done")
  }

  private mutating func visit(_ target: String, _ redirectURL: String, hasExchanges: Bool) {
    if hasExchanges {
      body.append("visit \(target) \(ShellWord.quoted(redirectURL))")
    } else {
      body += [
        "printf '%s\\n' 'Open this address in a browser, sign in, and press Enter:' \"$ORIGIN\"\(target)",
        "read -r _",
      ]
    }
  }

  private mutating func headers(of request: StepRecipe.Request, prefix: String) {
    var names: Set<String> = []
    for header in request.headers {
      names.insert(header.name.lowercased())
      body.append(
        "header \(ShellWord.quoted(header.name)) \(ShellWord.word(header.value, prefix: prefix))")
    }
    for own in ["Accept", "User-Agent"] where !names.contains(own.lowercased()) {
      body.append("no_header \(own)")
    }
    if !names.contains("content-type") { body.append("no_header Content-Type") }
  }

  /// What was judged, and what comes now.
  private mutating func conclude(_ step: StepRecord) {
    var findings = step.warnings
    if case .failed(let own) = step.verdict { findings = own }
    let then = step.exchanges.last.map { $0.status == 0 ? "no answer" : String($0.status) } ?? ""
    var lines = ["", "printf '%s\\n' '' 'In the run this answer was judged wrong:'"]
    if case .broken(let problem) = step.verdict {
      lines.append("printf '%s\\n' \(ShellWord.quoted("  \(Visible.line(problem.message))"))")
    }
    for finding in findings.prefix(20) {
      let text =
        "  \(Visible.line(finding.place.description, limit: 200)): expected "
        + "\(Visible.line(finding.expected, limit: 300)), found "
        + Visible.line(finding.found, limit: 300)
      lines.append("printf '%s\\n' \(ShellWord.quoted(text))")
      if let pointer = finding.place.bodyPointer?.description {
        lines.append(
          "printf '  now there: %s\\n' \"$(json_value \(ShellWord.quoted(pointer)) | tr -d "
            + "'\\000-\\037\\177')\"")
      }
    }
    lines += [
      "printf 'status in the run: %s; now: %s\\n' '\(then)' \"$status\"",
      "show_answer",
    ]
    body += lines
  }

  private mutating func note(_ request: StepRecipe.Request, prefix: String) {
    for pieces in [request.target, request.body] + request.headers.map(\.value) {
      note(pieces, prefix: prefix)
    }
  }

  private mutating func note(_ pieces: [StepRecipe.Piece], prefix: String) {
    for piece in pieces {
      switch piece {
      case .environment(let name): if !environment.contains(name) { environment.append(name) }
      case .device(let name): make("\(prefix)_device_\(name)=$(new_uuid)")
      case .made(let number, let length):
        make("\(prefix)_made_\(number)=$(new_id \(max(2, length)))")
      case .encoded(_, let inner): note(inner, prefix: prefix)
      case .literal, .value, .time, .targetOrigin: break
      }
    }
  }

  private mutating func assign(_ name: String, _ value: String) {
    values[body.count] = name
    body.append("\(name)=\(value)")
  }

  /// The lines without those that give a value to a variable that none uses.
  private var usedBody: [String] {
    var used: Set<String> = []
    var lines: [String] = []
    // A variable is used after it got its value.
    for index in body.indices.reversed() {
      if let name = values[index], !used.contains(name) { continue }
      for match in body[index].matches(of: /\$([a-z][A-Za-z0-9_]*)/) {
        used.insert(String(match.1))
      }
      lines.append(body[index])
    }
    return lines.reversed()
  }

  private mutating func make(_ line: String) {
    if !made.contains(line) { made.append(line) }
  }
}

extension ScriptWriter {
  /// The whole script.
  func text(of scenario: ScenarioRecord, _ suite: SuiteRecord) -> String {
    let target = run.record.target
    let origin =
      target.url.prefixMatch(of: /[a-z]+:\/\/[^\/?#]*/).map { String($0.0) } ?? target.url
    var head = [
      "#!/bin/sh",
      ShellWord.comment("\(scenario.name)"),
      ShellWord.comment("\(suite.name), \(scenario.location)"),
      "#",
      "# Makes the calls of the scenario up to the one that was judged wrong, with curl.",
      "# The calls before it have to go as in the run: the script stops where one does not.",
      "# ORIGIN may name another place of the service.",
    ]
    if !environment.isEmpty {
      head.append("# Secrets are not in this script. Give them in the environment:")
      head += environment.map { "#   \($0)" }
    }
    head += [
      "set -u", "LC_ALL=C", "export LC_ALL", "umask 077", "", "missing=''",
    ]
    for name in environment {
      head.append("[ -n \"${\(name)-}\" ] || missing=\"$missing \(name)\"")
    }
    head += [
      "if [ -n \"$missing\" ]; then",
      "  printf 'set these environment variables first:%s\\n' \"$missing\" >&2", "  exit 2", "fi",
      "for tool in curl awk od; do",
      "  command -v \"$tool\" > /dev/null || { echo \"this script needs $tool\" >&2; exit 2; }",
      "done",
      "[ -n \"${ORIGIN-}\" ] || ORIGIN=\(ShellWord.quoted(origin))",
      "work=$(mktemp -d) || exit 2", "trap 'rm -rf \"$work\"' EXIT", "trap 'exit 130' INT TERM",
      "start=$(date +%s)", "status=000",
      "printf 'The calls go to %s\\n' \"$ORIGIN\"", "",
    ]
    let steps = made + usedBody
    return (head + [ShellFunctions.text(for: steps.joined(separator: "\n")), ""] + steps)
      .joined(separator: "\n") + "\n"
  }
}
