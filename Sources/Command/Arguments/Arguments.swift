// SPDX-License-Identifier: Apache-2.0
// The words of a command line: options and arguments, and the options that several commands share.

import HTTP
import Record
package import Runner
import Suites
package import Text

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

/// An option of a command, as it is read, explained and completed.
package struct Option: Sendable {
  /// Without the dashes.
  package let name: String
  /// The placeholder for the value in the help, such as `FILE`; nil for a switch. An option of
  /// several values has a word for each.
  let value: String?
  let help: String
  let isRepeatable: Bool
  /// All valid values, if the option accepts only a few; empty otherwise.
  let choices: [String]
  /// The command that lists the choices, if they are too many for an error.
  let list: String?

  package init(
    _ name: String, _ value: String? = nil, isRepeatable: Bool = false, choices: [String] = [],
    list: String? = nil, help: String
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.choices = choices
    self.list = list
  }
}

/// A mistake in a command line, or several in what it names. The message says what is wrong and what
/// to write instead.
package struct UsageError: Error, Equatable {
  /// In one line.
  package let message: String
  /// A list of mistakes, to which the usage of the command adds nothing.
  package let report: Printed?

  var status = ExitStatus.invalidInput

  package init(_ message: String) {
    self.message = message
    report = nil
  }

  /// - Parameter report: Mistakes with their places, and what to do; whole lines.
  package init(report: Printed) {
    message = ""
    self.report = report
  }
}

extension UsageError {
  /// A signal came before anything was sent.
  static let interrupted: UsageError = {
    var error = UsageError(report: "interrupted: nothing was sent\n")
    error.status = .interrupted
    return error
  }()

  /// The result of a call about a file; its error begins with the name of the file.
  @discardableResult
  static func naming<Value>(
    _ place: String, _ value: () throws(FileError) -> Value
  ) throws(UsageError) -> Value {
    do throws(FileError) { return try value() } catch {
      throw UsageError("\(place): \(error.message)")
    }
  }
}

/// Splits a text into words as a shell does. Variables and patterns are not expanded.
///
///     ./farm --udid 4711               blanks separate words
///     "my farm" 'a $b "c"' d\ e        quotes and backslashes keep blanks
///
/// In double quotes a backslash escapes only `"` and `\`.
enum CommandWords {
  /// - Throws: `UsageError` where a quote is not closed, or where there are no words.
  static func words(_ text: String) throws(UsageError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (_, character?): quote = nil
      case ("\\", nil):
        guard let next = rest.popFirst() else { throw UsageError("a '\\' ends the command") }
        word = (word ?? "") + String(next)
      case ("\\", "\""?) where rest.first == "\"" || rest.first == "\\":
        if let next = rest.popFirst() { word = (word ?? "") + String(next) }
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let quote { throw UsageError("a quote \(quote) is not closed in '\(text)'") }
    if let word { words.append(word) }
    guard let program = words.first, !program.isEmpty else {
      throw UsageError("no program is named in '\(text)'")
    }
    return words
  }
}

extension Option {
  package static let target = Option(
    "target", "TARGET",
    help: "reference (default, the embedded service), a URL, or the file of a target profile")
  package static let setFact = Option(
    "set", "NAME=VALUE", isRepeatable: true,
    help: "sets a fact of the target; write the value as YAML, such as [a, b]")
  static let tag = Option(
    "tag", "TAG", isRepeatable: true,
    help: "selects scenarios with this tag; with several --tag, those with any of them")
  static let excludeTag = Option(
    "exclude-tag", "TAG", isRepeatable: true, help: "leaves out scenarios with this tag")
  static let phase = Option(
    "phase", "PHASE", isRepeatable: true,
    help: "selects the suites of this phase of their cookbook, such as C")
  static let requirement = Option(
    "requirement", "ID", isRepeatable: true,
    help: "selects scenarios that cover this requirement, such as V2-C13-01")
  static let scenario = Option(
    "scenario", "PATTERN", isRepeatable: true,
    help: "selects scenarios whose name contains this text; a pattern with * or ? matches the whole"
      + " name")

  /// The option `--format`.
  ///
  /// - Parameter forms: The first is the default.
  static func format(_ forms: String...) -> Option {
    let others = Wording.list(Array(forms.dropFirst()), "or")
    return Option(
      "format", "FORM", choices: forms,
      help: forms.count == 2
        ? "\(forms[0]) (default) or \(others)" : "\(forms[0]) (default), \(others)")
  }

  /// The options that select scenarios; of one with several values any has to match.
  package static let selection = [tag, excludeTag, scenario, phase, requirement]
}

extension Arguments {
  /// The scenarios that the options select.
  package var selection: Selection {
    Selection(
      tags: all("tag"), excludedTags: all("exclude-tag"), names: all("scenario"),
      phases: all("phase"), requirements: all("requirement"))
  }

  /// How many scenarios `--jobs` lets run at the same time.
  package func jobs() throws(UsageError) -> Int {
    try integer("jobs", in: 1...64) ?? min(64, max(8, 2 * Machine.processorCount))
  }
}

extension Option {
  package static let proxy = Option(
    "proxy", "URL",
    help:
      "http://[USER:PASSWORD@]HOST:PORT sends all requests by this proxy but those that NO_PROXY"
      + " names; none sends them straight; by default HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY"
      + " say")
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
