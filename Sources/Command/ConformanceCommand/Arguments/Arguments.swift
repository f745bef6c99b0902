// SPDX-License-Identifier: Apache-2.0
// Reads the words of a command line.

import Text

/// The arguments and options of a command line.
package struct Arguments: Equatable {
  package private(set) var positional: [String] = []
  private var values: [String: [String]] = [:]

  /// Reads the words after the command's name.
  ///
  /// - Throws: `UsageError` for an unknown option (with the nearest known one), for a missing or
  ///   superfluous value, and for a second use of an option that isn't repeatable.
  package init(_ words: [String], options: [Option]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        positional += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        positional.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let written = String(parts[0])
      guard written.hasPrefix("--"),
        let option = options.first(where: { "--\($0.name)" == written })
      else { throw Self.unknown(written, options) }
      var value = parts.count > 1 ? String(parts[1]) : nil
      var further: [String] = []
      if let placeholder = option.value {
        let number = placeholder.split(separator: " ").count
        let needs = number == 1 ? "a value" : "\(number) values"
        func next() throws(UsageError) -> String {
          guard let next = rest.popFirst() else {
            throw UsageError("\(written) needs \(needs): \(written) \(placeholder)")
          }
          return next
        }
        if value == nil { value = try next() }
        for _ in 1..<number { further.append(try next()) }
      } else if value != nil {
        throw UsageError("\(written) takes no value")
      }
      if values[option.name] != nil, !option.isRepeatable {
        throw UsageError("\(written) is given twice")
      }
      if let value, !option.choices.isEmpty, !option.choices.contains(value) {
        let hint = Suggestion.hint(for: value, among: option.choices)
        if let list = option.list {
          throw UsageError("\(written) does not know '\(value)'\(hint); \(list) lists all")
        }
        let known = option.choices.joined(separator: ", ")
        throw UsageError("\(written) is one of \(known), not '\(value)'\(hint)")
      }
      values[option.name, default: []] += [value ?? ""] + further
    }
  }

  /// The options that earlier versions had, and what to write instead.
  private static let removed = [
    "--compare": "'coverage --format json' has each cookbook",
    "--counts": "--budget plans by the suites alone",
    "--json": "write '--format json'",
    "--only-failed": "write 'run --rerun REPORT'",
    "--partner-command": "write '--partner command:TEXT'",
    "--partner-emulator": "write '--partner emulator:NAME'",
    "--partner-replay": "write '--partner replay:FILE'",
    "--resume": "write 'run --rerun REPORT'",
    "--schema": "it is the file Suites/profile.schema.json",
    "--shards": "write '--shard auto/N'",
  ]

  private static func unknown(_ written: String, _ options: [Option]) -> UsageError {
    if let instead = removed[written] {
      return UsageError("unknown option '\(written)', which earlier versions had; \(instead)")
    }
    let known = options.map { "--\($0.name)" }
    if let nearest = Suggestion.nearest(to: written, among: known) {
      return UsageError("unknown option '\(written)', did you mean '\(nearest)'?")
    }
    return UsageError("unknown option '\(written)'; see --help")
  }
}

extension Arguments {
  package func has(_ name: String) -> Bool { values[name] != nil }
  package func value(_ name: String) -> String? { values[name]?.last }
  package func all(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option as a whole number; nil where the option is missing.
  ///
  /// - Throws: `UsageError` for a value that is not a number in the range.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "--\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'"
      )
    }
    return number
  }

  /// Checks that no arguments follow the options.
  ///
  /// - Throws: `UsageError` that names the first one.
  func refusePositional() throws(UsageError) {
    if let word = positional.first {
      throw UsageError("unexpected argument '\(word)'; see --help")
    }
  }
}
