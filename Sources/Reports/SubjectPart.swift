// SPDX-License-Identifier: Apache-2.0
// What was judged, by what and when: every report begins with it, after the verdict.

import Record
import Suites
import Text

/// A part of the answer to what was judged, by what and when.
struct SubjectPart {
  /// `Service provider`
  let name: String
  /// Words, and then those that stand as they are in a profile or in a recording.
  let words: String
  var codes: [String] = []

  /// How many recordings or cookbooks are named.
  private static let nameLimit = 8
}

extension SubjectPart {
  /// The parts in the order of every report.
  static func all(of run: RunJudgement) -> [SubjectPart] {
    let record = run.record
    var parts: [SubjectPart] = []
    if record.subject != .application {
      // A profile without a name is called by its address.
      let isNamed = record.target.name != record.target.url
      parts.append(
        SubjectPart(
          name: "Target", words: isNamed ? record.target.name : "", codes: [record.target.url]))
      if let provider = record.target.serviceProvider {
        parts.append(SubjectPart(name: "Service provider", words: "", codes: [provider]))
      }
    }
    if record.subject != .service, let audit = record.audit {
      parts.append(
        SubjectPart(name: "Application", words: "", codes: shortened(audit.recordings)))
    }
    let books = record.catalogues.map { "\($0.cookbook) (\($0.revision))" }
    if !books.isEmpty {
      let name = books.count == 1 ? "Cookbook" : "Cookbooks"
      parts.append(SubjectPart(name: name, words: shortened(books).joined(separator: ", ")))
    }
    let date = "\(record.startedAt.isoSeconds.replacing("T", with: " ")) UTC"
    parts.append(SubjectPart(name: "Date", words: date))
    parts.append(SubjectPart(name: "Tool", words: "\(record.tool.name) \(record.tool.version)"))
    return parts
  }

  private static func shortened(_ names: [String]) -> [String] {
    let more = names.count - nameLimit
    return names.prefix(nameLimit) + (more > 0 ? ["and \(Wording.grouped(more)) more"] : [])
  }

  /// `service provider REF30`; what a value says itself has no name.
  var sentence: String {
    let values = ([words] + codes).filter { !$0.isEmpty }.joined(separator: ", ")
    let isPlain = ["Target", "Date", "Tool", "Cookbook", "Cookbooks"].contains(name)
    return isPlain ? values : "\(name.lowercased()) \(values)"
  }
}
