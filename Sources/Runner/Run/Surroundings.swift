// SPDX-License-Identifier: Apache-2.0
// What a run uses of the world outside: clock, randomness, framework, user agent.

package import Partner
package import Text

/// What a run uses of the world outside.
package struct Surroundings: Sendable {
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// The source of the framework's answers. Each job makes an opener of it, on its own thread; the
  /// programs that an opener starts end with it.
  package var framework: FrameworkSource
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
    framework: FrameworkSource,
    visit: (@Sendable (String, String, PartnerDeadline) throws(PartnerError) -> String)? = nil
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.framework = framework
    self.visit = visit
  }
}
