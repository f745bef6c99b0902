// SPDX-License-Identifier: Apache-2.0
// Lists of known failures: every mistake at a place of the file.

import Record
import Text

extension Surface {
  static let known = Surface(
    name: "known", about: "lists of known failures",
    pieces: [
      "\n  - scenario: ", "\n    rule: ", "\n    file: a/x.yaml", "\n    requirement: [", "known:",
      "\n    reason: why", "\n    link: https://x", "\n    expires: 2027-01-31", "2027-02-29",
      "9999-12-31", "The MVPD  is on .", "The user logs out", "V2-A1-01", " []", " {}", " null",
    ],
    seeds: { _ in
      [
        """
        known:
          - scenario: [The user logs out, The MVPD Other is on 3.]
            file: a/x.yaml
            requirement: V2-A1-01
            reason: The team of the MVPD mends it.
            link: https://tracker.example/ABC-1
            expires: 2027-01-31
          - requirement: [V2-A1-01]
            reason: why
            expires: '2028-02-29'
        """, "known: []\n",
      ].map { Array($0.utf8) }
    },
    makeCheck: { _ in
      let names = KnownNames(
        cases: [["The user logs out"], ["The MVPD ", " is on ", "."], ["", ""]].map {
          KnownNames.Case(subject: .service, file: "Suites/a/x.yaml", name: GappedText($0))
        }, requirements: ["V2-A1-01"])
      return { bytes throws(Flaw) in
        let file = SourceFile(name: "known.yaml", bytes: bytes)
        let (failures, diagnostics) = KnownFileReader.read(
          file, names: names, subjects: [.service])
        let places = Places(of: SourceFile(name: "", bytes: bytes))
        for diagnostic in diagnostics {
          try places.check(diagnostic.position, "'\(diagnostic)'", beyond: 2)
        }
        for failure in failures {
          try places.check(failure.location.position, "the entry '\(failure)'", beyond: 2)
          try Flaw.unless(
            !failure.reason.isEmpty && !(failure.cases.isEmpty && failure.requirements.isEmpty),
            "an entry that says nothing: \(failure)")
        }
        return diagnostics.isEmpty
      }
    })
}
