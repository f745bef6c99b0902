// SPDX-License-Identifier: Apache-2.0
// `audit`: judges an application by its recorded traffic.

import Audit
import Findings
import Host
import SourceText
import Traffic

extension Subcommand {
  static let auditTraffic = Subcommand(
    name: "audit", summary: "Judges an application by its recorded traffic",
    parameters: "FILE …",
    discussion: """
      Reads recordings (HAR, as proxies and browsers write it) and judges the application by the
      rules under Suites/application.
      """,
    options: [
      Option("rules", "PATH", help: "rules instead of the shipped ones"),
      Option("origin", "URL", help: "the service, where it doesn't follow from the traffic"),
    ]
  ) { arguments, console throws(UsageError) in
    guard !arguments.positional.isEmpty else { throw UsageError("audit what? Name recordings") }
    let shipped = SuiteLocation.shipped(console)
    guard let path = arguments.value("rules") ?? shipped.map({ "\($0)/application" }) else {
      throw UsageError("there are no rules: name some with --rules")
    }
    let rules = AuditRules.load([path], shipped: shipped, files: SuiteLocation.files)
    for diagnostic in rules.diagnostics { console.error("\(diagnostic.line)\n") }
    if rules.hasErrors { return .invalidInput }
    var files: [RecordingFile] = []
    for name in arguments.positional {
      guard let file = OpenFile(name) else {
        throw UsageError("'\(name)' can't be read")
      }
      files.append(
        RecordingFile(name: name, byteCount: file.count) { file.read($0, $1) })
    }
    do throws(TrafficError) {
      let result = try Audit(rules, origins: arguments.value("origin").map { [$0] })
        .judge(HARRecordings(files))
      for rule in result.rules {
        console.output(
          "\(rule.name): +\(rule.met) -\(rule.broken.count) ?\(rule.notJudged.values.reduce(0, +))\n"
        )
        for broken in rule.broken.prefix(3) {
          for finding in broken.findings {
            console.output("  entry \(broken.entry.index): \(finding.description)\n")
          }
        }
        for (reason, count) in rule.notJudged.sorted(by: { $0.key < $1.key }) {
          console.output("  \(count) not judged: \(reason)\n")
        }
      }
      return result.rules.contains { !$0.broken.isEmpty } ? .notConformant : .success
    } catch {
      console.error("\(error.description)\n")
      return .invalidInput
    }
  }
}
