// SPDX-License-Identifier: Apache-2.0
// A target profile: where the service is, its facts, and how it is to be treated.

import Encodings
package import HTTPMessages
package import JSON
import SourceText

/// What a run is made against.
package struct Profile: Sendable, Equatable {
  /// Who answers as the partner's framework.
  package enum Framework: Sendable, Equatable {
    /// An emulator by its name.
    case emulator(String)
    /// A recording.
    case replay(String)
    /// A program and its arguments.
    case command([String])
  }

  /// Who plays the browser in a `visit`.
  package enum UserAgent: Sendable, Equatable {
    case redirects
    case command([String])
  }

  /// How many requests the target takes.
  package struct Rate: Sendable, Equatable {
    package var perSecond: Double
    package var burst: Int

    package init(perSecond: Double, burst: Int) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

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

  package struct Timeouts: Sendable, Equatable {
    package var connect: Duration = .seconds(5)
    package var response: Duration = .seconds(30)
    package var step: Duration = .seconds(60)
    package var run: Duration?

    package init() {}
  }

  package var name: String
  package var baseURL: BaseURL
  package var facts: JSONObject
  /// Names of facts whose values are in no report.
  package var secrets: [String]
  package var rate: Rate?
  /// How far the target's clock may be off.
  package var clockTolerance: Duration
  package var framework: Framework
  package var userAgent: UserAgent
  package var tls: TLS
  package var timeouts: Timeouts

  package init(name: String, baseURL: BaseURL) {
    self.name = name
    self.baseURL = baseURL
    facts = JSONObject()
    secrets = []
    rate = nil
    clockTolerance = .seconds(10)
    framework = .emulator("apple")
    userAgent = .redirects
    tls = TLS()
    timeouts = Timeouts()
  }
}

extension Profile {
  /// The fact `partner` of a profile that gives none.
  package static let defaultPartner = "Apple"

  /// The facts by name, with the default of `partner`.
  package var factsByName: [String: JSONValue] {
    var result = ["partner": JSONValue.string(Self.defaultPartner)]
    for member in facts.members { result[member.name] = member.value }
    return result
  }
}
