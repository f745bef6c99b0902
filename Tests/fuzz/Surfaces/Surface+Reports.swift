// SPDX-License-Identifier: Apache-2.0
// Reports that are read again: the same record once it is written, and harmless in every form.

import Formats
import Record
import Reports
import Text

extension Surface {
  static let reports = Surface(
    name: "reports", about: "report.json, and the reports made of it", form: .json,
    pieces: ["]]>", "```", "|", "<script>", "[[ATTACHMENT|/etc/passwd]]", "##vso[a]", "%0A::x::"],
    patience: (base: 0.5, perByte: 0.000_05),
    seeds: { corpus in
      try corpus.files(in: "Tests/ReportsTests/Golden", ".json").map(\.bytes)
    },
    makeCheck: { _ in
      { bytes throws(Flaw) in
        guard let root = try? JSONParser.document(bytes).root else {
          return false
        }
        let record: RunRecord
        do throws(RecordError) {
          record = try RunRecord(root)
        } catch {
          try Flaw.unless(
            error.pointer.isEmpty || error.pointer.hasPrefix("/"),
            "a mistake is at '\(error.pointer)'")
          return false
        }
        let run = RunJudgement(record)
        var text: [UInt8] = []
        RunRecord.write(run) { text += $0 }
        let again = try? RunRecord(JSONParser.document(text).root)
        try Flaw.unless(again == record, "it is another record once it is written")
        try Flaw.unless(
          RecordDiff(from: record, to: record).isEmpty, "it differs from itself")
        _ = RecordDiff(from: record, to: record).text
        _ = try? RecordMerge.merged([record])
        for profile in JUnitProfile.allCases {
          for file in JUnitReport(profile: profile).files(of: run) {
            do {
              _ = try XMLReader.read(file.bytes)
            } catch {
              throw Flaw("\(profile) is not well-formed: \(error)")
            }
            try Mischief.check(file.bytes, "junit.xml")
          }
        }
        try Mischief.check(MarkdownReport().bytes(of: run), "report.md")
        try Mischief.check(TerminalReport(hasColour: false).bytes(of: run), "the terminal")
        try Mischief.check(
          AnnotationReport().bytes(of: run), "the annotations", hasCommands: true)
        return true
      }
    })
}

/// What a text must not hold that a person, a terminal or a CI reads.
enum Mischief {
  /// - Parameter hasCommands: Whether lines may be commands of GitHub.
  static func check(
    _ bytes: [UInt8], _ what: String, hasCommands: Bool = false
  ) throws(Flaw) {
    for line in bytes.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self)
      let hidden = text.unicodeScalars.first { scalar in
        switch scalar.value {
        case 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E...0x200F, 0x2028...0x202E,
          0x2060...0x206F, 0xFEFF, 0xE0000...0xE007F:
          true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
      }
      try Flaw.unless(hidden == nil, "\(what) has a hidden character: \(hidden?.value ?? 0)")
      // As a person sees it, a mark belongs to the blank before it.
      try Flaw.unless(
        hasCommands || !text.drop(while: \.isWhitespace).hasPrefix("::"), "\(what): \(text)")
      guard line.contains(UInt8(ascii: "#")) else { continue }
      for command in commands {
        try Flaw.unless(!holds(command, in: line), "\(what): \(text)")
      }
    }
  }

  private static let commands = ["##[", "##vso[", "##teamcity["].map { Array($0.utf8) }

  private static func holds(_ part: [UInt8], in line: ArraySlice<UInt8>) -> Bool {
    line.indices.contains { line[$0] == part[0] && line[$0...].starts(with: part) }
  }
}
