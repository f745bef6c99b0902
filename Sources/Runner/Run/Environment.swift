// SPDX-License-Identifier: Apache-2.0
// What a run gets from outside: the clock, random numbers, the frameworks and the browser.

package import Partner
package import Text

/// The world outside, as far as a run uses it.
package struct Environment: Sendable {
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// The sources of the frameworks' answers. Each job makes an opener; its programs end with it.
  package var framework: FrameworkSources
  /// Lets a program visit a URL, and returns where it ended; nil if the run follows redirects.
  package var visit:
    (
      @Sendable (_ url: String, _ redirectURL: String, PartnerDeadline) throws(PartnerError)
        -> String
    )?

  package init(
    now: @escaping @Sendable () -> Timestamp, randomBytes: @escaping @Sendable (Int) -> [UInt8],
    framework: FrameworkSources,
    visit: (@Sendable (String, String, PartnerDeadline) throws(PartnerError) -> String)? = nil
  ) {
    self.now = now
    self.randomBytes = randomBytes
    self.framework = framework
    self.visit = visit
  }
}
