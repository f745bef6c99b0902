// SPDX-License-Identifier: Apache-2.0
// The words of a command line: options and arguments.

import HTTP
import Record
package import Runner
import Suites
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

  private static func unknown(_ written: String, _ options: [Option]) -> UsageError {
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
    if let word = positional.first { throw UsageError("unexpected argument '\(word)'; see --help") }
  }
}

extension Arguments {
  /// The scenarios that the options select.
  package var selection: Selection {
    Selection(
      tags: all("tag"), excludedTags: all("exclude-tag"), names: all("scenario"),
      phases: all("phase"), requirements: all("requirement"))
  }

  /// The value of `--at-least`; nil without it.
  func atLeast() throws(UsageError) -> Int? {
    try value(Option.atLeast.name).map { text throws(UsageError) in
      guard let number = Int(text), number > 0 else {
        throw UsageError("--at-least takes a number of requirements, such as 250; not '\(text)'")
      }
      return number
    }
  }

  /// How many scenarios `--jobs` lets run at the same time.
  package func jobs() throws(UsageError) -> Int {
    try integer("jobs", in: 1...64) ?? min(64, max(8, 2 * Machine.processorCount))
  }
}

extension Arguments {
  /// The proxies that `--proxy` or the environment names; nil for none.
  ///
  /// - Parameter target: The origin of the target.
  func proxies(
    _ environment: [String: String], for target: Origin
  ) throws(UsageError) -> ProxySettings? {
    do throws(ProxyError) {
      switch value("proxy") {
      case nil: return try ProxySettings.inEnvironment(environment, for: target)
      case "none"?: return nil
      case let text?:
        let proxy = try Proxy(text)
        // Who names a proxy for this run wants it to be used, also for a service on this machine.
        return ProxySettings(
          http: proxy, https: proxy, exceptions: ProxySettings.exceptions(in: environment),
          coversLoopback: true)
      }
    } catch {
      throw UsageError(value("proxy") == nil ? error.description : "--proxy: \(error.description)")
    }
  }
}
