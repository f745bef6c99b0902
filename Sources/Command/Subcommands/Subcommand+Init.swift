// SPDX-License-Identifier: Apache-2.0
// `init` writes a target profile to fill in.

import Suites
import Text

extension Subcommand {
  private static let standardProfile = "staging.yaml"

  static let initProfile = Subcommand(
    name: "init", summary: "Writes a commented target profile to fill in", parameters: "[FILE]",
    discussion: """
      The profile names the cookbooks that the target follows, those of --cookbook or the one that
      you are asked for, and gives the facts that their suites use: the essential ones with examples,
      the optional ones as comments. Secrets come from environment variables.
      FILE is \(standardProfile) if it is not named; - is standard output. An existing file stays as
      it is, and the exit status is 2. With --from and --set service_provider=ID, it registers at
      the service and reads its configuration; the exit status is 3 where the service refuses.
      With --attestations it writes the list of what no traffic shows, which people attest; FILE
      is \(AttestationFile.standardName) then.
      """,
    options: [
      Option("force", help: "overwrites an existing file"),
      Option(
        "attestations", help: "writes the requirements that no traffic shows, for people to attest"),
      Option(
        "for", "SUITE", isRepeatable: true,
        help: "the suites whose facts are given; by default all shipped ones"),
      .cookbook, FactSearch.option, .setFact, .proxy,
      Option("insecure", help: "does not check certificates"),
    ]
  ) { arguments, console throws(UsageError) in
    guard arguments.positional.count <= 1 else { throw UsageError("init writes one FILE") }
    let isOfAttestations = arguments.has("attestations")
    let path =
      arguments.positional.first
      ?? (isOfAttestations ? AttestationFile.standardName : standardProfile)
    let isOutput = path == "-"
    // Found before the suites are loaded, which takes longer.
    if !isOutput, !arguments.has("force"), Files.kind(path) != nil {
      throw UsageError("'\(path)' exists; name another file, or overwrite it with --force")
    }
    let collection = try SuiteLocation.load(arguments.all("for"), console)
    let claim = try collection.claim(of: arguments, console)
    let chosen = collection.judging(by: claim)
    if chosen.hasErrors { return chosen.refuse(on: console) }
    if isOfAttestations {
      let list = AttestationFile.template(
        of: chosen.cookbooksInForce.compactMap { chosen.catalogues[$0] })
      return save(
        list, to: path,
        "Wrote \(path). Attest in it what you have seen, and name it in the target profile: "
          + "'attestations: \(path)'\n", console)
    }
    let name = isOutput ? standardProfile : path
    var found: FoundFacts?
    if let url = arguments.value(FactSearch.option.name) {
      found = try FactSearch(collection: chosen, arguments: arguments, console: console)
        .facts(from: url)
      if found == nil { return .noVerdict }
    }
    let text = chosen.usedFacts.profileText(
      name: ProfilePath.stem(of: name), file: SuitePath.name(of: name),
      cookbooks: chosen.cookbooksInForce, claim: claim ?? [],
      partners: chosen.cookbooksInForce.compactMap { chosen.catalogues[$0]?.partner }.unique,
      found: found)
    return save(
      text, to: path,
      "Wrote \(path). Fill in its facts, then: \(ConformanceCommand.name) check --target \(path)\n",
      console)
  }

  /// Writes a file to fill in, or prints it where the path is `-`.
  ///
  /// - Parameter next: What to do with the file.
  private static func save(
    _ text: String, to path: String, _ next: Printed, _ console: Console
  ) -> ExitStatus {
    if path == "-" {
      console.output("\(ownLines: text)")
      return .success
    }
    let isWritten = console.saves(path) { () throws(FileError) in
      try Files.write(Array(text.utf8), to: path)
    }
    guard isWritten else { return .notWritten }
    console.output(next)
    return .success
  }
}

extension SuiteCollection {
  /// The cookbooks that a new profile claims: those of `--cookbook`, else that of the suites if it is
  /// one alone, else the one that a person answers.
  ///
  /// - Returns: nil where no suite has a cookbook.
  /// - Throws: `UsageError` where no person can be asked.
  fileprivate func claim(of arguments: Arguments, _ console: Console) throws(UsageError)
    -> [String]?
  {
    let named = arguments.all(Option.cookbook.name)
    // Their names are checked there.
    if !named.isEmpty { return try chosen(by: arguments).cookbooksOfSuites.isEmpty ? nil : named }
    let own = cookbooksToWrite
    if own.count < 2 { return own.isEmpty ? nil : own }
    guard let ask = console.ask else {
      throw UsageError(
        report: """
          error: init: name the cookbooks that the target follows, each with --cookbook NAME:
          \(claimTable)
          """)
    }
    while true {
      guard let answer = ask("\(claimTable)Which cookbook does the target follow? ") else {
        throw UsageError("init: no cookbook was answered; give --cookbook NAME")
      }
      if claimable.contains(answer) { return [answer] }
      console.error(
        "there is no cookbook '\(Sanitized.line(answer))'"
          + "\(Suggestion.hint(for: answer, among: claimable))\n")
    }
  }

  private var claimTable: Printed {
    let width = (claimable.map(Columns.width).max() ?? 0) + 2
    return claimable.map {
      "  \(Columns.row([$0, catalogues[$0]?.about ?? ""], widths: [width]))\n" as Printed
    }.joined()
  }
}
