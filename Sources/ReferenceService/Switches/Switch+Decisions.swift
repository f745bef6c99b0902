// SPDX-License-Identifier: Apache-2.0
// Switches of decisions.

extension Switch {
  /// A decision needs no profile.
  package static let decidesWithoutProfile = Switch("decides-without-profile")
  /// A request for decisions need not name a resource.
  package static let decidesAboutNothing = Switch("decides-about-nothing")
  /// A request for decisions may name any number of resources.
  package static let decidesAboutAnyNumber = Switch("decides-about-any-number")
  /// Every resource is permitted.
  package static let permitsEverything = Switch("permits-everything")
}
