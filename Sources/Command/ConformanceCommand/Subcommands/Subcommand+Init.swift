// SPDX-License-Identifier: Apache-2.0
// `init`: writes a target profile to start from.

import Suites
import Text

extension Subcommand {
  private static let standardProfile = "staging.yaml"

  static let initProfile = Subcommand(
    name: "init", summary: "Writes a commented target profile to fill in", parameters: "[FILE]",
    discussion: """
      The profile gives the facts that the suites declare in facts.yaml: the essential ones with
      examples, the optional ones as comments. Secrets come from environment variables.
      FILE is \(standardProfile) if it is not named; - is standard output. An existing file stays as
      it is, and the exit status is 2.
      """,
    options: [
      Option("force", help: "overwrites an existing file"),
      Option(
        "for", "SUITE", isRepeatable: true,
        help: "the suites whose facts are given; by default all shipped ones"),
    ]
  ) { arguments, console throws(UsageError) in
    guard arguments.positional.count <= 1 else { throw UsageError("init writes one FILE") }
    let path = arguments.positional.first ?? standardProfile
    let isOutput = path == "-"
    // Found before the suites are loaded, which takes longer.
    if !isOutput, !arguments.has("force"), Files.kind(path) != nil {
      throw UsageError("'\(path)' exists; name another file, or overwrite it with --force")
    }
    let collection = try SuiteLocation.load(arguments.all("for"), console)
    if collection.hasErrors { return collection.refuse(on: console) }
    let name = isOutput ? standardProfile : path
    let text = collection.facts.profileText(
      name: ProfilePath.stem(of: name), file: ProfilePath.name(of: name),
      cookbooks: collection.cookbooksOfSuites)
    if isOutput {
      console.output("\(ownLines: text)")
      return .success
    }
    do throws(FileError) {
      try Files.write(Array(text.utf8), to: path)
    } catch {
      console.error("error: not written: \(path): \(error.message)\n")
      return .notWritten
    }
    console.output(
      "Wrote \(path). Fill in its facts, then: \(ConformanceCommand.name) check --target \(path)\n")
    return .success
  }
}
