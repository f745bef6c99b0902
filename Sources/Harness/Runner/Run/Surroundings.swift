// SPDX-License-Identifier: Apache-2.0
// What a run uses of the world outside: clock, randomness, framework, user agent.

package import Encodings
package import PartnerFramework

/// What a run uses of the world outside.
package struct Surroundings: Sendable {
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Makes the opener of frameworks for one job; called once by each job, on its thread. The
  /// programs that an opener starts end with it.
  package var makeFrameworkOpener: @Sendable () -> FrameworkOpener
  /// The name of the framework's source, for reports.
  package var frameworkName: String
  /// Whether the framework uses the clock that the run hands in. Emulators do, real devices don't.
  package var frameworkFollowsClock: Bool
  /// Hands a URL to the program that plays the browser, and returns where it ended; nil if the run
  /// follows redirects itself.
  package var visit:
    (
      @Sendable (_ url: String, _ redirectURL: String, PartnerDeadline) throws(PartnerError)
        -> String
    )?

  package init(
    now: @escaping @Sendable () -> Timestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    frameworkName: String,
    frameworkFollowsClock: Bool = true,
    makeFrameworkOpener: @escaping @Sendable () -> FrameworkOpener,
    visit: (@Sendable (String, String, PartnerDeadline) throws(PartnerError) -> String)? = nil
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.frameworkName = frameworkName
    self.frameworkFollowsClock = frameworkFollowsClock
    self.makeFrameworkOpener = makeFrameworkOpener
    self.visit = visit
  }
}
