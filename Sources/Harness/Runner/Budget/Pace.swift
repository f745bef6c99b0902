// SPDX-License-Identifier: Apache-2.0
// How fast requests are sent, and who says so.

/// How fast requests are sent.
package struct Pace: Sendable, Equatable {
  /// Who says so.
  package enum Source: Sendable, Equatable {
    /// The target's profile.
    case profile
    /// An earlier run.
    case measured
    /// Nobody.
    case assumed
  }

  package let perSecond: Double
  package let burst: Int
  package let source: Source

  package init(perSecond: Double, burst: Int, source: Source) {
    self.perSecond = perSecond
    self.burst = burst
    self.source = source
  }

  /// Slow for a service that nobody asks to be slow with: 100 ms for a request, one after the other.
  package static let assumed = Pace(perSecond: 10, burst: 0, source: .assumed)
}
