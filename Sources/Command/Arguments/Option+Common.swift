// SPDX-License-Identifier: Apache-2.0
// Options that several subcommands share, and how they are read.

import HTTP
import Record
package import Runner

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
}

extension Option {
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
    try integer("jobs", in: 1...1000) ?? max(8, 2 * Machine.processorCount)
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
