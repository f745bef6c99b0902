// SPDX-License-Identifier: Apache-2.0
// A target profile: where the service is, its facts, and how to treat it.

package import Formats
package import HTTP
import Text

/// The target of a run.
package struct Profile: Sendable, Equatable {
  /// The source of the framework's answers, as `partner:` gives it.
  package struct Framework: Sendable, Equatable {
    /// The key under `partner:`, such as `replay`.
    package let kind: String
    /// The value: one text, or the words of a command.
    package let words: [String]

    package init(kind: String, words: [String]) {
      self.kind = kind
      self.words = words
    }

    /// The source of a profile without `partner:`.
    package static let standard = Framework(kind: "emulator", words: ["apple"])
  }

  /// What plays the browser in a `visit`.
  package enum UserAgent: Sendable, Equatable {
    /// The run follows redirects.
    case redirects
    /// A program and its arguments.
    case command([String])
  }

  /// The pace at which the target takes requests.
  package struct Rate: Sendable, Equatable {
    package var perSecond: Double
    package var burst: Int

    package init(perSecond: Double, burst: Int) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  /// Files for TLS, relative to the folder of the profile.
  package struct TLS: Sendable, Equatable {
    package var ca: String?
    package var certificate: String?
    package var key: String?

    package init(ca: String? = nil, certificate: String? = nil, key: String? = nil) {
      self.ca = ca
      self.certificate = certificate
      self.key = key
    }
  }

  /// How long a run waits.
  package struct Timeouts: Sendable, Equatable {
    package var connect: Duration = .seconds(5)
    package var response: Duration = .seconds(30)
    package var step: Duration = .seconds(60)
    package var run: Duration?

    package init() {}
  }

  package var name: String
  package var baseURL: BaseURL
  /// The cookbooks to judge the target by; nil for those of all suites chosen.
  package var cookbooks: [String]?
  package var facts: JSONObject
  /// The names of facts whose values are masked in reports.
  package var secrets: [String]
  package var rate: Rate?
  /// How far the target's clock may differ from ours.
  package var clockTolerance: Duration
  package var framework: Framework
  package var userAgent: UserAgent
  package var tls: TLS
  package var timeouts: Timeouts

  /// A profile that gives no facts but those with a default.
  ///
  /// - Parameter declared: The facts that it may give; those declared as secrets are masked.
  package init(name: String, baseURL: BaseURL, declared: FactTable) {
    self.name = name
    self.baseURL = baseURL
    cookbooks = nil
    facts = JSONObject()
    for fact in declared.declarations {
      if let value = fact.standard { facts.append(fact.name, value) }
    }
    secrets = declared.secretNames
    rate = nil
    clockTolerance = .seconds(10)
    framework = .standard
    userAgent = .redirects
    tls = TLS()
    timeouts = Timeouts()
  }
}

extension Profile {
  /// The facts by name.
  package var factsByName: [String: JSONValue] {
    Dictionary(facts.members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
  }
}
