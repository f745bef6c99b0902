// SPDX-License-Identifier: Apache-2.0
// The scripts that reproduce what is to be fixed, as files.

package import Results

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
      return ReportFile(name: group.scriptName(index + 1)) { $0.write(script.text) }
    }
  }
}

extension IncidentGroup {
  /// How many things to fix are shown first.
  static let fixLimit = 10

  /// The script that reproduces it; nil where there is none.
  package func script(in run: RunJudgement) -> ReproductionScript? {
    guard !isOfTraffic else { return nil }
    return ReproductionScript(
      of: scenario, suite: suite, upTo: incident.step?.location, in: run)
  }

  /// The path of its script below the folder of the reports.
  func scriptName(_ number: Int) -> String {
    var slug = ""
    for byte in scenario.name.utf8 where slug.utf8.count < 60 {
      switch byte {
      case 0x30...0x39, 0x61...0x7A: slug.unicodeScalars.append(Unicode.Scalar(byte))
      case 0x41...0x5A: slug.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      default: if slug.last != "-", !slug.isEmpty { slug += "-" }
      }
    }
    return "\(ReproductionReport.folder)/\(number < 10 ? "0" : "")\(number)-\(slug).sh"
  }
}
