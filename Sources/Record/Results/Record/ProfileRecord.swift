// SPDX-License-Identifier: Apache-2.0
// What a target's profile gave, as a record keeps it.

package import Formats

/// What a target's profile gave, without secrets.
package struct ProfileRecord: Sendable, Equatable {
  /// A fact, with its value. That of a secret one is `‹set›`.
  package struct Fact: Sendable, Equatable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The pace at which the target takes requests.
  package struct Rate: Sendable, Equatable {
    package var perSecond: Double
    /// How many requests may come at once.
    package var burst: Int

    package init(perSecond: Double, burst: Int) {
      self.perSecond = perSecond
      self.burst = burst
    }
  }

  /// Stands for the value of a secret fact.
  package static let hiddenValue = "‹set›"

  /// In the order of the profile.
  package var facts: [Fact]
  /// The cookbooks that the profile chose; nil for those of all suites.
  package var cookbooks: [String]?
  /// nil for any pace.
  package var rate: Rate?
  package var clockTolerance: Duration
  package var connectTimeout: Duration
  package var responseTimeout: Duration

  package init(
    facts: [Fact], cookbooks: [String]? = nil, rate: Rate? = nil,
    clockTolerance: Duration, connectTimeout: Duration, responseTimeout: Duration
  ) {
    self.facts = facts
    self.cookbooks = cookbooks
    self.rate = rate
    self.clockTolerance = clockTolerance
    self.connectTimeout = connectTimeout
    self.responseTimeout = responseTimeout
  }
}
