// SPDX-License-Identifier: Apache-2.0
// `inspect`: shows how a YAML file is read, or what a query selects.

import Text

extension Subcommand {
  static let inspectDocuments = Subcommand(
    name: "inspect", summary: "Shows how a YAML file is read, or what a query selects",
    parameters: "yaml FILE | json-path QUERY FILE",
    discussion: """
      yaml       prints each document as one line of JSON; a local tag as {"!tag": value}
      json-path  prints an array of the values that a JSONPath query (RFC 9535) selects in
                 a JSON file

      Write - as FILE to read standard input. A mistake in the file or in the query is printed
      as file:line:column: error: message; the exit status is then 2.
      """, options: [Option("paths", help: "json-path: prints normalized paths instead of values")],
    words: [["yaml", "json-path"]]
  ) { arguments, console throws(UsageError) in
    let words = arguments.positional
    switch (words.first, words.count) {
    case ("yaml"?, 2):
      if arguments.has("paths") { throw UsageError("--paths goes with json-path") }
      return try Inspection(console).printDocuments(of: words[1])
    case ("json-path"?, 3):
      return try Inspection(console).printNodes(
        words[1], in: words[2], asPaths: arguments.has("paths"))
    case ("yaml"?, _): throw UsageError("inspect yaml takes one FILE")
    case ("json-path"?, _): throw UsageError("inspect json-path takes a QUERY and a FILE")
    case (let word?, _):
      throw UsageError(
        "inspect reads yaml or json-path, not '\(word)'"
          + Suggestion.hint(for: word, among: ["yaml", "json-path"]))
    case (nil, _): throw UsageError("inspect what? There are yaml and json-path")
    }
  }
}
