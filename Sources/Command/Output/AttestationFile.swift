// SPDX-License-Identifier: Apache-2.0
// Reads and writes lists of attestations for the commands.

import Formats
import Record
import Suites
import Text

/// The file of a list of attestations, which a target profile names.
enum AttestationFile {
  /// The attestations that a profile names; none without such a list.
  ///
  /// - Parameters:
  ///   - profile: nil without one.
  ///   - path: That of the profile: the list is named relative to its folder.
  /// - Throws: `UsageError` with the places of all mistakes.
  static func attestations(
    of profile: Profile?, at path: String?, _ catalogues: [String: Catalogue], _ console: Console
  ) throws(UsageError) -> [Attestation] {
    guard let written = profile?.attestations else { return [] }
    let name = ProfilePath.resolved(written, in: path.flatMap(TargetChoice.folder(ofTarget:)))
    let file = try UsageError.naming("'attestations: \(written)' of the profile") {
      () throws(FileError) in
      SourceFile(name: name, bytes: try Files.read(name))
    }
    let others = SuiteLocation.shipped(console).map {
      SuiteLoader.catalogues(in: "\($0)/cookbooks", files: SuiteLocation.files).catalogues
    }
    let read = AttestationReader.read(
      file, requirements: catalogues.merging(others ?? [:]) { own, _ in own }.values.requirements,
      today: CalendarDay(Timestamp(milliseconds: Machine.milliseconds))
    ) { path in
      let place = ProfilePath.resolved(path, in: SuitePath.folder(of: name))
      return (try? Files.read(place)).map { SHA256.hexadecimal($0) }
    }
    guard read.diagnostics.isEmpty else {
      let lines = read.diagnostics.map { $0.printed(in: file) }
      throw UsageError(
        report: lines.joined() + "\nNothing was judged: the list of attestations has mistakes.\n")
    }
    return read.attestations
  }

  /// A list to fill in: every requirement that no traffic shows, as a comment.
  static func template(of catalogues: [Catalogue]) -> String {
    var text = """
      # What no traffic shows, attested by people. Take the '#' away from what you have seen, and fill
      # it in; a target profile names this file: 'attestations: \(standardName)'. Reports list it with
      # name and day as attested, never as proved. 'file:', 'url:' and 'until:' may be left out.
      attestations:

      """
    for catalogue in catalogues {
      for phase in catalogue.phases {
        let rows = phase.requirements.filter { $0.shownBy == [.outside] }
        if rows.isEmpty { continue }
        text += "\n# \(catalogue.cookbook), \(phase.id): \(phase.title)\n"
        for row in rows {
          let lines = Columns.wrapped(Sanitized.line(row.text), to: 90).map { "#   # \($0)\n" }
          text += """

            # - requirement: \(row.id)
            \(lines.joined())#   by: name and role
            #   date: 2026-01-31
            #   evidence: what was seen
            #   file: screens/\(row.id.lowercased()).png
            #   url: https://…
            #   until: 2027-01-31

            """
        }
      }
    }
    return text
  }

  static let standardName = "attestations.yaml"
}
